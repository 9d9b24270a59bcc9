/** Charts of a study as pictures of slide size, drawn in the browser by the page's own Plotly. */

import { download, pngWithFacts, svgWithFacts } from "../../dart_player/js/save.js";

import { pdfOf, pdfOfDrawing } from "./pdf.js";
import { drawn, NotDrawn } from "./vector.js";

// As wide, letter by letter, as the font that a PDF has without carrying it.
const LIKE_HELVETICA = "Helvetica, Arial, Liberation Sans, sans-serif";

/** @import { Component, Slide, PicturesData } from "../types.d.ts" */

/** @param {Component<PicturesData>} component */
export default function mount({ data, parentElement }) {
  const [{ slides, about, width, height, scale }] = data; // in a list: see the Python side
  const status = /** @type {Element} */ (parentElement.querySelector("[role=status]"));

  /** @param {Slide} slide @param {"png" | "svg" | "pdf"} format */
  async function save(slide, format) {
    const plotly = window.Plotly; // there as soon as a chart is on the page
    if (plotly === undefined) {
      status.textContent = "The charts are still being loaded: try again in a moment.";
      return;
    }
    const { data: traces, layout } = JSON.parse(slide.figure);
    /** @param {"png" | "svg"} kind @param {string} [family] of letters */
    const image = (kind, family = layout.font.family) =>
      plotly.toImage(
        { data: traces, layout: { ...layout, font: { ...layout.font, family } } },
        { format: kind, width, height, scale, imageDataOnly: true },
      );
    const facts = { title: slide.title, ...about };
    const name = `${slide.file}.${format}`;
    if (format === "svg") {
      const made = svgWithFacts(await image("svg"), facts);
      download(new Blob([made], { type: "image/svg+xml" }), name);
    } else if (format === "png") {
      const made = pngWithFacts(bytesOf(await image("png")), facts);
      download(new Blob([made], { type: "image/png" }), name);
    } else {
      const made =
        (await drawing(await image("svg", LIKE_HELVETICA), facts)) ??
        (await picture(bytesOf(await image("png")), facts));
      download(new Blob([made], { type: "application/pdf" }), name);
    }
    status.textContent = `${name} is saved.`;
  }

  /** A PDF in lines and letters; null where these are not enough. @param {string} svg @param {Record<string, string>} facts */
  async function drawing(svg, facts) {
    const host = document.createElement("div");
    host.style.cssText = "position: fixed; left: -10000px; top: 0";
    const shadow = host.attachShadow({ mode: "open" }); // no style of the page's reaches it
    shadow.append(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
    document.body.append(host);
    try {
      const root = /** @type {SVGSVGElement} */ (shadow.firstElementChild);
      return await pdfOfDrawing(drawn(root, height), width, height, facts);
    } catch (error) {
      if (error instanceof NotDrawn) return null;
      throw error;
    } finally {
      host.remove();
    }
  }

  /** A PDF of pixels. @param {Uint8Array<ArrayBuffer>} png @param {Record<string, string>} facts */
  async function picture(png, facts) {
    const pixels = await pixelsOf(new Blob([png], { type: "image/png" }));
    return pdfOf(pixels.data, pixels.width, pixels.height, scale, facts);
  }

  const rows = slides.map((slide) => {
    const row = document.createElement("li");
    row.append(slide.title);
    for (const format of /** @type {const} */ (["png", "svg", "pdf"])) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = format.toUpperCase();
      button.setAttribute("aria-label", `${slide.title} as ${format.toUpperCase()}`);
      button.addEventListener("click", () => save(slide, format));
      row.append(button);
    }
    return row;
  });
  parentElement.querySelector("ul")?.replaceChildren(...rows);
  status.textContent = "";
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** @param {Blob} picture */
async function pixelsOf(picture) {
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const brush = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.drawImage(bitmap, 0, 0);
  return brush.getImageData(0, 0, bitmap.width, bitmap.height);
}
