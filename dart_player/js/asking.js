/** Asking an arm: what there is to say about one arm at a frame, in terms and sentences. */

import { waitText } from "./bets.js";
import { isMoment } from "./clock.js";
import { LANES } from "./decode.js";
import { formatCount, formatDelta, formatRegret, formatValue } from "./format.js";
import { orderText } from "./order.js";

/** @import { Gate, Move, Run } from "./types.d.ts" */

/**
 * Accepted, rejected and active arms at a frame, and the rounds that one epoch of DART takes.
 * @param {Run} run
 * @param {number} frame
 */
export function counts(run, frame) {
  const total = [0, 0, 0];
  for (let arm = 0; arm < run.n; arm++) total[run.lane[frame * run.n + arm]] += 1;
  const open = run.k - total[LANES.accept];
  return {
    active: total[LANES.active],
    accepted: total[LANES.accept],
    rejected: total[LANES.reject],
    open,
    groups: open > 0 ? Math.ceil(total[LANES.active] / open) : 0,
  };
}

/**
 * The gate that an active arm would pass first, and how far it is: `short` below zero means that
 * the estimate lies beyond the gate. Null where there are no gates, or nothing is left to decide.
 * @param {Run} run
 * @param {number} frame
 * @param {number} arm
 * @returns {Gate | null}
 */
export function nearestGate(run, frame, arm) {
  const at = frame * run.n + arm;
  const [accept, reject, kth, next] = run.gates.subarray(4 * frame, 4 * frame + 4);
  if (run.lane[at] !== LANES.active || run.phase[frame] === 1) return null;
  if (Number.isNaN(accept) || Number.isNaN(reject) || frame < run.born[arm]) return null;
  const estimate = run.estimate[at];
  // Where it takes the whole range to be beyond a gate, the end that comes last counts.
  const range = run.words.gate === "range" ? run.width[at] : 0;
  // Estimates have 16 bits, gates 32: the arm in rank K itself is among the leaders.
  const leads = estimate >= kth - 2e-5;
  return leads
    ? {
        to: "accept",
        gate: accept,
        from: next,
        short: accept - (estimate - range),
        gap: estimate - next,
      }
    : {
        to: "reject",
        gate: reject,
        from: kth,
        short: estimate + range - reject,
        gap: kth - estimate,
      };
}

/**
 * The test that would move an arm if all estimates stayed as they are: `why` it comes or does not
 * ("test", "level", "lambda", "horizon"), its Δ, the epoch and round t after which it comes, and how
 * many more rounds that takes: 0 where it is due.
 * @param {Run} run
 * @param {number} frame
 * @param {number} arm
 * @returns {Move | null}
 */
export function nextMove(run, frame, arm) {
  const gate = nearestGate(run, frame, arm);
  if (gate === null || run.asked === null) return null;
  if (gate.gap <= 2e-5) return { why: "level" };
  const { tests, allowed, by_rounds: byRounds } = run.asked;
  const now = tests.findIndex(([delta]) => delta <= run.delta[frame] * (1 + 1e-6));
  const m = tests.findIndex(([delta], at) => at >= now && delta <= gate.gap);
  if (now < 0 || m < 0) return { why: "horizon", delta: gate.gap };
  const delta = tests[m][0];
  if (m >= allowed) return { why: "lambda", delta };
  const { groups } = counts(run, frame);
  const from = lastTest(run, frame);
  // Epochs since that test: those that are over, then up to each test on the way, one an epoch.
  let epochs = Math.max(0, Math.ceil((run.t[frame] - run.t[from]) / groups) - 1);
  if (byRounds) {
    // The authors' code tests after each epoch; Δ halves at the end of the first one that is late.
    for (const [, due] of tests.slice(now + 1, m + 1)) {
      epochs = Math.max(epochs + 1, Math.floor(due - run.t[from] / groups) + 1);
    }
    epochs += 1;
  } else {
    for (const [, due] of tests.slice(now, m + 1)) {
      epochs = Math.max(epochs + 1, due - run.epoch[from]);
    }
  }
  const t = run.t[from] + epochs * groups;
  const why = t > run.horizon ? "horizon" : "test";
  return { why, delta, epoch: run.epoch[from] + epochs, t, rounds: t - run.t[frame] };
}

/**
 * The frame after the latest test that the frames show, or the first: there an epoch ends.
 * @param {Run} run
 * @param {number} frame
 */
function lastTest(run, frame) {
  let at = frame;
  while (at > 0 && !isMoment(run, at - 1)) at--;
  return at;
}

/**
 * What half the λ would have done to an arm of DART, in sentences; "" where nothing can be said.
 * @param {Run} run
 * @param {number} arm
 */
export function halfLambda(run, arm) {
  if (run.asked === null) return "";
  const { lam, half, commit, regret } = run.asked;
  if (lam === 0) return "\u03bb is 0 already: it never stops looking before the end.";
  const end =
    half.commit >= run.horizon
      ? "look until the end"
      : `stop looking after round ${formatCount(half.commit)}`;
  const same =
    half.commit === commit ? ", just as it does" : ` instead of round ${formatCount(commit)}`;
  const move = half.moves.find(([moved]) => moved === arm);
  const fate = move
    ? `be ${move[1] === LANES.accept ? "in" : "out"} at round ${formatCount(move[2])}`
    : "stay undecided";
  return (
    `With \u03bb halved to ${formatDelta(half.lam)}, so that it may look longer, and the same luck, ` +
    `it would ${end}${same}, and ` +
    `this ${run.thing[0]} would ${fate}. Regret at the end: ${formatRegret(half.regret)} instead ` +
    `of ${formatRegret(regret)}.`
  );
}

