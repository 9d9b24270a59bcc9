/**
 * Where tokens stand: computed once per run and width, for all frames, so that playing forwards,
 * backwards or by jumps always shows the same picture.
 *
 * Inside a lane, tokens that share a place on the axis are stacked in rows. A token keeps its row
 * from frame to frame until it would touch another one. Arms outside the window are pinned to the
 * lane's edge, in columns. A lane that gets too full shrinks its tokens.
 */

/** Radius of a token at scale 1, and the space between tokens, in px. */
export const RADIUS = 13;
const GAP = 5;
const SCALES_DOWN = [1, 0.88, 0.77, 0.68, 0.56, 0.45, 0.35, 0.26];
/** Below this scale a label is too small to read and is left out. */
export const LEGIBLE = 0.68;
/** Pinned tokens may reach so far, in px, beyond the margin. */
const PIN_MORE = 6;
/** Frames between two looks at whether a lane has become roomy enough for larger tokens. */
const GROW_EVERY = 12;

/**
 * Lane boxes and the axis inside a picture of a given size; the wide form has a gutter for names.
 * An algorithm that rejects no arms has no third lane.
 */
export function makeGeometry(width, height, narrow, third = true) {
  const gutter = narrow ? 0 : 86;
  const head = narrow ? 20 : 0;
  const space = 6;
  const free = height - 2 * space - (third ? 3 : 2) * head;
  const share = third
    ? { accept: 0.19, active: 0.53, reject: 0.28 }
    : { accept: 0.36, active: 0.64, reject: 0 };
  const lanes = [];
  let top = 0;
  for (const [name, id] of [
    ["accept", 1],
    ["active", 0],
    ["reject", 2],
  ]) {
    const box = head + free * share[name];
    // The active lane has a line of text above its tokens and one below; others, marks of the truth.
    const [above, below] = id === 0 ? [16, 18] : [9, 4];
    lanes[id] = { top, height: box, from: top + head + above, to: top + box - below, head };
    top += box + space;
  }
  const margin = narrow ? 24 : 40;
  return {
    width,
    height,
    gutter,
    lanes,
    left: gutter + margin,
    right: width - margin,
    margin,
    narrow,
  };
}

/** Half the width of a token at a scale: a circle, or a pill around a longer name. */
export function halfWidth(label, scale) {
  if (scale < LEGIBLE || label.length <= 3) return RADIUS * scale;
  return Math.max(RADIUS, 3.4 * label.length + 6) * scale;
}

/** Before its first play an arm has no estimate: it waits in line. */
export function waitingX(geometry, arm, n) {
  return geometry.left + ((arm + 0.5) / n) * (geometry.right - geometry.left);
}

/**
 * Place all arms at all frames.
 *
 * Returns arrays over frames × arms: `y` and `scale`; `side` (−1 pinned left, 0 free, 1 pinned
 * right) and, for pinned arms, `pinX`.
 */
export function placeArms(run, windows, geometry) {
  const { n, count } = run;
  const places = {
    y: new Float32Array(count * n),
    scale: new Float32Array(count * n),
    side: new Int8Array(count * n),
    pinX: new Float32Array(count * n),
  };
  const x = new Float64Array(n);
  const next = new Float64Array(n);
  const lanes = geometry.lanes.map((box, id) => new LanePacker(box, id, run.labels));
  for (let f = 0; f < count; f++) {
    const { low, high } = windows;
    const moved = f > 0 && (low[f] !== low[f - 1] || high[f] !== high[f - 1]);
    for (let arm = 0; arm < n; arm++) {
      const at = f * n + arm;
      places.side[at] = sideOf(run, windows, f, arm, f > 0 ? places.side[at - n] : 0);
      x[arm] = targetX(run, geometry, f, arm, low[f], high[f]);
      const later = f < run.born[arm] ? f : Math.min(f + 1, count - 1);
      next[arm] = targetX(run, geometry, later, arm, low[f], high[f]);
    }
    for (const lane of lanes) {
      const members = armsIn(run, f, lane.id, places.side, 0);
      lane.update(members, x, next, f, moved);
      for (const arm of members) {
        places.y[f * n + arm] = lane.yOf(arm);
        places.scale[f * n + arm] = lane.scale;
      }
      for (const side of [-1, 1]) pin(run, places, geometry, lane.box, f, lane.id, side);
    }
  }
  return places;
}

export function toX(value, low, high, geometry) {
  return geometry.left + ((value - low) / (high - low)) * (geometry.right - geometry.left);
}

function targetX(run, geometry, f, arm, low, high) {
  if (f < run.born[arm]) return waitingX(geometry, arm, run.n);
  return toX(run.estimate[f * run.n + arm], low, high, geometry);
}

/** Outside the window? An arm that was stays so until it is clearly inside. */
function sideOf(run, { low, high }, f, arm, before) {
  if (f < run.born[arm]) return 0;
  const value = run.estimate[f * run.n + arm];
  const slack = 0.02 * (high[f] - low[f]);
  if (value < low[f] + (before === -1 ? slack : 0)) return -1;
  if (value > high[f] - (before === 1 ? slack : 0)) return 1;
  return 0;
}

function armsIn(run, f, lane, side, which) {
  const arms = [];
  for (let arm = 0; arm < run.n; arm++) {
    const at = f * run.n + arm;
    if (run.lane[at] === lane && side[at] === which) arms.push(arm);
  }
  return arms;
}

