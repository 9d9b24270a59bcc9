/** Charts of a study as pictures of slide size, drawn in the browser by the page's own Plotly. */

import { download, pngWithFacts, svgWithFacts } from "../../dart_player/js/save.js";

/** @import { Component, Slide, PicturesData } from "../types.d.ts" */

/** @param {Component<PicturesData>} component */
export default function mount({ data, parentElement }) {
  const [{ slides, about, width, height, scale }] = data; // in a list: see the Python side
  const status = /** @type {Element} */ (parentElement.querySelector("[role=status]"));

  /** @param {Slide} slide @param {"png" | "svg"} format */
  async function save(slide, format) {
    const plotly = window.Plotly; // there as soon as a chart is on the page
    if (plotly === undefined) {
      status.textContent = "The charts are still being loaded: try again in a moment.";
      return;
    }
    const { data: traces, layout } = JSON.parse(slide.figure);
    const made = await plotly.toImage(
      { data: traces, layout },
      { format, width, height, scale, imageDataOnly: true },
    );
    const facts = { title: slide.title, ...about };
    const name = `${slide.file}.${format}`;
    if (format === "svg") {
      download(new Blob([svgWithFacts(made, facts)], { type: "image/svg+xml" }), name);
    } else {
      const bytes = Uint8Array.from(atob(made), (letter) => letter.charCodeAt(0));
      download(new Blob([pngWithFacts(bytes, facts)], { type: "image/png" }), name);
    }
    status.textContent = `${name} is saved.`;
  }

  const rows = slides.map((slide) => {
    const row = document.createElement("li");
    row.append(slide.title);
    for (const format of /** @type {const} */ (["png", "svg"])) {
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
