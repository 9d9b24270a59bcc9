/**
 * The lens over arms that are too many for names: those around the one that is pointed at, in a
 * small table beside it, large enough to read.
 */

import { put, putText, px, show, svg } from "./dom.js";
import { halfWidth, isLegible, RADIUS } from "./packing.js";

/** @import { Geometry } from "./types.d.ts" */
/** @import { Tokens } from "./tokens.js" */

const COLUMNS = 5;
const MOST = 15;
const ROWS = 4;
/** A longer name loses its middle: its end often is what tells it from the others. */
const LETTERS = 14;
const SCALE = 0.8;
const GAP = 5;
const PAD = 7;
/** From the arm to the lens, in px: a finger must not hide it. */
const AWAY = 22;
const LANES = ["active", "accept", "reject"];

/**
 * The arms that a lens shows around one, by their places: nearest along the axis, then across it.
 * @param {Pick<Tokens, "x" | "y" | "scale" | "run">} tokens
 * @param {number} frame
 * @param {number} arm
 */
export function around({ x, y, scale, run }, frame, arm) {
  const lane = run.lane[frame * run.n + arm];
  const all = Array.from({ length: run.n }, (_, other) => other).filter(
    (other) => run.lane[frame * run.n + other] === lane && !isLegible(scale[other]),
  );
  return nearest(all, { x, y }, arm, MOST);
}

/**
 * The arms that are nearest to one, in the order of their places.
 * @param {number[]} arms
 * @param {Pick<Tokens, "x" | "y">} tokens
 * @param {number} arm
 * @param {number} most
 */
function nearest(arms, { x, y }, arm, most) {
  const far = (/** @type {number} */ other) => Math.hypot(x[other] - x[arm], y[other] - y[arm]);
  const sorted = [...arms].sort((a, b) => far(a) - far(b) || a - b);
  return sorted.slice(0, most).sort((a, b) => x[a] - x[b] || y[a] - y[b] || a - b);
}

/** @param {string} name */
function shortened(name) {
  const letters = Array.from(name);
  if (letters.length <= LETTERS) return name;
  return `${letters.slice(0, 6).join("")}\u2026${letters.slice(-7).join("")}`;
}

export class Lens {
  key = "";
  /** From where to where it is, in px from the top; null while it is away. @type {[number, number] | null} */
  span = null;

  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    this.frame = svg("rect", { class: "glass", rx: 8 }, layer);
    this.thread = svg("path", { class: "thread" }, layer);
    this.chips = Array.from({ length: MOST }, () => {
      const group = svg("g", { class: "magnified" }, layer);
      const body = svg("rect", { class: "body" }, group);
      return { group, body, text: svg("text", { class: "label" }, group) };
    });
    show(layer, false);
  }

  /**
   * @param {Tokens} tokens
   * @param {number} frame
   * @param {number} arm or −1
   * @param {Geometry} geometry
   */
  draw(tokens, frame, arm, geometry) {
    const away = arm < 0 || isLegible(tokens.scale[arm]);
    put(this.layer, "display", away ? "none" : "inline");
    show(this.layer, !away);
    this.span = null;
    if (away) return;
    const near = around(tokens, frame, arm);
    const names = near.map((other) => shortened(tokens.run.labels[other]));
    const most = Math.max(...names.map((name) => halfWidth(name, SCALE)));
    const fit = Math.floor((geometry.width - 2 * PAD) / (2 * most + GAP));
    const columns = Math.max(1, Math.min(COLUMNS, fit, near.length));
    const arms = nearest(near, tokens, arm, columns * ROWS);
    const labels = arms.map((other) => shortened(tokens.run.labels[other]));
    const wide = 2 * Math.max(...labels.map((label) => halfWidth(label, SCALE))) + GAP;
    const high = 2 * RADIUS * SCALE + GAP;
    const rows = Math.ceil(arms.length / columns);
    const [width, height] = [columns * wide + 2 * PAD - GAP, rows * high + 2 * PAD - GAP];
    const [x, y] = [tokens.x[arm], tokens.y[arm]];
    const left = Math.max(2, Math.min(geometry.width - width - 2, x - width / 2));
    const above = y - AWAY - height >= 2;
    const top = above ? y - AWAY - height : y + AWAY;
    this.span = [top, top + height];
    const box = { x: px(left), y: px(top), width: px(width), height: px(height) };
    for (const [name, value] of Object.entries(box)) put(this.frame, name, value);
    put(this.thread, "d", `M${px(x)} ${px(y)}L${px(x)} ${px(above ? top + height : top)}`);
    this.chips.forEach(({ group, body, text }, q) => {
      show(group, q < arms.length);
      if (q >= arms.length) return;
      // Down the columns, as the arms stand along the axis.
      const [column, row] = [Math.floor(q / rows), q % rows];
      const at = [
        left + PAD + wide * (column + 0.5) - GAP / 2,
        top + PAD + high * (row + 0.5) - GAP / 2,
      ];
      put(group, "transform", `translate(${px(at[0])} ${px(at[1])})`);
      const lane = LANES[tokens.run.lane[frame * tokens.run.n + arms[q]]];
      put(group, "data-lane", lane);
      put(group, "data-now", arms[q] === arm);
      const half = halfWidth(labels[q], SCALE);
      const radius = RADIUS * SCALE;
      put(body, "x", px(-half));
      put(body, "width", px(2 * half));
      put(body, "y", px(-radius));
      put(body, "height", px(2 * radius));
      put(body, "rx", lane === "reject" ? 5 : px(radius));
      put(text, "y", 4);
      putText(text, labels[q]);
    });
  }
}
