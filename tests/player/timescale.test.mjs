import assert from "node:assert/strict";
import test from "node:test";

import { makeClock } from "../../dart_player/js/clock.js";
import { timeScale } from "../../dart_player/js/timescale.js";
import { makeRun } from "./fixture.mjs";

const MILLION = 1_000_000;
/** Most of what happens, happens early; 90 and 8,000 are moments. */
const t = [0, 10, 20, 40, 90, 90, 200, 500, 1000, 3000, 8000, 8000, MILLION];
const story = [4, 10].map((f) => ({ frame: f + 1, text: "", arms: [0] }));
const run = makeRun({ t, story });
const scaleOf = (name) => timeScale(run, makeClock(run, name), name);

test("by event, the first thousand rounds of a million are no vertical line", () => {
  assert.ok(scaleOf("linear").toShare(1000) < 0.002);
  assert.ok(scaleOf("event").toShare(1000) > 0.2);
});

test("every scale grows from 0 to 1 and turns shares back into times", () => {
  for (const name of ["event", "linear", "log"]) {
    const { toShare, toTime } = scaleOf(name);
    assert.equal(toShare(0), 0);
    assert.ok(Math.abs(toShare(MILLION) - 1) < 1e-12);
    let before = -1;
    for (const time of [0, 5, 90, 91, 700, 8000, 8001, 500_000, MILLION]) {
      assert.ok(toShare(time) > before, `${name}, ${time}`);
      before = toShare(time);
      assert.ok(Math.abs(toTime(toShare(time)) - time) < 1e-6 * (1 + time), `${name}, ${time}`);
    }
  }
});

test("by event, the axis runs as the clock does, and waits where time does", () => {
  const clock = makeClock(run, "event");
  const { toShare } = scaleOf("event");
  const still = [4, 10].map((i) => clock.toPlay(i + 1) - clock.toPlay(i));
  const moving = clock.duration - still[0] - still[1];
  assert.ok(still[0] > 0);
  assert.ok(Math.abs(toShare(40) - clock.toPlay(3) / moving) < 1e-9);
  assert.ok(Math.abs(toShare(500) - (clock.toPlay(7) - still[0]) / moving) < 1e-9);
});

test("ticks are round times with room beside each other", () => {
  for (const width of [200, 420, 900]) {
    const { toShare, ticks } = scaleOf("event");
    const shown = ticks(width);
    assert.ok(shown.length >= 3 && shown[0] === 0 && shown.at(-1) === MILLION);
    for (const time of shown.slice(1)) assert.match(String(time), /^[125]0*$/);
    for (let k = 1; k < shown.length; k++)
      assert.ok((toShare(shown[k]) - toShare(shown[k - 1])) * width >= 60);
  }
});

test("a run of one frame still has an axis", () => {
  const single = makeRun({ t: [0] });
  const one = timeScale({ ...single, horizon: 100 }, makeClock(single, "event"), "event");
  assert.deepEqual([one.toShare(0), one.toShare(50), one.toShare(100)], [0, 0.5, 1]);
});
