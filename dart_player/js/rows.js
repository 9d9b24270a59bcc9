/**
 * Where tokens stand: computed once per run and width, for all frames, so that playing forwards,
 * backwards or by jumps always shows the same picture.
 *
 * Undecided arms stand at their estimates: tokens that share a place on the axis are stacked in rows
 * (packing.js), and arms outside the window are pinned to the lane's edge, in columns. Settled arms
 * are parked (parking.js).
 */

import { LANES } from "./decode.js";
import { halfWidth, LanePacker, RADIUS, SCALES_DOWN, tokenLabel } from "./packing.js";
import { layoutSlots, parkedHeight } from "./parking.js";

/** An active lane as high as this, in px, has a line of names above its tokens and their marks. */
const NAMED = { least: 92, over: 26, without: 12 };

/** @import { Box, Geometry, Parking, Run, Standing, Windows } from "./types.d.ts" */

/** Pinned tokens may reach so far, in px, beyond the margin. */
const PIN_MORE = 6;

/** Who is not at an estimate: pinned to an edge (±1), or parked. */
export const PARKED = 2;
/** Below the lane of estimates, in px: ticks and what they measure. */
export const AXIS = 36;
/** Lanes lower than that, in px, do not say what the axis measures. */
const LOW = 240;

/**
 * Lane boxes and the axis inside a picture of a given size; the wide form has a gutter for names.
 *
 * An algorithm that rejects no arms has no third lane. Lanes that park are as high as their places
 * need, and the axis is drawn below the last lane that does not. The lanes begin `above` px from the
 * top.
 * @param {number} width
 * @param {number} height
 * @param {boolean} narrow
 * @param {{third?: boolean, above?: number, places?: number[], labels?: string[]}} more
 * @returns {Geometry}
 */
export function makeGeometry(
  width,
  height,
  narrow,
  { third = true, above = 0, places = [0, 0, 0], labels = [] } = {},
) {
  const gutter = narrow ? 0 : 86;
  const low = height < LOW;
  const below = low ? AXIS / 2 : AXIS; // ticks alone
  const head = narrow ? 20 : 0;
  const space = 6;
  const free = height - below - above - 2 * space - (third ? 3 : 2) * head;
  const need = (/** @type {number} */ id, /** @type {number} */ most) =>
    Math.max(
      narrow ? 34 : low ? 40 : 48,
      parkedHeight(places[id], width - gutter, labels, most * free),
    );
  const accept = places[1] > 0 ? need(1, 0.24) : free * (third ? 0.19 : 0.36);
  const reject = !third ? 0 : places[2] > 0 ? need(2, 0.34) : free * 0.28;
  /** @type {Record<keyof typeof LANES, number>} */
  const share = { accept, active: free - accept - reject, reject };
  /** @type {Box[]} */
  const lanes = [];
  let [top, axis] = [above, 0];
  for (const name of /** @type {const} */ (["accept", "active", "reject"])) {
    const id = LANES[name];
    const box = (name === "reject" && !third ? 0 : head) + share[name];
    // The active lane has a line of text above its tokens and one below; others, marks of the truth.
    const names = share.active < NAMED.least ? NAMED.without : NAMED.over;
    const [over, under] = id === 0 ? [names, 18] : [9, 4];
    lanes[id] = { top, height: box, from: top + head + over, to: top + box - under, head };
    top += box;
    const axisHere = id === 0 ? !third || places[2] > 0 : id === 2 && third && places[2] === 0;
    if (axisHere) axis = top;
    top += axisHere ? below : space;
  }
  const margin = narrow ? (width < 180 ? 16 : 24) : 40;
  return {
    width,
    height,
    gutter,
    lanes,
    left: gutter + margin,
    right: width - margin,
    margin,
    narrow,
    axis,
    named: !low,
    ranks: share.active >= NAMED.least,
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
 * arm's place; `side` (−1 pinned left, 0 free, 1 pinned right, `PARKED`) and, for arms that are not
 * free, `fixedX`.
 * @param {Run} run
 * @param {Windows} windows
 * @param {Geometry} geometry
 * @param {Parking} parking
 * @returns {Standing}
 */
export function placeArms(run, windows, geometry, parking) {
  const { n, count } = run;
  const places = {
    y: new Float32Array(count * n),
    scale: new Float32Array(count * n),
    shift: new Float32Array(count * n),
    side: new Int8Array(count * n),
    fixedX: new Float32Array(count * n),
  };
  const x = new Float64Array(n);
  const next = new Float64Array(n);
  const labels = run.labels.map(tokenLabel);
  const packers = geometry.lanes.map((box, id) => new LanePacker(box, id, labels, geometry));
  const slots = geometry.lanes.map((box, id) =>
    layoutSlots(parking.places[id], box, geometry.gutter, geometry.width, labels),
  );
  const { low, high } = windows;
  for (let f = 0; f < count; f++) {
    const moved = f > 0 && (low[f] !== low[f - 1] || high[f] !== high[f - 1]);
    const later = Math.min(f + 1, count - 1);
    /** @type {number[][][]} Arms by lane that are pinned left, free, and pinned right. */
    const groups = geometry.lanes.map(() => [[], [], []]);
    for (let arm = 0; arm < n; arm++) {
      const at = f * n + arm;
      const lane = run.lane[at];
      if (parking.places[lane] > 0) {
        const place = parking.slot[at];
        places.side[at] = PARKED;
        places.fixedX[at] = slots[lane].x(place);
        places.y[at] = slots[lane].y(place);
        places.scale[at] = slots[lane].scale;
        continue;
      }
      places.side[at] = sideOf(run, windows, f, arm, f > 0 ? places.side[at - n] : 0);
      x[arm] = targetX(run, geometry, f, arm, low[f], high[f]);
      next[arm] = targetX(run, geometry, f < run.born[arm] ? f : later, arm, low[f], high[f]);
      groups[lane][places.side[at] + 1].push(arm);
    }
    for (const packer of packers) {
      if (parking.places[packer.id] > 0) continue;
      const [left, free, right] = groups[packer.id];
      packer.update(free, x, next, f, moved);
      for (const arm of free) {
        places.y[f * n + arm] = packer.yOf(arm);
        places.scale[f * n + arm] = packer.scale;
        places.shift[f * n + arm] = packer.shift[arm];
      }
      pin(run, places, geometry, packer.box, f, left, -1);
      pin(run, places, geometry, packer.box, f, right, 1);
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
 * Pinned arms stand in columns at the edge, as large as the margin allows, below their count.
 * @param {Run} run
 * @param {Standing} places
 * @param {Geometry} geometry
 * @param {Box} box
 * @param {number} f
 * @param {number[]} arms
 * @param {number} side
 */
function pin(run, places, geometry, box, f, arms, side) {
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
    places.fixedX[at] = edge - side * (step * Math.floor(place / rows) + half);
  });
}
