import assert from "node:assert/strict";
import test from "node:test";

import {
  difference,
  Families,
  formatConstant,
  further,
  nearest,
  presetAt,
  shareOf,
} from "../../dart_player/js/family.js";

const KNOB = {
  constant: "lam",
  family: "f",
  symbol: "λ",
  plain: "when to stop looking",
  help: "",
  value: 0.02,
  values: [0.01, 0.02, 0.1, 1, 10],
  useful: [0.01, 1],
  marks: [
    [0.1, "clean-c1"],
    [10, "paper-v2"],
  ],
};

test("values lie on the track by their logarithms, and 0 at its low end", () => {
  assert.deepEqual(
    [0, 0.01, 0.1, 1, 10, 99].map((value) => Math.round(1000 * shareOf(KNOB, value))),
    [0, 0, 333, 667, 1000, 1000],
  );
});

test("a slider snaps to the nearest value that is there", () => {
  assert.equal(nearest(KNOB, KNOB.values, 0.3), 0.1);
  assert.equal(nearest(KNOB, [0.02, 10], 0.4), 0.02);
  assert.equal(nearest(KNOB, [0.02, 10], 0.9), 10);
});

test("keys go from value to value, and stop at the ends", () => {
  assert.equal(further(KNOB.values, 0.1, 1), 1);
  assert.equal(further(KNOB.values, 0.1, -1), 0.02);
  assert.equal(further(KNOB.values, 0.1, Infinity), 10);
  assert.equal(further(KNOB.values, 0.1, -Infinity), 0.01);
  assert.equal(further([0.01, 1], 0.1, 1), 1);
  assert.equal(further([0.01, 1], 0.1, -1), 0.01);
  assert.equal(further([0.02, 1], 0, 1), 0.02);
});

test("constants have three digits at most", () => {
  const written = [0.05, 1.5406704714464323, 32, 1000, 0.00033, 1e-12].map(formatConstant);
  assert.deepEqual(written, ["0.05", "1.54", "32", "1,000", "0.00033", "1e−12"]);
});

test("a preset's value has its names", () => {
  assert.equal(presetAt(KNOB, 10), "paper-v2");
  assert.equal(presetAt(KNOB, 0.02), "");
});

const RUN = { value: 0.02, stops: 3326, regret: 450, right: true };

test("the difference is one sentence", () => {
  assert.equal(
    difference("λ", RUN, { value: 0.05, stops: 1170, regret: 312, right: true }),
    "λ 0.02 → 0.05: stops looking at 1,170 instead of 3,326; regret 312 instead of 450.",
  );
  assert.equal(
    difference("λ", RUN, { value: 0.001, stops: null, regret: 900, right: false }),
    "λ 0.02 → 0.001: never stops looking, instead of at 3,326; regret 900 instead of 450; now a wrong set.",
  );
  assert.equal(difference("λ", RUN, { ...RUN, value: 0.021 }), "λ 0.02 → 0.021: the same run.");
  const never = { ...RUN, stops: null };
  assert.equal(
    difference("v", never, { ...never, value: 1, regret: 449.9 }),
    "v 0.02 → 1: regret 450, as before.",
  );
});

test("families are kept by name, the oldest go", () => {
  const families = new Families();
  for (const name of ["a", "b", "c", "d"]) families.add(name, [{ value: 1 }]);
  families.add("a", [{ value: 2 }]);
  families.add("e", [{ value: 3 }]);
  assert.deepEqual([...families.of("a").keys()], [1, 2]);
  assert.deepEqual([...families.of("b").keys()], []);
});
