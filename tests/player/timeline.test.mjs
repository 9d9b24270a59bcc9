import assert from "node:assert/strict";
import test from "node:test";

import { isMoment, makeClock, SCALES, timeAt } from "../../dart_player/js/clock.js";
import { frameOf, makeTimeline, ownPosition } from "../../dart_player/js/timeline.js";
import { makeRun, numbers } from "./fixture.mjs";

const told = (...frames) => frames.map((frame) => ({ frame, text: `at ${frame}`, arms: [0] }));

/** A run with frames at random times, some of them several at one time. */
function randomRun(random, horizon) {
  const between = Array.from({ length: 30 }, () => Math.ceil(random() * (horizon - 1)));
  const t = [0, ...between.flatMap((time) => Array(1 + Math.floor(3 * random())).fill(time))];
  t.push(horizon);
  t.sort((a, b) => a - b);
  const frames = t.map((_, f) => f).filter((f) => f > 0 && random() < 0.2);
  return makeRun({ n: 3, t, story: told(...frames), moves: frames.map((f) => [f, f % 3, 1]) });
}

test("the timeline of one run is that run", () => {
  const random = numbers(1);
  for (let many = 0; many < 20; many++) {
    const run = randomRun(random, 100);
    const timeline = makeTimeline([run]);
    assert.deepEqual(timeline.t, run.t);
    assert.deepEqual(timeline.lane, run.lane);
    assert.deepEqual(
      timeline.events,
      run.events.map((event) => ({ ...event, racer: 0 })),
    );
    for (let position = 0; position <= run.count - 1; position += 0.25) {
      assert.equal(ownPosition(timeline, 0, position), position);
    }
    for (let frame = 0; frame < run.count; frame++)
      assert.equal(frameOf(timeline, 0, frame), frame);
    for (const scale of SCALES) {
      const [one, other] = [makeClock(run, scale), makeClock(timeline, scale)];
      assert.equal(one.duration, other.duration);
      assert.equal(one.toPlay(3.3), other.toPlay(3.3));
    }
  }
});

test("on a timeline every run is at its own place at that time", () => {
  const random = numbers(2);
  for (let many = 0; many < 20; many++) {
    const runs = [1, 2, 3, 4].map(() => randomRun(random, 100));
    const timeline = makeTimeline(runs);
    assert.equal(timeline.t[0], 0);
    assert.equal(timeline.t.at(-1), 100);
    for (const [r, run] of runs.entries()) {
      let before = 0;
      for (let position = 0; position <= timeline.count - 1; position += 0.25) {
        const own = ownPosition(timeline, r, position);
        assert.ok(own >= before, "nobody goes back");
        before = own;
        assert.ok(Math.abs(timeAt(run, own) - timeAt(timeline, position)) < 1e-9);
      }
      assert.equal(before, run.count - 1);
      for (let frame = 0; frame < run.count; frame++) {
        assert.equal(ownPosition(timeline, r, frameOf(timeline, r, frame)), frame);
      }
    }
  }
});

test("moments of several runs at one time pass together, and who has none waits", () => {
  const first = makeRun({ t: [0, 10, 10, 20] });
  const second = makeRun({ t: [0, 5, 10, 10, 10, 20] });
  const third = makeRun({ t: [0, 20] });
  const timeline = makeTimeline([first, second, third]);
  assert.deepEqual([...timeline.t], [0, 5, 10, 10, 10, 20]);
  assert.deepEqual(
    timeline.own.map((places) => [...places]),
    [
      [0, 0.5, 1, 2, 2, 3],
      [0, 1, 2, 3, 4, 5],
      [0, 0.25, 0.5, 0.5, 0.5, 1],
    ],
  );
  assert.ok(isMoment(timeline, 2) && isMoment(timeline, 3) && !isMoment(timeline, 4));
});

test("events of all runs come in order, with their run's arms", () => {
  const first = makeRun({ n: 2, t: [0, 10, 10, 20], story: told(2), moves: [[2, 0, 1]] });
  const second = makeRun({ n: 2, t: [0, 5, 10, 10, 20], story: told(1, 3), moves: [[3, 0, 2]] });
  const timeline = makeTimeline([first, second]);
  assert.deepEqual(
    timeline.events.map(({ frame, racer, arms }) => [frame, racer, arms]),
    [
      [1, 1, [2]],
      [3, 0, [0]],
      [3, 1, [2]],
    ],
  );
  assert.deepEqual([...timeline.lane.subarray(3 * 4, 4 * 4)], [1, 0, 2, 0]);
  assert.deepEqual([...timeline.lane.subarray(2 * 4, 3 * 4)], [0, 0, 0, 0]);
});
