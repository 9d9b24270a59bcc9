import assert from "node:assert/strict";
import test from "node:test";

import { orderFrom, orderText } from "../../dart_player/js/order.js";
import { makeRun } from "./fixture.mjs";

/** From frame 1 on arm 1 above 2; from 2 on 2 above 3, from 4 on 4 above 1. */
function ordered() {
  const run = makeRun();
  run.order = Uint16Array.from([1, 0, 1, 2, 1, 2, 4, 3, 0]);
  return run;
}

test("an arm is above whom its bets and chains of bets lead to, from their frame on", () => {
  const run = ordered();
  const seen = (frame, arm) => {
    const { side, direct } = orderFrom(run, frame, arm);
    return [[...side], [...direct]];
  };
  assert.deepEqual(seen(0, 0), [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  assert.deepEqual(seen(1, 0), [
    [0, 1, 0, 0],
    [0, 1, 0, 0],
  ]);
  assert.deepEqual(seen(3, 0), [
    [0, 1, 1, 0],
    [0, 1, 0, 0],
  ]);
  assert.deepEqual(seen(4, 2), [
    [2, 2, 0, 2],
    [0, 1, 0, 0],
  ]);
});

test("what is proved about an arm is said in words", () => {
  const run = ordered();
  assert.deepEqual(orderText(run, 4, 0), {
    above: "arms 2 and 3: one by a bet, one by a chain of bets",
    below: "arm 4, by a bet",
  });
  assert.deepEqual(orderText(run, 4, 3), {
    above: "arms 1, 2 and 3: one by a bet, two by chains of bets",
    below: "no arm yet",
  });
  assert.equal(orderText(run, 4, 2).below, "arms 1, 2 and 4: one by a bet, two by chains of bets");
});
