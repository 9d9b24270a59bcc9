/** Where a caption stands: as near as can be to what it speaks of, and on none of what must be seen. */

/** @import { Area } from "./types.d.ts" */

const STEP = 8;
/** A caption keeps so far away from what it must not cover. */
const AIR = 8;

/**
 * The upper left corner of a box of a size.
 * @param {{width: number, height: number}} size
 * @param {Area} subject what it speaks of
 * @param {Area[]} seen what it must not cover
 * @param {Area} bounds
 * @returns {[left: number, top: number]}
 */
export function placeBeside({ width, height }, subject, seen, bounds) {
  /** @type {[left: number, top: number]} */
  let best = [bounds.left, bounds.top];
  let least = Infinity;
  const [right, bottom] = [bounds.right - width, bounds.bottom - height];
  for (let top = bounds.top; top <= Math.max(bounds.top, bottom); top += STEP) {
    for (let left = bounds.left; left <= Math.max(bounds.left, right); left += STEP) {
      const box = { left, top, right: left + width, bottom: top + height };
      const away = distance(box, subject);
      if (away >= least) continue;
      const price = away + seen.reduce((sum, each) => sum + covered(box, each), 0);
      if (price < least) [best, least] = [[left, top], price];
    }
  }
  return best;
}

/**
 * How far two boxes are from each other, and a little how far their middles are.
 * @param {Area} a
 * @param {Area} b
 */
export function distance(a, b) {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  const middles = Math.hypot(
    a.left + a.right - b.left - b.right,
    a.top + a.bottom - b.top - b.bottom,
  );
  return Math.hypot(x, y) + middles / 20;
}

/**
 * Whether two boxes lie on each other.
 * @param {Area} a
 * @param {Area} b
 */
export function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * The price of covering a box: more than any distance.
 * @param {Area} box
 * @param {Area} seen
 */
function covered(box, seen) {
  const width = Math.min(box.right + AIR, seen.right) - Math.max(box.left - AIR, seen.left);
  const height = Math.min(box.bottom + AIR, seen.bottom) - Math.max(box.top - AIR, seen.top);
  return width > 0 && height > 0 ? 10_000 + width * height : 0;
}
