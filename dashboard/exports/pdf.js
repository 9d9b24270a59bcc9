/** A chart as a PDF of one page, for papers: drawn, or else a picture with its pixels unchanged. */

import { joined } from "../../dart_player/js/save.js";

/** @import { Drawing } from "./vector.js" */

// Fonts that every reader of PDFs has.
const FONTS = {
  Plain: "/BaseFont /Helvetica /Encoding /WinAnsiEncoding",
  Bold: "/BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding",
  Symbol: "/BaseFont /Symbol",
};

/**
 * The bytes of a PDF that draws a chart.
 *
 * @param {Drawing} drawing
 * @param {number} width in CSS pixels, each 3/4 of a point
 * @param {number} height
 * @param {Record<string, string>} facts what the file says of itself
 */
export async function pdfOfDrawing({ content, opacities }, width, height, facts) {
  const states = opacities.map(([area, line], at) => `/G${at} << /ca ${area} /CA ${line} >>`);
  const fonts = Object.entries(FONTS).map(
    ([name, its]) => `/${name} << /Type /Font /Subtype /Type1 ${its} >>`,
  );
  const body = await deflated(text(content));
  return assembled([
    ...page(
      [width * 0.75, height * 0.75].map((size) => size.toFixed(2)),
      `/Font << ${fonts.join(" ")} >> /ExtGState << ${states.join(" ")} >>`,
    ),
    stream("/Filter /FlateDecode ", body),
    text(`<< ${described(facts)} >>`),
  ]);
}

/** What leads to the fourth object, which draws. @param {string[]} size @param {string} resources */
function page(size, resources) {
  return [
    text("<< /Type /Catalog /Pages 2 0 R >>"),
    text("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    text(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(" ")}] /Contents 4 0 R ` +
        `/Resources << ${resources} >> >>`,
    ),
  ];
}

/**
 * The bytes of a PDF that shows a picture.
 *
 * @param {Uint8ClampedArray} pixels red, green, blue and opacity of each, row by row
 * @param {number} width in pixels
 * @param {number} height in pixels
 * @param {number} scale how many pixels make a CSS pixel, which is 3/4 of a point
 * @param {Record<string, string>} facts what the file says of itself
 */
export async function pdfOf(pixels, width, height, scale, facts) {
  const body = await deflated(opaque(pixels));
  const size = [width, height].map((pixels) => ((pixels / scale) * 0.75).toFixed(2));
  const [wide, high] = size;
  return assembled([
    ...page(size, "/XObject << /Im 5 0 R >>"),
    stream("", text(`q ${wide} 0 0 ${high} 0 0 cm /Im Do Q`)),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
        "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode ",
      body,
    ),
    text(`<< ${described(facts)} >>`),
  ]);
}

/** Red, green and blue on white paper. @param {Uint8ClampedArray} pixels */
function opaque(pixels) {
  const rgb = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const opacity = /** @type {number} */ (pixels[from + 3]) / 255;
    for (let colour = 0; colour < 3; colour++) {
      const value = /** @type {number} */ (pixels[from + colour]);
      rgb[to + colour] = Math.round(255 + (value - 255) * opacity);
    }
  }
  return rgb;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function deflated(bytes) {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** @param {string} line */
function text(line) {
  return new TextEncoder().encode(line);
}

/** @param {string} entries @param {Uint8Array} bytes */
function stream(entries, bytes) {
  const head = text(`<< ${entries}/Length ${bytes.length} >>\nstream\n`);
  return joined([head, bytes, text("\nendstream")]);
}

/** What a file says of itself, in UTF-16. @param {Record<string, string>} facts */
function described(facts) {
  const said = Object.entries(facts).map(([name, fact]) => `${name}: ${fact}`);
  const words = { Title: facts.title ?? "", Subject: said.join("\n") };
  return Object.entries(words)
    .map(([key, word]) => `/${key} <FEFF${hexadecimal(word)}>`)
    .join(" ");
}

/** @param {string} word */
function hexadecimal(word) {
  return [...Array(word.length).keys()]
    .map((at) => word.charCodeAt(at).toString(16).padStart(4, "0"))
    .join("");
}

/** A file of numbered objects; the last one describes it. @param {Uint8Array[]} objects */
function assembled(objects) {
  const parts = [text("%PDF-1.4\n")];
  const places = [];
  let at = /** @type {Uint8Array} */ (parts[0]).length;
  for (const [number, object] of objects.entries()) {
    const whole = joined([text(`${number + 1} 0 obj\n`), object, text("\nendobj\n")]);
    places.push(at);
    parts.push(whole);
    at += whole.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    text(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n` +
        `<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return joined(parts);
}
