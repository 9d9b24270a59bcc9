/** What a player has chosen and seen: plain functions, without a page. */

import { armsText } from "../../dart_player/js/naming.js";

/** @import { Dealt, Round } from "../types.d.ts" */
/** @import { Named } from "../../dart_player/js/naming.js" */

/**
 * The choice after a tap on an arm, in the order of the taps: the oldest makes room for a K+1st.
 * @param {number[]} chosen
 * @param {number} arm
 * @param {number} k
 */
export function tapped(chosen, arm, k) {
  if (chosen.includes(arm)) return chosen.filter((each) => each !== arm);
  return [...chosen, arm].slice(-k);
}

/**
 * For every arm how many rounds it was played in, and what these paid on average.
 * @param {Round[]} rounds
 * @param {number} n
 */
export function averages(rounds, n) {
  const arms = Array.from({ length: n }, () => ({ plays: 0, mean: 0 }));
  for (const { arms: played, reward } of rounds) {
    for (const arm of played) {
      arms[arm].plays += 1;
      arms[arm].mean += (reward - arms[arm].mean) / arms[arm].plays;
    }
  }
  return arms;
}

/**
 * The arm that a digit stands for: 1 … 9, and 0 for the tenth; null for any other key.
 * @param {string} key
 * @param {number} n
 */
export function armOfKey(key, n) {
  if (!/^[0-9]$/.test(key)) return null;
  const arm = key === "0" ? 9 : Number(key) - 1;
  return arm < n ? arm : null;
}

/**
 * "arm 3", "ads 2 and 5", "arms 1, 2 and Logo", from arms that count from 0, in any order.
 * @param {number[]} arms
 * @param {Named} dealt
 */
export const named = (arms, dealt) =>
  armsText(
    dealt,
    [...arms].sort((a, b) => a - b),
  );

/**
 * "1 round", "2 rounds".
 * @param {number} count
 * @param {string} what
 */
export function counted(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/**
 * A reward in at most three digits: 0.5, 0.333, 1.
 * @param {number} reward
 */
export function short(reward) {
  return String(Number(reward.toFixed(3)));
}

/**
 * Actions that may have been kept from an earlier visit, or none if they do not fit the game.
 * @param {unknown} kept
 * @param {Pick<Dealt, 'n' | 'k' | 'table'>} dealt
 * @returns {number[][]}
 */
export function checkedActions(kept, { n, k, table }) {
  /** @param {unknown} arm */
  const isArm = (arm) => typeof arm === "number" && Number.isInteger(arm) && arm >= 0 && arm < n;
  /** @param {unknown} action */
  const isAction = (action) =>
    Array.isArray(action) &&
    action.every(isArm) &&
    new Set(action).size === k &&
    action.length === k;
  const fits = Array.isArray(kept) && kept.length <= table.length && kept.every(isAction);
  return fits ? kept : [];
}
