import assert from "node:assert/strict";
import test from "node:test";

import { Entrant, news, standings } from "../../dart_player/js/racing.js";
import { briefLabels } from "../../dart_player/js/regret.js";
import { makeTimeline, ownPosition } from "../../dart_player/js/timeline.js";
import { makeRun } from "./fixture.mjs";

const told = (frame, text) => ({ frame, text, arms: [0] });

/** Settles two arms, then all of them, at round 10. */
const quick = makeRun({
  t: [0, 5, 10, 20],
  moves: [...[0, 1].map((arm) => [1, arm, 1]), ...[2, 3].map((arm) => [2, arm, 2])],
  story: [told(0, "It begins."), told(2, "Arms 3 and 4 are out.")],
});
/** Stops at round 10 with two arms left. */
const slow = makeRun({
  t: [0, 10, 10, 20],
  moves: [
    [1, 0, 1],
    [1, 1, 2],
  ],
  story: [told(2, "Stop.")],
});
slow.phase.set([0, 0, 1, 1]);
/** Plays another set each time. */
const restless = makeRun({
  t: [0, 10, 20],
  moves: [
    [1, 0, 1],
    [2, 0, 0],
    [2, 1, 1],
  ],
});

const race = [new Entrant(quick, "A"), new Entrant(slow, "B"), new Entrant(restless, "C")];
const timeline = makeTimeline([quick, slow, restless]);
const at = (position) => [0, 1, 2].map((r) => ownPosition(timeline, r, position));

test("a race is told by who was done first, then by who is left", () => {
  assert.deepEqual(
    race.map(({ time, settles }) => [time, settles]),
    [
      [10, true],
      [10, true],
      [Infinity, false],
    ],
  );
  assert.equal(
    standings(race, at(1)),
    "A still compares 3 and 4. B still compares 1, 2, 3 and 4. C settles nothing for good.",
  );
  assert.equal(
    standings(race, at(timeline.count - 1)),
    "A was first to settle all 4 arms, at round 10. B was first to stop looking, at round 10. " +
      "C settles nothing for good.",
  );
});

test("who stands alike shares a sentence, and many arms are counted", () => {
  const two = [1, 2].map((last) =>
    makeRun({ n: 8, t: [0, 5, 20], moves: last === 1 ? [] : [[2, 0, 1]] }),
  );
  const pair = two.map((run, r) => new Entrant(run, "DE"[r]));
  assert.equal(standings(pair, [0, 0]), "D and E have settled none of 8 arms.");
  assert.equal(standings(pair, [2, 2]), "D has settled none of 8 arms. E has settled 1 of 8 arms.");
});

test("news are what happened last, with names", () => {
  assert.equal(news(timeline, race, 0), "");
  assert.equal(news(timeline, race, 1), "");
  assert.equal(news(timeline, race, timeline.count - 1), "B: Stop.");
});

test("racers are called by as little as tells them apart", () => {
  assert.deepEqual(
    briefLabels(["DART \u00b7 clean-c1 (c = 0.1)", "Frontier \u00b7 bold", "random"]),
    ["DART", "Frontier", "random"],
  );
  assert.deepEqual(
    briefLabels(["DART \u00b7 clean-c1", "DART \u00b7 paper-v2", "CSAR \u00b7 est1"]),
    ["DART \u00b7 clean-c1", "DART \u00b7 paper-v2", "CSAR"],
  );
});
