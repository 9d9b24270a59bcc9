/** Packed fields of the payload as typed arrays, and what is said of those that cannot be read. */

/** @import { Counts } from "./types.d.ts" */

/** A payload that cannot be shown; its message is meant for the reader. */
export class PayloadError extends Error {}

/** @param {number} value @param {string} name @param {number} least */
export function whole(value, name, least) {
  if (!Number.isInteger(value) || value < least) {
    throw new PayloadError(
      `${name} must be a whole number of at least ${least}, but ${value} came.`,
    );
  }
  return value;
}

/**
 * Rounds, or counts of them, of a run of that horizon.
 * @param {string | undefined} text
 * @param {number} horizon
 * @param {number | null} length
 * @param {string} name
 * @returns {Counts}
 */
export function times(text, horizon, length, name) {
  if (horizon < 2 ** 32) return typed(text, Uint32Array, length, name);
  return typed(text, Float64Array, length, name);
}

/**
 * Base64 text as a typed array of exactly `length` items, or of any length if it is null.
 *
 * @template {Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array} Items
 * @param {string | undefined} text
 * @param {{new (buffer: ArrayBuffer): Items, BYTES_PER_ELEMENT: number}} Type
 * @param {number | null} length
 * @param {string} name
 */
export function typed(text, Type, length, name) {
  let raw;
  try {
    raw = Uint8Array.from(atob(text ?? ""), (character) => character.charCodeAt(0));
  } catch {
    throw new PayloadError(`${name} must be base64 text, but something else came.`);
  }
  const items = raw.length / Type.BYTES_PER_ELEMENT;
  if (!Number.isInteger(items) || (length !== null && items !== length)) {
    throw new PayloadError(`${name} must hold ${length ?? "whole"} items, but ${items} came.`);
  }
  return new Type(raw.buffer);
}

/**
 * @param {string | undefined} text
 * @param {number} length
 * @param {number} low
 * @param {number} high
 * @param {string} name
 */
export function unpack(text, length, low, high, name) {
  const packed = typed(text, Uint16Array, length, name);
  return Float32Array.from(packed, (q) => low + (q / 65535) * (high - low));
}

/**
 * One byte per frame and arm out of one bit each.
 * @param {string | undefined} text
 * @param {number} count
 * @param {number} n
 * @param {string} name
 */
export function unpackBits(text, count, n, name) {
  const stride = Math.ceil(n / 8);
  const bits = typed(text, Uint8Array, count * stride, name);
  const flags = new Uint8Array(count * n);
  for (let f = 0; f < count; f++) {
    for (let i = 0; i < n; i++) flags[f * n + i] = (bits[f * stride + (i >> 3)] >> (i & 7)) & 1;
  }
  return flags;
}
