/** Asking an arm: gates, tests to come and sentences, on runs small enough to do by hand. */

import assert from "node:assert/strict";
import test from "node:test";

import {
  answers,
  counts,
  halfLambda,
  nearestGate,
  nextMove,
  openText,
} from "../../dart_player/js/asking.js";
import { pieces } from "../../dart_player/js/code.js";
import { decode } from "../../dart_player/js/decode.js";
import { toggled } from "../../dart_player/js/panels.js";
import { stagesAt, valuesAt } from "../../dart_player/js/stages.js";
import { pieceOf, stage } from "../../dart_player/js/staging.js";
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

test("an undecided arm beyond a gate says why it is undecided", () => {
  const near = {
    ...options,
    gates: (f) => (f === 0 ? [NaN, NaN, NaN, NaN] : [0.75, 0.1, 0.6, 0.4]),
  };
  const run = makeRun(near);
  assert.equal(openText(run, 1, 2), "", "before its gate");
  assert.equal(
    openText(run, 1, 3),
    "beyond the line: in at the next test, after round 64, if it stays there",
  );
  const words = { gate: "range" };
  const wide = makeRun({ ...near, asked: undefined, words, width: () => 0.1 });
  assert.equal(openText(wide, 1, 3), "beyond the line for in, but not with all its range");
  assert.match(new Map(answers(wide, 1, 3, false)).get("next test"), /in if all its range reaches/);
  const sure = makeRun({ ...near, asked: undefined, words, width: () => 0.01 });
  assert.equal(openText(sure, 1, 3), "beyond the line: in at the next test, if it stays there");
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
  const stays = (frame) => new Map(answers(run, frame, 3, true)).get("if nothing changes");
  assert.equal(stays(1), "settled by the test for a lead of 0.3, in 3 rounds: after round 8");
  assert.equal(stays(3), "settled by the test for a lead of 0.3: now");
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
    /λ halved to 0\.05, .* after round 18 instead of round 20, and .* out at round 15/,
  );
  assert.match(halfLambda(run, 0), /stay undecided\. Regret at the end: 9 instead of 7\.5/);
  const none = { ...asked, lam: 0 };
  assert.match(halfLambda(makeRun({ ...options, asked: none }), 0), /0 already/);
});

test("an arm's answers keep the truth to themselves when it is hidden", () => {
  const story = [{ frame: 3, text: "arm 1 is rejected", arms: [0] }];
  const run = makeRun({ ...options, moves: [[3, 0, 2]], story });
  const terms = (frame, truth) => answers(run, frame, 0, truth).map(([term]) => term);
  assert.ok(terms(1, true).includes("truly pays"));
  assert.ok(!terms(1, false).includes("truly pays"));
  assert.ok(terms(1, true).includes("next test") && !terms(1, true).includes("why"));
  assert.ok(terms(3, true).includes("why") && !terms(3, true).includes("next test"));
});

test("an estimate says what it is of, and who predicts hears nothing of the end", () => {
  const run = makeRun({ ...options, words: { axis: "estimate μ̂: mean joint reward of its sets" } });
  const told = (predicts) => new Map(answers(run, 1, 3, true, predicts));
  assert.equal(told(false).get("estimate"), "0.80, mean joint reward of its sets");
  assert.ok(told(false).has("with half the λ") && !told(true).has("with half the λ"));
});

