/** Slow motion: one epoch of DART step by step, each with the lines of pseudo-code it stands for. */

import { counts } from "./asking.js";
import { isMoment } from "./clock.js";
import { formatCount, formatValue } from "./format.js";
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
  return [...epochs, ...run.told.map(toldPart)];
}

/**
 * The step alone knows how far its algorithm had got: between two frames, that is.
 * @param {Part} part
 * @returns {SlowPart}
 */
function toldPart(part) {
  const steps = part.steps.map((step) => ({ ...step, values: { t: formatCount(step.t) } }));
  return { ...part, wraps: false, steps };
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
  const add = (stages, text, group, seen, more = {}) =>
    steps.push({
      stages,
      text,
      group,
      seen,
      frame,
      values: {
        t: formatCount(t + Math.max(seen, group + 1)),
        epoch: formatCount(epoch.epoch),
        reward: seen > 0 ? formatValue(reward[seen - 1] / factor) : "",
      },
      ...more,
    });
  add(["permute"], opening(epoch, active), -1, 0);
  add(["cut"], cutting(run, groups, active, open, all[0].slice(0, accepted), byRounds), -1, 0);
  for (let q = 0; q < rounds; q++) {
    const round = `Round t = ${formatCount(t + q + 1)}`;
    add(["group"], `${round}: play ${arms(run, all[q])} together.`, q, q);
    add(["see"], seeing(reward[q], factor, byRounds), q, q + 1);
    add(["update"], updating(run, state, q, byRounds ? all[q] : groups[q], byRounds), q, q + 1);
  }
  const last = t + rounds;
  const tested = isMoment(run, frame) && run.t[frame] === last;
  add(["test"], testing(run, asked, epoch, tested), -1, rounds);
  const event = run.events.find((each) => each.frame === frame + 1);
  if (tested && event) {
    add(happened(run, frame + 1), event.text, -1, rounds, { frame: frame + 1 });
  } else {
    add(["next"], "The next epoch begins with a new order.", -1, rounds);
  }
  const title = `epoch ${formatCount(epoch.epoch)}, from t = ${formatCount(t + 1)}`;
  return { title, frame, groups, wraps: true, rewards: reward, steps };
}

/** @param {Epoch} told @param {number} active */
function opening({ epoch, t }, active) {
  return (
    `Epoch ${formatCount(epoch)} begins after ${formatCount(t)} rounds: the ${active} active arms ` +
    "are put into a random order, each order as likely as any other."
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
  const size = open === 1 ? "single arms" : `groups of ${open}`;
  const said = [`The order is cut into ${groups.length} ${size}, one for each round.`];
  const over = groups.length * open - active;
  if (over > 0 && byRounds) said.push(`The last group is the last ${open} arms of the order.`);
  else if (over > 0) {
    const again = over === 1 ? "one arm" : `${over} arms`;
    said.push(`The last group is ${over} short and takes the first ${again} of the order again.`);
  }
  if (accepted.length > 0) said.push(`Accepted: ${arms(run, accepted)}, in every round.`);
  return said.join(" ");
}

/** @param {number} r @param {number} factor @param {boolean} byRounds */
function seeing(r, factor, byRounds) {
  const what = byRounds ? "the joint reward" : "the joint reward r =";
  const text = `One number comes back: ${what} ${formatValue(r)}.`;
  if (!byRounds) return `${text} What each single arm earned is not seen.`;
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
      said.push(`arm ${run.labels[arm]}: ${change} (n = ${formatCount(count[arm])})`);
      mu[arm] = now;
    }
  }
  const shown = said.length > MOST_NAMED ? [...said.slice(0, MOST_NAMED), "\u2026"] : said;
  const had = again.length > 0 ? ` ${sentence(arms(run, again))} had an update already.` : "";
  return `Each arm of it averages that number in: ${shown.join("; ")}.${had}`;
}

/** @param {Run} run @param {Asked} asked @param {Epoch} told @param {boolean} tested */
function testing(run, asked, { frame, epoch }, tested) {
  const [accept, reject] = run.gates.subarray(4 * frame, 4 * frame + 2);
  const { tests, by_rounds: byRounds } = asked;
  const due = tests.find(([delta]) => delta <= run.delta[frame] * (1 + 1e-6));
  const gates = Number.isNaN(accept)
    ? ""
    : ` The accept gate stands at ${formatValue(accept)}, the reject gate at ${formatValue(reject)}.`;
  if (byRounds) return `The epoch is over: all arms are ranked by their estimates.${gates}`;
  if (tested) {
    return `The epoch is over, and e = ${formatCount(epoch)} \u2265 n: time for a test.${gates}`;
  }
  const n = due ? `n = ${formatCount(due[1])}` : "n";
  return `The epoch is over. e = ${formatCount(epoch)} is below ${n}: no test yet.`;
}

/** @param {number} value */
function longer(value) {
  return value.toFixed(3).replace("-", "\u2212");
}

/** @param {Run} run @param {number[]} list */
function arms(run, list) {
  const names = list.map((arm) => run.labels[arm]);
  if (names.length === 1) return `arm ${names[0]}`;
  return `arms ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The part to begin with at a position: the latest one told by then, else the first.
 * @param {SlowPart[]} parts
 * @param {number} position
 */
export function partAt(parts, position) {
  const before = parts.findLastIndex(({ frame }) => frame <= position);
  return Math.max(0, before);
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
