/** The arms: one token and one whisker each; parked arms have no whisker. */

import { groupText, openText } from "./asking.js";
import { rolesOf, waitText } from "./bets.js";
import { split, stateFrame } from "./clock.js";
import { LANES } from "./decode.js";
import { approach, put, px, show, svg, unset } from "./dom.js";
import { formatCount, formatValue } from "./format.js";
import { armText } from "./naming.js";
import { orderText } from "./order.js";
import { halfWidth, isLegible, RADIUS, tokenLabel, typeSize } from "./packing.js";
import { PARKED, toX, waitingX } from "./rows.js";

/** @import { Geometry, Run, Standing, Token, View } from "./types.d.ts" */

/** Time constant of a glide between lanes or rows: it is over in about 0.35 s. */
const GLIDE = 0.09;
/** Lit rings change at most this often, in seconds; faster would only flicker. */
const LIT_EVERY = 0.15;
/** Where tokens are smaller, an interval that fills the lane is not drawn; without names, none is. */
const ROOMY = 0.8;
const LANE_NAMES = ["active", "accept", "reject"];

export class Tokens {
  /** @type {Geometry} */
  geometry = unset();
  /** @type {Standing} */
  places = unset();

  /** @type {Run} */
  run = unset();
  /** @type {Token[]} */
  tokens = [];
  x = new Float32Array();
  y = new Float32Array();
  scale = new Float32Array();
  shift = new Float32Array();
  pinned = new Float32Array();
  fixedX = new Float32Array();
  sinceLit = Infinity;
  frame = 0;
  /** Whether copies of them are seen: then they are dressed, but not moved. */
  copied = false;

  /** @param {SVGElement} whiskers @param {SVGElement} layer */
  constructor(whiskers, layer) {
    this.whiskers = whiskers;
    this.layer = layer;
  }

  /**
   * Show another run. Nodes stay where both have the same arms, and tokens glide from where they are;
   * true if there are new nodes.
   * @param {Run} run
   */
  load(run) {
    const { run: before } = this;
    this.run = run;
    this.sinceLit = Infinity;
    const same =
      before?.n === run.n &&
      run.labels.every((label, arm) => label === before.labels[arm]) &&
      run.best.every((best, arm) => best === before.best[arm]);
    if (same) return false;
    this.whiskers.replaceChildren();
    this.layer.replaceChildren();
    this.tokens = run.labels.map((_, arm) => makeToken(run, arm, this.whiskers, this.layer));
    for (const name of /** @type {const} */ (["x", "y", "scale", "shift", "pinned", "fixedX"])) {
      this[name] = new Float32Array(run.n);
    }
    this.y.fill(NaN);
    this.scale.fill(NaN);
    return true;
  }

  /** @param {Geometry} geometry @param {Standing} places */
  resize(geometry, places) {
    this.geometry = geometry;
    this.places = places;
  }

