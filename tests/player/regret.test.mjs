import assert from "node:assert/strict";
import test from "node:test";

import {
  curvePoints,
  knownBy,
  LABEL_HEIGHT,
  leavesAt,
  narrowLabels,
  regretAt,
  regretAxis,
  shortLabels,
  spreadLabels,
  timeAxis,
} from "../../dart_player/js/regret.js";
import { timeScale } from "../../dart_player/js/timescale.js";
import { numbers } from "./fixture.mjs";

const curve = (main, t, regret) => ({
  main,
  t: Float64Array.from(t),
  regret: Float32Array.from(regret),
});
const main = curve(true, [0, 100, 1000], [0, 50, 80]);
const random = curve(false, [0, 1000], [0, 500]);
const oracle = curve(false, [0, 1000], [0, 0]);

test("a curve is straight between its points and level outside", () => {
  assert.equal(regretAt(main, 50), 25);
  assert.equal(regretAt(main, 100), 50);
  assert.equal(regretAt(main, -5), 0);
  assert.equal(regretAt(main, 2000), 80);
});

test("fit holds the main curve and lets random leave; all holds every curve", () => {
  const fit = regretAxis([main, random, oracle], "fit", 300, 10);
  const all = regretAxis([main, random, oracle], "all", 300, 10);
  assert.ok(fit.high >= 80 && fit.high < 100);
  assert.ok(all.high >= 500);
  assert.equal(fit.toPx(0), 300);
  assert.ok(fit.toPx(80) > 10);
  assert.ok(Math.abs(leavesAt(random, fit.high) - 2 * fit.high) < 1e-9);
  assert.equal(leavesAt(random, all.high), null);
  assert.equal(leavesAt(main, fit.high), null);
});

test("names of curves that left stand above the main curve's end and its own name", () => {
  for (const [bottom, others] of [
    [410, [random]],
    [410, [random, random, random]],
    [150, [random]],
  ]) {
    const { toPx } = regretAxis([main, ...others, oracle], "fit", bottom, 10);
    assert.ok(toPx(80) - 10 >= (others.length + 1) * LABEL_HEIGHT - 1e-9);
  }
  const many = regretAxis([main, ...Array(8).fill(random)], "fit", 150, 10);
  assert.ok(many.toPx(80) <= 10 + 140 / 3 + 1e-9); // but never for more than a third
  assert.equal(regretAxis([main, oracle], "fit", 300, 10).high, 80 * 1.08);
});

test("an axis of what is known by now says nothing of the end, and grows in steps", () => {
  const high = (time) => regretAxis(knownBy([main, random], time), "fit", 300, 10).high;
  assert.deepEqual(
    [30, 40, 50, 100].map((t) => Math.round((high(t) / high(30)) * 20)),
    [20, 20, 50, 50],
  );
  const flat = curve(true, [0, 100, 1000], [0, 50, 5000]);
  assert.equal(regretAxis(knownBy([flat, random], 40), "fit", 300, 10).high, high(40));
});

test("log starts at 1 and puts zero on the base line", () => {
  const axis = regretAxis([main, random, oracle], "log", 300, 10);
  assert.equal(axis.toPx(0), 300);
  assert.equal(axis.toPx(1), 300);
  const ratio = (axis.toPx(10) - axis.toPx(100)) / (axis.toPx(1) - axis.toPx(10));
  assert.ok(Math.abs(ratio - 1) < 1e-9);
  assert.ok(axis.ticks.includes(1) && axis.ticks.includes(100));
});

test("names lose their constants unless these tell two curves apart", () => {
  const labels = [
    "DART · clean-c1 (c = 0.12)",
    "random",
    "LinTS · scaled (v = 1)",
    "LinTS · scaled (v = 2)",
  ];
  assert.deepEqual(shortLabels(labels), ["DART · clean-c1", "random", labels[2], labels[3]]);
});

