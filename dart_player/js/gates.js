/** The gates of the active lane, with the two estimates between which the boundary lies. */

import { gateFraction, split } from "./clock.js";
import { approach, place, put, putText, px, show, svg } from "./dom.js";
import { formatValue } from "./format.js";
import { ordinal } from "./naming.js";
import { toX } from "./rows.js";

/** @import { Geometry, Run, View } from "./types.d.ts" */

/** What a letter of a gate's name takes, and the room that a fuller name must leave to come back. */
const LETTER = 6.4;
const SPARE = 24;

export class Gates {
  values = new Float64Array(4).fill(NaN);
  /** @type {boolean[]} */
  gliding = [];
  /** How full the gates' names are: see `LEVELS`. */
  level = 0;
  /** Where the names of the dotted lines are: see `RANKS`. */
  rankLevel = 0;

  /** @param {SVGElement} root @param {Run} run */
  constructor(root, run) {
    this.run = run;
    this.parts = makeGates(root);
  }

  /**
   * True while a gate still moves.
   * @param {Geometry} geometry
   * @param {View} view
   * @param {number} position
   * @param {number} dt
   */
  draw(geometry, view, position, dt) {
    const { run, values: gates } = this;
    const { i, f } = split(run, position);
    const mix = gateFraction(run, i, f);
    let moving = false;
    for (let g = 0; g < 4; g++) {
      const now = run.gates[4 * i + g];
      const next = mix > 0 ? run.gates[4 * (i + 1) + g] : now;
      const both = !Number.isNaN(now) && !Number.isNaN(next);
      const target = both ? now + (next - now) * mix : mix < 0.5 ? now : next;
      // Between moments gates follow the estimates exactly; only a jump needs a glide.
      const jump = Math.abs(target - gates[g]) > 0.02 * (view.high - view.low);
      const glide = jump || this.gliding[g];
      gates[g] = glide
        ? approach(gates[g], target, dt, 0.08, 0.003 * (view.high - view.low))
        : target;
      this.gliding[g] = gates[g] !== target && !Number.isNaN(target);
      moving ||= this.gliding[g];
    }
    this.write(geometry, view);
    return moving;
  }

  /** @param {Geometry} geometry @param {View} view */
  write(geometry, view) {
    const { parts } = this;
    const box = geometry.lanes[0];
    const [accept, reject, kth, next] = this.values;
    const from = geometry.gutter;
    const to = geometry.width;
    /** @param {number} value */
    const x = (value) => toX(value, view.low, view.high, geometry);
    const top = box.top + box.head;
    const height = box.height - box.head;

    const acceptX = Number.isNaN(accept) ? to : Math.max(from, Math.min(to, x(accept)));
    const rejectX = Number.isNaN(reject) ? from : Math.max(from, Math.min(to, x(reject)));
    band(parts.acceptTint, acceptX, to, top, height);
    band(parts.rejectTint, from, rejectX, top, height);
    rule(parts.acceptLine, acceptX, top, height, acceptX > from && acceptX < to);
    rule(parts.rejectLine, rejectX, top, height, rejectX > from && rejectX < to);
    const gates = [acceptX, rejectX].filter((at) => at > from && at < to);
    const { names, level } = rankNames(
      this.run.k,
      [x(kth), x(next)],
      gates,
      from,
      to,
      this.rankLevel,
    );
    this.rankLevel = level;
    for (const [at, { line, text, value }] of [
      { line: parts.kthLine, text: parts.kthText, value: x(kth) },
      { line: parts.nextLine, text: parts.nextText, value: x(next) },
    ].entries()) {
      const name = names[at];
      rule(line, value, top + 14, height - 14, value > from && value < to);
      show(text, name !== null && geometry.ranks);
      if (name === null) continue;
      putText(text, name.text);
      place(text, name.x, top + 11, name.anchor);
    }

    this.writeNames(acceptX, rejectX, from, to, box.top + box.height - 6);
  }

