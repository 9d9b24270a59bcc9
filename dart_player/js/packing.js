/**
 * The rows of one lane: tokens that share a place on the axis are stacked.
 *
 * A token keeps its row from frame to frame until it would touch another one. A lane that gets too
 * full first shrinks its tokens while labels stay legible, then lets them stand a little beside
 * their places, and only then shrinks them further.
 */

/** @import { Box, Geometry } from "./types.d.ts" */

/** Radius of a token at scale 1, and the space between tokens, in px. */
export const RADIUS = 13;
const GAP = 5;
/** Below this scale a label is too small to read and is left out. */
export const LEGIBLE = 0.68;
/** From roomy to full: how large tokens are, and how many token widths they may stand aside. */
const LEVELS = [
  { scale: 1, aside: 0 },
  { scale: 0.88, aside: 0 },
  { scale: 0.77, aside: 0 },
  { scale: LEGIBLE, aside: 0 },
  { scale: 0.88, aside: 0.75 },
  { scale: 0.77, aside: 0.75 },
  { scale: LEGIBLE, aside: 1.5 },
  { scale: 0.56, aside: 0 },
  { scale: 0.45, aside: 0 },
  { scale: 0.35, aside: 0 },
  { scale: 0.26, aside: 0 },
];
export const SCALES_DOWN = LEVELS.filter(({ aside }) => aside === 0).map(({ scale }) => scale);
/** Frames between two looks at whether a lane has become roomy enough for larger tokens. */
const GROW_EVERY = 12;

/**
 * What a token can hold of an arm's name; its tip and its title have all of it.
 * @param {string} name
 */
export function tokenLabel(name) {
  const characters = Array.from(name);
  return characters.length <= 8 ? name : `${characters.slice(0, 7).join("")}…`;
}

/**
 * Half the width of a token at a scale: a circle, or a pill around a longer name.
 * @param {string} label
 * @param {number} scale
 */
export function halfWidth(label, scale) {
  if (scale < LEGIBLE || label.length <= 3) return RADIUS * scale;
  return Math.max(RADIUS, 3.4 * label.length + 6) * scale;
}

/** The rows of one lane, carried from frame to frame. */
export class LanePacker {
  /** @type {number[]} */
  members = [];
  level = 0;
  scale = 1;
  pitch = 0;
  rows = 1;
  /** @type {number[]} */
  order = [];

  /** @param {Box} box @param {number} id @param {string[]} labels @param {Geometry} geometry */
  constructor(box, id, labels, { left, right, margin }) {
    this.box = box;
    this.id = id;
    this.labels = labels;
    this.from = left - margin / 2;
    this.to = right + margin / 2;
    this.row = new Int16Array(labels.length).fill(-1);
    this.shift = new Float64Array(labels.length);
    this.setLevel(0);
  }

  /** @param {number} level */
  setLevel(level) {
    const { scale } = LEVELS[level];
    this.level = level;
    this.scale = scale;
    this.pitch = 2 * RADIUS * scale + GAP * Math.max(0.5, scale);
    const depth = this.box.to - this.box.from;
    this.rows = Math.max(1, Math.floor((depth + 2) / this.pitch));
    const middle = (this.rows - 1) / 2;
    this.order = Array.from({ length: this.rows }, (_, r) => r);
    this.order.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  }

  /** @param {number} arm */
  yOf(arm) {
    const middle = (this.box.from + this.box.to) / 2;
    return middle + (this.row[arm] - (this.rows - 1) / 2) * this.pitch;
  }

  /**
   * Smallest distance at which two tokens may share a row.
   * @param {number} a
   * @param {number} b
   */
  reach(a, b) {
    const gap = GAP * Math.max(0.4, this.scale);
    return halfWidth(this.labels[a], this.scale) + halfWidth(this.labels[b], this.scale) + gap;
  }

