/** A file that somebody saved opens in browsers since Safari 14.1 and Chrome 90: what they lack. */

/**
 * From the end, as `at` counts (Safari 15.4, Chrome 92).
 * @this {ArrayLike<unknown>}
 * @param {number} place
 */
function at(place) {
  return this[place < 0 ? this.length + place : place];
}

for (const { prototype } of [Array, Object.getPrototypeOf(Uint8Array)]) {
  if (!("at" in prototype)) Object.defineProperty(prototype, "at", { value: at, writable: true });
}
