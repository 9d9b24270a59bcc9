/** Slow motion: one epoch of DART step by step, each with the lines of pseudo-code it stands for. */

import { counts } from "./asking.js";
import { isMoment, positionAt } from "./clock.js";
import { formatCount, formatValue } from "./format.js";
import { armCount, armsText, armText, capital } from "./naming.js";
import { happened } from "./stages.js";

/** @import { Asked, Averaging, Epoch, Run, SlowPart, SlowStep } from "./types.d.ts" */
/** @import { Part } from "./wire.d.ts" */

const MOST_NAMED = 8;

/**
 * The parts of a run that are told in steps: `title`, `frame` (just before the test, if there is
 * one), `groups` of arms and `steps`. A step has the `stages` that light up, a `text`, the `group` it
 * is about (−1: none), how many of the `rewards` are seen by then, and the frame to show. Where the
 * last group `wraps`, it takes arms of the first once more.
 * @param {Run} run
 * @returns {SlowPart[]}
 */
export function slowParts(run) {
  const { asked } = run;
  const epochs = asked === null ? [] : run.epochs.map((epoch) => epochPart(run, asked, epoch));
  return [...epochs, ...run.told.map((part) => toldPart(run, part))];
}

/**
 * The step alone knows how far its algorithm had got: between two frames, that is.
 * @param {Run} run
 * @param {Part} part
 * @returns {SlowPart}
 */
function toldPart(run, part) {
  const steps = part.steps.map((step) => ({
    ...step,
    frame: placeOf(run, step.t, step.frame),
    values: { t: formatCount(step.t) },
  }));
  return { ...part, wraps: false, steps };
}

/**
 * Where the playhead belongs at a round: at its own frame if it has one, else between two.
 * @param {Run} run
 * @param {number} t
 * @param {number} frame
 */
function placeOf(run, t, frame) {
  return run.t[frame] === t ? frame : positionAt(run, t);
}

/** @param {Run} run @param {Asked} asked @param {Epoch} epoch @returns {SlowPart} */
function epochPart(run, asked, epoch) {
  const { frame, t, k, action, reward } = epoch;
  const rounds = reward.length;
  const { accepted, active, open } = counts(run, frame);
  const byRounds = asked.by_rounds;
  // The authors' r is the reward divided by f = (|C| − K_e)/(|C| − 1).
  const factor = byRounds ? (active - open) / (active - 1) : 1;
  const all = Array.from({ length: rounds }, (_, q) => [...action.subarray(q * k, (q + 1) * k)]);
  const groups = all.map((arms) => arms.slice(accepted));
  /** @type {SlowStep[]} */
  const steps = [];
  const state = { ...epoch, mu: Float64Array.from(epoch.before), count: [...epoch.n] };
  /**
   * @param {string[]} stages
   * @param {string} text
   * @param {number} group
   * @param {number} seen
   * @param {{frame?: number}} more
   */
  const add = (stages, text, group, seen, more = {}) => {
    const now = t + Math.max(seen, group + 1);
    steps.push({
      stages,
      text,
      group,
      seen,
      frame: placeOf(run, now, frame),
      t: now,
      values: {
        t: formatCount(now),
        epoch: formatCount(epoch.epoch),
        reward: seen > 0 ? formatValue(reward[seen - 1] / factor) : "",
      },
      ...more,
    });
  };
  add(["permute"], opening(run, epoch, active), -1, 0);
  add(["cut"], cutting(run, groups, active, open, all[0].slice(0, accepted), byRounds), -1, 0);
  for (let q = 0; q < rounds; q++) {
    const round = `Round ${formatCount(t + q + 1)}`;
    add(
      ["group"],
      `${round}: ${armsText(run, all[q])} ${all[q].length === 1 ? "is" : "are"} played${all[q].length === 1 ? "" : " together"}.`,
      q,
      q,
    );
    add(["see"], seeing(run, reward[q], factor, byRounds), q, q + 1);
    add(["update"], updating(run, state, q, byRounds ? all[q] : groups[q], byRounds), q, q + 1);
  }
  const last = t + rounds;
  const tested = isMoment(run, frame) && run.t[frame] === last;
  add(["test"], testing(run, asked, epoch, tested), -1, rounds);
  const event = run.events.find((each) => each.frame === frame + 1);
  if (tested && event) {
    add(happened(run, frame + 1), `${event.text} ${event.exact}`.trim(), -1, rounds, {
      frame: frame + 1,
    });
  } else {
    add(["next"], "The next pass begins with a new order.", -1, rounds);
  }
  const title = `pass ${formatCount(epoch.epoch)}, from round ${formatCount(t + 1)}`;
  return { title, frame, groups, wraps: true, rewards: reward, steps, epoch };
}

