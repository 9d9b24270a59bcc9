/**
 * Where tokens stand: computed once per run and width, for all frames, so that playing forwards,
 * backwards or by jumps always shows the same picture.
 *
 * Inside a lane, tokens that share a place on the axis are stacked in rows (packing.js). Arms
 * outside the window are pinned to the lane's edge, in columns.
 */

import { LANES } from "./decode.js";
import { halfWidth, LanePacker, RADIUS, SCALES_DOWN, tokenLabel } from "./packing.js";

/** @import { Box, Geometry, Run, Standing, Windows } from "./types.d.ts" */

/** Pinned tokens may reach so far, in px, beyond the margin. */
const PIN_MORE = 6;

/**
 * Lane boxes and the axis inside a picture of a given size; the wide form has a gutter for names.
 * An algorithm that rejects no arms has no third lane. The lanes begin `above` px from the top.
 * @param {number} width
 * @param {number} height
 * @param {boolean} narrow
 * @param {boolean} third
 * @param {number} above
 * @returns {Geometry}
 */
export function makeGeometry(width, height, narrow, third = true, above = 0) {
  const gutter = narrow ? 0 : 86;
  const head = narrow ? 20 : 0;
  const space = 6;
  const free = height - above - 2 * space - (third ? 3 : 2) * head;
  const share = third
    ? { accept: 0.19, active: 0.53, reject: 0.28 }
    : { accept: 0.36, active: 0.64, reject: 0 };
  /** @type {Box[]} */
  const lanes = [];
  let top = above;
  for (const name of /** @type {const} */ (["accept", "active", "reject"])) {
    const id = LANES[name];
    const box = head + free * share[name];
    // The active lane has a line of text above its tokens and one below; others, marks of the truth.
    const [over, under] = id === 0 ? [16, 18] : [9, 4];
    lanes[id] = { top, height: box, from: top + head + over, to: top + box - under, head };
    top += box + space;
  }
  const margin = narrow ? 24 : 40;
  return {
    width,
    height,
    gutter,
    lanes,
    left: gutter + margin,
    right: width - margin,
    margin,
    narrow,
  };
}

/**
 * Before its first play an arm has no estimate: it waits in line.
 * @param {Pick<Geometry, 'left' | 'right'>} geometry
 * @param {number} arm
 * @param {number} n
 */
export function waitingX(geometry, arm, n) {
  return geometry.left + ((arm + 0.5) / n) * (geometry.right - geometry.left);
}

/**
 * Place all arms at all frames.
 *
 * Returns arrays over frames × arms: `y` and `scale`; `shift`, how far a token stands beside its
 * arm's place; `side` (−1 pinned left, 0 free, 1 pinned right) and, for pinned arms, `pinX`.
 * @param {Run} run
 * @param {Windows} windows
 * @param {Geometry} geometry
 * @returns {Standing}
 */
export function placeArms(run, windows, geometry) {
  const { n, count } = run;
  const places = {
    y: new Float32Array(count * n),
    scale: new Float32Array(count * n),
    shift: new Float32Array(count * n),
    side: new Int8Array(count * n),
    pinX: new Float32Array(count * n),
  };
  const x = new Float64Array(n);
  const next = new Float64Array(n);
  const labels = run.labels.map(tokenLabel);
  const lanes = geometry.lanes.map((box, id) => new LanePacker(box, id, labels, geometry));
  for (let f = 0; f < count; f++) {
    const { low, high } = windows;
    const moved = f > 0 && (low[f] !== low[f - 1] || high[f] !== high[f - 1]);
    for (let arm = 0; arm < n; arm++) {
      const at = f * n + arm;
      places.side[at] = sideOf(run, windows, f, arm, f > 0 ? places.side[at - n] : 0);
      x[arm] = targetX(run, geometry, f, arm, low[f], high[f]);
      const later = f < run.born[arm] ? f : Math.min(f + 1, count - 1);
      next[arm] = targetX(run, geometry, later, arm, low[f], high[f]);
    }
    for (const lane of lanes) {
      const members = armsIn(run, f, lane.id, places.side, 0);
      lane.update(members, x, next, f, moved);
      for (const arm of members) {
        places.y[f * n + arm] = lane.yOf(arm);
        places.scale[f * n + arm] = lane.scale;
        places.shift[f * n + arm] = lane.shift[arm];
      }
      for (const side of [-1, 1]) pin(run, places, geometry, lane.box, f, lane.id, side);
    }
  }
  return places;
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 * @param {Pick<Geometry, 'left' | 'right'>} geometry
 */
export function toX(value, low, high, geometry) {
  return geometry.left + ((value - low) / (high - low)) * (geometry.right - geometry.left);
}

/**
 * @param {Run} run
 * @param {Geometry} geometry
 * @param {number} f
 * @param {number} arm
 * @param {number} low
 * @param {number} high
 */
function targetX(run, geometry, f, arm, low, high) {
  if (f < run.born[arm]) return waitingX(geometry, arm, run.n);
  return toX(run.estimate[f * run.n + arm], low, high, geometry);
}

/**
 * Outside the window? An arm that was stays so until it is clearly inside.
 * @param {Run} run
 * @param {Windows} windows
 * @param {number} f
 * @param {number} arm
 * @param {number} before
 */
function sideOf(run, { low, high }, f, arm, before) {
  if (f < run.born[arm]) return 0;
  const value = run.estimate[f * run.n + arm];
  const slack = 0.02 * (high[f] - low[f]);
  if (value < low[f] + (before === -1 ? slack : 0)) return -1;
  if (value > high[f] - (before === 1 ? slack : 0)) return 1;
  return 0;
}

/**
 * @param {Run} run
 * @param {number} f
 * @param {number} lane
 * @param {Int8Array} side
 * @param {number} which
 */
function armsIn(run, f, lane, side, which) {
  const arms = [];
  for (let arm = 0; arm < run.n; arm++) {
    const at = f * run.n + arm;
    if (run.lane[at] === lane && side[at] === which) arms.push(arm);
  }
  return arms;
}

/**
 * Pinned arms stand in columns at the edge, as large as the margin allows, below their count.
 * @param {Run} run
 * @param {Standing} places
 * @param {Geometry} geometry
 * @param {Box} box
 * @param {number} f
 * @param {number} lane
 * @param {number} side
 */
function pin(run, places, geometry, box, f, lane, side) {
  const arms = armsIn(run, f, lane, places.side, side);
  if (arms.length === 0) return;
  const from = box.top + box.head + 18;
  const depth = Math.max(8, box.to - from);
  let [scale, rows, columns] = [0, 1, 1];
  for (scale of SCALES_DOWN) {
    const pitch = 2 * RADIUS * scale + 4;
    rows = Math.max(1, Math.floor((depth + 4) / pitch));
    columns = Math.ceil(arms.length / rows);
    if (columns * pitch <= geometry.margin + PIN_MORE) break;
  }
  const pitch = 2 * RADIUS * scale + 4;
  // Too many even for the smallest tokens: let them overlap, their number is written above.
  const step = Math.min(pitch, (geometry.margin + PIN_MORE) / columns);
  const edge = side < 0 ? geometry.left - geometry.margin : geometry.right + geometry.margin;
  arms.forEach((arm, place) => {
    const at = f * run.n + arm;
    places.scale[at] = scale;
    places.y[at] = from + pitch * ((place % rows) + 0.5) - 2;
    const half = Math.max(pitch / 2, halfWidth(tokenLabel(run.labels[arm]), scale) + 2);
    places.pinX[at] = edge - side * (step * Math.floor(place / rows) + half);
  });
}