/** Pinned arms stand in columns at the edge, as large as the margin allows, below their count. */
function pin(run, places, geometry, box, f, lane, side) {
  const arms = armsIn(run, f, lane, places.side, side);
  if (arms.length === 0) return;
  const from = box.top + box.head + 18;
  const depth = Math.max(8, box.to - from);
  let [scale, rows, columns] = [0, 1, 1];
  for (scale of SCALES_DOWN) {
    const pitch = 2 * RADIUS * scale + 4;
    rows = Math.max(1, Math.floor((depth + 4) / pitch));
    columns = Math.ceil(arms.length / rows);
    if (columns * pitch <= geometry.margin + PIN_MORE) break;
  }
  const pitch = 2 * RADIUS * scale + 4;
  // Too many even for the smallest tokens: let them overlap, their number is written above.
  const step = Math.min(pitch, (geometry.margin + PIN_MORE) / columns);
  const edge = side < 0 ? geometry.left - geometry.margin : geometry.right + geometry.margin;
  arms.forEach((arm, place) => {
    const at = f * run.n + arm;
    places.scale[at] = scale;
    places.y[at] = from + pitch * ((place % rows) + 0.5) - 2;
    const half = Math.max(pitch / 2, halfWidth(run.labels[arm], scale) + 2);
    places.pinX[at] = edge - side * (step * Math.floor(place / rows) + half);
  });
}

/** The rows of one lane, carried from frame to frame. */
class LanePacker {
  constructor(box, id, labels) {
    this.box = box;
    this.id = id;
    this.labels = labels;
    this.row = new Int16Array(labels.length).fill(-1);
    this.lastRow = new Int16Array(labels.length).fill(-1);
    this.members = [];
    this.setScale(1);
  }

  setScale(scale) {
    this.scale = scale;
    this.pitch = 2 * RADIUS * scale + GAP * Math.max(0.5, scale);
    const depth = this.box.to - this.box.from;
    this.rows = Math.max(1, Math.floor((depth + 2) / this.pitch));
    const middle = (this.rows - 1) / 2;
    this.order = Array.from({ length: this.rows }, (_, r) => r);
    this.order.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  }

  yOf(arm) {
    const middle = (this.box.from + this.box.to) / 2;
    return middle + (this.row[arm] - (this.rows - 1) / 2) * this.pitch;
  }

  /** Smallest distance at which two tokens may share a row. */
  reach(a, b, scale = this.scale) {
    const gap = GAP * Math.max(0.4, scale);
    return halfWidth(this.labels[a], scale) + halfWidth(this.labels[b], scale) + gap;
  }

  /** `x` is where the arms are at this frame, `next` where they are going until the next one. */
  update(members, x, next, frame, windowMoved) {
    const changed = members.length !== this.members.length;
    const first = this.members.length === 0;
    const stays = new Set(members);
    for (const arm of this.members) if (!stays.has(arm)) this.row[arm] = -1;
    this.members = members;
    if (members.length === 0) return;
    const mayGrow = first || changed || windowMoved || frame % GROW_EVERY === 0;
    if (mayGrow) this.grow(x, first || windowMoved);
    if (!this.keep(x, next)) this.shrink(x);
  }

  /** Larger tokens if there is clearly room; with `anew`, also the same size in fresh rows. */
  grow(x, anew) {
    const now = SCALES_DOWN.indexOf(this.scale);
    for (let s = 0; s < now + (anew ? 1 : 0); s++) {
      if (this.pack(x, SCALES_DOWN[s], s < now ? 1.15 : 1)) return;
    }
  }

  shrink(x) {
    const now = SCALES_DOWN.indexOf(this.scale);
    for (let s = now + 1; s < SCALES_DOWN.length; s++) {
      if (this.pack(x, SCALES_DOWN[s], 1.05)) return;
    }
    this.setScale(SCALES_DOWN.at(-1));
    this.crowd(x);
  }

  /**
   * Everyone stays in their row; who would touch an earlier arm, now or before the next frame, moves
   * to the nearest free row. False if there is none that is free at least now.
   */
  keep(x, next) {
    const placed = Array.from({ length: this.rows }, () => []);
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

  isFree(others, arm, x) {
    return others.every((other) => Math.abs(x[other] - x[arm]) >= this.reach(other, arm));
  }

  /** Free at both frames and on the same side: then on the straight way between them, too. */
  staysFree(others, arm, x, next) {
    return others.every((other) => {
      const [now, then] = [x[other] - x[arm], next[other] - next[arm]];
      return now * then > 0 && Math.min(Math.abs(now), Math.abs(then)) >= this.reach(other, arm);
    });
  }

  /** Fresh rows from left to right, if everyone fits with the given extra space between them. */
  pack(x, scale, slack) {
    const before = this.scale;
    this.setScale(scale);
    const end = new Array(this.rows).fill(null);
    const rows = new Map();
    for (const arm of [...this.members].sort((a, b) => x[a] - x[b] || a - b)) {
      const row = this.order.find(
        (r) => end[r] === null || x[arm] - x[end[r]] >= slack * this.reach(end[r], arm),
      );
      if (row === undefined) {
        this.setScale(before);
        return false;
      }
      end[row] = arm;
      rows.set(arm, row);
    }
    for (const [arm, row] of rows) this.row[arm] = row;
    return true;
  }

  /** No room even for the smallest tokens: keep rows, and give newcomers the row with most room. */
  crowd(x) {
    const end = new Array(this.rows).fill(-Infinity);
    for (const arm of [...this.members].sort((a, b) => x[a] - x[b] || a - b)) {
      const kept = this.row[arm];
      const row =
        kept >= 0 && kept < this.rows
          ? kept
          : this.order.reduce((a, b) => (end[b] < end[a] ? b : a));
      this.row[arm] = row;
      end[row] = x[arm];
    }
  }
}
