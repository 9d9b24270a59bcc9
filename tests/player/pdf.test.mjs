/** A picture as a PDF: what a reader of PDFs looks for is where it looks for it. */

import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";

import { pdfOf } from "../../dashboard/exports/pdf.js";

const PIXELS = new Uint8ClampedArray([
  ...[255, 0, 0, 255],
  ...[0, 255, 0, 255],
  ...[0, 0, 255, 255],
  ...[0, 0, 0, 0],
]);
const FACTS = { title: "Regret ≤ 5", seed: "1" };

test("every object stands where the table of places says", async () => {
  const bytes = Buffer.from(await pdfOf(PIXELS, 2, 2, 2, FACTS));
  const file = bytes.toString("latin1");
  assert.ok(file.startsWith("%PDF-1.4\n"));
  const table = Number(file.match(/startxref\n(\d+)\n%%EOF\n$/)[1]);
  assert.ok(file.slice(table).startsWith("xref\n0 7\n"));
  const places = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((row) => +row[1]);
  assert.equal(places.length, 6);
  for (const [number, place] of places.entries()) {
    assert.ok(file.slice(place).startsWith(`${number + 1} 0 obj\n`));
  }
});

test("the pixels are those of the picture, what is clear is white paper", async () => {
  const bytes = Buffer.from(await pdfOf(PIXELS, 2, 2, 2, FACTS));
  const file = bytes.toString("latin1");
  const image = file.indexOf("/Subtype /Image");
  const length = Number(file.slice(image).match(/\/Length (\d+)/)[1]);
  const begin = file.indexOf("stream\n", image) + "stream\n".length;
  const rgb = inflateSync(bytes.subarray(begin, begin + length));
  assert.deepEqual([...rgb], [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
  assert.match(file, /\/Width 2 \/Height 2/);
  assert.match(file, /\/MediaBox \[0 0 0\.75 0\.75\]/);
});

test("it says what it is, in any script", async () => {
  const file = Buffer.from(await pdfOf(PIXELS, 2, 2, 2, FACTS)).toString("latin1");
  const title = file.match(/\/Title <FEFF([0-9a-f]+)>/)[1];
  const words = title.match(/.{4}/g).map((code) => String.fromCharCode(Number.parseInt(code, 16)));
  assert.equal(words.join(""), FACTS.title);
});
