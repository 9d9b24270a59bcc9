/**
 * How what is shown ends, in words: what was found, whether it was right, and what it cost.
 *
 * Every sentence follows from the runs alone, so it holds for any algorithm and any problem.
 */

import { LANES } from "./decode.js";
import { countWord, formatCount, formatRegret, formatValue } from "./format.js";

/** @import { Run, Show } from "./types.d.ts" */

const MOST_NAMED = 6;
const MOST_RIVALS = 3;
const SPOKEN = new Map([
  ["guessing", "Guessing"],
  ["oracle", "The oracle"],
]);
/** Who pays more than this share of what guessing costs is told so. */
const NO_LESS = 0.99;

/**
 * A heading, and what there is to say below it.
 * @typedef {{title: string, lines: string[]}} Ending
 */

/**
 * What the card at the end says.
 * @param {Show} show
 * @param {boolean} truth whether it may say what is right
 * @returns {Ending}
 */
export function endingOf(show, truth) {
  const [run] = show.runs;
  if (show.runs.length > 1) return endingOfRace(show, truth);
  const lines = truth && run.n > run.k ? [mistake(run), cost(show, run)] : [];
  return { title: found(run, truth), lines: lines.filter((line) => line !== "") };
}

/**
 * The frame from which on a run plays the set that it has chosen; −1 if it never came to that.
 * @param {Run} run
 */
export function doneFrame(run) {
  return run.outcome.settles ? run.phase.indexOf(1) : -1;
}

/**
 * Arms by the set that they end in.
 * @param {Run} run
 */
export function endSets(run) {
  const last = (run.count - 1) * run.n;
  const sets = { active: 0, accept: 0, reject: 0 };
  for (let arm = 0; arm < run.n; arm++) {
    const lane = run.lane[last + arm];
    if (lane === LANES.accept) sets.accept += 1;
    else if (lane === LANES.reject) sets.reject += 1;
    else sets.active += 1;
  }
  return sets;
}

/**
 * How many arms are still to be decided at the end: the last places may have filled themselves.
 * @param {Run} run
 */
function undecidedAt(run) {
  const { active, accept } = endSets(run);
  return accept >= run.k || accept + active === run.k ? 0 : active;
}

/** @param {Run} run @param {boolean} truth */
function found(run, truth) {
  const { n, k, labels, outcome, horizon } = run;
  const name = nameOf(run);
  const set = listed(outcome.set.map((arm) => labels[arm]));
  const isRight = outcome.short === 0;
  const everyone = `All ${formatCount(n)} ${thingOf(run, n)}`;
  if (n === k) {
    const who = n === 1 ? `The one ${thingOf(run, 1)} is` : `${everyone} are`;
    return `${who} played in every round, so there was nothing to find out.`;
  }
  if (!outcome.settles) return foundWithoutSets(run, truth);
  const open = undecidedAt(run);
  if (open === 0) {
    if (!truth) return `${everyone} are settled: ${name} chose ${set}.`;
    const rightly = outcome.certain ? ", and rightly" : "";
    if (isRight) return `${everyone} are settled${rightly}: ${areBest(run, set)}.`;
    return `${everyone} are settled, but not rightly: ${name} chose ${set}.`;
  }
  const done = doneFrame(run);
  const undecided = `${countWord(open)} ${thingOf(run, open)}`;
  if (done >= 0) {
    const left =
      open === n ? `without settling a single ${thingOf(run, 1)}` : `with ${undecided} undecided`;
    const stop = `${name} stopped looking after ${rounds(run.t[done])} ${left}`;
    if (!truth) return `${stop}, and chose ${set}.`;
    return isRight
      ? `${stop}. Its guess was right: ${areBest(run, set)}.`
      : `${stop}. Its guess was wrong: it chose ${set}.`;
  }
  const none = open === n ? `not one ${thingOf(run, 1)} is settled` : "";
  const some = `${undecided} ${open === 1 ? "is" : "are"} still undecided`;
  const over = `After ${rounds(horizon)}, ${none || some}`;
  return `${over}. ${name} would go on with ${set}${truth ? verdict(run) : ""}.`;
}

/**
 * Where sets only tell who is played now, nothing is ever found for good.
 * @param {Run} run
 * @param {boolean} truth
 */
function foundWithoutSets(run, truth) {
  const { labels, outcome, curve } = run;
  const name = nameOf(run);
  const set = listed(outcome.set.map((arm) => labels[arm]));
  if (run.blank) {
    return truth && regretOf(curve) === 0
      ? `${name} played ${set}, ${theBest(run)}, from the start.`
      : `${name} learns nothing: it went on as it began.`;
  }
  return `${name} never settles anything. At the end it favours ${set}${truth ? verdict(run) : ""}.`;
}