  /**
   * The names of both gates in one line.
   * @param {number} acceptX
   * @param {number} rejectX
   * @param {number} from
   * @param {number} to
   * @param {number} y
   */
  writeNames(acceptX, rejectX, from, to, y) {
    const { parts, run } = this;
    /** @type {Places} */
    const places = { accept: [this.values[0], acceptX], reject: [this.values[1], rejectX] };
    const { names, level, stacked } = gateNames(run, places, from, to, this.level);
    this.level = level;
    names.forEach((name, g) => {
      const node = g === 0 ? parts.acceptText : parts.rejectText;
      show(node, name !== null);
      if (name === null) return;
      putText(node, name.text);
      place(node, name.x, g === 1 && stacked ? y - 13 : y, name.anchor);
    });
  }
}

/**
 * Values of both gates and where they are, in px.
 * @typedef {{accept: [value: number, x: number], reject: [value: number, x: number]}} Places
 */

/** How full both names are, from 0: the fullest pair that there is room for is taken. */
const LEVELS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
];

/**
 * The names of both gates in one line. Gates move a little all the time: a fuller name than the last
 * one comes back only with room to spare.
 * @param {Run} run
 * @param {Places} places
 * @param {number} from
 * @param {number} to
 * @param {number} before the place in `LEVELS` of the last ones
 */
export function gateNames(run, { accept, reject }, from, to, before) {
  const both = (/** @type {number} */ at) => [
    named(run, ...accept, from, to, 1, LEVELS[at][0]),
    named(run, ...reject, from, to, -1, LEVELS[at][1]),
  ];
  const last = LEVELS.length - 1;
  const serves = (/** @type {number[]} */ _, /** @type {number} */ at) => {
    const spare = at < before ? SPARE : 0;
    const names = both(at);
    return (
      names.every((name) => name === null || name.brief || name.spare >= spare) &&
      !clash(names, spare + 6)
    );
  };
  const found = LEVELS.slice(0, last).findIndex(serves);
  const level = found < 0 ? last : found;
  const names = both(level);
  return { names, level, stacked: clash(names, 6) };
}

/**
 * Beside its dotted line, away from the other one or towards it, in full or in brief; or not at all.
 * @type {{outside: boolean, brief: boolean}[]}
 */
const RANKS = [
  { outside: true, brief: false },
  { outside: false, brief: false },
  { outside: true, brief: true },
  { outside: false, brief: true },
];

/**
 * The names of the two dotted lines, none of which a gate crosses: it would be taken for the gate's.
 * @param {number} k
 * @param {[kth: number, next: number]} lines in px; NaN for one that is not there
 * @param {number[]} gates that are in view
 * @param {number} from
 * @param {number} to
 * @param {number} before the place in `RANKS` of the last ones: see `gateNames`
 */
export function rankNames(k, lines, gates, from, to, before) {
  const serves = (/** @type {typeof RANKS[0]} */ way, /** @type {number} */ level) => {
    const air = level < before ? 3 + SPARE / 6 : 3;
    const [a, b] = ranked(k, lines, way, from, to);
    const isFree = (/** @type {RankName} */ name) =>
      name === null ||
      (name.from >= from &&
        name.to <= to &&
        gates.every((gate) => gate < name.from - air || gate > name.to + air));
    return isFree(a) && isFree(b) && (a === null || b === null || b.to + air <= a.from);
  };
  const found = RANKS.findIndex(serves);
  if (found < 0) return { names: [null, null], level: RANKS.length };
  return { names: ranked(k, lines, RANKS[found], from, to), level: found };
}

/** @typedef {{text: string, x: number, anchor: string, from: number, to: number} | null} RankName */

/**
 * @param {number} k
 * @param {[number, number]} lines
 * @param {{outside: boolean, brief: boolean}} way
 * @param {number} from
 * @param {number} to
 * @returns {RankName[]}
 */
const ranked = (k, lines, { outside, brief }, from, to) =>
  lines.map((line, at) => {
    if (!(line > from && line < to)) return null;
    const text = `${ordinal(k + at)}${brief ? "" : " best"}`;
    const width = LETTER * text.length;
    const rightwards = (at === 0) === outside;
    const x = rightwards ? line + 3 : line - 3;
    const [left, right] = rightwards ? [x, x + width] : [x - width, x];
    return { text, x, anchor: rightwards ? "start" : "end", from: left, to: right };
  });

