/** Asking an arm: gates, tests to come and sentences, on runs small enough to do by hand. */

import assert from "node:assert/strict";
import test from "node:test";

import { answers, counts, halfLambda, nearestGate, nextMove } from "../../dart_player/js/asking.js";
import { pieces } from "../../dart_player/js/code.js";
import { decode } from "../../dart_player/js/decode.js";
import { toggled } from "../../dart_player/js/panels.js";
import { stagesAt, valuesAt } from "../../dart_player/js/stages.js";
import { slowParts } from "../../dart_player/js/steps.js";
import { base64, makeRun, payload } from "./fixture.mjs";

const asked = {
  lam: 0.1,
  by_rounds: false,
  tests: [
    [1, 2],
    [0.5, 8],
    [0.25, 32],
    [0.125, 128],
    [0.0625, 512],
  ],
  allowed: 4,
  commit: 20,
  regret: 7.5,
  half: { lam: 0.05, moves: [[1, 2, 15]], commit: 18, regret: 9 },
};
// Four arms at 0.2 … 0.8, K = 2, Δ = 0.5: K-th 0.6, next 0.4, gates at 0.9 and 0.1.
const options = {
  t: [0, 5, 10, 10, 2000],
  gates: (f) => (f === 0 ? [NaN, NaN, NaN, NaN] : [0.9, 0.1, 0.6, 0.4]),
  played: () => [0, 1, 2, 3],
  asked,
};

test("the next gate and the test that would move an arm", () => {
  const run = makeRun(options);
  assert.deepEqual(counts(run, 1), { active: 4, accepted: 0, rejected: 0, open: 2, groups: 2 });
  const top = nearestGate(run, 1, 3);
  assert.equal(top.to, "accept");
  assert.ok(Math.abs(top.gap - 0.4) < 1e-4 && Math.abs(top.short - 0.1) < 1e-4);
  assert.equal(nearestGate(run, 1, 2).to, "accept");
  assert.equal(nearestGate(run, 1, 0).to, "reject");
  // Gap 0.4: Δ = 0.25 after 32 epochs of two rounds each; five rounds are over.
  const move = { why: "test", delta: 0.25, epoch: 32, t: 64, rounds: 59 };
  assert.deepEqual(nextMove(run, 1, 3), move);
  assert.equal(nextMove(run, 1, 2).delta, 0.125);
  assert.deepEqual(nextMove(makeRun({ ...options, asked: { ...asked, allowed: 2 } }), 1, 3), {
    why: "lambda",
    delta: 0.25,
  });
  assert.equal(nextMove(makeRun({ ...options, t: [0, 5, 10, 10, 60] }), 1, 3).why, "horizon");
  assert.equal(nextMove(makeRun({ ...options, asked: undefined }), 1, 3), null);
});

test("a test comes at the end of its epoch, wherever in an epoch one asks", () => {
  const short = {
    ...asked,
    tests: [
      [1, 1],
      [0.3, 4],
    ],
    allowed: 2,
  };
  const run = makeRun({ ...options, t: [0, 5, 7, 8, 8, 2000], asked: short });
  const moves = [1, 2, 3].map((frame) => nextMove(run, frame, 3));
  assert.deepEqual(
    moves.map(({ t }) => t),
    [8, 8, 8],
  );
  assert.deepEqual(
    moves.map(({ rounds }) => rounds),
    [3, 1, 0],
  );
  const stays = (frame) => new Map(answers(run, frame, 3, true)).get("if estimates stay");
  assert.equal(stays(1), "moved at Δ = 0.3 by the test after epoch 4, in 3 rounds: t ≈ 8");
  assert.equal(stays(3), "moved at Δ = 0.3 by the test after epoch 4: now");
});

test("the authors' code counts rounds, and tests in the epoch after Δ has halved", () => {
  const rounds = {
    ...asked,
    by_rounds: true,
    tests: [
      [1, 0],
      [0.5, 3],
      [0.25, 12],
    ],
  };
  const run = makeRun({ ...options, asked: rounds });
  // Δ = 0.25 once t > 12·2: at the end of epoch 13, and one more for the test.
  const { epoch, t } = nextMove(run, 1, 3);
  assert.deepEqual([epoch, t], [14, 28]);
});

test("equal estimates at the border are level; a decided arm has no gate left", () => {
  const level = { ...options, estimate: (f) => (f ? 0.5 : 0), gates: () => [1, 0, 0.5, 0.5] };
  assert.equal(nextMove(makeRun(level), 1, 0).why, "level");
  const run = makeRun({ ...options, moves: [[3, 0, 2]] });
  assert.notEqual(nearestGate(run, 2, 0), null);
  assert.equal(nearestGate(run, 3, 0), null);
});

