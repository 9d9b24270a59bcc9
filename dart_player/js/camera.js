/**
 * The camera over the estimate axis: it stands still, or glides from one window to the next, and
 * then a mark says what it did. Windows come in steps (window.js), so this is rare.
 */

import { formatTick } from "./format.js";

/** @import { Interval, View } from "./types.d.ts" */

/** A glide, and how long its mark is there, the last part of it fading; in seconds. */
const GLIDE = 0.5;
const MARK = 2.6;
const FADE = 0.6;

export class Camera {
  /** @type {View} */
  view = { low: NaN, high: NaN };
  /** @type {Interval} */
  from = [NaN, NaN];
  /** @type {Interval} */
  to = [NaN, NaN];
  passed = GLIDE;
  /** What the mark says, in more and in fewer letters, and since when in ms. */
  words = ["", "", ""];
  since = -Infinity;

  /** Forget where it was: the next window is taken at once, without a mark. */
  reset() {
    this.view = { low: NaN, high: NaN };
    this.to = [NaN, NaN];
    this.since = -Infinity;
  }

  /**
   * Look at a window, `dt` seconds after the last look; Infinity glides not. True while moving.
   * @param {number} low
   * @param {number} high
   * @param {number} dt
   * @param {number} now in ms
   */
  look(low, high, dt, now) {
    const { view, to } = this;
    if (low !== to[0] || high !== to[1]) {
      const first = Number.isNaN(view.low);
      if (!first) [this.words, this.since] = [zoomWords(to, [low, high]), now];
      this.from = first ? [low, high] : [view.low, view.high];
      this.to = [low, high];
      this.passed = first ? GLIDE : 0;
    }
    this.passed = Math.min(GLIDE, this.passed + dt);
    const p = this.passed / GLIDE;
    const eased = p * p * (3 - 2 * p);
    view.low = p === 1 ? low : this.from[0] + (low - this.from[0]) * eased;
    view.high = p === 1 ? high : this.from[1] + (high - this.from[1]) * eased;
    return p < 1;
  }

  /**
   * How strong the mark is, from 1 to 0.
   * @param {number} now in ms
   */
  mark(now) {
    return Math.max(0, Math.min(1, (MARK - (now - this.since) / 1000) / FADE));
  }
}

/**
 * What happened to the axis, and what it shows now: whole, and shorter for less room.
 * @param {Interval} before
 * @param {Interval} after
 */
export function zoomWords(before, after) {
  const [wide, now] = [before[1] - before[0], after[1] - after[0]];
  const factor = (/** @type {number} */ ratio) => `\u00d7${Number(ratio.toPrecision(2))}`;
  const right = after[0] > before[0];
  const [what, sign] =
    wide > 1.01 * now
      ? ["Zoomed in ", factor(wide / now)]
      : now > 1.01 * wide
        ? ["Zoomed out ", factor(now / wide)]
        : [`Axis moved ${right ? "right" : "left"}`, ""];
  const [low, high] = after.map((end) => formatTick(end, now / 10));
  const brief = `${what}${sign}`;
  return [`${brief}: ${low} to ${high}`, brief, sign || (right ? "\u2192" : "\u2190")];
}