test("a name that is wider than the plot is its preset, if that is nobody else's", () => {
  const names = ["DART", "Frontier \u00b7 guaranteed", "Frontier \u00b7 capital"];
  assert.deepEqual(narrowLabels(names, 21), names);
  assert.deepEqual(narrowLabels(names, 20), ["DART", "guaranteed", names[2]]);
  const same = ["UCB \u00b7 paper", "DART \u00b7 paper"];
  assert.deepEqual(narrowLabels(same, 5), same);
});

test("no regret at all still has an axis", () => {
  for (const mode of ["fit", "all", "log"]) {
    const axis = regretAxis([oracle], mode, 300, 10);
    assert.equal(axis.toPx(0), 300);
    assert.ok(Number.isFinite(axis.toPx(0.5)));
  }
  assert.equal(regretAxis([], "fit", 300, 10).high, 1);
});

/** An axis of a run that has no frames between its ends. */
function axisOf(horizon, name, left, right) {
  const run = { horizon, count: 2, t: Float64Array.from([0, horizon]) };
  return timeAxis(horizon, timeScale(run, { toPlay: (position) => position }, name), left, right);
}

test("the time axis turns px into t and back", () => {
  for (const name of ["event", "linear", "log"]) {
    const axis = axisOf(20000, name, 50, 400);
    for (const t of [0, 1, 137, 20000])
      assert.ok(Math.abs(axis.toTime(axis.toPx(t)) - t) < 1e-6 * (1 + t));
    assert.equal(axis.toTime(0), 0);
    assert.equal(Math.round(axis.toTime(1e6)), 20000);
    assert.ok(axis.ticks.every((tick) => tick >= 0 && tick <= 20000));
  }
  assert.ok(axisOf(1, "log", 0, 100).ticks.length > 0, "a horizon of 1");
});

test("a straight line bends on a log axis", () => {
  const x = axisOf(1000, "log", 0, 300);
  const y = regretAxis([random], "all", 300, 0);
  const points = curvePoints(random, x, y, 0, 300);
  assert.ok(points.length > 8);
  for (const [px, py] of points) assert.ok(Math.abs(py - y.toPx(0.5 * x.toTime(px))) < 0.01);
});

test("a curve is drawn with few points, each within a tenth of a pixel of it", () => {
  const t = Array.from({ length: 400 }, (_, i) => i);
  const curve = {
    t,
    regret: t.map((round) => Math.min(120, 0.5 * round) + 3 * Math.sin(round / 40)),
  };
  const x = axisOf(400, "linear", 0, 300);
  const y = regretAxis([{ ...curve, main: true }], "all", 300, 0);
  const points = curvePoints(curve, x, y, 0, 300);
  assert.ok(points.length < 100, `${points.length} points`);
  assert.deepEqual([points[0][0], points.at(-1)[0]], [x.toPx(0), x.toPx(399)], "both ends");
  for (const [k, round] of t.entries()) {
    const [px, py] = [x.toPx(round), y.toPx(curve.regret[k])];
    const next = points.findIndex(([at]) => at >= px - 1e-9);
    const [[x0, y0], [x1, y1]] = [points[Math.max(0, next - 1)], points[Math.max(1, next)]];
    const drawn = y0 + ((y1 - y0) * (px - x0)) / (x1 - x0);
    const steep = Math.hypot(1, (y1 - y0) / (x1 - x0));
    assert.ok(Math.abs(drawn - py) <= 0.1 * steep + 1e-9, `round ${round}: ${drawn} for ${py}`);
  }
});

test("labels never overlap, stay inside, and stay in order", () => {
  const draw = numbers(3);
  for (let trial = 0; trial < 300; trial++) {
    const wanted = Array.from({ length: 1 + Math.floor(draw() * 8) }, () => 300 * draw() ** 3);
    const placed = spreadLabels(wanted, 15, 5, 295);
    const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
    for (let k = 1; k < order.length; k++) {
      assert.ok(placed[order[k]] - placed[order[k - 1]] >= 15 - 1e-9);
    }
    assert.ok(Math.min(...placed) >= 5 - 1e-9 && Math.max(...placed) <= 295 + 1e-9);
  }
  assert.deepEqual(spreadLabels([100, 200], 15, 5, 295), [100, 200], "free labels are left alone");
});
