import assert from "node:assert/strict";
import test from "node:test";

import { betAt, rolesOf } from "../../dart_player/js/bets.js";
import { fedBy, sharesAt } from "../../dart_player/js/shares.js";
import { makeRun } from "./fixture.mjs";

/** Frame by frame: no bet; 2 above 1, growing; the same moment, certified; 4 above 1; committed. */
function betting() {
  const run = makeRun({ t: [0, 10, 30, 30, 50, 60] });
  const bets = [
    [-1, -1, -1, -1],
    [1, 0, 2, 8],
    [1, 0, 6, 8],
    [1, 0, 8, 8],
    [3, 0, 1, 8],
    [3, 0, 1, 8],
  ];
  run.lead = Float32Array.from(bets.flat());
  run.marks = Uint8Array.from({ length: 6 * run.n }, (_, at) => [1, 3, 4, 0][at % run.n]);
  run.phase[5] = 1;
  return run;
}

test("the wealth of a bet grows between frames, up to its certificate", () => {
  const run = betting();
  assert.equal(betAt(run, 0), null);
  assert.deepEqual(betAt(run, 1), {
    better: 1,
    worse: 0,
    logWealth: 2,
    threshold: 8,
    certified: false,
  });
  assert.equal(betAt(run, 1.5).logWealth, 4);
  assert.equal(betAt(run, 2.3).certified, false);
  assert.equal(betAt(run, 2.4).certified, true);
  assert.equal(betAt(run, 3).logWealth, 8);
});

test("one bet is never mixed with another, and none is left after the commitment", () => {
  const run = betting();
  assert.deepEqual([betAt(run, 3.9).better, betAt(run, 3.9).logWealth], [1, 8]);
  assert.deepEqual([betAt(run, 4.5).better, betAt(run, 4.5).logWealth], [3, 1]);
  assert.equal(betAt(run, 5), null);
});

test("an arm's roles are words, and without bets there are none", () => {
  const roles = (arm) => rolesOf(betting(), 2, arm);
  assert.deepEqual([0, 1, 2, 3].map(roles), [
    ["incumbent"],
    ["incumbent", "weakest"],
    ["challenger"],
    [],
  ]);
  assert.deepEqual(rolesOf(makeRun(), 2, 1), []);
});

test("a bet says how many of the arms that its worse arm met feed it, the greatest share first", () => {
  const run = betting();
  const said = (frame) => fedBy(run, sharesAt(run, frame));
  assert.deepEqual([sharesAt(run, 1), said(1)].flat(), [""], "a bet on a pair alone");
  run.shares = new Float32Array(6 * run.n).fill(NaN);
  assert.equal(said(1), "");
  run.shares.set([NaN, 0.25, 0, 0.75], run.n);
  assert.deepEqual(sharesAt(run, 1), [
    { arm: 3, share: 0.75 },
    { arm: 1, share: 0.25 },
    { arm: 2, share: 0 },
  ]);
  assert.equal(said(1), "fed by 2 of the 3 arms it met");
  run.shares.set([NaN, 0.25, NaN, 0.75], 2 * run.n);
  assert.equal(said(2), "fed by all 2 arms it met");
  run.shares.set([NaN, 1, NaN, NaN], 3 * run.n);
  assert.equal(said(3), "", "one arm is the better one of the bet, which is named");
});