test("n_i gives the widths, exactly as w = ½·sqrt(spread/n)", () => {
  const data = payload({ n: 2, k: 1, t: [0, 1, 4] });
  const [{ frames }] = data.runs;
  delete frames.width;
  frames.plays = base64(Uint16Array, [0, 0, 1, 0, 1, 2]);
  frames.plays_bytes = 2;
  frames.spread = 4;
  const [run] = decode(data).runs;
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

test("things have their names in all answers and steps", () => {
  const shown = { ...options, moves: [[3, 0, 2]], story: [{ frame: 3, text: "Out.", arms: [0] }] };
  const run = { ...makeRun(shown), thing: ["server", "servers"] };
  const said = [answers(run, 1, 3, true), answers(run, 3, 0, true)].flat(2).join(" ");
  assert.match(said, /this server would/);
  assert.doesNotMatch(said, /\barms?\b/);
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
  const story = [{ frame: 2, text: "arm 1 is rejected.", arms: [0] }];
  const epochs = [
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
  const moved = { n: 3, t: [0, 2, 2, 20], moves: [[2, 0, 2]] };
  const [part] = slowParts(makeRun({ ...options, ...moved, story, epochs }));
  const texts = part.steps.map(({ text }) => text);
  assert.equal(part.steps.length, 2 + 3 * 2 + 2);
  assert.match(texts[1], /2 groups of 2.*1 short and takes the first one arm/);
  assert.match(texts[2], /Round 1: arms 3 and 1 are played together/);
  assert.match(texts[3], /comes back: 0\.50, what they earn on average\./);
  assert.match(texts[4], /arm 3: 0\.000 → 0\.500 \(group 1\); arm 1/);
  assert.match(texts[7], /arm 2: 0\.000 → 1\.000 \(group 1\)\. Arm 3 had this number counted/);
  assert.equal(texts.at(-1), "arm 1 is rejected.");
  assert.deepEqual(
    part.steps.map(({ frame }) => frame),
    [0, 0, 0.5, 0.5, 0.5, 1, 1, 1, 1, 2],
  );
  assert.deepEqual(
    part.steps.map(({ t, values }) => [t, values.t]),
    [0, 0, 1, 1, 1, 2, 2, 2, 2, 2].map((t) => [t, String(t)]),
  );
  assert.ok(part.steps.at(-1).stages.includes("reject"));
});

test("at each step of slow motion the lanes show what has been played by then", () => {
  const epochs = [
    {
      frame: 1,
      epoch: 1,
      t: 0,
      action: base64(Uint8Array, [2, 0, 1, 3]),
      reward: base64(Float32Array, [0.5, 1]),
      before: base64(Float32Array, [0, 0, 0, 0]),
      after: base64(Float32Array, [0.5, 0.5, 1, 1]),
      n: base64(Uint32Array, [0, 0, 0, 0]),
    },
  ];
  const run = makeRun({ ...options, t: [0, 2, 2, 20], epochs });
  const [part] = slowParts(run);
  const { from, to } = pieceOf(run, part, 3);
  assert.deepEqual([from, to], [0, part.steps.length]);
  const staged = stage(run, part, from, to);
  const played = (s) => [0, 1, 2, 3].filter((arm) => staged.run.born[arm] <= s);
  const lit = (s) => [0, 1, 2, 3].filter((arm) => staged.run.action[4 * s + arm] === 1);
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(played), [
    [],
    [],
    [],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 1, 2, 3],
  ]);
  assert.deepEqual([1, 2, 4, 5, 7].map(lit), [[], [0, 2], [0, 2], [1, 3], [1, 3]]);
  assert.equal(staged.run.estimate[4 * 4 + 2], 0.5);
  assert.equal(staged.run.estimate[4 * 7 + 3], 1);
  // A piece in the middle tells the same as the whole.
  const middle = stage(run, part, 5, 7);
  assert.deepEqual([...middle.run.estimate], [...staged.run.estimate.slice(20, 28)]);
  assert.deepEqual([...middle.run.born], [0, 2, 0, 2]);
});

test("beside a true mean stands what the groups truly average, which the estimate estimates", () => {
  const data = payload(options);
  data.truth.groups = [0.3, 0.4, 0.5, 0.6];
  const told = (run, truth) => new Map(answers(run, 1, 2, truth)).get("its groups truly average");
  const [run] = decode(data).runs;
  assert.equal(told(run, true), "0.50, beside random partners");
  const lane = run.lane.slice();
  lane[run.n] = 2;
  assert.equal(
    told({ ...run, lane }, true),
    "0.50, beside random partners from all 4; some are settled now, so its groups have changed",
  );
  assert.equal(told(run, false), undefined, "it is the truth");
  const divided = { ...run, asked: { ...asked, by_rounds: true } };
  assert.equal(told(divided, true), undefined, "the authors' code estimates something else");
  assert.equal(told(makeRun(options), true), undefined, "not known");
});
