import assert from "node:assert/strict";
import test from "node:test";

import { decode } from "../../dart_player/js/decode.js";
import { PayloadError, typed } from "../../dart_player/js/packed.js";
import { base64, makeRun, makeShow, payload, runData } from "./fixture.mjs";

test("every array arrives with its type and values", () => {
  const run = makeRun({
    n: 10,
    range: [0, 1.6],
    estimate: (f, arm) => (f === 0 ? 0 : 0.16 * arm),
    width: (f) => 0.5 ** f,
    gates: (f) => (f < 3 ? [1.5, -0.5, 0.6, 0.5] : [NaN, NaN, NaN, NaN]),
    played: (f) => (f === 2 ? [0, 7, 8, 9] : []),
    curve_t: base64(Uint32Array, [0, 20]),
    curve: { label: "DART", light: "#aa5500", regret: base64(Float32Array, [0, 7.5]) },
  });
  assert.deepEqual([...run.t], [0, 5, 10, 10, 20]);
  assert.ok(Math.abs(run.estimate[1 * 10 + 9] - 1.44) < 1e-4, "estimates may exceed 1");
  assert.ok(Math.abs(run.width[2 * 10] - 0.25) < 1e-4);
  assert.deepEqual([...run.action.subarray(20, 30)], [1, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
  assert.equal(run.gates[4], 1.5);
  assert.ok(Number.isNaN(run.gates[4 * 3]), "no gate is NaN");
  assert.deepEqual([...run.epoch], [0, 1, 2, 3, 4]);
  assert.deepEqual([...run.curve.t], [0, 20]);
  assert.equal(run.curve.regret[1], 7.5);
  assert.equal(run.curve.style.light, "#aa5500");
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

test("what is played may be measured later: an interval tells", () => {
  const run = makeRun({
    n: 2,
    estimate: () => 0,
    width: (f) => (f < 3 ? 1 : 0.5),
    played: (f) => (f > 0 ? [1] : []),
  });
  assert.deepEqual([...run.born], [3, 3]);
});

test("without intervals an arm whose first reward is 0 is born when it is played", () => {
  const run = makeRun({
    n: 2,
    estimate: (f, arm) => (arm === 0 && f === 4 ? 0.5 : 0),
    width: null,
    played: (f) => (f === 2 ? [1] : []),
  });
  assert.deepEqual([...run.born], [4, 2]);
});

test("entries of one frame become one event", () => {
  const run = makeRun({
    story: [
      { frame: 0, text: "Start.", arms: [] },
      { frame: 3, text: "Arm 2 is in.", exact: "0.9 ≥ 0.8.", arms: [1] },
      { frame: 3, text: "Arm 1 is out.", arms: [0] },
    ],
  });
  assert.deepEqual(run.events, [
    { frame: 0, text: "Start.", exact: "", arms: [] },
    { frame: 3, text: "Arm 2 is in. Arm 1 is out.", exact: "0.9 ≥ 0.8.", arms: [1, 0] },
  ]);
});

test("unknown keys are ignored, missing optional ones have defaults", () => {
  const run = { ...runData(), later: 1, story: undefined };
  const data = { ...payload(), later: { anything: 1 }, truth: undefined, runs: [run] };
  const show = decode(data);
  assert.equal(show.problem.mean, null);
  assert.deepEqual(show.runs[0].events, []);
  assert.equal(show.start.clock, "event");
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
    const run = makeRun({ n, k: 2, epochs: [epoch] });
    assert.deepEqual([...run.epochs[0].action], [n - 1, 0]);
  }
});

test("rounds have eight bytes where a horizon needs them", () => {
  const data = payload({ n: 2, k: 1, t: [0, 7, 9] });
  const [{ frames }] = data.runs;
  data.horizon = 2 ** 40;
  frames.t = base64(Float64Array, [0, 2 ** 33, 2 ** 40]);
  frames.epoch = base64(Float64Array, [0, 1, 2 ** 35]);
  data.curve_t = base64(Float64Array, [0, 2 ** 40]);
  delete frames.width;
  Object.assign(frames, {
    plays: base64(Float64Array, [0, 0, 2 ** 34, 1, 1, 2]),
    plays_bytes: 8,
    spread: 1,
  });
  const [run] = decode(data).runs;
  assert.deepEqual([...run.t], [0, 2 ** 33, 2 ** 40]);
  assert.equal(run.epoch[2], 2 ** 35);
  assert.deepEqual([...run.plays.slice(4)], [2 ** 34 + 1, 3]);
  assert.equal(run.curve.t[1], 2 ** 40);
});

test("anything that cannot be shown is refused with a sentence", () => {
  const withFrames = (change) => {
    const run = runData();
    return { ...payload(), runs: [{ ...run, frames: { ...run.frames, ...change } }] };
  };
  const broken = [
    null,
    undefined,
    42,
    {},
    { ...payload(), format: 1 },
    { ...payload(), n: 0 },
    { ...payload(), n: 5 },
    { ...payload(), runs: [] },
    { ...payload(), runs: new Array(5).fill(runData()) },
    { ...payload(), runs: [{ ...runData(), curve: undefined }] },
    withFrames({ t: "%%%" }),
    withFrames({ t: base64(Uint32Array, [0, 2, 1, 3, 4]) }),
    withFrames({ gates: base64(Float32Array, [1]) }),
    withFrames({ moves: [[1, 99, 1]] }),
    { ...payload(), curves: [{ label: "x", regret: "" }] },
  ];
  for (const data of broken) {
    assert.throws(
      () => decode(data),
      (error) => error instanceof PayloadError && error.message.length > 20,
    );
  }
  assert.throws(() => decode({ ...payload(), format: 1 }), /format 5.*format 1/);
  assert.throws(
    () => typed(base64(Uint8Array, [1, 2, 3]), Uint16Array, 2, "x"),
    /x must hold 2 items, but 1.5/,
  );
});

test("roles, progress and the leading bet arrive; without them there are none", () => {
  assert.deepEqual([makeRun().marks, makeRun().progress, makeRun().lead], [null, null, null]);
  const n = 10;
  const { frames, ...rest } = runData({ n, t: [0, 7] });
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
      lead: base64(Float32Array, [0, 1, 2.5, 9.75]),
      pair: base64(Uint16Array, [65535, 65535, 3, 8]),
    },
  };
  const show = () => decode({ ...payload({ n, t: [0, 7] }), runs: [data] });
  const [run] = show().runs;
  assert.deepEqual([...run.marks.subarray(0, n)], [3, 1, 0, 0, 0, 0, 0, 0, 0, 5]);
  assert.deepEqual([...run.marks.subarray(n)], [1, 1, 0, 0, 0, 0, 0, 0, 3, 2]);
  assert.equal(run.progress[n + 3], 130);
  assert.deepEqual([...run.lead], [-1, -1, 0, 1, 3, 8, 2.5, 9.75]);
  assert.equal(run.intervals, false);
  assert.equal(run.width[5], 0);
  assert.equal(run.waits, null);
  data.frames.waits = base64(Uint32Array, [0, 4, 40, 1, 4, 0, 1, 2, 70]);
  const [sleepy] = show().runs;
  assert.deepEqual(
    [4, 2, n + 4, n + 2].map((at) => sleepy.waits[at]),
    [40, 0, 0, 70],
  );
  data.frames.waits = base64(Uint32Array, [0, n, 40]);
  assert.throws(show, /frames.waits has no frame 0 or no arm 10/);
  delete data.frames.waits;
  assert.equal(run.shares, null);
  data.frames.shares = base64(Uint16Array, [1, 2, 64 * 3 + 63, 64 * 4]);
  const { shares } = show().runs[0];
  assert.deepEqual(
    [3, n + 3, n + 4, n + 5].map((at) => shares[at]),
    [NaN, 1, 0, NaN],
  );
  data.frames.shares = base64(Uint16Array, [2, 1, 0]);
  assert.throws(show, /frames.shares has no frame 2 or no arm 0/);
  delete data.frames.shares;
  data.frames.lead = base64(Float32Array, [1]);
  assert.throws(show, /frames.lead must hold 4 items, but 1 came/);
});

test("runs that race share their problem, and their curves come first", () => {
  const beside = { label: "random", regret: base64(Float32Array, [0, 9]) };
  const racers = [
    { n: 3, t: [0, 4, 20], curves: [beside] },
    { n: 3, t: [0, 9, 9, 20] },
  ];
  const show = makeShow(...racers);
  assert.equal(show.id, "r0+r1");
  assert.deepEqual(
    show.runs.map(({ n, count }) => [n, count]),
    [
      [3, 3],
      [3, 4],
    ],
  );
  assert.deepEqual(
    show.curves.map(({ label, main }) => [label, main]),
    [
      ["DART", true],
      ["DART", true],
      ["guessing", false],
    ],
  );
});
