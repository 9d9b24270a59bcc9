import assert from "node:assert/strict";
import test from "node:test";

import { focus, makeWindows } from "../../dart_player/js/window.js";
import { makeRun, numbers } from "./fixture.mjs";

/** Estimates that settle around evenly spread means, with gates ±Δ around the boundary. */
function settling({ n = 12, k = 3, frames = 120, deltaAt = (f) => 2 ** -Math.floor(f / 15) } = {}) {
  const draw = numbers(n);
  const error = Array.from({ length: n }, () => draw() - 0.5);
  const t = Array.from({ length: frames }, (_, f) => f * f);
  const table = t.map((_, f) =>
    Array.from({ length: n }, (_, arm) => {
      const noise = (error[arm] + 0.1 * (draw() - 0.5)) / Math.sqrt(1 + f);
      return f === 0 ? 0 : Math.max(0, Math.min(1, 0.2 + (0.6 * arm) / n + noise));
    }),
  );
  return makeRun({
    n,
    k,
    t,
    estimate: (f, arm) => table[f][arm],
    gates: (f) => {
      if (f === 0 || f > 100) return [NaN, NaN, NaN, NaN];
      const sorted = [...table[f]].sort((a, b) => b - a);
      return [sorted[k] + deltaAt(f), sorted[k - 1] - deltaAt(f), sorted[k - 1], sorted[k]];
    },
  });
}

test("every window holds what it must", () => {
  for (const n of [4, 12, 45]) {
    const run = settling({ n });
    const { low, high } = makeWindows(run);
    for (let f = 0; f < run.count; f++) {
      const wish = focus(run, f);
      if (wish === null) continue;
      assert.ok(low[f] <= wish.need[0] && high[f] >= wish.need[1], `frame ${f}`);
    }
  }
});

test("windows are kept: they change a few times, not at every frame", () => {
  const run = settling();
  const { low, high } = makeWindows(run);
  let changes = 0;
  for (let f = 1; f < run.count; f++)
    if (low[f] !== low[f - 1] || high[f] !== high[f - 1]) changes++;
  assert.ok(changes <= 16, `${changes} changes`);
});

test("with a large Δ all arms are shown and the gates are not worth the room", () => {
  const run = settling({ deltaAt: () => 1 });
  const { low, high } = makeWindows(run);
  assert.ok(high[90] - low[90] < 1.2, "the gates are 1.9 apart");
  assert.ok(run.gates[4 * 90] > high[90], "accept gate is out of view");
  assert.ok(run.gates[4 * 90 + 1] < low[90], "reject gate is out of view");
});

test("with a small Δ the window narrows around gates that stay apart", () => {
  const run = settling({ deltaAt: () => 0.05 });
  const { low, high } = makeWindows(run);
  const [accept, reject] = run.gates.subarray(4 * 90, 4 * 90 + 2);
  const share = (accept - reject) / (high[90] - low[90]);
  assert.ok(low[90] < reject && accept < high[90]);
  assert.ok(share > 0.1, `gates take ${share} of the window`);
});

test("without gates every arm is in the window", () => {
  const run = settling();
  const { low, high } = makeWindows(run);
  const last = run.count - 1;
  for (let arm = 0; arm < run.n; arm++) {
    const value = run.estimate[last * run.n + arm];
    assert.ok(low[last] <= value && value <= high[last]);
  }
});

test("a run without a single estimate has a window, and so has one with equal estimates", () => {
  const still = makeRun({ estimate: () => 0, width: () => 1 });
  assert.deepEqual([makeWindows(still).low[0], makeWindows(still).high[0]], [0, 1]);
  const equal = makeRun({ estimate: (f) => (f === 0 ? 0 : 0.5) });
  const { low, high } = makeWindows(equal);
  assert.ok(high[4] - low[4] >= 0.02 - 1e-12 && low[4] < 0.5 && high[4] > 0.5);
});

test("windows are the first one's width times 2 or 1.5 times a power of two, on a grid", () => {
  for (const deltaAt of [() => 1, () => 0.05, (f) => 2 ** -Math.floor(f / 15)]) {
    const run = settling({ n: 45, deltaAt });
    const { low, high } = makeWindows(run);
    for (let f = 0; f < run.count; f++) {
      const ratio = (high[f] - low[f]) / (high[0] - low[0]);
      const steps = [ratio, ratio / 0.75].map(Math.log2);
      assert.ok(
        steps.some((step) => Math.abs(step - Math.round(step)) < 1e-9),
        `frame ${f}: ${ratio}`,
      );
      if (low[f] === low[0]) continue;
      const place = low[f] / ((high[f] - low[f]) / 16);
      assert.ok(Math.abs(place - Math.round(place)) < 1e-6, `frame ${f}: ${place}`);
    }
  }
});

test("parked arms need no room, and the last arm that is left does not move the camera", () => {
  const estimate = (f, arm) => (f === 0 ? 0 : [0.02, 0.4, 0.5, 0.95][arm]);
  const moves = [
    [3, 0, 2],
    [3, 3, 1],
    [5, 1, 2],
  ];
  const run = makeRun({ t: [0, 1, 2, 2, 3, 3, 4], estimate, moves });
  const { low, high } = makeWindows(run, { places: [0, 2, 2] });
  assert.ok(low[2] < 0.02 && high[2] > 0.95);
  assert.ok(low[4] > 0.1 && high[4] < 0.9, `${low[4]} to ${high[4]}`);
  assert.deepEqual([low[6], high[6]], [low[4], high[4]]);
});
