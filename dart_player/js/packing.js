/**
 * The rows of one lane: tokens that share a place on the axis are stacked.
 *
 * A token keeps its row from frame to frame until it would touch another one. A lane that gets too
 * full first shrinks its tokens down to the smallest type that can be read, then lets them stand
 * beside their places. Where even that is not enough, it becomes a strip: a mark for each arm, in
 * columns along the axis, whose names a lens shows.
 */

import { layoutStrip } from "./strip.js";

/** @import { Box, Geometry } from "./types.d.ts" */

/** Radius of a token at scale 1, and the space between tokens, in px. */
export const RADIUS = 13;
const GAP = 5;
/** Type is never smaller than this, in px; tokens below this scale have no room for it. */
const TYPE = 11;
export const LEGIBLE = 0.6;
/** Whether tokens have their names; a scale that glides to the least may end just before it. @param {number} scale */
export const isLegible = (scale) => scale >= LEGIBLE - 0.01;
/** From roomy to full: how large tokens are, and how many token widths they may stand aside. */
const LEVELS = [
  { scale: 1, aside: 0 },
  { scale: 0.88, aside: 0 },
  { scale: 0.77, aside: 0 },
  { scale: 0.68, aside: 0 },
  { scale: 0.88, aside: 0.75 },
  { scale: 0.77, aside: 0.75 },
  { scale: 0.68, aside: 1.5 },
  { scale: LEGIBLE, aside: 0.75 },
  { scale: LEGIBLE, aside: 1.5 },
  { scale: LEGIBLE, aside: 3 },
];
/** Scales of arms outside the window, which share a margin. */
export const SCALES_DOWN = [1, 0.88, 0.77, 0.68, LEGIBLE, 0.45, 0.35, 0.26];
/** Frames between two looks at whether a lane has become roomy enough for larger tokens. */
const GROW_EVERY = 12;

/**
 * What a token can hold of an arm's name; its tip and its label have all of it.
 * @param {string} name
 */
export function tokenLabel(name) {
  const characters = Array.from(name);
  return characters.length <= 8 ? name : `${characters.slice(0, 7).join("")}…`;
}

/**
 * The size of a token's name in px: it shrinks with its token, but never out of sight.
 * @param {string} label
 * @param {number} scale
 */
export function typeSize(label, scale) {
  return Math.max(TYPE, (label.length > 3 ? 11 : 12.5) * scale);
}

/**
 * Half the width of a token at a scale: a circle, or a pill around a longer name.
 * @param {string} label
 * @param {number} scale
 */
export function halfWidth(label, scale) {
  if (scale < LEGIBLE || label.length <= 2) return RADIUS * scale;
  const perLetter = label.length > 3 ? 0.31 : 0.285;
  const margin = label.length > 3 ? 6 : 2;
  return Math.max(
    RADIUS * scale,
    perLetter * typeSize(label, scale) * label.length + margin * scale,
  );
}

