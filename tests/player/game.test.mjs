import assert from "node:assert/strict";
import test from "node:test";

import {
  armOfKey,
  averages,
  checkedActions,
  counted,
  named,
  short,
  tapped,
} from "../../dashboard/game/book.js";
import { jointReward } from "../../dashboard/game/rewards.js";

test("a tap chooses, a second one takes back, one too many replaces the oldest", () => {
  assert.deepEqual(tapped([], 3, 2), [3]);
  assert.deepEqual(tapped([3], 0, 2), [3, 0]);
  assert.deepEqual(tapped([3, 0], 5, 2), [0, 5]);
  assert.deepEqual(tapped([3, 0], 3, 2), [0]);
});

test("averages are those of the rounds that an arm was played in", () => {
  const rounds = [
    { arms: [0, 1], reward: 1 },
    { arms: [2, 1], reward: 0.5 },
    { arms: [1, 0], reward: 0 },
  ];
  assert.deepEqual(averages(rounds, 4), [
    { plays: 2, mean: 0.5 },
    { plays: 3, mean: 0.5 },
    { plays: 1, mean: 0.5 },
    { plays: 0, mean: 0 },
  ]);
});

test("digits stand for the first ten arms", () => {
  assert.deepEqual(
    ["1", "9", "0", "a", "Enter", "F1"].map((key) => armOfKey(key, 12)),
    [0, 8, 9, null, null, null],
  );
  assert.equal(armOfKey("0", 9), null);
  assert.equal(armOfKey("5", 4), null);
});

test("arms, counts and rewards in words", () => {
  const dealt = { thing: ["ad", "ads"], labels: ["1", "2", "Logo", "4", "5"] };
  assert.equal(named([2], dealt), "ad Logo");
  assert.equal(named([4, 1], dealt), "ads 2 and 5");
  assert.equal(named([4, 2, 1], dealt), "ads 2, Logo and 5");
  assert.equal(counted(1, "round"), "1 round");
  assert.equal(counted(0, "round"), "0 rounds");
  assert.deepEqual([1 / 3, 0.5, 1, 0].map(short), ["0.333", "0.5", "1", "0"]);
});

test("a kept game goes on only if it is one of this game's", () => {
  const dealt = { n: 4, k: 2, table: [[], []] };
  assert.deepEqual(checkedActions([[0, 3]], dealt), [[0, 3]]);
  for (const kept of [null, "01", {}, [[0]], [[0, 0]], [[0, 4]], [[0, 1.5]], [[-1, 0]], [null]]) {
    assert.deepEqual(checkedActions(kept, dealt), []);
  }
  assert.deepEqual(
    checkedActions(
      [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      dealt,
    ),
    [],
  );
});

test("joint rewards by their definitions", () => {
  const bits = { k: 2, curve: [0, 0.25, 1], table: [[1, 0, 1]] };
  assert.equal(jointReward(bits, 0, [0, 1]), 0.25);
  assert.equal(jointReward(bits, 0, [2, 0]), 1);
  const reals = { k: 2, curve: null, table: [[0.5, 0.25]] };
  const all = ["mean", "quadratic", "max", "min"].map((form) =>
    jointReward({ ...reals, form }, 0, [1, 0]),
  );
  assert.deepEqual(all, [0.375, (0.75 ** 2 + 0.25 + 0.0625) / 6, 0.5, 0.25]);
});
