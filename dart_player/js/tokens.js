/** The arms: one token and one whisker each. */

import { rolesOf } from "./bets.js";
import { split, stateFrame } from "./clock.js";
import { LANES } from "./decode.js";
import { approach, put, putText, px, show, svg, unset } from "./dom.js";
import { formatValue } from "./format.js";
import { orderText } from "./order.js";
import { halfWidth, LEGIBLE, RADIUS, tokenLabel } from "./packing.js";
import { toX, waitingX } from "./rows.js";

/** @import { Geometry, Run, Standing, Token, View } from "./types.d.ts" */

/** Time constant of a glide between lanes or rows: it is over in about 0.35 s. */
const GLIDE = 0.09;
/** Lit rings change at most this often, in seconds; faster would only flicker. */
const LIT_EVERY = 0.15;
const LANE_NAMES = ["active", "accept", "reject"];

export class Tokens {
  /** @type {Geometry} */
  geometry = unset();
  /** @type {Standing} */
  places = unset();

  /** @param {Run} run @param {SVGElement} whiskers @param {SVGElement} layer */
  constructor(run, whiskers, layer) {
    this.run = run;
    this.layer = layer;
    this.x = new Float32Array(run.n);
    this.y = new Float32Array(run.n).fill(NaN);
    this.scale = new Float32Array(run.n).fill(NaN);
    this.shift = new Float32Array(run.n);
    this.pinned = new Float32Array(run.n);
    this.pinX = new Float32Array(run.n);
    this.sinceLit = Infinity;
    this.tokens = run.labels.map((_, arm) => makeToken(run, arm, whiskers, layer));
  }

  /** @param {Geometry} geometry @param {Standing} places */
  resize(geometry, places) {
    this.geometry = geometry;
    this.places = places;
    this.y.fill(NaN);
  }

  /**
   * Draw all arms; `dt` is Infinity where nothing may glide. True while something still moves.
   * @param {number} position
   * @param {View} view
   * @param {number} dt
   */
  draw(position, view, dt) {
    const { run, geometry, places } = this;
    const { i, f } = split(run, position);
    const frame = stateFrame(run, position);
    const later = f > 0 ? i + 1 : i;
    const fresh = Number.isNaN(this.y[0]);
    let moving = false;
    this.sinceLit += dt;
    const lights = this.sinceLit >= LIT_EVERY;
    if (lights) this.sinceLit = 0;
    for (let arm = 0; arm < run.n; arm++) {
      const at = frame * run.n + arm;
      const side = places.side[at];
      const pace = fresh ? Infinity : dt;
      const y = approach(this.y[arm], places.y[at], pace, GLIDE, 0.2);
      const scale = approach(this.scale[arm], places.scale[at], pace, GLIDE, 0.005);
      const shift = approach(this.shift[arm], places.shift[at], pace, GLIDE, 0.2);
      const pinned = approach(this.pinned[arm], side === 0 ? 0 : 1, pace, GLIDE, 0.01);
      if (side !== 0) {
        const from = this.pinned[arm] === 0 ? places.pinX[at] : this.pinX[arm];
        this.pinX[arm] = approach(from, places.pinX[at], pace, GLIDE, 0.2);
        moving ||= this.pinX[arm] !== places.pinX[at];
      }
      moving ||=
        y !== places.y[at] ||
        scale !== places.scale[at] ||
        shift !== places.shift[at] ||
        pinned !== (side === 0 ? 0 : 1);
      const now = this.estimate(arm, i, later, f);
      const free = this.freeX(arm, i, later, f, now, view);
      const x = free + shift + (this.pinX[arm] - free - shift) * pinned;
      [this.x[arm], this.y[arm], this.scale[arm], this.pinned[arm]] = [x, y, scale, pinned];
      this.shift[arm] = shift;
      this.write(arm, at, x, y, scale, pinned, lights);
      const half = run.width[i * run.n + arm] * (1 - f) + run.width[later * run.n + arm] * f;
      const reach = (half / (view.high - view.low)) * (geometry.right - geometry.left);
      this.writeWhisker(arm, frame, free, y, reach, pinned);
    }
    return moving || (!lights && this.sinceLit < LIT_EVERY);
  }

  /** @param {number} arm @param {number} i @param {number} later @param {number} f */
  estimate(arm, i, later, f) {
    const { estimate, n } = this.run;
    return estimate[i * n + arm] * (1 - f) + estimate[later * n + arm] * f;
  }

  /**
   * Where the estimate puts it, kept inside the plot; an arm without one waits in line.
   * @param {number} arm
   * @param {number} i
   * @param {number} later
   * @param {number} f
   * @param {number} value
   * @param {View} view
   */
  freeX(arm, i, later, f, value, view) {
    const { run, geometry } = this;
    /** @param {number} px */
    const inside = (px) =>
      Math.max(
        geometry.left - geometry.margin / 2,
        Math.min(geometry.right + geometry.margin / 2, px),
      );
    const born = run.born[arm];
    if (i >= born) return inside(toX(value, view.low, view.high, geometry));
    const waiting = waitingX(geometry, arm, run.n);
    if (later < born) return waiting;
    const first = toX(run.estimate[later * run.n + arm], view.low, view.high, geometry);
    return waiting + (inside(first) - waiting) * f;
  }

