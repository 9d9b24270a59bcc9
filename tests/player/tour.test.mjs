import assert from "node:assert/strict";
import { test } from "node:test";
import { distance, placeBeside } from "../../dart_player/js/placing.js";
import {
  aboutArms,
  aboutPlaces,
  aboutPlaying,
  aboutRound,
  aboutRounds,
  firstRounds,
  firstStops,
} from "../../dart_player/js/tour.js";
import { makeRun } from "./fixture.mjs";

const t = [0, 1, 2, 2, 3, 9, 20];
const played = (f) => [[], [0, 1], [2, 3], [2, 3], [1, 3], [0, 1], [0, 1]][f];
const said = (...frames) =>
  frames.map(([frame, ...arms]) => ({ frame, text: `Event ${frame}.`, arms }));

test("the first rounds are those of the run, as far as frames tell them one by one", () => {
  const run = makeRun({ t, played });
  assert.deepEqual(firstRounds(run), [
    { frame: 1, arms: [0, 1], reward: null },
    { frame: 3, arms: [2, 3], reward: null },
    { frame: 4, arms: [1, 3], reward: null },
  ]);
  assert.deepEqual(firstRounds(makeRun({ t: [0, 100] })), []);
});

test("a round is told with its number where the run tells it", () => {
  const part = { title: "", frame: 0, groups: [], rewards: [0.5, 1 / 3], steps: [] };
  const run = makeRun({ t, played, told: [part] });
  const rounds = firstRounds(run);
  assert.deepEqual(
    rounds.map(({ reward }) => reward),
    [0.5, 1 / 3, null],
  );
  assert.equal(aboutRound(run, 1, rounds[1]), "Round 2: 3 and 4 \u2192 0.33");
  assert.equal(aboutRound(run, 2, rounds[2]), "Round 3: 2 and 4");
  const later = makeRun({ t, played, told: [{ ...part, frame: 4 }] });
  assert.equal(firstRounds(later)[0].reward, null);
});

test("it stops at the first three events that move arms, or at the first three", () => {
  const story = said([0], [1], [2, 0], [3, 1], [4, 2], [5, 3]);
  const frames = (run) => firstStops(run).map(({ frame }) => frame);
  assert.deepEqual(frames(makeRun({ t, story })), [2, 3, 4]);
  assert.deepEqual(frames(makeRun({ t, story: said([0], [1], [5]) })), [1, 5]);
  assert.deepEqual(frames(makeRun({ t })), []);
});

test("what is said fits one arm and many, K = N, and what settles or learns nothing", () => {
  const run = { ...makeRun({ n: 4, k: 2 }), thing: ["ad", "ads"] };
  assert.equal(aboutArms(run, false).title, "These are the 4 ads.");
  assert.equal(
    aboutArms(run, false).text,
    "Two of them are best. An algorithm, DART, has to find out which.",
  );
  assert.match(aboutArms(run, true).text, /marks them for you alone/);
  assert.match(aboutRounds(run).title, /^Each round plays two ads, and only one number/);
  const one = { ...makeRun({ n: 4, k: 1 }), thing: ["server", "servers"] };
  assert.match(aboutArms(one, false).text, /^One of them is best/);
  assert.match(aboutRounds(one).title, /^Each round plays one server/);
  assert.match(aboutPlaying(one).text, /^A server that moves up is in/);
  const all = makeRun({ n: 2, k: 2 });
  assert.equal(aboutArms(all, true).text, "All of them are played in every round.");
  assert.equal(aboutPlaying(all).text, "");
  assert.match(aboutPlaying(run).text, /^An ad that moves up is in/);
  const played = { ...run, outcome: { ...run.outcome, settles: false } };
  assert.match(aboutPlaying(played).text, /are played now/);
  assert.doesNotMatch(aboutPlaces(played), /be sure/);
  assert.match(aboutPlaces({ ...run, blank: true }), /learns nothing/);
});

const box = (left, top, right, bottom) => ({ left, top, right, bottom });
const BOUNDS = box(0, 0, 800, 400);

test("a caption stands beside its subject and covers nothing that must be seen", () => {
  const subject = box(390, 190, 410, 210);
  const arms = [
    subject,
    ...Array.from({ length: 9 }, (_, i) => box(80 * i, 190, 80 * i + 20, 210)),
  ];
  const [left, top] = placeBeside({ width: 200, height: 120 }, subject, arms, BOUNDS);
  const place = box(left, top, left + 200, top + 120);
  for (const arm of arms)
    assert.ok(distance(place, arm) > 0 && (place.bottom < 190 || place.top > 210));
  assert.ok(left <= 390 && left + 200 >= 410, "straight above or below it");
});

test("where nothing is free it covers as little as it can, and stays inside", () => {
  const everywhere = [box(0, 0, 800, 200), box(0, 200, 400, 400)];
  const size = { width: 200, height: 100 };
  const [left, top] = placeBeside(size, box(0, 0, 10, 10), everywhere, BOUNDS);
  assert.ok(left >= 400 && top >= 200);
  const [x, y] = placeBeside({ width: 900, height: 500 }, box(0, 0, 1, 1), [BOUNDS], BOUNDS);
  assert.deepEqual([x, y], [0, 0]);
});
