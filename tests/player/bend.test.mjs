/** The count curve that is bent by hand. */

import assert from "node:assert/strict";
import test from "node:test";

import { bent, valueAfter } from "../../dashboard/own_problem/bend.js";

test("a point that is moved takes the others along, and no further", () => {
  const curve = [0, 0.2, 0.5, 0.7, 1];
  assert.deepEqual(bent(curve, 2, 0.6), [0, 0.2, 0.6, 0.7, 1]);
  assert.deepEqual(bent(curve, 2, 0.834), [0, 0.2, 0.83, 0.83, 1]);
  assert.deepEqual(bent(curve, 2, 0.1), [0, 0.1, 0.1, 0.7, 1]);
  assert.deepEqual(bent(curve, 0, 9), [1, 1, 1, 1, 1]);
  assert.deepEqual(bent(curve, 4, -9), [0, 0, 0, 0, 0]);
  assert.deepEqual(curve, [0, 0.2, 0.5, 0.7, 1]);
});

test("keys move a point by a hundredth or a tenth, or to an end", () => {
  const keys = ["ArrowUp", "ArrowDown", "PageUp", "PageDown"];
  const steps = keys.map((key) => bent([0.5], 0, valueAfter(key, 0.5))[0]);
  assert.deepEqual(steps, [0.51, 0.49, 0.6, 0.4]);
  assert.deepEqual(
    ["Home", "End", "a"].map((key) => valueAfter(key, 0.5)),
    [0, 1, null],
  );
});