  /**
   * `x` is where the arms are at this frame, `next` where they are going until the next one.
   * @param {number[]} members
   * @param {Float64Array} x
   * @param {Float64Array} next
   * @param {number} frame
   * @param {boolean} windowMoved
   */
  update(members, x, next, frame, windowMoved) {
    const changed = members.length !== this.members.length;
    const first = this.members.length === 0;
    const stays = new Set(members);
    for (const arm of this.members) {
      if (!stays.has(arm)) [this.row[arm], this.shift[arm]] = [-1, 0];
    }
    this.members = members;
    if (members.length === 0) return;
    const mayGrow = first || changed || windowMoved || frame % GROW_EVERY === 0;
    if (mayGrow) this.grow(x, first || windowMoved);
    const fits = LEVELS[this.level].aside > 0 ? this.keepAside(x) : this.keep(x, next);
    if (!fits) this.shrink(x);
  }

  /**
   * Larger tokens if there is clearly room; with `anew`, also the same size in fresh rows.
   * @param {Float64Array} x
   * @param {boolean} anew
   */
  grow(x, anew) {
    const now = this.level;
    for (let level = 0; level < now + (anew ? 1 : 0); level++) {
      if (this.pack(x, level, level < now ? 1.15 : 1)) return;
    }
  }

  /** @param {Float64Array} x */
  shrink(x) {
    for (let level = this.level + 1; level < LEVELS.length; level++) {
      if (this.pack(x, level, 1.05)) return;
    }
    this.setLevel(LEVELS.length - 1);
    this.crowd(x);
  }

  /**
   * A level in fresh rows, if everyone fits with the given extra space.
   * @param {Float64Array} x
   * @param {number} level
   * @param {number} slack
   */
  pack(x, level, slack) {
    const before = this.level;
    this.setLevel(level);
    const fits = LEVELS[level].aside > 0 ? this.packAside(x, slack) : this.packInPlace(x, slack);
    if (!fits) this.setLevel(before);
    return fits;
  }

  /** @param {(arm: number) => number} key */
  fromLeft(key) {
    return [...this.members].sort((a, b) => key(a) - key(b) || a - b);
  }

  /**
   * Everyone stays in their row; who would touch an earlier arm, now or before the next frame, moves
   * to the nearest free row. False if there is none that is free at least now.
   * @param {Float64Array} x
   * @param {Float64Array} next
   */
  keep(x, next) {
    /** @type {number[][]} */
    const placed = Array.from({ length: this.rows }, () => []);
    /** @type {number[]} */
    const moving = [];
    for (const arm of this.members) {
      const row = this.row[arm];
      const stays = row >= 0 && row < this.rows && this.staysFree(placed[row], arm, x, next);
      if (stays) placed[row].push(arm);
      else moving.push(arm);
    }
    for (const arm of moving) {
      const from = this.row[arm] >= 0 ? this.row[arm] : (this.rows - 1) / 2;
      const near = [...this.order].sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
      const row =
        near.find((candidate) => this.staysFree(placed[candidate], arm, x, next)) ??
        near.find((candidate) => this.isFree(placed[candidate], arm, x));
      if (row === undefined) return false;
      placed[row].push(arm);
      this.row[arm] = row;
    }
    return true;
  }

  /** @param {number[]} others @param {number} arm @param {Float64Array} x */
  isFree(others, arm, x) {
    return others.every((other) => Math.abs(x[other] - x[arm]) >= this.reach(other, arm));
  }

  /**
   * Free at both frames and on the same side: then on the straight way between them, too.
   * @param {number[]} others
   * @param {number} arm
   * @param {Float64Array} x
   * @param {Float64Array} next
   */
  staysFree(others, arm, x, next) {
    return others.every((other) => {
      const [now, then] = [x[other] - x[arm], next[other] - next[arm]];
      return now * then > 0 && Math.min(Math.abs(now), Math.abs(then)) >= this.reach(other, arm);
    });
  }

  /**
   * Fresh rows from left to right.
   * @param {Float64Array} x
   * @param {number} slack
   */
  packInPlace(x, slack) {
    /** @type {(number | null)[]} */
    const end = new Array(this.rows).fill(null);
    const rows = new Map();
    for (const arm of this.fromLeft((a) => x[a])) {
      const row = this.order.find((r) => {
        const last = end[r];
        return last === null || x[arm] - x[last] >= slack * this.reach(last, arm);
      });
      if (row === undefined) return false;
      end[row] = arm;
      rows.set(arm, row);
    }
    for (const [arm, row] of rows) [this.row[arm], this.shift[arm]] = [row, 0];
    return true;
  }

