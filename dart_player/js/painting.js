/** SVG elements on a canvas: as much of SVG as tokens consist of, in the style that they have. */

import { html } from "./dom.js";

/** @import { Style } from "./types.d.ts" */

/** Not every browser that plays a saved file can. */
export function canPaint() {
  return "roundRect" in Path2D.prototype;
}

/** @param {HTMLCanvasElement} canvas */
export function contextOf(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/**
 * How the elements of a group look, in their order; null for those that are not seen. To ask the browser
 * takes longer than to paint: groups that look alike may share the answer.
 * @param {SVGElement} group
 * @returns {(Style | null)[]}
 */
export function stylesOf(group) {
  return [...group.children].map((node) => {
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden") return null;
    return {
      font: `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
      fill: style.fill,
      fillOpacity: Number(style.fillOpacity),
      stroke: style.stroke,
      width: Number.parseFloat(style.strokeWidth),
      dashes: (style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number),
      lineFirst: style.paintOrder.startsWith("stroke"),
    };
  });
}

/** Squares of a canvas, given away one after the other, in rows. */
export class Sheet {
  x = 0;
  y = 0;
  /** Of the highest square in this row. */
  high = 0;

  /** @param {number} side in pixels */
  constructor(side) {
    this.canvas = html("canvas");
    this.canvas.width = side;
    this.canvas.height = side;
    this.context = contextOf(this.canvas);
  }

  /** @param {number} size */
  hasRoom(size) {
    const { width } = this.canvas;
    return (this.x + size <= width ? this.y : this.y + this.high) + size <= width;
  }

  /** Where the next square is. @param {number} size */
  place(size) {
    if (this.x + size > this.canvas.width) [this.x, this.y, this.high] = [0, this.y + this.high, 0];
    const { x, y } = this;
    this.x += size;
    this.high = Math.max(this.high, size);
    return [x, y];
  }
}

/**
 * Paint a group around the origin.
 * @param {CanvasRenderingContext2D} context
 * @param {SVGElement} group
 * @param {(Style | null)[]} styles
 */
export function paint(context, group, styles) {
  styles.forEach((style, k) => {
    if (style === null) return;
    const node = group.children[k];
    if (node.localName === "text") write(context, node, style);
    else draw(context, node, style);
  });
}

/** @param {CanvasRenderingContext2D} context @param {Element} text @param {Style} style */
function write(context, text, { font, fill }) {
  context.font = font;
  context.textAlign = "center";
  context.fillStyle = fill;
  context.fillText(text.textContent ?? "", 0, numberOf(text, "y"));
}

/** @param {CanvasRenderingContext2D} context @param {Element} node @param {Style} style */
function draw(context, node, { fill, fillOpacity, stroke, width, dashes, lineFirst }) {
  const { path, length } = outlineOf(node);
  const area = () => {
    if (fill === "none") return;
    context.globalAlpha = fillOpacity;
    context.fillStyle = fill;
    context.fill(path);
    context.globalAlpha = 1;
  };
  const line = () => {
    if (stroke === "none") return;
    const whole = numberOf(node, "pathLength");
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash(dashes.map((dash) => (whole > 0 ? length / whole : 1) * dash));
    context.stroke(path);
  };
  for (const part of lineFirst ? [line, area] : [area, line]) part();
}

/**
 * The outline of a path, or of a rectangle and how long that is.
 * @param {Element} node
 */
function outlineOf(node) {
  if (node.localName === "path")
    return { path: new Path2D(node.getAttribute("d") ?? ""), length: 0 };
  const [x, y, width, height, rx] = ["x", "y", "width", "height", "rx"].map((name) =>
    numberOf(node, name),
  );
  const path = new Path2D();
  path.roundRect(x, y, width, height, rx);
  return { path, length: 2 * (width + height) - (8 - 2 * Math.PI) * rx };
}

/** @param {Element} node @param {string} name */
function numberOf(node, name) {
  return Number(node.getAttribute(name) ?? 0);
}
