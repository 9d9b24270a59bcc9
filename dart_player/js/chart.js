/** The regret chart: the past drawn strong, the future faint, one dot and label per curve. */

import { freshId, put, putText, px, show, svg } from "./dom.js";
import { formatCount, formatRegret, formatTick } from "./format.js";
import {
  briefLabels,
  curvePoints,
  knownBy,
  LABEL_HEIGHT,
  leavesAt,
  narrowLabels,
  regretAt,
  regretAxis,
  spreadLabels,
  timeAxis,
} from "./regret.js";

/** @import { Curve, CurvePart, Ending, Point, RegretAxis, Show, TimeAxis, TimeScale } from "./types.d.ts" */

const MARGIN = { top: 12, right: 14, bottom: 24 };
const LETTER = 6.8; // px, of a curve's label
const VALUE = 6; // letters, with the space before it

export class Chart {
  /** @type {{width: number, height: number} | null} */
  size = null;
  scale = 1;
  /** @type {number | null} */
  hover = null;
  /**
   * The axes as they are laid out: the plot, its scales, and the curves that they were made for.
   * @type {{left: number, right: number, top: number, bottom: number, x: TimeAxis, y: RegretAxis, known: Ending[], scale: TimeScale, mode: string, empty: boolean} | null}
   */
  plot = null;
  /** @type {CurvePart[]} */
  parts = [];

  /** @param {SVGElement} root @param {HTMLElement} readout @param {Show} show */
  constructor(root, readout, { problem, curves }) {
    this.horizon = problem.horizon;
    this.curves = curves;
    this.root = root;
    this.readout = readout;
    this.time = 0;
    this.predicts = false; // then nothing tells how the curves go on
    readout.hidden = true;
    root.replaceChildren();
    const clip = freshId("past");
    this.past = svg("rect", { x: 0, y: 0, height: 0 }, svg("clipPath", { id: clip }, root));
    const frame = freshId("frame");
    this.frame = svg("rect", {}, svg("clipPath", { id: frame }, root));
    this.grid = svg("g", {}, root);
    this.lines = svg("g", { "clip-path": `url(#${frame})` }, root);
    const future = svg("g", { class: "future" }, this.lines);
    const strong = svg("g", { "clip-path": `url(#${clip})` }, this.lines);
    this.pointer = svg("line", { class: "pointer", visibility: "hidden" }, root);
    this.cursor = svg("line", { class: "cursor" }, root);
    this.nothing = svg("text", { class: "note", "text-anchor": "middle" }, root);
    this.nothing.textContent = "Regret is drawn here as you play.";
    this.names = briefLabels(curves.map(({ label }) => label));
    // The main curves come last, on top of the others.
    const order = curves
      .map((_, c) => c)
      .sort((a, b) => Number(curves[a].main) - Number(curves[b].main));
    for (const c of order) {
      const curve = curves[c];
      const kind = curve.main ? " main" : "";
      /** @param {string} name */
      const coloured = (name) => ({ class: `coloured ${name}${kind}`, style: colours(curve) });
      const line = { ...coloured("curve"), "stroke-dasharray": curve.style.dash };
      this.parts[c] = {
        curve,
        name: this.names[c],
        future: svg("path", line, future),
        past: svg("path", line, strong),
        exit: svg("text", coloured("exit"), root),
        dot: svg("circle", { ...coloured("dot"), r: 4.5 }, root),
        label: svg("text", coloured("curve-label")),
        exitTime: null,
      };
    }
    for (const c of order) root.append(this.parts[c].label); // above all lines
  }

  /**
   * In units; one is `scale` pixels on the page.
   * @param {number} width
   * @param {number} height
   * @param {number} scale
   */
  resize(width, height, scale = 1) {
    this.size = { width, height };
    this.scale = scale;
  }

