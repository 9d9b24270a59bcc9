/**
 * The chart's horizontal axis: it runs as the playhead does, so that what takes long to play is wide.
 *
 * A *scale* maps times to shares of the axis and back. "Linear" and "log" are formulas; "by event" is
 * the play clock itself, without the moments at which time stands still: a curve never rests there.
 */

import { isMoment, lastAtMost } from "./clock.js";
import { niceTicks } from "./format.js";

/** @import { Clock, Run, TimeScale } from "./types.d.ts" */

/** Between two named times, in px; they are numbers of up to nine characters. */
const TICK_SPACE = 74;

/**
 * @param {Pick<Run, "t" | "count" | "horizon">} run
 * @param {Clock} clock
 * @param {string} name
 * @returns {TimeScale}
 */
export function timeScale(run, clock, name) {
  const { horizon } = run;
  if (name === "linear") {
    return {
      bends: false,
      toShare: (t) => t / horizon,
      toTime: (share) => share * horizon,
      ticks: (width) => niceTicks(0, horizon, width / 90).ticks,
    };
  }
  if (name === "log") {
    const end = Math.log1p(horizon);
    return {
      bends: true,
      toShare: (t) => Math.log1p(t) / end,
      toTime: (share) => Math.expm1(share * end),
      ticks: () => decades(1, horizon),
    };
  }
  return playScale(run, clock);
}

/**
 * @param {Pick<Run, "t" | "count" | "horizon">} run
 * @param {Clock} clock
 * @returns {TimeScale}
 */
function playScale(run, clock) {
  const times = [run.t[0]];
  const played = [0];
  for (let i = 0; i + 1 < run.count; i++) {
    if (isMoment(run, i)) continue;
    times.push(run.t[i + 1]);
    played.push((played.at(-1) ?? 0) + clock.toPlay(i + 1) - clock.toPlay(i));
  }
  // A run that stops before the horizon, or has one frame: time goes on evenly.
  if (times[times.length - 1] < run.horizon) {
    times.push(run.horizon);
    played.push((played.at(-1) ?? 0) + 1);
  }
  const end = played[played.length - 1] || 1;
  const shares = played.map((seconds) => seconds / end);
  const toShare = (/** @type {number} */ t) => between(times, shares, t);
  return {
    bends: true,
    toShare,
    toTime: (share) => between(shares, times, share),
    ticks: (width) => roundTimes(run.horizon, toShare, width),
  };
}

/**
 * A piecewise linear function through nondecreasing knots.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} value
 */
function between(from, to, value) {
  const i = lastAtMost(from, value);
  if (i < 0) return to[0];
  if (i >= from.length - 1) return to[to.length - 1];
  return to[i] + ((value - from[i]) / (from[i + 1] - from[i])) * (to[i + 1] - to[i]);
}

/**
 * Round times that have room beside each other: the ends first, then the rounder before the less.
 * @param {number} horizon
 * @param {(t: number) => number} toShare
 * @param {number} width
 */
function roundTimes(horizon, toShare, width) {
  const powers = Math.floor(Math.log10(horizon) + 1e-9);
  const candidates = [0, horizon];
  for (const factor of [1, 5, 2]) {
    for (let p = powers; p >= 0; p--) candidates.push(factor * 10 ** p);
  }
  /** @type {number[]} */
  const taken = [];
  for (const t of candidates) {
    const free = taken.every((other) => Math.abs(toShare(other) - toShare(t)) * width > TICK_SPACE);
    if (t <= horizon && free) taken.push(t);
  }
  return taken.sort((a, b) => a - b);
}

/**
 * Powers of ten in [low, high]; with at most two of them, 2 and 5 times them as well.
 * @param {number} low
 * @param {number} high
 */
export function decades(low, high) {
  const ticks = [];
  const from = Math.ceil(Math.log10(low) - 1e-9);
  const to = Math.floor(Math.log10(high) + 1e-9);
  const factors = to - from < 2 ? [1, 2, 5] : [1];
  for (let p = from; p <= to; p++) {
    for (const factor of factors) if (factor * 10 ** p <= high) ticks.push(factor * 10 ** p);
  }
  const every = Math.ceil(ticks.length / 7);
  return ticks.filter((_, k) => k % every === 0);
}
