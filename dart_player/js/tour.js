/**
 * What a newcomer is shown of a run, before playing it: the arms, one round, a few more, and what to
 * do then. It follows from the run alone, so it holds for any algorithm and any problem.
 */

import { lastAtMost } from "./clock.js";
import { listed, shortName } from "./ending.js";
import { countWord, formatCount } from "./format.js";

/** @import { Round, Run, StoryEvent } from "./types.d.ts" */

const MOST_ROUNDS = 4;
/** So many events stop the first playing. */
const STOPS = 3;

/**
 * The first rounds of a run: which arms they played, and the number that came back where it is told.
 * @param {Run} run
 * @returns {Round[]}
 */
export function firstRounds(run) {
  const rounds = [];
  const [part] = run.told;
  const [epoch] = run.epochs;
  for (let t = 1; t <= MOST_ROUNDS; t++) {
    const frame = lastAtMost(run.t, t);
    if (run.t[frame] !== t) break;
    const arms = [];
    for (let arm = 0; arm < run.n; arm++) if (run.action[frame * run.n + arm]) arms.push(arm);
    let reward = part?.frame === 0 ? (part.rewards[t - 1] ?? null) : null;
    if (epoch?.t === 0) reward = epoch.reward[t - 1] ?? reward;
    rounds.push({ frame, arms, reward });
  }
  return rounds;
}

/**
 * The first frames of a run at which arms are moved, or at least something is said.
 * @param {Run} run
 */
export function firstStops({ events }) {
  const later = events.filter(({ frame }) => frame > 0);
  const moving = later.filter(({ arms }) => arms.length > 0);
  return (moving.length > 0 ? moving : later).slice(0, STOPS);
}

/**
 * @param {Run} run
 * @param {boolean} truth whether the best ones are marked
 */
export function aboutArms({ n, k, thing, curve }, truth) {
  const [one, several] = thing;
  const marks = truth ? ` \u25b2 marks ${k === 1 ? "it" : "them"} for you alone.` : "";
  const which = k === 1 ? "One of them is best" : `${capital(countWord(k))} of them are best`;
  return {
    title: `These are the ${formatCount(n)} ${n === 1 ? one : several}.`,
    text:
      n === k
        ? "All of them are played in every round."
        : `${which}. An algorithm, ${shortName(curve.label)}, has to find out which.${marks}`,
  };
}

/** @param {Run} run */
export function aboutRounds({ k, thing, seen }) {
  const [one, several] = thing;
  if (k === 1) {
    return {
      title: `Each round plays one ${one}, and one number comes back.`,
      text: `It is luck as well, so one round tells little about any ${one}.`,
    };
  }
  return {
    title: `Each round plays ${countWord(k)} ${several}, and only one number comes back.`,
    text:
      `It is ${seen}. What each of them added stays hidden, ` +
      `so nobody can simply look up how good one ${one} is.`,
  };
}

/**
 * @param {Run} run
 * @param {number} at
 * @param {Round} round
 */
export function aboutRound({ labels }, at, { arms, reward }) {
  const played = listed(arms.map((arm) => labels[arm]));
  return `Round ${at + 1}: ${played}${reward === null ? "" : ` \u2192 ${Number(reward.toFixed(2))}`}`;
}

/** What the place of an arm says after the first rounds. @param {Run} run */
export function aboutPlaces({ blank, thing, outcome }) {
  const [one] = thing;
  if (blank) return `It learns nothing from these numbers: no ${one} moves.`;
  const far = `Each ${one} now stands at what its rounds brought: the further right, the better it looks.`;
  return outcome.settles ? `${far} Luck plays a part, so it takes many rounds to be sure.` : far;
}

/** @param {Run} run */
export function aboutPlaying({ k, n, thing, outcome, blank, gates }) {
  const [one, several] = thing;
  const best = k === 1 ? `the best ${one}` : `the best ${countWord(k)} ${several}`;
  const tested = gates.every(Number.isNaN) ? "" : " Beyond a line it waits for the next test.";
  const ways = outcome.settles
    ? `An ${one} that moves up is in: it is clearly among the best. One that moves down is out.${tested}`
    : `The ${several} on top are played now, the others are not.`;
  return {
    title: "Now press play.",
    text: n === k || blank ? "" : ways.replace(/^An (?![aeiou])/, "A "),
    regret: `Regret is what is lost by not playing ${best}. Once it stops growing, nothing more is lost: a flat line is good.`,
  };
}

/**
 * Where it pauses: what happened first, and then why.
 * @param {StoryEvent} event
 */
export function aboutStop({ text }) {
  const [what, ...why] = text.split(": ");
  if (why.length === 0) return { title: text, text: "" };
  return { title: `${what}.`, text: capital(why.join(": ")) };
}

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
