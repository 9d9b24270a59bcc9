/** The joint reward, bit for bit as dart_core has it: the same sums in the same order. */

/** @import { Dealt } from "../types.d.ts" */

/**
 * f of the arms (from 0) of one round; `dealt` is what the server dealt, `round` counts from 0.
 * @param {Pick<Dealt, 'k' | 'form' | 'curve' | 'table'>} dealt
 * @param {number} round
 * @param {number[]} arms
 */
export function jointReward(dealt, round, arms) {
  const row = dealt.table[round];
  const paid = [...arms].sort((a, b) => a - b).map((arm) => row[arm]);
  if (dealt.curve) return dealt.curve[paid.filter((x) => x === 1).length];
  let total = 0;
  let squares = 0;
  for (const x of paid) {
    total += x;
    squares += x * x;
  }
  if (dealt.form === "mean") return total / dealt.k;
  if (dealt.form === "quadratic") return (total * total + squares) / (dealt.k * (dealt.k + 1));
  return dealt.form === "max" ? Math.max(...paid) : Math.min(...paid);
}
