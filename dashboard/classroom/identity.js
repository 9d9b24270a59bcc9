/** Who a browser is in a room: a random number of its own, and the keys of rooms that it opened. */

const VOTER = "dart-voter";

/** @type {Map<string, string>} */
const memory = new Map(); // where a browser stores nothing

/** @param {string} key @returns {string | null} */
export function kept(key) {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // private windows: this tab remembers, until it is reloaded
  }
}

/** A random number that this browser keeps: a reloaded phone votes once. */
export function voter() {
  let found = kept(VOTER);
  if (!found) {
    found = Array.from(crypto.getRandomValues(new Uint32Array(4)), (x) => x.toString(36)).join("");
    keep(VOTER, found);
  }
  return found;
}

/**
 * What a page that was reloaded says once: that it is the lecturer's, or whose phone it is. A host
 * keeps the key of the room in this browser; no link has it.
 * @param {{mode: string, code: string, key?: string}} data
 */
export function claim({ mode, code, key }) {
  const place = `dart-host:${code}`;
  if (mode === "host" && key) keep(place, key);
  const host = kept(place);
  return { voter: voter(), ...(host && { host }) };
}