  /**
   * Lay out the axes; needed after a change of size, of scale, or of data.
   * @param {TimeScale} scale
   * @param {string} mode
   */
  layout(scale, mode) {
    if (!this.size) return;
    const known = this.knownNow();
    const { width, height } = this.size;
    const bottom = height - MARGIN.bottom;
    const y = regretAxis(known, mode, bottom, MARGIN.top);
    const step = y.ticks.length > 1 ? y.ticks[1] - y.ticks[0] : 1;
    const names = y.ticks.map((tick) => (y.log ? formatRegret(tick) : formatTick(tick, step)));
    const left = 16 + 6.5 * Math.max(2, ...names.map((name) => name.length));
    const right = width - MARGIN.right;
    const x = timeAxis(this.horizon, scale, left, right);
    const short = narrowLabels(this.names, (right - left) / LETTER - VALUE);
    for (const [c, part] of this.parts.entries()) part.name = short[c];
    this.plot = {
      left,
      right,
      top: MARGIN.top,
      bottom,
      x,
      y,
      known,
      scale,
      mode,
      empty: this.empty,
    };

    put(this.root, "viewBox", `0 0 ${width} ${height}`);
    box(this.frame, left - 6, MARGIN.top - 6, right - left + 12, bottom - MARGIN.top + 9);
    box(this.past, 0, 0, 0, height);
    this.grid.replaceChildren();
    const { empty } = this;
    show(this.nothing, empty);
    show(this.lines, !empty);
    put(this.nothing, "x", px((left + right) / 2));
    put(this.nothing, "y", px(bottom / 2));
    if (!empty) this.drawGrid(this.plot, names);
    for (const part of this.parts) {
      const path = pathText(curvePoints(part.curve, x, y, left, right), MARGIN.top - 40);
      put(part.future, "d", path);
      put(part.past, "d", path);
      this.layoutExit(part, this.plot);
    }
    for (const line of [this.cursor, this.pointer]) {
      put(line, "y1", MARGIN.top - 6);
      put(line, "y2", bottom);
    }
  }

  /** @param {NonNullable<Chart["plot"]>} plot @param {string[]} names */
  drawGrid({ x, y, left, right, bottom }, names) {
    const width = right + MARGIN.right;
    y.ticks.forEach((tick, k) => {
      const at = px(y.toPx(tick));
      svg("line", { class: "grid", x1: left, x2: right, y1: at, y2: at }, this.grid);
      this.tickText(names[k], left - 8, at + 4, "end");
    });
    let free = -Infinity;
    for (const tick of x.ticks) {
      const at = px(x.toPx(tick));
      const name = `${tick === 0 ? "round " : ""}${formatCount(tick)}`;
      const half = 3.4 * name.length;
      if (at - half < free) continue;
      free = at + half + 10;
      const anchor = at + half > width - 2 ? "end" : "middle";
      this.tickText(name, anchor === "end" ? width - 2 : at, bottom + 17, anchor);
    }
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} anchor */
  tickText(text, x, y, anchor) {
    svg("text", { class: "tick-label", x, y, "text-anchor": anchor }, this.grid).textContent = text;
  }

  /**
   * Where a curve will leave the frame its name stands, faintly, with an arrow.
   * @param {CurvePart} part
   * @param {Pick<NonNullable<Chart["plot"]>, "x" | "y" | "top" | "right">} plot
   */
  layoutExit(part, { x, y, top, right }) {
    const time = leavesAt(part.curve, y.high);
    part.exitTime = time;
    if (time === null) return;
    putText(part.exit, `\u2191 ${part.name}`);
    const room = 6.4 * (part.name.length + 2);
    const at = x.toPx(time);
    put(part.exit, "x", px(at + 6 + room < right ? at + 6 : at - 6));
    put(part.exit, "text-anchor", at + 6 + room < right ? "start" : "end");
    put(part.exit, "y", top + 6);
  }

  /** The curves that the regret axis may show. */
  knownNow() {
    return this.predicts ? knownBy(this.curves, this.time) : this.curves;
  }

  /** Who predicts is shown no axis before there is anything on it. */
  get empty() {
    return this.predicts && this.time === 0;
  }