/** @param {Run} run */
const verdict = (run) => (run.outcome.short === 0 ? `: ${theBest(run)}` : ", which is not right");

/**
 * What would have been right, where that is not what was chosen.
 * @param {Run} run
 */
function mistake(run) {
  const { outcome, best: isBest, mean, labels, n, k } = run;
  if (outcome.short === 0 || n === k || run.blank) return "";
  const chosen = new Set(outcome.set);
  const missing = [...isBest.keys()].filter((arm) => isBest[arm] && !chosen.has(arm));
  const extra = outcome.set.filter((arm) => !isBest[arm]);
  const [one] = run.thing;
  if (missing.length === 1 && extra.length === 1 && mean !== null) {
    const [to, from] = [missing[0], extra[0]];
    const gap = mean[to] - mean[from];
    if (gap > 0) {
      return (
        `${capital(one)} ${labels[to]} belongs in the place of ${one} ${labels[from]}: it is better ` +
        `by ${formatValue(gap)}, ${formatValue(mean[to])} against ${formatValue(mean[from])}.`
      );
    }
  }
  const should = listed([...isBest.keys()].filter((arm) => isBest[arm]).map((arm) => labels[arm]));
  return `${should} would have been right: ${formatValue(outcome.short)} more in every round.`;
}

/**
 * What it cost, and what others cost.
 * @param {Show} show
 * @param {Run} run
 */
function cost(show, run) {
  const own = regretOf(run.curve);
  const done = doneFrame(run);
  const isFound = done >= 0 && run.outcome.short === 0 && undecidedAt(run) === 0;
  const them = run.k === 1 ? "it" : "them";
  const it = isFound ? `Finding ${them} took ${rounds(run.t[done])} and` : "It";
  const said = `${it} cost ${formatRegret(own)} in regret.`;
  const others = show.curves.filter((curve) => !curve.main && curve.label !== "oracle");
  const guess = others.find(({ label }) => label === "guessing");
  const rivals = shortLabels(others.filter((curve) => curve !== guess)).slice(0, MOST_RIVALS);
  const costs = rivals.map(([label, curve]) => `${label} ${formatRegret(regretOf(curve))}`);
  if (guess !== undefined) {
    const guessed = formatRegret(regretOf(guess));
    const alike = own >= NO_LESS * regretOf(guess) ? "no less: " : "";
    const much = `Guessing for all ${rounds(run.horizon)} would have cost ${alike}${guessed}`;
    return `${said} ${[much, ...costs].join("; ")}.`;
  }
  return costs.length > 0 ? `${said} On the same luck: ${costs.join("; ")}.` : said;
}

/**
 * Of a race: who was done first, who was right, and who paid least.
 * @param {Show} show
 * @param {boolean} truth
 * @returns {Ending}
 */
function endingOfRace({ runs }, truth) {
  const names = new Map(shortLabels(runs.map(({ curve }) => curve)).map(([l, c]) => [c, l]));
  const name = (/** @type {Run} */ run) => /** @type {string} */ (names.get(run.curve));
  if (runs[0].n === runs[0].k) return { title: found(runs[0], truth), lines: [] };
  const done = runs
    .filter((run) => doneFrame(run) >= 0)
    .map((run) => ({ run, t: run.t[doneFrame(run)] }))
    .sort((a, b) => a.t - b.t);
  const lines = [];
  let title = `Nobody was done within ${rounds(runs[0].horizon)}.`;
  if (done.length > 0) {
    const first = done.filter(({ t }) => t === done[0].t).map(({ run }) => name(run));
    const verb = first.length === 1 ? "was" : "were";
    const wrong = done.slice(0, first.length).every(({ run }) => run.outcome.short > 0);
    const but = truth && wrong ? ", but not rightly" : "";
    title = `${capital(listed(first))} ${verb} done first, after ${rounds(done[0].t)}${but}.`;
    const later = done.slice(first.length);
    const never = runs.filter((run) => doneFrame(run) < 0).map(name);
    const after = later.map(({ run, t }) => `${name(run)} after ${formatCount(t)}`);
    if (after.length > 0) lines.push(`${capital(listed(after))}.`);
    if (never.length > 0)
      lines.push(`${capital(listed(never))}: not done within ${rounds(runs[0].horizon)}.`);
  }
  if (!truth) return { title, lines };
  lines.push(...verdicts(runs, name));
  const paid = [...runs].sort((a, b) => regretOf(a.curve) - regretOf(b.curve));
  const [least, ...rest] = paid.map((run) => `${name(run)} ${formatRegret(regretOf(run.curve))}`);
  lines.push(`The least regret: ${least}; ${rest.join("; ")}.`);
  return { title, lines };
}

