import assert from "node:assert/strict";
import test from "node:test";

import { cornered } from "../../dart_player/js/curves.js";
import { regretAt } from "../../dart_player/js/regret.js";

/** Regret 0.5 a round up to round 37, and then what the chosen set lacks. */
function run(short, phase = [0, 0, 1, 1]) {
  const regret = (t) => 0.5 * Math.min(t, 37) + short * Math.max(0, t - 37);
  const t = Float64Array.from([0, 20, 40, 60, 80, 100]);
  const curve = { label: "DART", t, regret: Float32Array.from(t, regret) };
  const frames = Float64Array.from([0, 10, 37, 100]);
  return {
    regret,
    its: { curve, phase: Uint8Array.from(phase), t: frames, horizon: 100, outcome: { short } },
  };
}

test("the regret where it stops looking is the exact one, as it is at the end", () => {
  for (const short of [0, 0.125]) {
    const { its, regret } = run(short);
    assert.notEqual(regretAt(its.curve, 37), regret(37));
    const curve = cornered(its);
    for (let t = 0; t <= 100; t++) {
      assert.ok(Math.abs(regretAt(curve, t) - regret(t)) < 1e-5, `round ${t}`);
    }
  }
  assert.equal(regretAt(cornered(run(0).its), 37), regretAt(cornered(run(0).its), 100));
});

test("a run that never stops, or stops at a moment of its curve, has its curve as it came", () => {
  const never = run(0.1, [0, 0, 0, 0]).its;
  assert.equal(cornered(never), never.curve);
  const { its } = run(0.1);
  const known = { ...its, t: Float64Array.from([0, 10, 40, 100]) };
  assert.equal(cornered(known), known.curve);
});

test("what the rounding of the end would say beyond its neighbours is not said", () => {
  const { its } = run(0.1);
  const wild = { ...its, outcome: { short: 5 } };
  const { regret } = cornered(wild);
  assert.deepEqual(
    [...regret],
    [...regret].sort((a, b) => a - b),
    "regret never falls",
  );
});
