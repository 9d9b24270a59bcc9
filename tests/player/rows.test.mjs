import assert from "node:assert/strict";
import test from "node:test";

import { halfWidth, LEGIBLE, RADIUS, tokenLabel, typeSize } from "../../dart_player/js/packing.js";
import { park } from "../../dart_player/js/parking.js";
import { makeGeometry, PARKED, placeArms, toX, waitingX } from "../../dart_player/js/rows.js";
import { makeWindows } from "../../dart_player/js/window.js";
import { makeRun, numbers } from "./fixture.mjs";

const geometry = makeGeometry(640, 388, false);

function drifting({ n, frames = 80, spread = 0.8, step = 0.02, moves = [], labels, gates, story }) {
  const draw = numbers(7 + n);
  const table = Array.from({ length: n }, () => 0.1 + spread * draw());
  return makeRun({
    n,
    k: Math.min(3, n),
    t: Array.from({ length: frames }, (_, f) => f),
    estimate: (f, arm) => {
      if (f === 0) return 0;
      table[arm] = Math.max(0.01, Math.min(0.99, table[arm] + (draw() - 0.5) * step));
      return table[arm];
    },
    moves,
    gates,
    story,
    ...(labels ? { labels } : {}),
  });
}

function place(run, box = geometry) {
  const parking = park(run);
  const windows = makeWindows(run, parking);
  const places = placeArms(run, windows, box, parking);
  const x = (f, arm) =>
    places.shift[f * run.n + arm] +
    (f < run.born[arm]
      ? waitingX(box, arm, run.n)
      : toX(run.estimate[f * run.n + arm], windows.low[f], windows.high[f], box));
  return { windows, places, x };
}

const half = (run, arm, scale) => halfWidth(tokenLabel(run.labels[arm]), scale);