/**
 * A gate's name: where it is, and how much room it has left on its own side of the gate.
 * @typedef {{text: string, x: number, anchor: string, from: number, to: number, spare: number, brief: boolean} | null} Name
 */

/**
 * Whether two names in one line are less than `air` apart.
 * @param {Name[]} names
 * @param {number} air
 */
const clash = ([a, b], air) =>
  a !== null && b !== null && a.from < b.to + air && b.from < a.to + air;

/** @param {SVGElement} root */
function makeGates(root) {
  const layer = svg("g", { class: "gates" }, root);
  const shape = (/** @type {"rect" | "line"} */ name, /** @type {string} */ style) =>
    svg(name, { class: style }, layer);
  const words = (/** @type {string} */ style) => svg("text", { class: style }, layer);
  return {
    acceptTint: shape("rect", "tint accept"),
    rejectTint: shape("rect", "tint reject"),
    kthLine: shape("line", "rank"),
    nextLine: shape("line", "rank"),
    acceptLine: shape("line", "gate accept"),
    rejectLine: shape("line", "gate reject"),
    kthText: words("rank-label"),
    nextText: words("rank-label"),
    acceptText: words("gate-label accept"),
    rejectText: words("gate-label reject"),
  };
}

/**
 * @param {SVGElement} node
 * @param {number} from
 * @param {number} to
 * @param {number} top
 * @param {number} height
 */
function band(node, from, to, top, height) {
  put(node, "x", px(from));
  put(node, "width", Math.max(0, px(to - from)));
  put(node, "y", px(top) + 1);
  put(node, "height", Math.max(0, px(height - 2)));
}

/**
 * @param {SVGElement} node
 * @param {number} x
 * @param {number} top
 * @param {number} height
 * @param {boolean} visible
 */
function rule(node, x, top, height, visible) {
  show(node, visible);
  if (!visible) return;
  put(node, "x1", px(x));
  put(node, "x2", px(x));
  put(node, "y1", px(top));
  put(node, "y2", px(top + height));
}

/**
 * A gate's name beside its line; at the edge, with an arrow and its value, where it is out of view.
 * @param {Run} run
 * @param {number} value
 * @param {number} x
 * @param {number} from
 * @param {number} to
 * @param {number} side 1 for the gate into the set, −1 for the one out of it
 * @param {number} level from 0, the fullest
 * @returns {Name}
 */
function named(run, value, x, from, to, side, level) {
  if (Number.isNaN(value)) return null;
  const beyond = x >= to ? 1 : x <= from ? -1 : 0;
  const text = beyond ? farText(side, value, beyond) : nearText(run, side, level);
  const width = LETTER * text.length;
  const room = (side > 0 ? to - x : x - from) - 9 - width;
  const rightwards = beyond ? beyond < 0 : room >= 0 === side > 0;
  const at = beyond < 0 ? from + 6 : beyond > 0 ? to - 6 : rightwards ? x + 5 : x - 5;
  const [left, right] = rightwards ? [at, at + width] : [at - width, at];
  const spare = beyond ? Infinity : room;
  const anchor = rightwards ? "start" : "end";
  return { text, x: at, anchor, from: left, to: right, spare, brief: level === 2 };
}

/** @param {number} side @param {number} value @param {number} beyond */
function farText(side, value, beyond) {
  const text = `${side > 0 ? "in" : "out"} from ${formatValue(value)}`;
  return beyond > 0 ? `${text} \u2192` : `\u2190 ${text}`;
}

/**
 * What happens to an arm beyond a gate: at the next test, so that it may stand there for a while.
 * @param {Run} run
 * @param {number} side
 * @param {number} level
 */
function nearText(run, side, level) {
  if (level === 2) return side > 0 ? "in \u2192" : "\u2190 out";
  const its = run.words.gate === "range" ? "its range is " : "";
  const where = side > 0 ? "right of here" : "left of here";
  const when = level === 0 ? " at the next test," : "";
  return `${side > 0 ? "in" : "out"}${when} if ${its}${where}`;
}