test("half the λ in words", () => {
  const run = makeRun(options);
  assert.match(
    halfLambda(run, 1),
    /λ = 0\.05 .* end at t = 18 instead of t = 20, .* rejected at t = 15/,
  );
  assert.match(halfLambda(run, 0), /stay undecided\. Regret at T: 9 instead of 7\.5/);
  const none = { ...asked, lam: 0 };
  assert.match(halfLambda(makeRun({ ...options, asked: none }), 0), /0 already/);
});

test("an arm's answers keep the truth to themselves when it is hidden", () => {
  const story = [{ frame: 3, text: "arm 1 is rejected", arms: [0] }];
  const run = makeRun({ ...options, moves: [[3, 0, 2]], story });
  const terms = (frame, truth) => answers(run, frame, 0, truth).map(([term]) => term);
  assert.ok(terms(1, true).includes("true mean"));
  assert.ok(!terms(1, false).includes("true mean"));
  assert.ok(terms(1, true).includes("gate") && !terms(1, true).includes("why"));
  assert.ok(terms(3, true).includes("why") && !terms(3, true).includes("gate"));
});

test("an estimate says what it is of, and who predicts hears nothing of the end", () => {
  const run = makeRun({ ...options, words: { axis: "estimate μ̂: mean joint reward of its sets" } });
  const told = (predicts) => new Map(answers(run, 1, 3, true, predicts));
  assert.equal(told(false).get("estimate"), "0.80, mean joint reward of its sets");
  assert.ok(told(false).has("with half the λ") && !told(true).has("with half the λ"));
});

test("n_i gives the widths, exactly as w = ½·sqrt(spread/n)", () => {
  const data = payload({ n: 2, k: 1, t: [0, 1, 4] });
  delete data.frames.width;
  data.frames.plays = base64(Uint16Array, [0, 0, 1, 0, 1, 2]);
  data.frames.plays_bytes = 2;
  data.frames.spread = 4;
  const run = decode(data);
  assert.deepEqual([...run.plays], [0, 0, 1, 0, 2, 2]);
  assert.deepEqual([...run.width.slice(4)], [Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
  assert.ok(run.width[0] > run.width[2]);
});

test("stages follow the moments of a run", () => {
  const run = makeRun({ ...options, moves: [[3, 0, 2]] });
  assert.deepEqual(stagesAt(run, 0), ["start"]);
  assert.deepEqual(stagesAt(run, 1.5).includes("play"), true);
  assert.deepEqual(stagesAt(run, 2.1), ["test"]);
  assert.ok(stagesAt(run, 3).includes("reject") && !stagesAt(run, 3).includes("accept"));
  assert.equal(valuesAt(run, 3).rejected, "1");
  assert.equal(valuesAt(run, 3).due, "8");
});

test("formulas come in pieces", () => {
  assert.deepEqual(pieces("*K*_e = 2^{−1}"), [
    ["i", "K"],
    ["sub", "e"],
    ["", " = 2"],
    ["sup", "−1"],
  ]);
});

test("panels open and close one by one", () => {
  assert.equal(toggled("none", "code"), "code");
  assert.equal(toggled("code", "steps"), "both");
  assert.equal(toggled("both", "code"), "steps");
  assert.equal(toggled("steps", "steps"), "none");
});

test("an epoch in steps: order, groups, one number, estimates, test", () => {
  const data = payload({ ...options, n: 3, t: [0, 2, 2, 20], moves: [[2, 0, 2]] });
  data.story = [{ frame: 2, text: "arm 1 is rejected.", arms: [0] }];
  data.epochs = [
    {
      frame: 1,
      epoch: 1,
      t: 0,
      action: base64(Uint8Array, [2, 0, 1, 2]), // the second group wraps to arm 3
      reward: base64(Float32Array, [0.5, 1]),
      before: base64(Float32Array, [0, 0, 0]),
      after: base64(Float32Array, [0.5, 0.5, 1, 0.5]),
      n: base64(Uint32Array, [0, 0, 0]),
    },
  ];
  const [part] = slowParts(decode(data));
  const texts = part.steps.map(({ text }) => text);
  assert.equal(part.steps.length, 2 + 3 * 2 + 2);
  assert.match(texts[1], /2 groups of 2.*1 short and takes the first one arm/);
  assert.match(texts[2], /t = 1: play arms 3 and 1/);
  assert.match(texts[3], /r = 0\.50/);
  assert.match(texts[4], /arm 3: 0\.000 → 0\.500 \(n = 1\); arm 1/);
  assert.match(texts[7], /arm 2: 0\.000 → 1\.000 \(n = 1\)\. Arm 3 had an update already/);
  assert.equal(texts.at(-1), "arm 1 is rejected.");
  assert.deepEqual(
    part.steps.map(({ frame }) => frame),
    [...Array(9).fill(1), 2],
  );
  assert.ok(part.steps.at(-1).stages.includes("reject"));
});