/** Pairs of free tokens that overlap at a frame. */
function overlaps(run, { places, x }, f) {
  let found = 0;
  for (let a = 0; a < run.n; a++) {
    for (let b = a + 1; b < run.n; b++) {
      const [at, bt] = [f * run.n + a, f * run.n + b];
      if (places.side[at] !== 0 || places.side[bt] !== 0 || run.lane[at] !== run.lane[bt]) continue;
      const wide = half(run, a, places.scale[at]) + half(run, b, places.scale[bt]);
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

test("in a narrow crowd most arms stay at their height from frame to frame", () => {
  const run = drifting({ n: 45, step: 0.06 });
  const { places } = place(run, makeGeometry(196, 412, true));
  let hops = 0;
  for (let at = 2 * run.n; at < run.count * run.n; at++)
    hops += places.y[at] !== places.y[at - run.n];
  const share = hops / ((run.count - 2) * run.n);
  assert.ok(share < 0.05, `${share} of all arms hop at a frame`);
});

test("arms that are too many for names are marks in columns, and touch nobody", () => {
  for (const n of [400, 1000]) {
    const run = drifting({ n, frames: 30 });
    const placed = place(run);
    for (let f = 1; f < run.count; f += 7) {
      assert.ok(placed.places.scale[f * n] < LEGIBLE);
      assert.equal(overlaps(run, placed, f), 0, `n ${n}, frame ${f}`);
      const places = Array.from({ length: n }, (_, arm) => placed.x(f, arm));
      const gaps = [...new Set(places.map((x) => Math.round(x * 100)))].sort((a, b) => a - b);
      for (let q = 1; q < gaps.length; q++) assert.ok(gaps[q] - gaps[q - 1] > 450, "columns");
    }
  }
});

test("all of a hundred arms keep their names, where the page has its usual size", () => {
  for (const [width, height, narrow] of [
    [640, 388, false],
    [580, 388, false],
  ]) {
    const run = drifting({ n: 100 });
    const box = makeGeometry(width, height, narrow, { places: [0, 3, 97], labels: run.labels });
    const { places } = place(run, box);
    for (let at = 0; at < run.count * 100; at++)
      assert.ok(places.scale[at] >= LEGIBLE - 1e-6, `${box.width}: scale ${places.scale[at]}`);
  }
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
      if (places.side[at] === -1) assert.ok(places.fixedX[at] < geometry.left + 10);
      if (places.side[at] === 1) assert.ok(places.fixedX[at] > geometry.right - 10);
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

test("arms that wait in a short lane are all inside it", () => {
  const run = drifting({ n: 12, frames: 2 });
  for (let width = 222; width < 320; width += 4) {
    for (let height = 120; height < 260; height += 10) {
      const box = makeGeometry(width, height, true);
      const { places, x } = place(run, box);
      for (let arm = 0; arm < run.n; arm++) {
        const half = halfWidth(run.labels[arm], places.scale[arm]);
        const at = x(0, arm);
        const inside = at - half >= box.gutter - 1 && at + half <= box.width + 1;
        assert.ok(inside, `${width} × ${height}: ${arm} at ${at}`);
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

test("type is never smaller than 11 px, and fits its token", () => {
  for (const label of ["7", "45", "100", "1000", "banner A"]) {
    for (const scale of [1, 0.88, 0.77, 0.68, LEGIBLE]) {
      assert.ok(typeSize(label, scale) >= 11);
      assert.ok(2 * halfWidth(label, scale) >= 0.56 * typeSize(label, scale) * label.length);
    }
  }
});

/** Arms 2 and 5 are accepted, 0, 4 and 1 rejected, and 2 goes back before 3 is accepted. */
function deciding() {
  const t = Array.from({ length: 60 }, (_, f) => f);
  return drifting({
    n: 8,
    frames: t.length,
    moves: [
      [10, 2, 1],
      [10, 4, 2],
      [10, 0, 2],
      [20, 5, 1],
      [30, 2, 0],
      [30, 1, 2],
      [40, 3, 1],
    ],
    story: [{ frame: 10, text: "", arms: [2, 4, 0] }],
  });
}

test("settled arms stand in the order in which they settled, and nobody else moves them", () => {
  const run = deciding();
  const { slot, places } = park(run);
  assert.deepEqual(places, [0, 3, 5], "K places, and N − K");
  const at = (f, arm) => slot[f * 8 + arm];
  assert.deepEqual(
    [2, 4, 0].map((arm) => at(10, arm)),
    [0, 0, 1],
    "as the sentence has it",
  );
  assert.deepEqual([at(25, 2), at(25, 5), at(35, 1)], [0, 1, 2]);
  assert.equal(at(35, 2), -1, "it went back");
  assert.deepEqual([at(40, 3), at(59, 5)], [0, 1], "the open place is taken, the others are kept");
});

test("a parked arm's place depends on no estimate", () => {
  const run = deciding();
  const box = makeGeometry(640, 388, false, { places: park(run).places, labels: run.labels });
  const { places } = place(run, box);
  for (let f = 21; f < run.count; f++) {
    const [before, now] = [(f - 1) * 8 + 5, f * 8 + 5];
    assert.equal(places.side[now], PARKED);
    assert.deepEqual(
      [places.fixedX[now], places.y[now]],
      [places.fixedX[before], places.y[before]],
    );
  }
  const inside = box.lanes[1];
  assert.ok(places.y[59 * 8 + 5] > inside.top && places.y[59 * 8 + 5] < inside.top + inside.height);
});

test("a thousand settled arms all have a place of their own inside their lane", () => {
  const moves = Array.from({ length: 997 }, (_, arm) => [2, arm, 2]);
  const run = drifting({ n: 1000, frames: 4, moves });
  for (const [width, height, narrow] of [
    [580, 388, false],
    [490, 300, false],
    [358, 378, true],
  ]) {
    const box = makeGeometry(width, height, narrow, {
      places: park(run).places,
      labels: run.labels,
    });
    const { places } = place(run, box);
    const seen = new Set();
    for (let arm = 0; arm < 997; arm++) {
      const at = 3000 + arm;
      const { top, height: high } = box.lanes[2];
      assert.ok(places.y[at] > top && places.y[at] < top + high && places.fixedX[at] < width);
      seen.add(`${places.fixedX[at].toFixed(1)} ${places.y[at].toFixed(1)}`);
    }
    assert.equal(seen.size, 997);
  }
});

test("the accepted lane of an algorithm without sets follows what it plays", () => {
  const played = (f) => (f === 0 ? [] : [f % 3]);
  const t = Array.from({ length: 9 }, (_, f) => f);
  const moves = t.slice(1).flatMap((f) => [...(f > 1 ? [[f, (f - 1) % 3, 0]] : []), [f, f % 3, 1]]);
  const words = { accept: "played now", reject: null };
  assert.deepEqual(park(makeRun({ n: 4, k: 1, t, played, moves, words })).places, [0, 0, 0]);
});
