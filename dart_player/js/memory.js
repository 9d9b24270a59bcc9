/** What outlives a player, as long as the page is open: positions in runs, and preferences. */

import { validPreferences } from "./controls.js";

/** @import { Preferences } from "./types.d.ts" */
/** @import { Start } from "./wire.d.ts" */

const REMEMBERED = 50;

/** @type {Map<string, number>} */
const positions = new Map();
/** @type {Preferences | null} */
let chosen = null;

/** What the visitor prefers; before there is a run, what players begin with. */
export const preferred = () => chosen ?? validPreferences({});

/**
 * A link's preferences count unless the visitor has some already.
 * @param {Partial<Start>} start
 */
export function beginWith(start) {
  chosen ??= validPreferences(start);
}

/** @param {Partial<Preferences>} change */
export function prefer(change) {
  chosen = { ...preferred(), ...change };
}

/**
 * Where the visitor was in a run; undefined in one that was not touched yet.
 * @param {string} id
 */
export const positionIn = (id) => positions.get(id);

/** @param {string} id @param {number} position */
export function remember(id, position) {
  positions.delete(id); // the map keeps the order of last use
  positions.set(id, position);
  const [oldest] = positions.keys();
  if (positions.size > REMEMBERED) positions.delete(oldest);
}
