/** A count curve that is bent by hand: plain functions, without a page. */

/**
 * What one press of a key does to a value; null for any other key.
 * @param {string} key
 * @param {number} value
 */
export function valueAfter(key, value) {
  const step = { ArrowUp: 0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1 }[key];
  if (step !== undefined) return value + step;
  return { Home: 0, End: 1 }[key] ?? null;
}

/**
 * The curve with g(j) at a value: it lies in [0, 1], and the others make way so that none falls.
 * @param {number[]} curve
 * @param {number} j
 * @param {number} value
 */
export function bent(curve, j, value) {
  const at = Math.round(100 * Math.max(0, Math.min(1, value))) / 100;
  return curve.map((g, i) => (i < j ? Math.min(g, at) : i > j ? Math.max(g, at) : at));
}