/**
 * Of a race: whose choice was right; and of those who were not done, what they would go on with.
 * @param {Run[]} runs
 * @param {(run: Run) => string} name
 */
function verdicts(runs, name) {
  const best = runs[0].outcome.certain ? "the best set" : "the best set known";
  const who = (/** @type {boolean} */ done, /** @type {boolean} */ right) =>
    runs
      .filter((run) => !run.blank || doneFrame(run) >= 0)
      .filter((run) => doneFrame(run) >= 0 === done && (run.outcome.short === 0) === right)
      .map(name);
  const [right, wrong, nearly, astray] = [
    who(true, true),
    who(true, false),
    who(false, true),
    who(false, false),
  ];
  const lines = [];
  if (right.length === runs.length) {
    lines.push(`${right.length === 2 ? "Both" : "All"} chose ${best}.`);
  } else if (right.length > 0) {
    const others = wrong.length > 0 ? `; ${listed(wrong)} did not` : "";
    lines.push(`${capital(listed(right))} chose ${best}${others}.`);
  } else if (wrong.length > 0) {
    lines.push(`${capital(listed(wrong))} did not choose ${best}.`);
  }
  const favour = (/** @type {string[]} */ names) =>
    `${listed(names)} ${names.length === 1 ? "favours" : "favour"}`;
  if (nearly.length > 0) {
    const others = astray.length > 0 ? `, ${listed(astray)} another one` : "";
    lines.push(`At the end ${favour(nearly)} ${best}${others}.`);
  } else if (astray.length > 0) {
    lines.push(
      `At the end ${favour(astray)} ${astray.length === 1 ? "another set" : "other sets"}.`,
    );
  }
  return lines;
}

/** What regret is, for who meets the word here. @param {Run} run */
export function meaning(run) {
  const { k, thing } = run;
  const them = k === 1 ? `the best ${thing[0]}` : `the best ${countWord(k)} ${thing[1]}`;
  return `Regret is what was lost by not playing ${them} from the start.`;
}

/** @param {{regret: Float32Array | number[]}} curve */
const regretOf = ({ regret }) => /** @type {number} */ (regret.at(-1));

/** The algorithm's name, without its preset and constants. @param {Run} run */
function nameOf(run) {
  const name = shortName(run.curve.label);
  return SPOKEN.get(name) ?? name;
}

/**
 * An algorithm without its preset and constants.
 * @param {string} label
 */
export const shortName = (label) => label.split(" \u00b7 ")[0].replace(/ \(.*\)$/, "");

/**
 * Curves by the shortest labels that tell them apart.
 * @template {{label: string}} C
 * @param {C[]} curves
 * @returns {[label: string, curve: C][]}
 */
function shortLabels(curves) {
  return curves.map((curve) => {
    const short = shortName(curve.label);
    const alone = curves.filter(({ label }) => shortName(label) === short).length === 1;
    return [alone ? short : curve.label, curve];
  });
}

/** @param {Run} run @param {string} set */
const areBest = (run, set) => `${set} ${run.k === 1 ? "is" : "are"} ${theBest(run)}`;

/** @param {Run} run */
function theBest({ k, thing, outcome, best }) {
  // Where other sets are just as good, none is *the* best.
  if (outcome.set.some((arm) => !best[arm])) return "as good a choice as any";
  const known = outcome.certain ? "" : ", as far as is known";
  return `${k === 1 ? `the best ${thing[0]}` : `the best ${countWord(k)}`}${known}`;
}

/** @param {{thing: string[]}} run @param {number} number */
const thingOf = ({ thing }, number) => thing[number === 1 ? 0 : 1];

/** @param {number} number */
const rounds = (number) => `${formatCount(number)} ${number === 1 ? "round" : "rounds"}`;

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * "5, 8 and 9"; of many, the first ones.
 * @param {string[]} names
 */
export function listed(names) {
  const few = names.length <= MOST_NAMED;
  const said = few
    ? names
    : [...names.slice(0, MOST_NAMED - 1), `${names.length - MOST_NAMED + 1} more`];
  return said.length < 2 ? (said[0] ?? "") : `${said.slice(0, -1).join(", ")} and ${said.at(-1)}`;
}
