/**
 * The part of the estimate axis that is shown at each frame.
 *
 * While Δ is large the gates lie far outside and all arms are shown; once the gates are close
 * together the window narrows to the boundary between the K-th and the next arm, so that an arm can
 * be seen to pass a gate. Windows are as wide as the run's first one, or 1/1.5, 1/2, 1/3, 1/4, 1/6,
 * 1/8 … of that, or 1.5, 2 … times that, and one is kept for as long as it serves (hysteresis over frames): an axis that
 * follows every estimate would make every token tremble. Parked arms need no room.
 */

/** @import { Interval, Parking, Run, Windows, Wish } from "./types.d.ts" */

/** Gates take at least 1 / SPREAD of the window. */
const SPREAD = 4;
/** A gate is shown if it is outside all arms by no more than this share of their spread. */
const NEAR = 0.45;
/** A window this much wider than wanted is replaced. */
const LOOSE = 1.65;
/** Windows begin at multiples of this share of their width. */
const GRID = 1 / 16;
/** A window is never narrower than this, whatever the estimates. */
const NARROWEST = 0.02;
/** With more arms than this, decided ones far from the others are left outside for larger tokens. */
const FEW = 20;

/**
 * One window per frame, `low[f]` to `high[f]`.
 * @param {Run} run
 * @param {Pick<Parking, "places">} [parking]
 * @returns {Windows}
 */
export function makeWindows(run, parking = { places: [0, 0, 0] }) {
  const low = new Float64Array(run.count);
  const high = new Float64Array(run.count);
  const wishes = Array.from(low, (_, f) => focus(run, f, parking));
  // Until every arm has been played once, all windows are the one that holds all that time.
  let first = wishes[run.ready]?.want ?? [0, 1];
  for (const wish of wishes.slice(0, run.ready)) first = wish ? hull(first, wish.want) : first;
  const unit = size(first);
  let now = first;
  wishes.forEach((wish, f) => {
    if (wish !== null && f >= run.ready && !serves(now, wish)) now = fit(wish, unit);
    [low[f], high[f]] = now;
  });
  return { low, high };
}

/** @param {Interval} now @param {Wish} wish */
function serves([a, b], { need, want }) {
  return a <= need[0] && b >= need[1] && (size(want) === 0 || b - a <= LOOSE * size(want));
}

/**
 * The narrowest window of the sizes there are that holds what is wanted, on the grid.
 * @param {Wish} wish
 * @param {number} unit
 * @returns {Interval}
 */
function fit({ want }, unit) {
  const least = ((size(want) || unit / 4) * (1 + GRID)) / unit;
  const power = 2 ** Math.ceil(Math.log2(least) - 1e-9);
  const width = unit * (0.75 * power >= least ? 0.75 * power : power);
  const step = width * GRID;
  const middle = (want[0] + want[1] - width) / 2;
  const low = Math.min(Math.round(middle / step), Math.floor(want[0] / step + 1e-9)) * step;
  return [low, low + width];
}

/**
 * What a frame needs to have in its window, and what it would like to have; null while the
 * estimates tell no arm from another.
 * @param {Run} run
 * @param {number} f
 * @param {Pick<Parking, "places">} [parking]
 * @returns {Wish | null}
 */
export function focus(run, f, { places } = { places: [0, 0, 0] }) {
  const shown = (/** @type {number} */ arm) => places[run.lane[f * run.n + arm]] === 0;
  const everyone = extent(run, f, shown);
  if (everyone === null) return null;
  if (size(everyone) === 0) {
    // One arm is left: the window stays. All alike: nothing is known, or a restart forgot it all.
    const alone = run.labels.filter((_, arm) => shown(arm)).length === 1;
    return alone ? { need: everyone, want: everyone } : null;
  }
  const active = extent(run, f, (arm) => run.lane[f * run.n + arm] === 0);
  const [accept, reject, kth, next] = run.gates.subarray(4 * f, 4 * f + 4);
  const marks = [accept, reject, kth, next].filter((value) => !Number.isNaN(value));
  if (marks.length === 0) return { need: everyone, want: padded(everyone) };

  /** @type {Interval} */
  const core = [Math.min(...marks), Math.max(...marks)];
  const ranks = [kth, next].filter((value) => !Number.isNaN(value));
  const all = hull(run.n > FEW ? company(active, everyone) : everyone, ranks);
  if (SPREAD * size(core) >= size(all)) {
    const near = [accept, reject].filter((gate) => outside(gate, all) <= NEAR * size(all));
    const need = hull(all, near);
    return { need, want: padded(need) };
  }
  const room = padded(all);
  let want = grown(core, room, (SPREAD - 1) / 2);
  if (active !== null && size(hull(active, want)) <= 1.5 * SPREAD * size(core)) {
    want = hull(want, padded(active));
  }
  return { need: grown(core, room, 0.3), want: widened(want) };
}

/**
 * The active arms, and of the others those that widen the window by no more than half.
 * @param {Interval | null} active
 * @param {Interval} everyone
 * @returns {Interval}
 */
function company(active, everyone) {
  if (active === null) return everyone;
  const reach = 0.25 * size(active);
  return [Math.max(everyone[0], active[0] - reach), Math.min(everyone[1], active[1] + reach)];
}

/**
 * Smallest and largest estimate of the arms that have one.
 * @param {Run} run
 * @param {number} f
 * @param {(arm: number) => boolean} holds
 * @returns {Interval | null}
 */
function extent(run, f, holds) {
  let [low, high] = [Infinity, -Infinity];
  for (let arm = 0; arm < run.n; arm++) {
    if (f < run.born[arm] || !holds(arm)) continue;
    low = Math.min(low, run.estimate[f * run.n + arm]);
    high = Math.max(high, run.estimate[f * run.n + arm]);
  }
  return low <= high ? [low, high] : null;
}

/** @param {Interval} interval */
const size = ([a, b]) => b - a;

/**
 * How far a value lies outside an interval; infinitely far if it is not a number.
 * @param {number} value
 * @param {Interval} interval
 */
function outside(value, [a, b]) {
  return Number.isNaN(value) ? Infinity : Math.max(0, a - value, value - b);
}

/** @param {Interval} interval @param {number[]} values @returns {Interval} */
function hull(interval, values) {
  return [Math.min(interval[0], ...values), Math.max(interval[1], ...values)];
}

/** @param {Interval} interval */
function padded(interval) {
  const pad = 0.06 * size(interval);
  return widened([interval[0] - pad, interval[1] + pad]);
}

/** @param {Interval} interval @returns {Interval} */
function widened([a, b]) {
  const lack = Math.max(0, NARROWEST - (b - a)) / 2;
  return [a - lack, b + lack];
}

/**
 * A core grown by `share` of its size on both sides, but never into where no arm is.
 * @param {Interval} core
 * @param {Interval} room
 * @param {number} share
 * @returns {Interval}
 */
function grown(core, room, share) {
  const add = share * size(core);
  return [
    Math.min(core[0], Math.max(core[0] - add, room[0])),
    Math.max(core[1], Math.min(core[1] + add, room[1])),
  ];
}
