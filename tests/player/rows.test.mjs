import assert from "node:assert/strict";
import test from "node:test";

import { halfWidth, LEGIBLE, RADIUS } from "../../dart_player/js/packing.js";
import { makeGeometry, placeArms, toX, waitingX } from "../../dart_player/js/rows.js";
import { makeWindows } from "../../dart_player/js/window.js";
import { makeRun, numbers } from "./fixture.mjs";

const geometry = makeGeometry(640, 388, false);

function drifting({ n, frames = 80, spread = 0.8, moves = [], labels, gates }) {
  const draw = numbers(7 + n);
  const table = Array.from({ length: n }, () => 0.1 + spread * draw());
  return makeRun({
    n,
    k: Math.min(3, n),
    t: Array.from({ length: frames }, (_, f) => f),
    estimate: (f, arm) => {
      if (f === 0) return 0;
      table[arm] = Math.max(0.01, Math.min(0.99, table[arm] + (draw() - 0.5) * 0.02));
      return table[arm];
    },
    moves,
    gates,
    ...(labels ? { labels } : {}),
  });
}

function place(run, box = geometry) {
  const windows = makeWindows(run);
  const places = placeArms(run, windows, box);
  const x = (f, arm) =>
    places.shift[f * run.n + arm] +
    (f < run.born[arm]
      ? waitingX(box, arm, run.n)
      : toX(run.estimate[f * run.n + arm], windows.low[f], windows.high[f], box));
  return { windows, places, x };
}

/** Pairs of free tokens that overlap at a frame. */
function overlaps(run, { places, x }, f) {
  let found = 0;
  for (let a = 0; a < run.n; a++) {
    for (let b = a + 1; b < run.n; b++) {
      const [at, bt] = [f * run.n + a, f * run.n + b];
      if (places.side[at] !== 0 || places.side[bt] !== 0 || run.lane[at] !== run.lane[bt]) continue;
      const wide =
        halfWidth(run.labels[a], places.scale[at]) + halfWidth(run.labels[b], places.scale[bt]);
      const high = RADIUS * (places.scale[at] + places.scale[bt]);
      if (Math.abs(x(f, a) - x(f, b)) < wide && Math.abs(places.y[at] - places.y[bt]) < high)
        found++;
    }
  }
  return found;
}

test("tokens do not overlap where there is room", () => {
  for (const n of [2, 12, 45]) {
    const run = drifting({ n });
    const placed = place(run);
    for (let f = 0; f < run.count; f++)
      assert.equal(overlaps(run, placed, f), 0, `n ${n}, frame ${f}`);
  }
});

test("200 tokens shrink, and at most a few of 19,900 pairs touch", () => {
  const run = drifting({ n: 200, frames: 30 });
  const placed = place(run);
  assert.ok(placed.places.scale[10 * 200] < 0.6);
  for (let f = 0; f < run.count; f++) assert.ok(overlaps(run, placed, f) <= 20, `frame ${f}`);
});

test("all tokens stay inside their lanes", () => {
  const run = drifting({
    n: 45,
    moves: [
      [30, 0, 1],
      [30, 1, 2],
      [50, 2, 2],
    ],
  });
  const { places } = place(run);
  for (let at = 0; at < run.count * run.n; at++) {
    const { top, height } = geometry.lanes[run.lane[at]];
    const radius = RADIUS * places.scale[at];
    assert.ok(places.y[at] - radius >= top && places.y[at] + radius <= top + height);
  }
});

test("rows are kept from frame to frame", () => {
  const run = drifting({ n: 12 });
  const { places } = place(run);
  let changes = 0;
  for (let at = run.n; at < run.count * run.n; at++) {
    if (places.y[at] !== places.y[at - run.n]) changes++;
  }
  assert.ok(changes / (run.count * run.n) < 0.06, `${changes} changes of row`);
});

