/**
 * Where the playhead is, and how it runs through the frames.
 *
 * A *position* is a real number in [0, count − 1]: frame 12.25 is a quarter of the way from frame 12
 * to frame 13. Time t is read off it; two frames that share one t are the same moment before and
 * after the sets changed, and positions between them are that change. A *clock* maps positions to
 * seconds of play at speed 1 and back. Changing the clock never changes the position.
 */

/** @import { Clock, Run, Timed } from "./types.d.ts" */

export const SCALES = ["event", "linear", "log"];

/** In a moment (two frames of one t): when arms change lanes, and when the gates close behind them. */
const MOVE_AT = 0.35;
const GATES_AT = 0.6;

/** @param {Timed} run @param {number} position */
export function timeAt(run, position) {
  const { i, f } = split(run, position);
  return f === 0 ? run.t[i] : run.t[i] + f * (run.t[i + 1] - run.t[i]);
}

/**
 * The epoch that is being played: between two frames epochs follow each other evenly.
 * @param {Run} run
 * @param {number} position
 */
export function epochAt(run, position) {
  const { i, f } = split(run, position);
  if (f === 0) return run.epoch[i];
  return Math.ceil(run.epoch[i] + f * (run.epoch[i + 1] - run.epoch[i]) - 1e-9);
}

/**
 * The position of a time; of a moment, its end, or `back` frames before it.
 * @param {Timed} run
 * @param {number} time
 * @param {number} back
 */
export function positionAt(run, time, back = 0) {
  const i = lastAtMost(run.t, time);
  if (i < 0) return 0;
  if (back > 0 && run.t[i] === time) return Math.max(run.t.indexOf(time), i - back);
  if (i >= run.count - 1) return run.count - 1;
  return i + (time - run.t[i]) / (run.t[i + 1] - run.t[i]);
}

/**
 * How many frames of the same time come after the state at a position.
 * @param {Timed} run
 * @param {number} position
 */
export function framesBack(run, position) {
  const frame = stateFrame(run, position);
  return lastAtMost(run.t, run.t[frame]) - frame;
}

/**
 * Frame index and fraction.
 * @param {Timed} run
 * @param {number} position
 */
export function split(run, position) {
  const last = run.count - 1;
  const i = Math.max(0, Math.min(last, Math.floor(position)));
  return { i, f: i === last ? 0 : Math.max(0, position - i) };
}

/**
 * True where frame i and frame i + 1 are the same moment.
 * @param {Pick<Run, "t" | "count">} run
 * @param {number} i
 */
export function isMoment(run, i) {
  return i + 1 < run.count && run.t[i + 1] === run.t[i];
}

/**
 * The frame whose sets, sentence and action hold at a position.
 * @param {Timed} run
 * @param {number} position
 */
export function stateFrame(run, position) {
  const { i, f } = split(run, position);
  return isMoment(run, i) && f >= MOVE_AT ? i + 1 : i;
}

/**
 * Like a fraction between frames, but gates hold still until the arms of their moment have moved.
 * @param {Timed} run
 * @param {number} i
 * @param {number} f
 */
export function gateFraction(run, i, f) {
  if (!isMoment(run, i)) return f;
  const p = Math.max(0, Math.min(1, (f - GATES_AT) / (1 - GATES_AT)));
  return p * p * (3 - 2 * p);
}

/**
 * The frame whose window the axis shows: it follows the gates.
 * @param {Timed} run
 * @param {number} position
 */
export function axisFrame(run, position) {
  const { i, f } = split(run, position);
  return isMoment(run, i) && f >= GATES_AT ? i + 1 : i;
}

/**
 * The event shown at a position: the latest at or before it; null before the first.
 * @param {Timed} run
 * @param {number} position
 */
export function eventAt(run, position) {
  const frame = stateFrame(run, position);
  let found = null;
  for (const event of run.events) {
    if (event.frame > frame) break;
    found = event;
  }
  return found;
}

/**
 * The next event's frame after a position, or the last frame.
 * @param {Timed} run
 * @param {number} position
 */
export function nextEvent(run, position) {
  const event = run.events.find(({ frame }) => frame > position + 1e-6);
  return event ? event.frame : run.count - 1;
}

/**
 * The last event's frame before a position, or the first frame.
 * @param {Timed} run
 * @param {number} position
 */
export function previousEvent(run, position) {
  const event = [...run.events].reverse().find(({ frame }) => frame < position - 1e-6);
  return event ? event.frame : 0;
}

/**
 * A clock: `duration` in seconds at speed 1, `toPlay(position)` and `fromPlay(seconds)`.
 * @param {Timed} run
 * @param {string} scale
 * @returns {Clock}
 */
