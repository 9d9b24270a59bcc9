/** A race in words: who has settled what by now, who was first, and what has just happened. */

import { epochAt, eventAt, stateFrame } from "./clock.js";
import { LANES } from "./decode.js";
import { formatCount, formatState } from "./format.js";
import { briefLabels } from "./regret.js";
import { ownPosition } from "./timeline.js";

/** @import { Run, Show, Timeline } from "./types.d.ts" */

/** More arms than these are counted, not named. */
const MOST_NAMED = 6;

/** A run in a race: what it is called, when it is done, and what it decides for good. */
export class Entrant {
  /** @param {Run} run @param {string} name */
  constructor(run, name) {
    this.run = run;
    this.name = name;
    this.done = doneFrame(run);
    this.time = run.t[this.done] ?? Infinity;
    this.settles = !takesBack(run);
  }

  /** What it does in the end, as a verb in its base form and in the past. */
  get end() {
    const { run, done } = this;
    if (undecided(run, done).length > 0) return { to: "stop looking", did: "stopped looking" };
    const all = `all ${formatCount(run.n)} ${run.thing[1]}`;
    return { to: `settle ${all}`, did: `settled ${all}` };
  }

  /**
   * Where it stands before it is done, of one racer or of many who stand alike.
   * @param {number} frame
   * @param {boolean} many
   */
  standing(frame, many) {
    const { run } = this;
    const has = many ? "have" : "has";
    if (!this.settles) {
      if (this.done < run.count) return `${has} settled nothing yet`;
      return `${many ? "settle" : "settles"} nothing for good`;
    }
    const left = undecided(run, frame);
    const settled = run.n - left.length;
    if (left.length <= MOST_NAMED) return `still ${many ? "compare" : "compares"} ${listed(left)}`;
    const some = settled > 0 ? formatCount(settled) : "none";
    return `${has} settled ${some} of ${formatCount(run.n)} ${run.thing[1]}`;
  }
}

/** @param {Run[]} runs */
export function entrantsOf(runs) {
  const names = briefLabels(runs.map(({ curve }) => curve.label));
  return runs.map((run, r) => new Entrant(run, names[r]));
}

/**
 * What goes on at a position of the timeline: of one run its state and its story, of a race who has
 * settled what, and the news.
 * @param {Show} show
 * @param {Timeline} timeline
 * @param {Entrant[]} entrants
 * @param {number} position
 */
export function said({ runs }, timeline, entrants, position) {
  if (runs.length > 1) {
    const positions = runs.map((_, r) => ownPosition(timeline, r, position));
    const standing = standings(entrants, positions);
    return { state: "", standing, story: news(timeline, entrants, position), exact: "" };
  }
  const [run] = runs;
  const state = formatState(run, epochAt(run, position), stateFrame(run, position));
  const event = eventAt(run, position);
  return { state, standing: "", story: event?.text ?? "", exact: event?.exact ?? "" };
}

/**
 * The first frame at which a run decides nothing any more; its number of frames if there is none.
 * @param {Run} run
 */
function doneFrame(run) {
  for (let frame = 0; frame < run.count; frame++) {
    if (run.phase[frame] === 1 || undecided(run, frame).length === 0) return frame;
  }
  return run.count;
}

/**
 * Whether arms come back from where they were put, as where a set is what is played now.
 * @param {Run} run
 */
function takesBack({ lane, n }) {
  for (let at = n; at < lane.length; at++) {
    if (lane[at] === LANES.active && lane[at - n] !== LANES.active) return true;
  }
  return false;
}

/** @param {Run} run @param {number} frame */
function undecided(run, frame) {
  return run.labels.filter((_, arm) => run.lane[frame * run.n + arm] === LANES.active);
}

/**
 * Who stands where at positions of their own: who is done, in order, then the others.
 * @param {Entrant[]} entrants
 * @param {number[]} positions
 */
export function standings(entrants, positions) {
  const frames = entrants.map(({ run }, r) => stateFrame(run, positions[r]));
  const isDone = (/** @type {Entrant} */ one) => frames[entrants.indexOf(one)] >= one.done;
  const done = entrants.filter(isDone).sort((a, b) => a.time - b.time);
  const ends = together(done, ({ end, time }) => `${end.did} ${time}`).map((group) => {
    const [{ end, time }] = group;
    const when = `at round ${formatCount(time)}`;
    const was = `${group.length > 1 ? "were" : "was"} first to ${end.to}, ${when}`;
    return sentence(group, time === done[0].time ? was : `${end.did} ${when}`);
  });
  const going = entrants.filter((one) => !isDone(one));
  const standing = (/** @type {Entrant} */ one, many = false) =>
    one.standing(frames[entrants.indexOf(one)], many);
  const others = together(going, (one) => standing(one)).map((group) =>
    sentence(group, standing(group[0], group.length > 1)),
  );
  return [...ends, ...others].join(" ");
}

/**
 * What happened last, and to whom: of several runs at one moment, all of it.
 * @param {Timeline} timeline
 * @param {Entrant[]} entrants
 * @param {number} position
 */
export function news(timeline, entrants, position) {
  const last = eventAt(timeline, position);
  if (last === null) return "";
  const now = timeline.events.filter(({ frame }) => frame === last.frame);
  const begins = last.frame === 0; // how each of them begins would be too much at once
  return begins ? "" : now.map(({ racer, text }) => `${entrants[racer].name}: ${text}`).join(" ");
}

/**
 * Items with the same key, in the order of the first of each.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => string} keyOf
 * @returns {Item[][]}
 */
function together(items, keyOf) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** @param {Entrant[]} who @param {string} what */
function sentence(who, what) {
  return `${listed(who.map(({ name }) => name))} ${what}.`;
}

/** @param {string[]} words */
function listed(words) {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
