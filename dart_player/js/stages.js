/** What the algorithm is doing at a position, as the stages that lines of pseudo-code name. */

import { counts } from "./asking.js";
import { epochAt, isMoment, split, stateFrame, timeAt } from "./clock.js";
import { LANES } from "./decode.js";
import { formatCount, formatDelta } from "./format.js";

/** @import { Run } from "./types.d.ts" */

/**
 * The stages at a position: what has just happened at a moment, else what goes on.
 * @param {Run} run
 * @param {number} position
 */
export function stagesAt(run, position) {
  const { i, f } = split(run, position);
  if (i === 0 && f === 0) return ["start"];
  const frame = stateFrame(run, position);
  if (f === 0 && isMoment(run, i - 1)) return happened(run, i);
  if (f > 0 && isMoment(run, i)) return frame > i ? happened(run, frame) : ["test"];
  if (run.phase[frame] === 1) return ["commit"];
  return ["play", sortsNow(run, frame) ? "sort" : "merge"];
}

/**
 * CMAB-SM sorts in its first stage and in every even one, and merges in the others.
 * @param {Run} run
 * @param {number} frame
 */
function sortsNow(run, frame) {
  return run.epoch[frame] === 1 || run.epoch[frame] % 2 === 0;
}

/**
 * The stages of what happened at a frame: the end of a test, or of exploration.
 * @param {Run} run
 * @param {number} frame
 */
export function happened(run, frame) {
  if (run.phase[frame] > run.phase[frame - 1]) return ["stop", "commit"];
  const stages = ["test", sortsNow(run, frame) ? "sort" : "merge"];
  for (let arm = 0; arm < run.n; arm++) {
    const to = run.lane[frame * run.n + arm];
    if (to === run.lane[(frame - 1) * run.n + arm]) continue;
    if (to === LANES.accept) stages.push("accept");
    if (to === LANES.reject) stages.push("reject");
  }
  if (run.delta[frame] < run.delta[frame - 1]) stages.push("halve");
  return stages;
}

/**
 * The values of an algorithm's variables at a position, by the names that the pseudo-code uses.
 * @param {Run} run
 * @param {number} position
 */
export function valuesAt(run, position) {
  const frame = stateFrame(run, position);
  const { accepted, rejected, active, open } = counts(run, frame);
  return {
    t: formatCount(timeAt(run, position)),
    epoch: formatCount(epochAt(run, position)),
    delta: run.delta[frame] > 0 ? formatDelta(run.delta[frame]) : "",
    due: dueText(run, frame),
    lam: run.asked === null ? "" : formatDelta(run.asked.lam),
    open: String(open),
    accepted: String(accepted),
    rejected: String(rejected),
    active: String(active),
    arms: String(run.n),
    k: String(run.k),
  };
}

/**
 * After how many epochs the next test comes; "" for the authors' code, which tests after each.
 * @param {Run} run
 * @param {number} frame
 */
function dueText(run, frame) {
  if (run.asked === null || run.asked.by_rounds || run.phase[frame] === 1) return "";
  const test = run.asked.tests.find(([delta]) => delta <= run.delta[frame] * (1 + 1e-6));
  return test ? formatCount(test[1]) : "";
}
