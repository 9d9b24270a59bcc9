import assert from "node:assert/strict";
import test from "node:test";

import { around } from "../../dart_player/js/lens.js";
import { makeRun } from "./fixture.mjs";

test("a lens shows the arms around one, of its lane, that have no names of their own", () => {
  const n = 60;
  const moves = [20, 21, 22].map((arm) => [1, arm, 2]);
  const run = makeRun({ n, k: 3, moves });
  const x = Float32Array.from({ length: n }, (_, arm) => 10 * arm);
  const y = new Float32Array(n);
  const scale = new Float32Array(n).fill(0.3);
  scale[30] = 0.6; // has a name
  const shown = around({ x, y, scale, run }, 1, 25);
  assert.equal(shown.length, 15);
  assert.ok(shown.includes(25));
  for (const arm of [20, 21, 22, 30]) assert.ok(!shown.includes(arm), `arm ${arm}`);
  assert.deepEqual(
    shown,
    shown.toSorted((a, b) => a - b),
    "as they stand",
  );
  assert.ok(shown.every((arm) => Math.abs(arm - 25) <= 10));
  assert.deepEqual(around({ x, y, scale, run }, 1, 21), [20, 21, 22]);
});