  /** The next drawing is without glides. */
  jump() {
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
    this.frame = frame;
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
      const aside = this.aside(arm, frame, later, f);
      const shift = approach(this.shift[arm], aside, pace, GLIDE, 0.2);
      const pinned = approach(this.pinned[arm], side === 0 ? 0 : 1, pace, GLIDE, 0.01);
      if (side !== 0) {
        const from = this.pinned[arm] === 0 ? places.fixedX[at] : this.fixedX[arm];
        this.fixedX[arm] = approach(from, places.fixedX[at], pace, GLIDE, 0.2);
        moving ||= this.fixedX[arm] !== places.fixedX[at];
      }
      moving ||=
        y !== places.y[at] ||
        scale !== places.scale[at] ||
        shift !== aside ||
        pinned !== (side === 0 ? 0 : 1);
      const now = this.estimate(arm, i, later, f);
      const free = this.freeX(arm, i, later, f, now, view);
      const x = free + shift + (this.fixedX[arm] - free - shift) * pinned;
      [this.x[arm], this.y[arm], this.scale[arm], this.pinned[arm]] = [x, y, scale, pinned];
      this.shift[arm] = shift;
      // A copy that grows is one of the size that it grows to.
      this.write(arm, at, x, y, this.copied ? places.scale[at] : scale, pinned, lights);
      const half = run.width[i * run.n + arm] * (1 - f) + run.width[later * run.n + arm] * f;
      const reach = (half / (view.high - view.low)) * (geometry.right - geometry.left);
      this.writeWhisker(arm, frame, free, y, reach, pinned);
    }
    return moving || (!lights && this.sinceLit < LIT_EVERY);
  }

  /**
   * How far it stands beside its place. Two of a row are clear of each other at both frames: so they
   * are between them, if what they stand aside changes as evenly as their estimates do.
   * @param {number} arm
   * @param {number} frame
   * @param {number} later
   * @param {number} f
   */
  aside(arm, frame, later, f) {
    const { places, run } = this;
    const [now, next] = [frame * run.n + arm, later * run.n + arm];
    const stays = places.y[now] === places.y[next] && places.scale[now] === places.scale[next];
    return places.shift[now] + (stays ? f * (places.shift[next] - places.shift[now]) : 0);
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
    const token = this.tokens[arm];
    const { group, body, ring, text, label } = token;
    if (lights) token.lit = run.action[at] === 1;
    const side = this.places.side[at];
    const chosen = isChosen(run, at);
    const waits = run.waits !== null && run.waits[at] > 0;
    if (!this.copied) {
      const shown = Math.round(scale * 100) / 100;
      const where = `translate(${px(x)} ${px(y)}) scale(${shown})`;
      if (where !== token.where) {
        token.where = where;
        group.setAttribute("transform", where);
      }
    }
    // Most of the time a token moves, and nothing else about it changes.
    const key = [scale, run.lane[at], chosen, waits, pinned > 0.5, side, token.lit].join();
    if (key === token.key) return;
    token.key = key;
    token.scale = scale;
    put(group, "data-lane", LANE_NAMES[run.lane[at]]);
    put(group, "data-chosen", chosen);
    put(group, "data-waits", waits);
    const half = halfWidth(label, scale) / scale;
    const square = run.lane[at] === 2;
    shape(body, half, RADIUS, square ? 5 : RADIUS);
    shape(ring, half + 4, RADIUS + 4, RADIUS + 4);
    const legible = isLegible(scale);
    show(text, legible);
    if (legible) {
      // A size that is laid out anew at every step of a glide would take the longest of all.
      const glides = scale !== this.places.scale[at];
      const exact = typeSize(label, scale) / scale;
      const size = glides ? Math.round(exact) : px(exact);
      put(text, "font-size", size);
      put(text, "y", px(0.36 * size));
    }
    show(ring, token.lit);
    put(group, "data-named", legible);
    put(group, "data-pinned", pinned > 0.5 && side !== PARKED);
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
    const token = this.tokens[arm];
    const { whisker } = token;
    // Intervals that fill the lane say little yet, and many of them would hide everything else.
    const wide = reach > 0.2 * (this.geometry.right - this.geometry.left);
    const roomy = wide ? this.scale[arm] >= ROOMY : isLegible(this.scale[arm]);
    const visible = frame >= this.run.born[arm] && pinned === 0 && reach > 0 && roomy;
    const lane = LANE_NAMES[this.run.lane[frame * this.run.n + arm]];
    const key = visible ? [px(x), px(y), px(reach), wide, lane].join() : "";
    if (key === token.whiskerKey) return;
    token.whiskerKey = key;
    show(whisker, visible);
    if (!visible) return;
    put(whisker, "x", px(x - reach));
    put(whisker, "width", px(2 * reach));
    put(whisker, "y", px(y - 0.75));
    put(whisker, "data-wide", wide);
    put(whisker, "data-lane", lane);
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
   * What there is to say about an arm now, as lines of text.
   * @param {number} arm
   * @param {boolean} truth
   */
  describe(arm, truth) {
    const { run, frame } = this;
    const at = frame * run.n + arm;
    const words = [run.words.active, run.words.accept, run.words.reject];
    const interval = run.intervals ? ` ± ${formatValue(run.width[at])}` : "";
    const value =
      frame < run.born[arm]
        ? "no estimate yet"
        : `estimate ${formatValue(run.estimate[at])}${interval}`;
    const lines = [`${armText(run, arm)}: ${words[run.lane[at]]}`];
    if (!run.blank) lines.push(value);
    const open = openText(run, frame, arm);
    if (open !== "") lines.push(open);
    if (isChosen(run, at)) lines[0] += ", chosen";
    else if (run.action[at] === 1) lines[0] += ", played now";
    const roles = rolesOf(run, frame, arm);
    if (roles.length > 0) lines.splice(1, 0, roles.join(", "));
    const wait = waitText(run, at);
    if (wait !== "") lines.push(wait);
    if (run.order !== null) {
      const { above, below } = orderText(run, frame, arm);
      lines.push(`certified better than ${above}`, `certified worse than ${below}`);
    }
    if (truth && run.mean !== null && run.rank !== null) {
      const groups = groupText(run, arm, frame);
      if (groups !== "") lines.push(...`its groups truly average ${groups}`.split("; "));
      lines.push(
        `truly pays ${formatValue(run.mean[arm])}, number ${formatCount(run.rank[arm])} of ${formatCount(run.n)}`,
      );
    }
    return lines;
  }

  /**
   * Labels are for assistive technology: enough to write them at rest.
   * @param {boolean} truth
   */
  writeLabels(truth) {
    this.tokens.forEach(({ group }, arm) => {
      put(group, "aria-label", this.describe(arm, truth).join("; "));
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
  const whisker = svg("rect", { class: "whisker", height: 1.5 }, whiskers);
  const group = svg("g", { class: "token", "data-arm": arm }, layer);
  const ring = svg("rect", { class: "lit", visibility: "hidden" }, group);
  const body = svg("rect", { class: "body" }, group);
  const text = svg("text", { class: "label" }, group);
  text.textContent = label;
  const top = RADIUS + 2.5;
  if (run.best[arm])
    svg("path", { class: "best", d: `M-5 ${-top}L5 ${-top}L0 ${-top - 8}Z` }, group);
  return {
    group,
    ring,
    body,
    text,
    whisker,
    label,
    lit: false,
    where: "",
    key: "",
    bet: "",
    whiskerKey: null,
    scale: 1,
  };
}

/** @param {SVGElement} node @param {number} halfX @param {number} halfY @param {number} radius */
function shape(node, halfX, halfY, radius) {
  put(node, "x", px(-halfX));
  put(node, "width", px(2 * halfX));
  put(node, "y", -halfY);
  put(node, "height", 2 * halfY);
  put(node, "rx", radius);
}