  /**
   * Fresh rows from left to right, each arm where it is pushed aside least.
   * @param {Float64Array} x
   * @param {number} slack
   */
  packAside(x, slack) {
    /** @type {number[][]} */
    const rows = this.order.map(() => []);
    const end = new Array(this.rows).fill(-Infinity);
    for (const arm of this.fromLeft((a) => x[a])) {
      const pushed = rows.map((row, r) =>
        row.length > 0 ? Math.max(0, end[r] + this.reach(row[row.length - 1], arm) - x[arm]) : 0,
      );
      const row = this.order.reduce((a, b) => (pushed[b] < pushed[a] ? b : a));
      rows[row].push(arm);
      end[row] = x[arm] + pushed[row];
    }
    return this.settleAside(rows, x, slack);
  }

  /**
   * Everyone stays in their row, newcomers in the emptiest; false if someone must go too far.
   * @param {Float64Array} x
   * @returns {boolean}
   */
  keepAside(x) {
    /** @type {number[][]} */
    const rows = this.order.map(() => []);
    // Who stands on the left stays there until clearly overtaken: ties must not swap places.
    for (const arm of this.fromLeft((a) => x[a] + this.shift[a] / 2)) {
      const kept = this.row[arm];
      const row =
        kept >= 0 && kept < this.rows
          ? kept
          : this.order.reduce((a, b) => (rows[b].length < rows[a].length ? b : a));
      rows[row].push(arm);
    }
    return this.settleAside(rows, x, 1) || this.pack(x, this.level, 1);
  }

  /**
   * Spread every row, if nobody has to stand farther aside than the level allows.
   * @param {number[][]} rows
   * @param {Float64Array} x
   * @param {number} slack
   */
  settleAside(rows, x, slack) {
    const shifts = rows.map((row) => this.spread(row, x));
    /** @param {number} arm */
    const most = (arm) =>
      (2 * halfWidth(this.labels[arm], this.scale) * LEVELS[this.level].aside) / slack;
    const fits = rows.every((row, r) =>
      row.every((arm, q) => Math.abs(shifts[r][q]) <= most(arm) + 1e-9),
    );
    if (!fits) return false;
    for (const [r, row] of rows.entries()) {
      for (const [q, arm] of row.entries()) [this.row[arm], this.shift[arm]] = [r, shifts[r][q]];
    }
    return true;
  }

  /**
   * The smallest shifts, in squares, that let the arms of a row stand side by side in this order:
   * an isotonic regression, by pooling neighbours that are in each other's way.
   * @param {number[]} row
   * @param {Float64Array} x
   */
  spread(row, x) {
    /** @type {number[]} */
    const offset = [];
    for (const [q, arm] of row.entries()) {
      offset.push(q > 0 ? offset[q - 1] + this.reach(row[q - 1], arm) : 0);
    }
    /** @type {{sum: number, size: number}[]} */
    const pools = [];
    row.forEach((arm, q) => {
      let pool = { sum: x[arm] - offset[q], size: 1 };
      for (let last = pools.at(-1); last; last = pools.at(-1)) {
        if (last.sum / last.size < pool.sum / pool.size) break;
        pools.pop();
        pool = { sum: last.sum + pool.sum, size: last.size + pool.size };
      }
      pools.push(pool);
    });
    const most = this.to - (offset.at(-1) ?? 0);
    const places = pools.flatMap(({ sum, size }) =>
      new Array(size).fill(Math.max(this.from, Math.min(most, sum / size))),
    );
    return row.map((arm, q) => places[q] + offset[q] - x[arm]);
  }

  /**
   * No room even for the smallest tokens: keep rows, and give newcomers the row with most room.
   * @param {Float64Array} x
   */
  crowd(x) {
    const end = new Array(this.rows).fill(-Infinity);
    for (const arm of this.fromLeft((a) => x[a])) {
      const kept = this.row[arm];
      const row =
        kept >= 0 && kept < this.rows
          ? kept
          : this.order.reduce((a, b) => (end[b] < end[a] ? b : a));
      [this.row[arm], this.shift[arm]] = [row, 0];
      end[row] = x[arm];
    }
  }
}
