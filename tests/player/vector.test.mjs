/** What a page of a PDF draws of an SVG: paths and letters. What needs a browser is tried in one. */

import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";

import { pdfOfDrawing } from "../../dashboard/exports/pdf.js";
import { isFlat, NotDrawn, pathOf, runs } from "../../dashboard/exports/vector.js";

test("lines are lines, absolute or not", () => {
  assert.equal(
    pathOf("M0,0h10v-5H2V1L3,4.5Zm1,1l1e0,-2"),
    "0 0 m 10 0 l 10 -5 l 2 -5 l 2 1 l 3 4.5 l h 1 1 m 2 -1 l",
  );
  assert.throws(() => pathOf("M0,0Q1,1 2,2"), NotDrawn);
});

test("a line has no area, so nothing fills it", () => {
  assert.ok(isFlat(pathOf("M0,96v336")));
  assert.ok(isFlat(pathOf("M0,1h2M5,1h2")));
  assert.ok(!isFlat(pathOf("M0,0h2v2")));
  assert.ok(!isFlat("0 0 2 2 re"));
});

test("a circle of two arcs goes round its middle", () => {
  const path = pathOf("M3.5,0A3.5,3.5 0 1,1 0,-3.5A3.5,3.5 0 0,1 3.5,0Z");
  const ends = [...path.matchAll(/(\S+) (\S+) c/g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.deepEqual(ends, [
    [0, 3.5],
    [-3.5, 0],
    [0, -3.5],
    [3.5, 0],
  ]);
});

test("each letter comes from a font that has it", () => {
  assert.deepEqual(runs("c · λ –\u200b x", false), [
    { font: "Plain", at: 0, codes: "6320b720" },
    { font: "Symbol", at: 4, codes: "6c" },
    { font: "Plain", at: 5, codes: "20962078" },
  ]);
  assert.throws(() => runs("名前", false), NotDrawn);
});

test("a drawing is a page that holds no picture", async () => {
  const drawing = { content: "0 0 m 1 1 l S", opacities: [[1, 0.5]] };
  const bytes = Buffer.from(await pdfOfDrawing(drawing, 960, 540, { title: "Regret ≤ 5" }));
  const file = bytes.toString("latin1");
  assert.match(file, /\/MediaBox \[0 0 720\.00 405\.00\]/);
  assert.match(file, /\/G0 << \/ca 1 \/CA 0\.5 >>/);
  assert.doesNotMatch(file, /Image/);
  const begin = file.indexOf("stream\n") + "stream\n".length;
  const length = Number(file.match(/\/Length (\d+)/)[1]);
  assert.equal(inflateSync(bytes.subarray(begin, begin + length)).toString(), drawing.content);
  const table = Number(file.match(/startxref\n(\d+)\n%%EOF\n$/)[1]);
  assert.ok(file.slice(table).startsWith("xref\n0 6\n"));
});
