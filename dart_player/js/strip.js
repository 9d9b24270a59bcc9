/** A lane that is a strip: a mark for each arm, in the column of its place, around the middle. */

/** @import { Box } from "./types.d.ts" */

/** The columns, in px: as wide as the fullest of them allows. */
const COLUMNS = [10, 8, 7, 6, 5];

/**
 * Write where the marks stand, `shift` beside `x` and at `y`; returns the width of a column. `column`
 * is the width so far, 0 for none.
 * @param {number[]} arms
 * @param {Float64Array} x
 * @param {{box: Box, from: number, column: number, shift: Float64Array, y: Float64Array}} strip
 */
export function layoutStrip(arms, x, { box, from, column: before, shift, y }) {
  const depth = box.to - box.from;
  /** @type {Map<number, number[]>} */
  let columns = new Map();
  let size = 0;
  for (size of COLUMNS) {
    columns = new Map();
    let fullest = 0;
    for (const arm of arms) {
      const at = Math.floor((x[arm] - from) / size);
      const column = columns.get(at) ?? [];
      column.push(arm);
      columns.set(at, column);
      fullest = Math.max(fullest, column.length);
    }
    // Narrow columns stay narrow while they are nearly full: they must not flicker.
    const slack = before > 0 && size > before ? 1.3 : 1;
    if (slack * fullest * size <= depth) break;
  }
  const middle = (box.from + box.to) / 2;
  for (const [at, column] of columns) {
    const pitch = Math.min(size, depth / column.length);
    column.forEach((arm, q) => {
      shift[arm] = from + size * (at + 0.5) - x[arm];
      y[arm] = middle + pitch * (q - (column.length - 1) / 2);
    });
  }
  return size;
}