/** From row to row. @param {number} scale */
function pitchAt(scale) {
  return 2 * RADIUS * scale + GAP * Math.max(0.5, scale);
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
  /** The width of a strip's columns in px; 0 while tokens have names. */
  column = 0;

  /** @param {Box} box @param {number} id @param {string[]} labels @param {Geometry} geometry */
  constructor(box, id, labels, { left, right, margin }) {
    this.box = box;
    this.id = id;
    this.labels = labels;
    this.from = left - margin / 2;
    this.to = right + margin / 2;
    this.row = new Int16Array(labels.length).fill(-1);
    this.shift = new Float64Array(labels.length);
    this.y = new Float64Array(labels.length);
    this.setLevel(0);
  }

  /** @param {number} level */
  setLevel(level) {
    const { scale } = LEVELS[level];
    this.level = level;
    this.column = 0;
    this.scale = scale;
    this.pitch = pitchAt(scale);
    this.rows = this.rowsAt(scale);
    const middle = (this.rows - 1) / 2;
    this.order = Array.from({ length: this.rows }, (_, r) => r);
    this.order.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  }

  /** @param {number} arm */
  yOf(arm) {
    if (this.column > 0) return this.y[arm];
    const middle = (this.box.from + this.box.to) / 2;
    return middle + (this.row[arm] - (this.rows - 1) / 2) * this.pitch;
  }

  /** @param {number} scale */
  rowsAt(scale) {
    const depth = this.box.to - this.box.from;
    return Math.max(1, Math.floor((depth + 2) / pitchAt(scale)));
  }

  /** The row nearest to a height; none for an arm that comes from nowhere. @param {number} y */
  rowAt(y) {
    const middle = (this.box.from + this.box.to) / 2;
    const row = Math.round((y - middle) / this.pitch + (this.rows - 1) / 2);
    return Number.isNaN(row) ? -1 : Math.max(0, Math.min(this.rows - 1, row));
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
    if (this.column > 0) {
      this.strip(x);
      return;
    }
    const fits = LEVELS[this.level].aside > 0 ? this.keepAside(x) : this.keep(x, next);
    if (!fits) this.shrink(x);
  }

  /**
   * Larger tokens if there is clearly room; with `anew`, also the same size in fresh rows.
   * @param {Float64Array} x
   * @param {boolean} anew
   */
  grow(x, anew) {
    const now = this.column > 0 ? LEVELS.length : this.level;
    const last = Math.min(LEVELS.length, now + (anew ? 1 : 0));
    for (let level = 0; level < last; level++) {
      if (this.pack(x, level, level < now ? 1.35 : 1)) return;
    }
  }

  /** @param {Float64Array} x */
  shrink(x) {
    for (let level = this.level + 1; level < LEVELS.length; level++) {
      if (this.pack(x, level, 1.05)) return;
    }
    this.strip(x);
  }

  /**
   * A level in fresh rows, if everyone fits with the given extra space.
   * @param {Float64Array} x
   * @param {number} level
   * @param {number} slack
   */
  pack(x, level, slack) {
    if (!this.hasRoom(LEVELS[level].scale)) return false;
    const { level: before, column } = this;
    const heights = this.members.map((arm) => (this.row[arm] < 0 ? NaN : this.yOf(arm)));
    this.setLevel(level);
    const homes = new Map(this.members.map((arm, q) => [arm, this.rowAt(heights[q])]));
    // Who may stay at its height does: an arm that hops says that something happened to it.
    const fits =
      LEVELS[level].aside > 0
        ? this.packAside(x, slack, homes) || this.packAside(x, slack, new Map())
        : this.packInPlace(x, slack, homes);
    if (fits) return true;
    this.setLevel(before);
    this.column = column;
    return false;
  }

  /**
   * Whether the rows are long enough for everyone, wherever they stand: a quick look before.
   * @param {number} scale
   */
  hasRoom(scale) {
    const gap = GAP * Math.max(0.4, scale);
    let wide = 0;
    for (const arm of this.members) wide += 2 * halfWidth(this.labels[arm], scale) + gap;
    return wide <= this.rowsAt(scale) * (this.to - this.from + 4 * RADIUS);
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
   * Fresh rows from left to right, at home where that is free.
   * @param {Float64Array} x
   * @param {number} slack
   * @param {Map<number, number>} homes
   */
  packInPlace(x, slack, homes) {
    /** @type {(number | null)[]} */
    const end = new Array(this.rows).fill(null);
    const rows = new Map();
    for (const arm of this.fromLeft((a) => x[a])) {
      const isFree = (/** @type {number} */ r) => {
        const last = end[r];
        return last === null || x[arm] - x[last] >= slack * this.reach(last, arm);
      };
      const home = homes.get(arm) ?? -1;
      const row = home >= 0 && isFree(home) ? home : this.order.find(isFree);
      if (row === undefined) return false;
      end[row] = arm;
      rows.set(arm, row);
    }
    for (const [arm, row] of rows) [this.row[arm], this.shift[arm]] = [row, 0];
    return true;
  }

  /**
   * Fresh rows from left to right, each arm where it is pushed aside least, or nearly so at home.
   * @param {Float64Array} x
   * @param {number} slack
   * @param {Map<number, number>} homes
   */
  packAside(x, slack, homes) {
    /** @type {number[][]} */
    const rows = this.order.map(() => []);
    const end = new Array(this.rows).fill(-Infinity);
    for (const arm of this.fromLeft((a) => x[a])) {
      const pushed = rows.map((row, r) =>
        row.length > 0 ? Math.max(0, end[r] + this.reach(row[row.length - 1], arm) - x[arm]) : 0,
      );
      const least = this.order.reduce((a, b) => (pushed[b] < pushed[a] ? b : a));
      const home = homes.get(arm) ?? -1;
      const near = pushed[least] + halfWidth(this.labels[arm], this.scale);
      const row = pushed[home] <= near ? home : least;
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
    const isLast = this.level === LEVELS.length - 1;
    if (!isLast && rows.some((row) => this.length(row) > this.to - this.from)) return false;
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
   * Where the arms of a row stand, from the first one, if they are as close as can be.
   * @param {number[]} row
   */
  offsets(row) {
    const offset = [0];
    for (let q = 1; q < row.length; q++)
      offset.push(offset[q - 1] + this.reach(row[q - 1], row[q]));
    return offset;
  }

  /** @param {number[]} row */
  length(row) {
    return this.offsets(row).at(-1) ?? 0;
  }

  /**
   * The smallest shifts, in squares, that let the arms of a row stand side by side in this order:
   * an isotonic regression, by pooling neighbours that are in each other's way.
   * @param {number[]} row
   * @param {Float64Array} x
   */
  spread(row, x) {
    const offset = this.offsets(row);
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
    const most = this.to - this.length(row);
    // A row that is too long for both margins takes as much of the one as of the other.
    const middle = (this.from + most) / 2;
    const [low, high] = most < this.from ? [middle, middle] : [this.from, most];
    const places = pools.flatMap(({ sum, size }) =>
      new Array(size).fill(Math.max(low, Math.min(high, sum / size))),
    );
    return row.map((arm, q) => places[q] + offset[q] - x[arm]);
  }

  /**
   * No room for names: the lane is a strip.
   * @param {Float64Array} x
   */
  strip(x) {
    this.column = layoutStrip(this.members, x, this);
    this.scale = (this.column - 1.5) / (2 * RADIUS);
  }
}
