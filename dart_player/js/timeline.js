/**
 * One clock for all runs that are shown: their frames in one order, and each run's place in it.
 *
 * A timeline has frames at every time at which any of its runs has one. Where several frames of a run
 * share a time, so do as many of the timeline, so that moments of several runs pass together; a run
 * with fewer of them waits at its last. In between, time passes evenly for all, so each run's own
 * position is linear from one frame of the timeline to the next. With one run the two are the same.
 *
 * To the clock a timeline is like a run whose arms are those of all runs, one run after the other.
 */

import { lastAtMost, positionAt, split } from "./clock.js";

/** @import { Run, Timeline, TimelineEvent } from "./types.d.ts" */

/**
 * @param {Run[]} runs
 * @returns {Timeline}
 */
export function makeTimeline(runs) {
  const t = mergedTimes(runs);
  const own = runs.map((run) => placesOf(run, t));
  const n = runs.reduce((sum, run) => sum + run.n, 0);
  const lane = new Uint8Array(t.length * n);
  let first = 0;
  for (const [r, run] of runs.entries()) {
    for (let g = 0; g < t.length; g++) {
      const f = Math.floor(own[r][g]);
      lane.set(run.lane.subarray(f * run.n, (f + 1) * run.n), g * n + first);
    }
    first += run.n;
  }
  return { n, count: t.length, horizon: runs[0].horizon, t, lane, own, events: merged(runs, own) };
}

/**
 * Where a run stands at a position of the timeline.
 * @param {Timeline} timeline
 * @param {number} r
 * @param {number} position
 */
export function ownPosition(timeline, r, position) {
  const { i, f } = split(timeline, position);
  const places = timeline.own[r];
  return f === 0 ? places[i] : places[i] + f * (places[i + 1] - places[i]);
}

/**
 * Where the timeline first has a run at a frame of its own, or at a place between two frames.
 * @param {Timeline} timeline
 * @param {number} r
 * @param {number} frame
 */
export function frameOf({ own, count }, r, frame) {
  const places = own[r];
  const g = places.findIndex((place) => place >= frame);
  if (g <= 0 || places[g] === frame) return Math.min(count - 1, g);
  return g - 1 + (frame - places[g - 1]) / (places[g] - places[g - 1]);
}

/**
 * Every time at which some run has a frame, as often as the run with the most frames there.
 * @param {Run[]} runs
 */
function mergedTimes(runs) {
  /** @type {Map<number, number>} */
  const often = new Map();
  for (const { t } of runs) {
    for (let from = 0; from < t.length; ) {
      const to = lastAtMost(t, t[from]) + 1;
      often.set(t[from], Math.max(often.get(t[from]) ?? 0, to - from));
      from = to;
    }
  }
  const times = [...often].sort(([a], [b]) => a - b);
  return Float64Array.from(times.flatMap(([time, count]) => Array(count).fill(time)));
}

/**
 * A run's own position at each frame of the timeline.
 * @param {Run} run
 * @param {Float64Array} t
 */
function placesOf(run, t) {
  const places = new Float64Array(t.length);
  for (let g = 0, since = 0; g < t.length; g++) {
    if (t[g] !== t[since]) since = g;
    const last = lastAtMost(run.t, t[g]);
    const first = run.t[last] === t[g] ? run.t.indexOf(t[g]) : -1;
    places[g] = first < 0 ? positionAt(run, t[g]) : Math.min(last, first + g - since);
  }
  return places;
}

/**
 * The events of all runs in order; of those at one frame, the first run's first.
 * @param {Run[]} runs
 * @param {Float64Array[]} own
 * @returns {TimelineEvent[]}
 */
function merged(runs, own) {
  let first = 0;
  const events = runs.flatMap((run, r) => {
    const before = first;
    first += run.n;
    return run.events.map(({ frame, text, exact, arms }) => ({
      frame: own[r].indexOf(frame),
      text,
      exact,
      arms: arms.map((arm) => before + arm),
      racer: r,
    }));
  });
  return events.sort((a, b) => a.frame - b.frame || a.racer - b.racer);
}
