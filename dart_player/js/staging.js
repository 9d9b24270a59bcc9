/**
 * The steps of slow motion as a run: its frames are the steps, so that the lanes show what has been
 * played by each of them and nothing that comes later.
 */

import { NO_BETS } from "./decode.js";

/** @import { Epoch, Run, SlowPart, Staged } from "./types.d.ts" */

/** So many states of an arm at a step are made at once: a part of many steps is staged piece by piece. */
const MOST = 20_000;

/**
 * The piece of a part that a step is in: from which step on, and to before which.
 * @param {Run} run
 * @param {SlowPart} part
 * @param {number} step
 */
export function pieceOf({ n }, { steps }, step) {
  const size = Math.max(1, Math.floor(MOST / n));
  const from = step - (step % size);
  return { from, to: Math.min(steps.length, from + size) };
}

/**
 * Steps of a part as a run, with the frames of the run that they stand for.
 * @param {Run} run
 * @param {SlowPart} part
 * @param {number} from
 * @param {number} to
 * @returns {Omit<Staged, "at">}
 */
export function stage(run, part, from, to) {
  const { n } = run;
  const steps = part.steps.slice(from, to);
  const count = steps.length;
  const base = steps.map(({ frame }) => Math.floor(frame));
  /**
   * Rows of the frames that the steps stand for, `size` numbers each.
   * @template {Uint8Array | Float32Array | Float64Array | Uint32Array} Items
   * @param {Items} items
   * @param {number} size
   * @returns {Items}
   */
  const rows = (items, size) => {
    const copy = new /** @type {any} */ (items.constructor)(base.length * size);
    base.forEach((f, s) => {
      copy.set(items.subarray(f * size, (f + 1) * size), s * size);
    });
    return copy;
  };
  const shown = {
    ...run,
    count,
    ready: 0,
    events: [],
    plays: null,
    t: Float64Array.from(steps, ({ t }) => t),
    estimate: rows(run.estimate, n),
    width: rows(run.width, n),
    lane: rows(run.lane, n),
    gates: rows(run.gates, 4),
    delta: rows(run.delta, 1),
    epoch: rows(run.epoch, 1),
    phase: rows(run.phase, 1),
    action: new Uint8Array(count * n),
    born: run.born.map((frame) => firstAtLeast(base, frame)),
  };
  steps.forEach(({ group }, s) => {
    if (group < 0) return;
    const { epoch, groups } = part;
    const played = epoch
      ? epoch.action.subarray(group * epoch.k, (group + 1) * epoch.k)
      : groups[group];
    for (const arm of played) shown.action[s * n + arm] = 1;
  });
  if (part.epoch) average(run, part, part.epoch, from, shown);
  if (run.lead === null) return { run: { ...shown, ...NO_BETS }, base };
  const order = run.order.map((value, e) => (e % 3 === 0 ? firstAtLeast(base, value) : value));
  const bets = {
    marks: rows(run.marks, n),
    progress: rows(run.progress, n),
    lead: rows(run.lead, 4),
    order,
    shares: run.shares && rows(run.shares, n),
    waits: run.waits && rows(run.waits, n),
  };
  return { run: { ...shown, ...bets }, base };
}

/** @param {number[]} base @param {number} frame */
function firstAtLeast(base, frame) {
  const s = base.findIndex((f) => f >= frame);
  return s < 0 ? base.length : s;
}

/**
 * Estimates, half-widths, and who has them, by each round of an epoch.
 * @param {Run} run
 * @param {SlowPart} part
 * @param {Epoch} epoch
 * @param {number} from
 * @param {Pick<Run, "count" | "estimate" | "width" | "born">} shown
 */
function average(run, { steps }, { frame, k, action, after, before, n: had }, from, shown) {
  const { n } = run;
  const mu = Float32Array.from(before);
  const rewards = Float64Array.from(had);
  const end = frame * n;
  // A half-width is a constant over the root of n.
  const constant = Float64Array.from({ length: n }, (_, arm) =>
    run.plays === null ? 0 : run.width[end + arm] * Math.sqrt(run.plays[end + arm]),
  );
  shown.born.fill(shown.count);
  for (let step = 0; step < from + shown.count; step++) {
    const { stages, group } = steps[step];
    if (stages.includes("update")) {
      for (let q = group * k; q < (group + 1) * k; q++) {
        const arm = action[q];
        if (rewards[arm] === had[arm] && mu[arm] !== after[q]) rewards[arm] += 1;
        else if (rewards[arm] === 0) rewards[arm] = 1;
        mu[arm] = after[q];
      }
    }
    const s = step - from;
    if (s < 0) continue;
    // Once the epoch is over, the frames say it all.
    const over = steps[step].frame >= frame && group < 0;
    for (let arm = 0; arm < n; arm++) {
      const played = rewards[arm] > 0;
      if (played) shown.born[arm] = Math.min(shown.born[arm], s);
      if (over) continue;
      shown.estimate[s * n + arm] = mu[arm];
      if (played) shown.width[s * n + arm] = constant[arm] / Math.sqrt(rewards[arm]);
    }
  }
}