/**
 * Everything that can be said about an arm at a frame, as [term, text] in the order of interest; who
 * `predicts` is not told how the run ends.
 * @param {Run} run
 * @param {number} frame
 * @param {number} arm
 * @param {boolean} truth
 * @param {boolean} predicts
 * @returns {[string, string][]}
 */
export function answers(run, frame, arm, truth, predicts = false) {
  const at = frame * run.n + arm;
  const born = frame >= run.born[arm];
  /** @type {[string, string][]} */
  const said = [];
  /** @param {string} term @param {string} text */
  const say = (term, text) => text !== "" && said.push([term, text]);
  if (truth && run.mean !== null && run.rank !== null) {
    say(
      "truly pays",
      `${formatValue(run.mean[arm])} on average, number ${formatCount(run.rank[arm])} of ${formatCount(run.n)}`,
    );
  }
  if (truth) say("its groups truly average", groupText(run, arm, frame));
  const [value, half] = [run.estimate[at], run.width[at]];
  const none = run.blank ? "none" : "none yet";
  // Not the arm's own mean, as a rule: beside the true mean it has to say what it is.
  const what = run.words.axis.replace(/^estimate[^:]*: /, "");
  say("estimate", born ? `${formatValue(value)}, ${what}` : none);
  if (run.intervals && born) {
    say("range", `${formatValue(value - half)} \u2026 ${formatValue(value + half)}`);
  }
  if (run.plays !== null) say("groups so far", formatCount(run.plays[at]));
  if (run.progress !== null && run.lane[at] === LANES.active) {
    say("certified share", `${Math.round((100 * run.progress[at]) / 255)} %`);
  }
  const wait = waitText(run, at);
  if (wait !== "") say("compared", wait);
  if (run.order !== null) {
    const { above, below } = orderText(run, frame, arm);
    say("certified better than", `${above}; it is in with ${run.n - run.k}`);
    say("certified worse than", `${below}; it is out with ${run.k}`);
  }
  say("next test", gateText(run, frame, arm));
  say("if nothing changes", moveText(run, frame, arm));
  const told = run.events.filter((event) => event.frame <= frame && event.arms.includes(arm));
  say("why", told.at(-1)?.text ?? "");
  say("exactly", told.at(-1)?.exact ?? "");
  if (!predicts) say("with half the \u03bb", halfLambda(run, arm));
  return said;
}

/**
 * What the estimates of DART estimate, to stand beside them; "" for algorithms that estimate else,
 * and for the authors' code, which divides rewards. Once arms are settled, the others of its groups
 * are not drawn from all of them any more, and so neither is what it estimates then.
 * @param {Run} run
 * @param {number} arm
 * @param {number} frame
 */
export function groupText(run, arm, frame) {
  if (run.groupMean === null || run.asked === null || run.asked.by_rounds) return "";
  const lanes = run.lane.subarray(frame * run.n, (frame + 1) * run.n);
  const from = lanes.some((lane) => lane !== LANES.active)
    ? `partners from all ${formatCount(run.n)}; some are settled now, so its groups have changed`
    : "partners";
  return `${formatValue(run.groupMean[arm])}, beside random ${from}`;
}

/** @param {Run} run @param {number} frame @param {number} arm */
function gateText(run, frame, arm) {
  const gate = nearestGate(run, frame, arm);
  if (gate === null) return "";
  const { to, short } = gate;
  const [where, reach] = to === "accept" ? ["in", "reaches"] : ["out", "falls to"];
  const what = run.words.gate === "range" ? "all its range" : "its estimate";
  return short > 0
    ? `${where} if ${what} ${reach} ${formatValue(gate.gate)}: ${formatValue(short)} to go`
    : `${where} at the next test: ${what} is beyond ${formatValue(gate.gate)}`;
}

/**
 * Why an arm is undecided that stands beyond a gate; "" for all others.
 * @param {Run} run
 * @param {number} frame
 * @param {number} arm
 */
export function openText(run, frame, arm) {
  const gate = nearestGate(run, frame, arm);
  if (gate === null) return "";
  const at = frame * run.n + arm;
  const where = gate.to === "accept" ? "in" : "out";
  if (gate.short > 0) {
    const inside = run.words.gate === "range" && gate.short <= run.width[at];
    return inside ? `beyond the line for ${where}, but not with all its range` : "";
  }
  const move = nextMove(run, frame, arm);
  const when =
    move?.why === "test" && move.rounds ? `, after round ${formatCount(move.t ?? 0)}` : "";
  return `beyond the line: ${where} at the next test${when}, if it stays there`;
}

/** @param {Run} run @param {number} frame @param {number} arm */
function moveText(run, frame, arm) {
  const move = nextMove(run, frame, arm);
  if (move === null || run.asked === null) return "";
  if (move.why === "level") return "undecided: no test tells it from the next one";
  const delta = formatDelta(move.delta);
  if (move.why === "lambda") {
    const lam = formatDelta(run.asked.lam);
    return `undecided: that takes a lead of ${delta} as test, and \u03bb = ${lam} stops it before`;
  }
  if (move.why === "horizon")
    return `undecided: the test for a lead of ${delta} comes after the end`;
  const test = `settled by the test for a lead of ${delta}`;
  if (move.rounds === 0) return `${test}: now`;
  const rounds = move.rounds === 1 ? "1 round" : `${formatCount(move.rounds)} rounds`;
  return `${test}, in ${rounds}: after round ${formatCount(move.t)}`;
}