export function makeClock(run, scale) {
  const last = run.count - 1;
  const duration = playTime(run);
  const knots = scale === "event" ? eventKnots(run, duration) : timeKnots(run, duration, scale);
  const bend = scale === "log" ? logBend(run) : STRAIGHT;
  return {
    duration: knots[last],
    toPlay(position) {
      const { i, f } = split(run, position);
      return f === 0 ? knots[i] : knots[i] + bend.to(i, f) * (knots[i + 1] - knots[i]);
    },
    fromPlay(seconds) {
      const i = lastAtMost(knots, seconds);
      if (i < 0) return 0;
      if (i >= last) return last;
      const f = bend.from(i, (seconds - knots[i]) / (knots[i + 1] - knots[i]));
      return i + Math.max(0, Math.min(1, f));
    },
  };
}

/**
 * More events take more time to tell, within reason.
 * @param {Timed} run
 */
function playTime(run) {
  const told = run.events.filter(({ frame }) => frame > 0);
  const moved = told.filter(({ arms }) => arms.length > 0);
  return Math.max(12, Math.min(60, 4 + told.length + moved.length));
}

/** @param {Timed} run @param {number} duration @param {string} scale */
function timeKnots(run, duration, scale) {
  const g = scale === "log" ? Math.log1p : (/** @type {number} */ t) => t;
  const end = g(run.t[run.count - 1]);
  if (!(end > 0)) return Float64Array.from(run.t, (_, i) => (duration * i) / (run.count - 1 || 1));
  return run.t.map((t) => (duration * g(t)) / end);
}

/**
 * Each stretch between events gets a share of the time, and each event a moment to be seen.
 * @param {Timed} run
 * @param {number} duration
 */
function eventKnots(run, duration) {
  const last = run.count - 1;
  const step = new Float64Array(last);
  let still = 0;
  for (let i = 0; i < last; i++) {
    if (!isMoment(run, i)) continue;
    step[i] = changesLanes(run, i) ? 1.2 : 0.6;
    still += step[i];
  }
  const allowed = Math.min(1, (0.45 * duration) / (still || 1));
  for (let i = 0; i < last; i++) step[i] *= allowed;

  const stretches = [];
  const marks = [...new Set([0, ...run.events.map(({ frame }) => frame), last])].sort(
    (a, b) => a - b,
  );
  for (let m = 1; m < marks.length; m++) {
    const [from, to] = [marks[m - 1], marks[m]];
    const moving = [];
    for (let i = from; i < to; i++) if (!isMoment(run, i)) moving.push(i);
    const share = (run.t[to] - run.t[from]) / (run.t[last] || 1);
    if (moving.length > 0) stretches.push({ moving, share, span: run.t[to] - run.t[from] });
  }
  /** @param {{share: number}} stretch */
  const weight = ({ share }) => 1 + 2 * Math.sqrt(share);
  const total = stretches.reduce((sum, stretch) => sum + weight(stretch), 0);
  const left = duration - still * allowed;
  for (const stretch of stretches) {
    const seconds = (left * weight(stretch)) / total;
    // Half by time, half by frame: frames are dense where estimates move fast.
    for (const i of stretch.moving) {
      const part = (run.t[i + 1] - run.t[i]) / stretch.span;
      step[i] = seconds * (0.5 * part + 0.5 / stretch.moving.length);
    }
  }
  const knots = new Float64Array(run.count);
  for (let i = 0; i < last; i++) knots[i + 1] = knots[i] + step[i];
  return knots;
}

/** @param {Timed} run @param {number} i */
export function changesLanes(run, i) {
  for (let arm = 0; arm < run.n; arm++) {
    if (run.lane[i * run.n + arm] !== run.lane[(i + 1) * run.n + arm]) return true;
  }
  return false;
}

/**
 * How play time and the way from one frame to the next go together: both shares in [0, 1].
 * @typedef {{to: (i: number, f: number) => number, from: (i: number, w: number) => number}} Bend
 */

/** @type {Bend} */
const STRAIGHT = { to: (_, f) => f, from: (_, w) => w };

/**
 * Inside one frame interval, too, the log clock runs evenly in log(1 + t).
 * @param {Timed} run
 * @returns {Bend}
 */
function logBend({ t }) {
  const g = Math.log1p;
  return {
    to: (i, f) => (g(t[i] + f * (t[i + 1] - t[i])) - g(t[i])) / (g(t[i + 1]) - g(t[i]) || 1),
    from: (i, w) =>
      (Math.expm1(g(t[i]) + w * (g(t[i + 1]) - g(t[i]))) - t[i]) / (t[i + 1] - t[i] || 1),
  };
}

/**
 * Index of the last item ≤ value in a nondecreasing array; −1 if there is none.
 * @param {ArrayLike<number>} array
 * @param {number} value
 */
export function lastAtMost(array, value) {
  let low = 0;
  let high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