  /** @param {number} time @param {boolean} predicts @param {number} told the time that numbers tell */
  draw(time, predicts = false, told = time) {
    [this.time, this.predicts] = [time, predicts];
    if (!this.plot) return;
    const { known, scale, mode } = this.plot;
    /** @param {Ending[]} curves */
    const ends = (curves) => curves.map(({ regret }) => regret.at(-1)).join();
    if (this.empty !== this.plot.empty || ends(this.knownNow()) !== ends(known))
      this.layout(scale, mode);
    const { x, y, left, right, top, bottom, empty } = this.plot;
    const at = px(x.toPx(time));
    show(this.cursor, !empty);
    put(this.cursor, "x1", at);
    put(this.cursor, "x2", at);
    put(this.past, "width", at);
    const values = this.parts.map(({ curve }) => regretAt(curve, time));
    const heights = values.map((value) => Math.max(top, Math.min(bottom, y.toPx(value))));
    const texts = this.parts.map(({ name, curve }, c) => {
      const gone = values[c] > y.high;
      return `${name} ${formatRegret(regretAt(curve, told))}${gone ? " \u2191" : ""}`;
    });
    // Regret only rises: below right and above left of its dot, a label is clear of its curve.
    const widths = texts.map((text) => LETTER * text.length);
    const rightwards = widths.map((width) => at + 10 + width <= right);
    const wanted = heights.map((height, c) => height + (rightwards[c] ? 11 : -11));
    const spread = spreadLabels(wanted, LABEL_HEIGHT, top + 2, bottom - 8);
    this.parts.forEach((part, c) => {
      const gone = values[c] > y.high;
      show(part.dot, !gone && !empty);
      show(part.label, !empty);
      put(part.dot, "cx", at);
      put(part.dot, "cy", px(heights[c]));
      // A name that fits on neither side of the cursor stands across it.
      const leftX = at - 10 - widths[c] > left ? at - 10 : right;
      put(part.label, "x", Math.round(rightwards[c] ? at + 10 : leftX));
      put(part.label, "y", px(spread[c]) + 4);
      put(part.label, "text-anchor", rightwards[c] ? "start" : "end");
      putText(part.label, texts[c]);
      // The static name would lie under the moving label as the cursor passes.
      const away = part.exitTime === null ? 0 : Math.abs(x.toPx(part.exitTime) - at);
      const coming = part.exitTime !== null && time < part.exitTime;
      show(part.exit, away > widths[c] + 24 && coming && !this.predicts);
    });
    if (this.hover !== null) this.writeReadout();
  }

  /**
   * Show the values under the pointer, `x` in px; null hides them.
   * @param {number | null} x
   */
  point(x) {
    if (!this.plot) return;
    this.hover = x;
    show(this.pointer, x !== null);
    this.readout.hidden = x === null;
    if (x !== null) this.writeReadout();
  }

  writeReadout() {
    if (!this.plot || this.hover === null) return;
    const { x, left, right } = this.plot;
    const end = this.predicts ? x.toPx(this.time) : right;
    const at = Math.max(left, Math.min(end, this.hover));
    const time = x.toTime(at);
    put(this.pointer, "x1", px(at));
    put(this.pointer, "x2", px(at));
    const rows = this.parts
      .map(({ curve }) => ({ curve, value: regretAt(curve, time) }))
      .sort((a, b) => b.value - a.value);
    const cells = [cell("head", `round ${formatCount(time)}`)];
    for (const { curve, value } of rows) {
      const name = cell(`coloured name${curve.main ? " main" : ""}`, curve.label);
      name.style.cssText = colours(curve);
      cells.push(name, cell("value", formatRegret(value)));
    }
    this.readout.replaceChildren(...cells);
    const cursor = this.scale * at;
    const before = cursor - 12 - this.readout.offsetWidth;
    const beside = at > (left + right) / 2 ? Math.max(0, before) : cursor + 12;
    const top = this.scale * (MARGIN.top + 4);
    this.readout.style.transform = `translate(${px(beside)}px, ${px(top)}px)`;
  }

  /**
   * The chart in words, at a time.
   * @param {number} time
   */
  summary(time) {
    const values = this.parts.map(
      ({ curve }) => `${curve.label} ${formatRegret(regretAt(curve, time))}`,
    );
    return `Regret at round ${formatCount(time)}: ${values.join("; ")}.`;
  }
}

/**
 * A curve has the same colour in every chart; the page's theme picks one of the two.
 * @param {Pick<Curve, "style">} curve
 */
export function colours({ style }) {
  return `--light: ${style.light}; --dark: ${style.dark}`;
}

/** @param {string} style @param {string} text */
function cell(style, text) {
  const node = document.createElement("span");
  node.className = style;
  node.textContent = text;
  return node;
}

/**
 * @param {SVGElement} node
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function box(node, x, y, width, height) {
  put(node, "x", px(x));
  put(node, "y", px(y));
  put(node, "width", Math.max(0, px(width)));
  put(node, "height", Math.max(0, px(height)));
}

/**
 * An SVG path; far above the frame it is cut, as huge coordinates are drawn badly.
 * @param {Point[]} points
 * @param {number} ceiling
 */
function pathText(points, ceiling) {
  const parts = [];
  for (const [k, [x, y]] of points.entries()) {
    if (y < ceiling && k > 0) {
      const [x0, y0] = points[k - 1];
      const part = (ceiling - y0) / (y - y0);
      parts.push(`${px(x0 + part * (x - x0))} ${ceiling}`);
      break; // regret never falls
    }
    parts.push(`${px(x)} ${px(y)}`);
  }
  return parts.length > 0 ? `M${parts.join("L")}` : "";
}
