/** The regret chart's arithmetic: axes, curves, and where their labels go. */

import { lastAtMost } from "./clock.js";
import { formatRegret, niceTicks } from "./format.js";
import { decades } from "./timescale.js";

/** @import { Block, Curve, Ending, Path, Point, RegretAxis, TimeAxis, TimeScale } from "./types.d.ts" */

export const Y_AXES = ["fit", "all", "log"];
export const LABEL_HEIGHT = 15; // px

/**
 * A curve's value at a time: straight between its points, level outside them.
 * @param {Path} path
 * @param {number} time
 */
export function regretAt({ t, regret }, time) {
  const i = lastAtMost(t, time);
  if (i < 0) return regret.length > 0 ? regret[0] : 0;
  if (i >= t.length - 1) return regret[t.length - 1];
  return regret[i] + ((time - t[i]) / (t[i + 1] - t[i])) * (regret[i + 1] - regret[i]);
}

/**
 * Time axis: a function from t to px with its inverse and ticks.
 * @param {number} horizon
 * @param {TimeScale} scale
 * @param {number} left
 * @param {number} right
 * @returns {TimeAxis}
 */
export function timeAxis(horizon, scale, left, right) {
  const width = right - left;
  return {
    bends: scale.bends,
    toPx: (t) => left + scale.toShare(t) * width,
    toTime: (px) => {
      const share = Math.max(0, Math.min(1, (px - left) / width));
      return Math.min(horizon, scale.toTime(share));
    },
    ticks: scale.ticks(width),
  };
}

/**
 * Regret axis, from `bottom` px upwards to `top` px.
 *
 * "fit" shows the main curve whole and lets steeper ones leave the frame, with room above it for
 * the names of all these; "all" shows every curve whole, "log" is logarithmic and starts at 1 (or
 * three decades below a smaller maximum).
 * @param {Ending[]} curves
 * @param {string} mode
 * @param {number} bottom
 * @param {number} top
 * @returns {RegretAxis}
 */
export function regretAxis(curves, mode, bottom, top) {
  /** @param {Ending[]} list */
  const final = (list) => Math.max(0, ...list.map(({ regret }) => regret.at(-1) ?? 0));
  const main = curves.filter((curve) => curve.main || curve.ghost);
  const most = final(mode === "fit" && main.length > 0 ? main : curves);
  const height = bottom - top;
  const leaving = curves.filter(({ regret }) => (regret.at(-1) ?? 0) > most).length;
  const room = leaving > 0 ? Math.min((leaving + 1) * LABEL_HEIGHT, height / 3) : 0;
  const above = mode === "log" ? 1.5 : Math.max(1.08, height / (height - room));
  const high = most > 0 ? most * above : 1;
  if (mode === "log") {
    const low = high > 10 ? 1 : high / 1000;
    const span = Math.log(high / low);
    return {
      high,
      log: true,
      toPx: (value) => bottom - (Math.log(Math.max(low, value) / low) / span) * height,
      ticks: decades(low, high),
    };
  }
  return {
    high,
    log: false,
    toPx: (value) => bottom - (value / high) * height,
    ticks: niceTicks(0, high, height / 60).ticks,
  };
}

/**
 * The curves as far as an axis may tell them at a time: each one's value by then, rounded up to 1, 2
 * or 5 times a power of ten, so that the axis grows in steps.
 * @param {Curve[]} curves
 * @param {number} time
 */
export function knownBy(curves, time) {
  return curves.map((curve) => ({ ...curve, regret: [roundUp(regretAt(curve, time))] }));
}

/** @param {number} value */
function roundUp(value) {
  if (!(value > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10);
}

/**
 * Points of a curve in px. On an axis that bends, so does a straight stretch: it is sampled on the way.
 * @param {Path} curve
 * @param {TimeAxis} xAxis
 * @param {RegretAxis} yAxis
 * @param {number} left
 * @param {number} right
 * @returns {Point[]}
 */
export function curvePoints(curve, xAxis, yAxis, left, right) {
  const times = Array.from(curve.t);
  if (xAxis.bends || yAxis.log) {
    for (let px = left; px <= right; px += 2) times.push(xAxis.toTime(px));
    times.sort((a, b) => a - b);
  }
  return thinned(times.map((t) => [xAxis.toPx(t), yAxis.toPx(regretAt(curve, t))]));
}

/**
 * A line without the points that it passes within a tenth of a pixel anyway (Douglas and Peucker):
 * most of a curve's are, and each costs whenever the chart is drawn.
 * @param {Point[]} points
 * @returns {Point[]}
 */
function thinned(points) {
  const kept = new Set([0, points.length - 1]);
  /** @type {[number, number][]} */
  const stretches = [[0, points.length - 1]];
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch;
    let [farthest, most] = [from, 0.1];
    for (let k = from + 1; k < to; k++) {
      const away = distance(points[k], points[from], points[to]);
      if (away > most) [farthest, most] = [k, away];
    }
    if (farthest === from) continue;
    kept.add(farthest);
    stretches.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, k) => kept.has(k));
}

