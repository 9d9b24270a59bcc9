import assert from "node:assert/strict";
import test from "node:test";

import {
  epochAt,
  eventAt,
  framesBack,
  gateFraction,
  makeClock,
  nextEvent,
  positionAt,
  previousEvent,
  SCALES,
  stateFrame,
  timeAt,
} from "../../dart_player/js/clock.js";
import { makeRun } from "./fixture.mjs";

const story = (...frames) =>
  frames.map(([frame, ...arms]) => ({ frame, text: `event ${frame}`, arms }));

const runs = {
  usual: makeRun({
    t: [0, 1, 2, 4, 8, 16, 16, 50, 100, 100, 500, 1000],
    moves: [
      [6, 0, 2],
      [9, 1, 1],
    ],
    story: story([0], [6, 0], [9, 1]),
  }),
  "one event": makeRun({ story: story([3, 1]), moves: [[3, 1, 1]] }),
  "no events": makeRun({ t: [0, 1, 10, 100] }),
  "horizon 1": makeRun({ t: [0, 1] }),
  "one frame": makeRun({ t: [0] }),
  "three frames of one moment": makeRun({
    t: [0, 7, 7, 7, 9],
    story: story([2], [3, 1]),
    moves: [[3, 1, 1]],
  }),
  "a moment at the end": makeRun({ t: [0, 5, 20, 20], story: story([3, 0]), moves: [[3, 0, 2]] }),
};

for (const [name, run] of Object.entries(runs)) {
  for (const scale of SCALES) {
    test(`${name}, ${scale}: play time rises with the position and comes back`, () => {
      const clock = makeClock(run, scale);
      const last = run.count - 1;
      assert.equal(clock.toPlay(0), 0);
      assert.equal(clock.toPlay(last), clock.duration);
      assert.equal(clock.fromPlay(clock.duration), last);
      let [before, wasAt] = [-1, -1];
      for (let step = 0; step <= 400; step++) {
        const position = (last * step) / 400;
        const play = clock.toPlay(position);
        assert.ok(play >= before, `${play} after ${before}`);
        before = play;
        const seconds = (clock.duration * step) / 400;
        const at = clock.fromPlay(seconds);
        assert.ok(at >= wasAt && at <= last);
        wasAt = at;
        assert.ok(Math.abs(clock.toPlay(at) - seconds) < 1e-9 * (1 + clock.duration));
        // The position may be elsewhere in the same moment, but never at another time.
        const back = timeAt(run, clock.fromPlay(play));
        assert.ok(Math.abs(back - timeAt(run, position)) < 1e-6 * (1 + run.horizon));
      }
    });
  }

  test(`${name}: time and position agree`, () => {
    for (let step = 0; step <= 200; step++) {
      const time = (run.horizon * step) / 200;
      assert.ok(Math.abs(timeAt(run, positionAt(run, time)) - time) < 1e-9 * (1 + run.horizon));
    }
    assert.equal(positionAt(run, run.horizon + 5), run.count - 1);
    assert.equal(positionAt(run, -1), 0);
  });
}

test("by event, the moment of a move takes time; in the other scales it takes none", () => {
  const run = runs.usual;
  const spent = (scale, frame) => {
    const clock = makeClock(run, scale);
    return clock.toPlay(frame + 1) - clock.toPlay(frame);
  };
  assert.ok(spent("event", 5) > 0.5);
  assert.equal(spent("linear", 5), 0);
  assert.equal(spent("log", 5), 0);
});

test("play lasts 12 to 60 seconds, longer with more events", () => {
  const many = Array.from({ length: 200 }, (_, f) => f);
  const busy = makeRun({ t: many, story: story(...many.map((f) => [f, 0])) });
  assert.equal(makeClock(runs["no events"], "event").duration, 12);
  assert.ok(Math.abs(makeClock(busy, "event").duration - 60) < 1e-9);
});

test("linear time is proportional to t, log time to log(1 + t)", () => {
  const run = runs.usual;
  for (const position of [0.5, 3.25, 7.9, 10.5]) {
    const t = timeAt(run, position);
    const linear = makeClock(run, "linear");
    const log = makeClock(run, "log");
    assert.ok(Math.abs(linear.toPlay(position) / linear.duration - t / 1000) < 1e-9);
    assert.ok(
      Math.abs(log.toPlay(position) / log.duration - Math.log1p(t) / Math.log1p(1000)) < 1e-9,
    );
  }
});

test("in a moment arms move first, then the gates close", () => {
  const run = runs.usual;
  assert.equal(stateFrame(run, 5), 5);
  assert.equal(stateFrame(run, 5.2), 5);
  assert.equal(stateFrame(run, 5.5), 6);
  assert.equal(gateFraction(run, 5, 0.5), 0);
  assert.equal(gateFraction(run, 5, 1), 1);
  assert.equal(gateFraction(run, 4, 0.25), 0.25);
});

test("events: the one shown, the next, the one before", () => {
  const run = runs.usual;
  assert.equal(eventAt(run, 5.1).frame, 0);
  assert.equal(eventAt(run, 6).frame, 6);
  assert.equal(eventAt(runs["no events"], 2), null);
  assert.deepEqual(
    [0, 5.9, 6, 9, 10].map((p) => nextEvent(run, p)),
    [6, 6, 9, 11, 11],
  );
  assert.deepEqual(
    [11, 9, 8, 6, 3, 0].map((p) => previousEvent(run, p)),
    [9, 6, 6, 0, 0, 0],
  );
});

test("between frames epochs follow each other evenly", () => {
  const run = makeRun({ t: [0, 10, 20] });
  run.epoch = Uint32Array.from([0, 4, 9]);
  assert.deepEqual(
    [0, 0.1, 0.25, 1, 1.2, 1.21, 2].map((position) => epochAt(run, position)),
    [0, 1, 1, 4, 5, 6, 9],
  );
});

test("a link tells apart the frames of one round", () => {
  const run = makeRun({ t: [0, 5, 10, 10, 10, 20] });
  for (let frame = 0; frame < run.count; frame++) {
    assert.equal(positionAt(run, run.t[frame], framesBack(run, frame)), frame);
  }
  assert.equal(positionAt(run, 10), 4);
  assert.equal(positionAt(run, 10, 50), 2);
  assert.equal(positionAt(run, 7.5, 1), 1.5);
});