  /**
   * @param {number} arm
   * @param {number} at
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   * @param {number} pinned
   * @param {boolean} lights
   */
  write(arm, at, x, y, scale, pinned, lights) {
    const { run } = this;
    const { group, body, ring, text, label } = this.tokens[arm];
    put(group, "transform", `translate(${px(x)} ${px(y)}) scale(${Math.round(scale * 100) / 100})`);
    put(group, "data-lane", LANE_NAMES[run.lane[at]]);
    put(group, "data-chosen", isChosen(run, at));
    const half = halfWidth(label, scale) / scale;
    const square = run.lane[at] === 2;
    shape(body, half, RADIUS, square ? 5 : RADIUS);
    shape(ring, half + 4, RADIUS + 4, RADIUS + 4);
    show(text, scale >= LEGIBLE - 0.01);
    if (lights) show(ring, run.action[at] === 1);
    put(group, "data-pinned", pinned > 0.5);
  }

  /**
   * @param {number} arm
   * @param {number} frame
   * @param {number} x
   * @param {number} y
   * @param {number} reach
   * @param {number} pinned
   */
  writeWhisker(arm, frame, x, y, reach, pinned) {
    const { whisker } = this.tokens[arm];
    // Intervals that fill the lane say little yet, and many of them would hide everything else.
    const wide = reach > 0.2 * (this.geometry.right - this.geometry.left);
    const crowded = wide && this.scale[arm] < LEGIBLE - 0.01;
    const visible = frame >= this.run.born[arm] && pinned === 0 && reach > 0 && !crowded;
    show(whisker, visible);
    if (!visible) return;
    put(whisker, "transform", `translate(${px(x)} ${px(y)}) scale(${px(reach)} 1)`);
    put(whisker, "data-wide", wide);
    put(whisker, "data-lane", LANE_NAMES[this.run.lane[frame * this.run.n + arm]]);
  }

  /**
   * The arm under a point, if any; small tokens get a larger target.
   * @param {number} x
   * @param {number} y
   */
  nearest(x, y) {
    let [found, best] = [-1, Infinity];
    for (let arm = 0; arm < this.run.n; arm++) {
      const distance = Math.hypot(this.x[arm] - x, this.y[arm] - y);
      const reach = Math.max(12, halfWidth(this.run.labels[arm], this.scale[arm]) + 4);
      if (distance <= reach && distance < best) [found, best] = [arm, distance];
    }
    return found;
  }

  /**
   * What there is to say about an arm at a position, as lines of text.
   * @param {number} arm
   * @param {number} position
   * @param {boolean} truth
   */
  describe(arm, position, truth) {
    const { run } = this;
    const frame = stateFrame(run, position);
    const at = frame * run.n + arm;
    const words = [run.words.active, run.words.accept, run.words.reject];
    const interval = run.intervals ? ` ± ${formatValue(run.width[at])}` : "";
    const value =
      frame < run.born[arm]
        ? "not played yet"
        : `estimate ${formatValue(run.estimate[at])}${interval}`;
    const lines = [`arm ${run.labels[arm]}: ${words[run.lane[at]]}`];
    if (!run.blank) lines.push(value);
    if (isChosen(run, at)) lines[0] += ", committed to";
    else if (run.action[at] === 1) lines[0] += ", played now";
    const roles = rolesOf(run, frame, arm);
    if (roles.length > 0) lines.splice(1, 0, roles.join(", "));
    if (run.order !== null) {
      const { above, below } = orderText(run, frame, arm);
      lines.push(`certified better than ${above}`, `certified worse than ${below}`);
    }
    if (truth && run.mean !== null && run.rank !== null) {
      lines.push(`true mean ${formatValue(run.mean[arm])}, true rank ${run.rank[arm]} of ${run.n}`);
    }
    return lines;
  }

  /**
   * Labels are for assistive technology, titles for saved pages: enough to write them at rest.
   * @param {number} position
   * @param {boolean} truth
   */
  writeTitles(position, truth) {
    this.tokens.forEach(({ group, title }, arm) => {
      const text = this.describe(arm, position, truth).join("; ");
      put(group, "aria-label", text);
      putText(title, text);
    });
  }
}

/**
 * Whether an undecided arm, `at` in frames × arms, is of the set committed to.
 * @param {Run} run
 * @param {number} at
 */
export function isChosen(run, at) {
  const committed = run.phase[Math.floor(at / run.n)] === 1;
  return committed && run.action[at] === 1 && run.lane[at] === LANES.active;
}

/**
 * @param {Run} run
 * @param {number} arm
 * @param {SVGElement} whiskers
 * @param {SVGElement} layer
 * @returns {Token}
 */
function makeToken(run, arm, whiskers, layer) {
  const label = tokenLabel(run.labels[arm]);
  const whisker = svg(
    "rect",
    { class: "whisker", x: -1, width: 2, y: -0.75, height: 1.5 },
    whiskers,
  );
  const group = svg("g", { class: "token", "data-arm": arm }, layer);
  const title = svg("title", {}, group);
  const ring = svg("rect", { class: "lit", visibility: "hidden" }, group);
  const body = svg("rect", { class: "body" }, group);
  const size = [12.5, 12.5, 12.5, 11][label.length] ?? 11;
  const text = svg("text", { class: "label", y: 0.36 * size, "font-size": size }, group);
  text.textContent = label;
  const top = RADIUS + 2.5;
  if (run.best[arm])
    svg("path", { class: "best", d: `M-5 ${-top}L5 ${-top}L0 ${-top - 8}Z` }, group);
  return { group, title, ring, body, text, whisker, label };
}

/** @param {SVGElement} node @param {number} halfX @param {number} halfY @param {number} radius */
function shape(node, halfX, halfY, radius) {
  put(node, "x", px(-halfX));
  put(node, "width", px(2 * halfX));
  put(node, "y", -halfY);
  put(node, "height", 2 * halfY);
  put(node, "rx", radius);
}
