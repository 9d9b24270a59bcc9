import assert from "node:assert/strict";
import test from "node:test";

import { decode, PayloadError, typed } from "../../dart_player/js/decode.js";
import { base64, makeRun, payload } from "./fixture.mjs";

test("every array arrives with its type and values", () => {
  const run = makeRun({
    n: 10,
    range: [0, 1.6],
    estimate: (f, arm) => (f === 0 ? 0 : 0.16 * arm),
    width: (f) => 0.5 ** f,
    gates: (f) => (f < 3 ? [1.5, -0.5, 0.6, 0.5] : [NaN, NaN, NaN, NaN]),
    played: (f) => (f === 2 ? [0, 7, 8, 9] : []),
    curve_t: base64(Uint32Array, [0, 20]),
    curves: [{ label: "DART", main: true, regret: base64(Float32Array, [0, 7.5]) }],
  });
  assert.deepEqual([...run.t], [0, 5, 10, 10, 20]);
  assert.ok(Math.abs(run.estimate[1 * 10 + 9] - 1.44) < 1e-4, "estimates may exceed 1");
  assert.ok(Math.abs(run.width[2 * 10] - 0.25) < 1e-4);
  assert.deepEqual([...run.action.subarray(20, 30)], [1, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
  assert.equal(run.gates[4], 1.5);
  assert.ok(Number.isNaN(run.gates[4 * 3]), "no gate is NaN");
  assert.deepEqual([...run.epoch], [0, 1, 2, 3, 4]);
  assert.deepEqual([...run.curves[0].t], [0, 20]);
  assert.equal(run.curves[0].regret[1], 7.5);
  assert.equal(run.rank[9], 1);
  assert.equal(run.best[9], 1);
});

test("sets change at the frame of a move", () => {
  const run = makeRun({
    moves: [
      [3, 1, 1],
      [3, 0, 2],
    ],
  });
  const lanes = (f) => [...run.lane.subarray(4 * f, 4 * f + 4)];
  assert.deepEqual(lanes(2), [0, 0, 0, 0]);
  assert.deepEqual(lanes(3), [2, 1, 0, 0]);
  assert.deepEqual(lanes(4), [2, 1, 0, 0]);
});

test("an arm is born when its numbers first change", () => {
  const run = makeRun({
    n: 3,
    estimate: (f, arm) => (arm === 0 && f >= 2 ? 0.5 : 0),
    width: (f, arm) => (arm === 1 && f >= 1 ? 0.5 : 1),
  });
  // Arm 1 was played with reward 0: its estimate is still 0, but its interval is not.
  assert.deepEqual([...run.born], [2, 1, 5]);
});

test("gates wait until every arm has an estimate", () => {
  const run = makeRun({
    n: 2,
    k: 1,
    estimate: (f, arm) => (f > 2 * arm ? 0.5 : 0),
    width: () => 1,
    gates: () => [1, 0, 0.6, 0.4],
  });
  assert.equal(run.ready, 3);
  assert.ok(Number.isNaN(run.gates[4 * 2]));
  assert.equal(run.gates[4 * 3], 1);
});

test("an arm whose first reward is 0 is born when it is played", () => {
  const run = makeRun({
    n: 2,
    estimate: () => 0,
    width: () => 1,
    played: (f) => (f === 2 ? [1] : []),
  });
  assert.deepEqual([...run.born], [5, 2]);
});

test("entries of one frame become one event", () => {
  const run = makeRun({
    story: [
      { frame: 0, text: "Start.", arms: [] },
      { frame: 3, text: "Arm 2 is accepted.", arms: [1] },
      { frame: 3, text: "Arm 1 is rejected.", arms: [0] },
    ],
  });
  assert.deepEqual(run.events, [
    { frame: 0, text: "Start.", arms: [] },
    { frame: 3, text: "Arm 2 is accepted. Arm 1 is rejected.", arms: [1, 0] },
  ]);
});

test("unknown keys are ignored, missing optional ones have defaults", () => {
  const data = { ...payload(), later: { anything: 1 }, truth: undefined, story: undefined };
  const run = decode(data);
  assert.equal(run.mean, null);
  assert.deepEqual(run.events, []);
  assert.equal(run.start.clock, "event");
});

test("arms have two bytes where one does not hold them all", () => {
  for (const [n, Type] of [
    [256, Uint8Array],
    [257, Uint16Array],
  ]) {
    const zeros = base64(Float32Array, new Array(n).fill(0));
    const epoch = {
      frame: 1,
      epoch: 1,
      t: 0,
      action: base64(Type, [n - 1, 0]),
      reward: base64(Float32Array, [1]),
      before: zeros,
      after: base64(Float32Array, [1, 1]),
      n: base64(Uint32Array, new Array(n).fill(0)),
    };
    const run = decode({ ...payload({ n, k: 2 }), epochs: [epoch] });
    assert.deepEqual([...run.epochs[0].action], [n - 1, 0]);
  }
});

test("rounds have eight bytes where a horizon needs them", () => {
  const data = payload({ n: 2, k: 1, t: [0, 7, 9] });
  data.horizon = 2 ** 40;
  data.frames.t = base64(Float64Array, [0, 2 ** 33, 2 ** 40]);
  data.frames.epoch = base64(Float64Array, [0, 1, 2 ** 35]);
  data.curve_t = base64(Float64Array, [0, 2 ** 40]);
  data.curves = [{ label: "a", main: true, regret: base64(Float32Array, [0, 5]) }];
  delete data.frames.width;
  Object.assign(data.frames, {
    plays: base64(Float64Array, [0, 0, 2 ** 34, 1, 1, 2]),
    plays_bytes: 8,
    spread: 1,
  });
  const run = decode(data);
  assert.deepEqual([...run.t], [0, 2 ** 33, 2 ** 40]);
  assert.equal(run.epoch[2], 2 ** 35);
  assert.deepEqual([...run.plays.slice(4)], [2 ** 34 + 1, 3]);
  assert.equal(run.curves[0].t[1], 2 ** 40);
});

test("anything that cannot be shown is refused with a sentence", () => {
  const broken = [
    null,
    undefined,
    42,
    {},
    { ...payload(), format: 1 },
    { ...payload(), n: 0 },
    { ...payload(), n: 5 },
    { ...payload(), frames: { ...payload().frames, t: "%%%" } },
    { ...payload(), frames: { ...payload().frames, t: base64(Uint32Array, [0, 2, 1, 3, 4]) } },
    { ...payload(), frames: { ...payload().frames, gates: base64(Float32Array, [1]) } },
    { ...payload(), frames: { ...payload().frames, moves: [[1, 99, 1]] } },
    { ...payload(), curve_t: base64(Uint32Array, [0, 1]), curves: [{ label: "x", regret: "" }] },
  ];
  for (const data of broken) {
    assert.throws(
      () => decode(data),
      (error) => error instanceof PayloadError && error.message.length > 20,
    );
  }
  assert.throws(() => decode({ ...payload(), format: 1 }), /format 4.*format 1/);
  assert.throws(
    () => typed(base64(Uint8Array, [1, 2, 3]), Uint16Array, 2, "x"),
    /x must hold 2 items, but 1.5/,
  );
});

test("roles, progress and the leading bet arrive; without them there are none", () => {
  assert.deepEqual([makeRun().marks, makeRun().progress, makeRun().lead], [null, null, null]);
  const n = 10;
  const { frames, ...rest } = payload({ n, t: [0, 7] });
  const rows = [0b11, 0b10, 0b01, 0, 0, 0b10, 0b11, 0b01, 0, 0b11, 0, 0]; // 3 roles × 2 bytes a frame
  const data = {
    ...rest,
    frames: {
      ...frames,
      width: undefined,
      marks: base64(Uint8Array, rows),
      progress: base64(
        Uint8Array,
        Array.from({ length: 2 * n }, (_, at) => 10 * at),
      ),
      lead: base64(Float32Array, [-1, -1, -1, -1, 3, 8, 2.5, 9.75]),
    },
  };
  const run = decode(data);
  assert.deepEqual([...run.marks.subarray(0, n)], [3, 1, 0, 0, 0, 0, 0, 0, 0, 5]);
  assert.deepEqual([...run.marks.subarray(n)], [1, 1, 0, 0, 0, 0, 0, 0, 3, 2]);
  assert.equal(run.progress[n + 3], 130);
  assert.deepEqual([...run.lead.subarray(4)], [3, 8, 2.5, 9.75]);
  assert.equal(run.intervals, false);
  assert.equal(run.width[5], 0);
  data.frames.lead = base64(Float32Array, [1]);
  assert.throws(() => decode(data), /frames.lead must hold 8 items, but 1 came/);
});