/** Of a point from the line through two others. @param {Point} point @param {Point} from @param {Point} to */
function distance([x, y], [x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return Math.hypot(x - x0, y - y0);
  return Math.abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length;
}

/**
 * Names without their constants in brackets, where these are not needed to tell curves apart.
 * @param {string[]} labels
 */
export function shortLabels(labels) {
  const short = labels.map((label) => label.replace(/ \([^()]*\)$/, ""));
  return labels.map((label, c) =>
    short.every((other, d) => d === c || other !== short[c]) ? short[c] : label,
  );
}

/**
 * Names without their constants, and without the preset, where these are not needed either.
 * @param {string[]} labels
 */
export function briefLabels(labels) {
  const whole = shortLabels(labels);
  const brief = whole.map((label) => label.replace(/ \u00b7 [^\u00b7]*$/, ""));
  return whole.map((label, c) =>
    brief.every((other, d) => d === c || other !== brief[c]) ? brief[c] : label,
  );
}

/**
 * Names with too many letters, as far as their presets alone tell them apart.
 * @param {string[]} names
 * @param {number} letters
 */
export function narrowLabels(names, letters) {
  const presets = names.map((name) => name.split(" \u00b7 ").at(-1) ?? name);
  return names.map((name, c) => {
    const alone = presets.every((other, d) => d === c || other !== presets[c]);
    return name.length > letters && alone ? presets[c] : name;
  });
}

/**
 * The first time at which a curve leaves an axis upwards; null if it stays inside.
 * @param {Path} path
 * @param {number} high
 */
export function leavesAt({ t, regret }, high) {
  const i = regret.findIndex((value) => value > high);
  if (i < 0) return null;
  if (i === 0) return t[0];
  const part = (high - regret[i - 1]) / (regret[i] - regret[i - 1]);
  return t[i - 1] + part * (t[i] - t[i - 1]);
}

/**
 * Move label positions apart to at least `space`, as little as possible, inside [low, high].
 * Labels that push each other form a block around the mean of where they want to be.
 * @param {number[]} wanted
 * @param {number} space
 * @param {number} low
 * @param {number} high
 */
export function spreadLabels(wanted, space, low, high) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
  /** @type {Block[]} */
  const blocks = [];
  for (const i of order) {
    let block = { items: [i], centre: wanted[i] };
    for (let before = blocks.at(-1); before; before = blocks.at(-1)) {
      if (!overlaps(before, block, space)) break;
      blocks.pop();
      const items = [...before.items, ...block.items];
      const sum = before.centre * before.items.length + block.centre * block.items.length;
      block = { items, centre: sum / items.length };
    }
    const half = ((block.items.length - 1) * space) / 2;
    block.centre = Math.max(low + half, Math.min(high - half, block.centre));
    blocks.push(block);
  }
  // Clamping at the bottom edge may have pushed a block onto the one above it.
  const placed = new Array(wanted.length);
  let ceiling = Infinity;
  for (const block of blocks.reverse()) {
    for (let k = block.items.length - 1; k >= 0; k--) {
      const half = ((block.items.length - 1) * space) / 2;
      placed[block.items[k]] = Math.min(ceiling, block.centre - half + k * space);
      ceiling = placed[block.items[k]] - space;
    }
  }
  return placed;
}

/** @param {Block} above @param {Block} below @param {number} space */
function overlaps(above, below, space) {
  const between = below.centre - above.centre;
  return between < ((above.items.length + below.items.length) / 2) * space;
}

/**
 * What the chart shows at a time, in words.
 * @param {Curve[]} curves
 * @param {number} time
 */
export function costWords(curves, time) {
  const names = briefLabels(curves.map(({ label }) => label));
  const said = [...curves]
    .sort((one, other) => Number(other.main) - Number(one.main))
    .map((curve) => ({ curve, value: regretAt(curve, time) }))
    .filter(({ value }, c) => c === 0 || value > 0)
    .map(({ curve, value }) => `${names[curves.indexOf(curve)]} ${formatRegret(value)}`);
  return `Regret so far: ${said.slice(0, 3).join(" \u00b7 ")}`;
}