test("longer names make pills, and they do not overlap either", () => {
  const labels = ["banner A", "banner B", "video", "mail", "push", "poster long"];
  const run = drifting({ n: 6, labels });
  const placed = place(run);
  assert.ok(halfWidth("banner A", 1) > 2 * RADIUS);
  for (let f = 0; f < run.count; f++) assert.equal(overlaps(run, placed, f), 0);
});

test("arms outside the window are pinned to its edge, and to no other place", () => {
  const gates = (f) => (f === 0 ? [NaN, NaN, NaN, NaN] : [0.53, 0.5, 0.52, 0.51]);
  const run = drifting({ n: 30, gates });
  const { windows, places } = place(run);
  let pinned = 0;
  for (let f = 1; f < run.count; f++) {
    for (let arm = 0; arm < run.n; arm++) {
      const at = f * run.n + arm;
      const value = run.estimate[at];
      if (value < windows.low[f]) assert.equal(places.side[at], -1);
      if (value > windows.high[f]) assert.equal(places.side[at], 1);
      const middle = (windows.low[f] + windows.high[f]) / 2;
      const quarter = (windows.high[f] - windows.low[f]) / 4;
      if (Math.abs(value - middle) < quarter) assert.equal(places.side[at], 0);
      if (places.side[at] === -1) assert.ok(places.pinX[at] < geometry.left + 10);
      if (places.side[at] === 1) assert.ok(places.pinX[at] > geometry.right - 10);
      if (places.side[at] !== 0) pinned++;
    }
  }
  assert.ok(pinned > 100);
});

test("the narrow form has room for the same arms", () => {
  const narrow = makeGeometry(358, 378, true);
  const run = drifting({ n: 12 });
  const placed = place(run, narrow);
  for (let f = 0; f < run.count; f++) assert.equal(overlaps(run, placed, f), 0);
});

/** All arms of a lane at nearly one estimate. */
function tied({ n, moves = [], at = () => 0.6, t = [0, 5, 10, 15, 20] }) {
  const draw = numbers(n);
  const estimate = (f, arm) => (f === 0 ? 0 : at(arm) + 0.002 * draw());
  return makeRun({ n, k: 3, t, estimate, moves });
}

test("tied tokens stand beside their place rather than lose their labels", () => {
  const kept = [0, 1, 2].map((arm) => [1, arm, 1]);
  const few = tied({ n: 12, moves: kept, at: (arm) => (arm < 3 ? 0.9 : 0.05 * arm) });
  const many = tied({ n: 45, at: (arm) => (arm % 4) / 4 });
  for (const run of [few, many]) {
    const placed = place(run);
    for (let f = 1; f < run.count; f++) {
      assert.equal(overlaps(run, placed, f), 0, `n ${run.n}, frame ${f}`);
      for (let arm = 0; arm < run.n; arm++) {
        const { scale, shift } = placed.places;
        const at = f * run.n + arm;
        assert.ok(scale[at] >= LEGIBLE - 1e-6, `n ${run.n}, frame ${f}: scale ${scale[at]}`);
        const most = 1.5 * 2 * RADIUS * scale[at];
        assert.ok(Math.abs(shift[at]) <= most + 1e-3, `${shift[at]} px aside`);
      }
    }
  }
});

test("tokens side by side do not swap places while they are tied", () => {
  const kept = [0, 1, 2].map((arm) => [1, arm, 1]);
  const at = (arm) => (arm < 3 ? 0.9 : 0.05 * arm);
  const t = Array.from({ length: 60 }, (_, f) => f);
  const run = tied({ n: 12, moves: kept, at, t });
  const { places } = place(run);
  for (let f = 3; f < run.count; f++) {
    for (let arm = 0; arm < 3; arm++) {
      const [before, now] = [places.shift[(f - 1) * 12 + arm], places.shift[f * 12 + arm]];
      assert.ok(Math.abs(now - before) < 12, `frame ${f}, arm ${arm + 1}: ${before} to ${now}`);
    }
  }
});

test("where there is room, every token stands at its place", () => {
  const run = drifting({ n: 12 });
  assert.ok(place(run).places.shift.every((shift) => shift === 0));
});
