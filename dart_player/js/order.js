/**
 * The certified order, as seen from one arm: whom it is certified better than, and who is certified
 * better than it, by a bet of their own or because a chain of bets says so.
 */

import { put, px, show, svg } from "./dom.js";
import { formatCount } from "./format.js";
import { armCount, armsText } from "./naming.js";
import { RADIUS } from "./packing.js";

/** @import { BettingRun } from "./types.d.ts" */
/** @import { Tokens } from "./tokens.js" */

/** What is proved between an arm and another one, as an arm's flags. */
export const PROVED = { no: 0, above: 1, below: 2 };

/**
 * For every arm at a frame: whether `arm` is proved above or below it (`side`), and whether a bet
 * between the two says so itself (`direct`).
 * @param {BettingRun} run
 * @param {number} frame
 * @param {number} arm
 */
export function orderFrom(run, frame, arm) {
  const side = new Uint8Array(run.n);
  const direct = new Uint8Array(run.n);
  /** @type {[number, number][]} */
  const edges = [];
  for (let e = 0; e < run.order.length && run.order[e] <= frame; e += 3) {
    const [better, worse] = [run.order[e + 1], run.order[e + 2]];
    edges.push([better, worse]);
    if (better === arm) direct[worse] = 1;
    if (worse === arm) direct[better] = 1;
  }
  follow(edges, arm, side, PROVED.above);
  follow(
    edges.map(([better, worse]) => [worse, better]),
    arm,
    side,
    PROVED.below,
  );
  return { side, direct };
}

/**
 * Mark every arm that edges lead to.
 * @param {[number, number][]} edges
 * @param {number} from
 * @param {Uint8Array} side
 * @param {number} mark
 */
function follow(edges, from, side, mark) {
  const next = new Map();
  for (const [a, b] of edges) next.set(a, [...(next.get(a) ?? []), b]);
  const open = [from];
  while (open.length > 0) {
    for (const b of next.get(open.pop()) ?? []) {
      if (side[b] === mark) continue;
      side[b] = mark;
      open.push(b);
    }
  }
}

/**
 * The order around an arm in sentences: better than whom, worse than whom, and what decides.
 * @param {BettingRun} run
 * @param {number} frame
 * @param {number} arm
 */
export function orderText(run, frame, arm) {
  const { side, direct } = orderFrom(run, frame, arm);
  /** @param {number} mark */
  const told = (mark) => {
    const arms = Array.from(side.keys()).filter((other) => side[other] === mark);
    if (arms.length === 0) return `no ${run.thing[0]} yet`;
    const bets = arms.filter((other) => direct[other]).length;
    const who = arms.length > 6 ? armCount(run, arms.length) : armsText(run, arms);
    if (bets === arms.length) return `${who}, by ${bets === 1 ? "a bet" : "bets"}`;
    if (bets === 0) return `${who}, by ${arms.length === 1 ? "a chain" : "chains"} of bets`;
    const chains = arms.length - bets;
    return (
      `${who}: ${inWords(bets)} by ${bets === 1 ? "a bet" : "bets"}, ` +
      `${inWords(chains)} by ${chains === 1 ? "a chain" : "chains"} of bets`
    );
  };
  return { above: told(PROVED.above), below: told(PROVED.below) };
}

/**
 * A small count in words: next to labels, which are numbers, a digit would read as one of them.
 * @param {number} count
 */
function inWords(count) {
  return ["", "one", "two", "three", "four", "five", "six"][count] ?? formatCount(count);
}

/** Lines from one arm to all that it is compared with for good; everybody else fades. */
export class Order {
  /** @type {Uint8Array | undefined} */
  side = undefined;

  /** @param {SVGElement} root @param {BettingRun} run @param {Tokens} tokens */
  constructor(root, run, tokens) {
    this.run = run;
    this.tokens = tokens;
    this.key = "";
    this.lines = run.labels.map(() => svg("path", { class: "proved", visibility: "hidden" }, root));
  }

  /** @param {BettingRun} run with the same arms */
  load(run) {
    this.run = run;
    this.key = "";
  }

  /**
   * Draw after the tokens, whose places it follows; `arm` is −1 for none.
   * @param {number} frame
   * @param {number} arm
   */
  draw(frame, arm) {
    const key = `${frame} ${arm}`;
    if (key !== this.key) this.look(frame, arm);
    this.key = key;
    if (arm < 0 || !this.side) return;
    const { side } = this;
    const { x, y, scale } = this.tokens;
    this.lines.forEach((line, other) => {
      if (side[other] === PROVED.no) return;
      const [dx, dy] = [x[other] - x[arm], y[other] - y[arm]];
      const length = Math.hypot(dx, dy) || 1;
      const [from, to] = [arm, other].map((end) => (RADIUS * scale[end]) / length);
      const start = `M${px(x[arm] + from * dx)} ${px(y[arm] + from * dy)}`;
      put(line, "d", `${start}L${px(x[other] - to * dx)} ${px(y[other] - to * dy)}`);
    });
  }

  /** @param {number} frame @param {number} arm */
  look(frame, arm) {
    const found = arm < 0 ? null : orderFrom(this.run, frame, arm);
    this.side = found?.side;
    this.lines.forEach((line, other) => {
      const mark = found?.side[other] ?? PROVED.no;
      show(line, mark !== PROVED.no);
      put(line, "data-side", mark === PROVED.above ? "above" : "below");
      put(line, "data-direct", found !== null && found.direct[other] === 1);
      const aside = found !== null && mark === PROVED.no && other !== arm;
      put(this.tokens.tokens[other].group, "data-aside", aside);
    });
  }
}