/** @param {Run} run @param {Epoch} told @param {number} active */
function opening(run, { epoch, t }, active) {
  return (
    `Pass ${formatCount(epoch)} begins after ${formatCount(t)} rounds: the ${active} undecided ` +
    `${run.thing[1]} are put into a random order, each order as likely as any other.`
  );
}

/**
 * @param {Run} run
 * @param {number[][]} groups
 * @param {number} active
 * @param {number} open
 * @param {number[]} accepted
 * @param {boolean} byRounds
 */
function cutting(run, groups, active, open, accepted, byRounds) {
  const size = open === 1 ? `single ${run.thing[1]}` : `groups of ${open}`;
  const said = [`The order is cut into ${groups.length} ${size}, one for each round.`];
  const over = groups.length * open - active;
  if (over > 0 && byRounds)
    said.push(`The last group is the last ${open} ${run.thing[1]} of the order.`);
  else if (over > 0) {
    const again = over === 1 ? `one ${run.thing[0]}` : armCount(run, over);
    said.push(`The last group is ${over} short and takes the first ${again} of the order again.`);
  }
  if (accepted.length > 0)
    said.push(
      `${capital(armsText(run, accepted))}, already in, ${accepted.length === 1 ? "is" : "are"} played in every round.`,
    );
  return said.join(" ");
}

/** @param {Run} run @param {number} r @param {number} factor @param {boolean} byRounds */
function seeing(run, r, factor, byRounds) {
  const text = `One number comes back: ${formatValue(r)}, ${run.seen}.`;
  if (!byRounds) return `${text} What each single ${run.thing[0]} earned is not seen.`;
  return (
    `${text} Random partners shrink differences by the factor ${formatValue(factor)}; dividing by ` +
    `it undoes that: r = ${formatValue(r / factor)}.`
  );
}

/**
 * Say how each estimate of a group changes, and keep what they are by then.
 * @param {Run} run
 * @param {Averaging} state
 * @param {number} q
 * @param {number[]} group
 * @param {boolean} byRounds
 */
function updating(run, state, q, group, byRounds) {
  const { action, after, k, mu, count } = state;
  const places = Array.from({ length: k }, (_, p) => q * k + p);
  const said = [];
  const again = [];
  for (const arm of group) {
    const now = after[places.find((at) => action[at] === arm) ?? 0];
    const repeat = !byRounds && count[arm] > state.n[arm];
    if (repeat) again.push(arm);
    else {
      count[arm] += 1;
      const change = `${longer(mu[arm])} \u2192 ${longer(now)}`;
      said.push(`${armText(run, arm)}: ${change} (group ${formatCount(count[arm])})`);
      mu[arm] = now;
    }
  }
  const shown = said.length > MOST_NAMED ? [...said.slice(0, MOST_NAMED), "\u2026"] : said;
  const had =
    again.length > 0
      ? ` ${capital(armsText(run, again))} had this number counted in this pass already.`
      : "";
  return `The average of each of them takes the number in: ${shown.join("; ")}.${had}`;
}

/** @param {Run} run @param {Asked} asked @param {Epoch} told @param {boolean} tested */
function testing(run, asked, { frame, epoch }, tested) {
  const [accept, reject] = run.gates.subarray(4 * frame, 4 * frame + 2);
  const { tests, by_rounds: byRounds } = asked;
  const due = tests.find(([delta]) => delta <= run.delta[frame] * (1 + 1e-6));
  const gates = Number.isNaN(accept)
    ? ""
    : ` In from ${formatValue(accept)} up, out from ${formatValue(reject)} down.`;
  if (byRounds)
    return `The pass is over: all ${run.thing[1]} are ranked by their averages.${gates}`;
  if (tested) {
    return `The pass is over, and with ${formatCount(epoch)} passes it is time for a test.${gates}`;
  }
  const when = due ? ` The next comes after pass ${formatCount(due[1])}.` : "";
  return `The pass is over. It is too early for a test.${when}`;
}

/** @param {number} value */
function longer(value) {
  return value.toFixed(3).replace("-", "\u2212");
}

/**
 * The part to begin with at a position: the latest one told by then, else the first.
 * @param {SlowPart[]} parts
 * @param {number} position
 */
export function partAt(parts, position) {
  const after = parts.findIndex(({ frame }) => frame > position);
  return Math.max(0, (after < 0 ? parts.length : after) - 1);
}

/**
 * Whether an arm of the group is one that was in an earlier group: the last group may wrap.
 * @param {number[][]} groups
 * @param {number} group
 * @param {number} arm
 */
export function isRepeat(groups, group, arm) {
  return groups.slice(0, group).some((earlier) => earlier.includes(arm));
}
