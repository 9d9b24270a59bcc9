/** Files that are saved: facts inside a PNG, lines of a story. */

import assert from "node:assert/strict";
import test from "node:test";

import { crc32, pngWithFacts } from "../../dart_player/js/save.js";
import { broken } from "../../dart_player/js/slide.js";

// The smallest picture: one transparent pixel.
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Type and data of each chunk, its checksum verified. */
function chunks(bytes) {
  const found = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(view.getUint32(at + 8 + length), crc32(body));
    found.push(new TextDecoder().decode(body));
    at += 12 + length;
  }
  return found;
}

test("the checksum is that of the PNG specification", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
  assert.equal(crc32(new TextEncoder().encode("IEND")), 0xae426082);
});

test("facts are chunks of text behind the header, all else stays", () => {
  const facts = { seed: "1", citation: "Agarwal et al., 6557–6565 ≤ ▲" };
  const before = chunks(new Uint8Array(PIXEL));
  const after = chunks(pngWithFacts(new Uint8Array(PIXEL), facts));
  assert.equal(after[0], before[0]);
  assert.deepEqual(after.slice(1, 3), [
    "iTXtseed\0\0\0\0\x001",
    `iTXtcitation\0\0\0\0\0${facts.citation}`,
  ]);
  assert.deepEqual(after.slice(3), before.slice(1));
});

test("a story is broken between words, and what is left out is marked", () => {
  assert.deepEqual(broken("one two three", 7, 3), ["one two", "three"]);
  assert.deepEqual(broken("one two three four", 5, 2), ["one", "two …"]);
  assert.deepEqual(broken("", 5, 2), [""]);
});
