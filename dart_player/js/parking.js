/**
 * Where settled arms stand: in fixed places of their lane, in the order in which they settled.
 *
 * An arm that settles takes the first free place and keeps it for as long as it stays in its lane,
 * whatever others do: it moves only when it is moved. An arm that goes back leaves its place open.
 */

import { LANES } from "./decode.js";
import { halfWidth, LEGIBLE, RADIUS } from "./packing.js";

/** @import { Box, Parking, Run, Slots } from "./types.d.ts" */

/** Above the first row there is room for the marks of arms that are truly best, in px at scale 1. */
const ABOVE = 11;
/**
 * From roomy to full: how large tokens are; and in px at scale 1, the space from the lane's edge to
 * the first place, between two places, and between rows.
 */
const ROOMY = { edge: 12, beside: 9, between: 7 };
const LEVELS = [
  ...[1, 0.88, 0.77, 0.68, LEGIBLE].map((scale) => ({ ...ROOMY, scale })),
  { scale: LEGIBLE, edge: 5, beside: 2, between: 2 },
];
/** Places without names: marks in rows, from 15 px to 3 px wide. */
const MARKS = [15, 13, 11, 9, 8, 7, 6, 5, 4, 3];
const MARKS_EDGE = 6;

/**
 * Which lanes park, by the places they need (0: tokens stand at their estimates), and the place of
 * every settled arm at every frame.
 * @param {Run} run
 * @returns {Parking}
 */
export function park(run) {
  const { n, count } = run;
  const parks = [false, settles(run), run.words.reject !== null];
  const most = [0, parks[1] ? Math.min(run.k, n) : 0, parks[2] ? n - run.k : 0];
  const slot = new Int16Array(count * n).fill(-1);
  /** @type {number[][]} */
  const taken = [[], [], []];
  for (let f = 0; f < count; f++) {
    const here = f * n;
    /** @type {number[]} */
    const coming = [];
    for (let arm = 0; arm < n; arm++) {
      const lane = run.lane[here + arm];
      const before = f > 0 ? run.lane[here - n + arm] : LANES.active;
      if (lane === before) {
        if (f > 0) slot[here + arm] = slot[here - n + arm];
        continue;
      }
      if (parks[before]) taken[before][slot[here - n + arm]] = -1;
      if (parks[lane]) coming.push(arm);
    }
    for (const arm of inOrder(run, f, coming)) {
      const lane = run.lane[here + arm];
      const free = taken[lane].indexOf(-1);
      const place = free < 0 ? taken[lane].length : free;
      taken[lane][place] = arm;
      slot[here + arm] = place;
      most[lane] = Math.max(most[lane], place + 1);
    }
  }
  return { places: most, slot };
}

/**
 * Whether the accepted lane holds arms that are settled, and not just those that are played now.
 * @param {Run} run
 */
function settles({ lane, action, count, n }) {
  for (let at = n; at < count * n; at++) {
    if ((lane[at] === LANES.accept) !== (action[at] === 1)) return true;
  }
  return false;
}

/**
 * Arms that settle at one frame, as the sentence about it names them.
 * @param {Run} run
 * @param {number} frame
 * @param {number[]} arms
 */
function inOrder(run, frame, arms) {
  if (arms.length < 2) return arms;
  const told = run.events.find((event) => event.frame === frame)?.arms ?? [];
  /** @param {number} arm */
  const place = (arm) => (told.includes(arm) ? told.indexOf(arm) : told.length);
  return arms.sort((a, b) => place(a) - place(b) || a - b);
}

/**
 * How high a lane with so many places has to be, at most `most` px.
 * @param {number} places
 * @param {number} width
 * @param {string[]} labels
 * @param {number} most
 */
export function parkedHeight(places, width, labels, most) {
  const heights = LEVELS.map((level) => grid(places, width, labels, level).height);
  return heights.find((height) => height <= most) ?? most;
}

/**
 * The places of a lane, as large as its box allows: with names, or as mere marks.
 * @param {number} places
 * @param {Box} box
 * @param {number} left
 * @param {number} right
 * @param {string[]} labels
 * @returns {Slots}
 */
export function layoutSlots(places, box, left, right, labels) {
  const width = right - left;
  const top = box.top + box.head;
  const depth = box.height - box.head;
  for (const level of LEVELS) {
    const { scale, edge, beside } = level;
    const { rows, columns, wide, high, height } = grid(places, width, labels, level);
    if (height > depth) continue;
    // One row stands where the lane's name does; several fill the lane from the top.
    const from = top + ABOVE * scale + 4 + Math.max(0, Math.min(8, depth - rows * high - 20) / 2);
    return {
      scale,
      half: wide / 2 - (beside * scale) / 2,
      x: (place) => left + edge + wide * ((place % columns) + 0.5),
      y: (place) => from + RADIUS * scale + high * Math.floor(place / columns),
    };
  }
  const size =
    MARKS.find((px) => rowsOf(depth, px) * Math.floor((width - 2 * MARKS_EDGE) / px) >= places) ??
    3;
  const inside = width - 2 * MARKS_EDGE;
  const pitch = Math.min(size, inside / Math.ceil(places / rowsOf(depth, size)));
  const columns = Math.max(1, Math.floor(inside / pitch + 1e-9));
  return {
    scale: (size - 1.5) / (2 * RADIUS),
    half: 0,
    x: (place) => left + MARKS_EDGE + pitch * ((place % columns) + 0.5),
    y: (place) => top + 5 + size * (Math.floor(place / columns) + 0.5),
  };
}

/** @param {number} depth @param {number} size */
function rowsOf(depth, size) {
  return Math.max(1, Math.floor((depth - 10) / size));
}

/**
 * The rows and columns of a level, and how high they are with what stands above and below them.
 * @param {number} places
 * @param {number} width
 * @param {string[]} labels
 * @param {typeof LEVELS[number]} level
 */
function grid(places, width, labels, { scale, edge, beside, between }) {
  const half = labels.reduce((most, label) => Math.max(most, halfWidth(label, scale)), 0);
  const wide = 2 * half + beside * scale;
  const columns = Math.max(1, Math.floor((width - 2 * edge) / wide));
  const rows = Math.ceil(places / columns);
  const high = (2 * RADIUS + between) * scale;
  return { wide, columns, rows, high, height: rows * high + ABOVE * scale + 6 };
}
