import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../../dart_player/js/decode.js";
import { doneFrame, endingOf, endSets, listed, meaning } from "../../dart_player/js/ending.js";
import { base64, payload, runData } from "./fixture.mjs";

const T = [0, 5, 10, 10, 20];
const SETTLED = [
  [3, 3, 1],
  [3, 2, 1],
  [3, 1, 2],
  [3, 0, 2],
];
const committed = (from) => T.map((_, f) => (f >= from ? 1 : 0));
const OUTCOME = { set: [2, 3], short: 0, certain: true, settles: true };
const curve = (label, end) => ({ label, regret: base64(Float32Array, [0, end]) });

/** A show of one run of DART on four ads, of which two are best. */
function shown({
  outcome,
  phase = committed(3),
  rivals = [],
  more,
  thing = ["ad", "ads"],
  ...own
} = {}) {
  const run = runData({
    moves: SETTLED,
    outcome: { ...OUTCOME, ...outcome },
    curve: curve("DART · clean-c1 (c = 0.1, λ = 0.02)", 542),
    ...own,
  });
  run.frames.phase = base64(Uint8Array, phase);
  const truth = { mean: [0.1, 0.4, 0.7, 0.9], best: [2, 3] };
  return decode({ ...payload(), truth, thing, runs: [run], curves: rivals, ...more });
}

const GUESS = curve("random", 4002);
const RIVAL = curve("Frontier · guaranteed", 198);
const ORACLE = curve("oracle", 0);
const title = (options, truth = true) => endingOf(shown(options), truth).title;

test("all are settled, rightly: when, what it cost, and what others cost", () => {
  const { title, lines } = endingOf(shown({ rivals: [RIVAL, GUESS, ORACLE] }), true);
  assert.equal(title, "All 4 ads are settled, and rightly: 3 and 4 are the best two.");
  assert.deepEqual(lines, [
    "Finding them took 10 rounds and cost 542 in regret. Guessing for all 20 rounds would have cost 4,002; Frontier 198.",
  ]);
});

test("all are settled, but wrongly: which belongs in whose place", () => {
  const { title, lines } = endingOf(shown({ outcome: { set: [1, 3], short: 0.15 } }), true);
  assert.equal(title, "All 4 ads are settled, but not rightly: DART chose 2 and 4.");
  assert.deepEqual(lines, [
    "Ad 3 belongs in the place of ad 2: it is better by 0.30, 0.70 against 0.40.",
    "It cost 542 in regret.",
  ]);
});

test("who pays as much as guessing is told so; who only guessed right has not found them", () => {
  const dear = { rivals: [curve("random", 540)], moves: [], outcome: { short: 0 } };
  assert.deepEqual(endingOf(shown(dear), true).lines, [
    "It cost 542 in regret. Guessing for all 20 rounds would have cost no less: 540.",
  ]);
});

test("where other sets are just as good, none is the best", () => {
  const same = shown({ outcome: { set: [1, 3] } });
  assert.equal(
    endingOf(same, true).title,
    "All 4 ads are settled, and rightly: 2 and 4 are as good a choice as any.",
  );
});

test("several are wrong: what would have been right, and what it is worth", () => {
  const { lines } = endingOf(shown({ outcome: { set: [0, 1], short: 0.55 } }), true);
  assert.equal(lines[0], "3 and 4 would have been right: 0.55 more in every round.");
});

test("where better arms make no better sets, no mean is given as the reason", () => {
  const show = shown({
    outcome: { set: [2, 3], short: 0.02 },
    more: { truth: { mean: [0.5, 0.5, 0.5, 0.5], best: [1, 3] } },
  });
  assert.equal(
    endingOf(show, true).lines[0],
    "2 and 4 would have been right: 0.020 more in every round.",
  );
});

test("it stopped looking with some undecided: a right guess and a wrong one", () => {
  const moves = [
    [3, 3, 1],
    [3, 0, 2],
  ];
  assert.equal(
    title({ moves }),
    "DART stopped looking after 10 rounds with two ads undecided. Its guess was right: 3 and 4 are the best two.",
  );
  assert.equal(
    title({ moves, outcome: { set: [1, 3], short: 0.15 } }),
    "DART stopped looking after 10 rounds with two ads undecided. Its guess was wrong: it chose 2 and 4.",
  );
});

test("constants that did nothing: not one was settled", () => {
  assert.equal(
    title({ moves: [], outcome: { set: [0, 1], short: 0.55 } }),
    "DART stopped looking after 10 rounds without settling a single ad. Its guess was wrong: it chose 1 and 2.",
  );
});

test("the rounds were over too soon", () => {
  const moves = [[3, 3, 1]];
  const phase = committed(9);
  assert.equal(
    title({ moves: [], phase }),
    "After 20 rounds, not one ad is settled. DART would go on with 3 and 4: the best two.",
  );
  assert.equal(
    title({ moves, phase }),
    "After 20 rounds, three ads are still undecided. DART would go on with 3 and 4: the best two.",
  );
  assert.equal(
    title({ moves, phase, outcome: { set: [1, 3], short: 0.15 } }),
    "After 20 rounds, three ads are still undecided. DART would go on with 2 and 4, which is not right.",
  );
});

test("the last places fill themselves: nothing is undecided then", () => {
  const moves = [
    [3, 0, 2],
    [3, 1, 2],
  ];
  assert.equal(title({ moves }), "All 4 ads are settled, and rightly: 3 and 4 are the best two.");
});

test("every arm is played in every round", () => {
  const show = decode({ ...payload({ n: 2, k: 2 }), thing: ["ad", "ads"] });
  const { title, lines } = endingOf(show, true);
  assert.equal(title, "All 2 ads are played in every round, so there was nothing to find out.");
  assert.deepEqual(lines, []);
});

test("what settles nothing is not said to have found anything", () => {
  const moves = [[3, 3, 1]];
  const outcome = { settles: false };
  assert.equal(
    title({ moves, outcome, curve: curve("LinTS · scaled", 9) }),
    "LinTS never settles anything. At the end it favours 3 and 4: the best two.",
  );
  assert.equal(
    title({ moves, outcome: { ...outcome, set: [0, 1], short: 0.5 } }),
    "DART never settles anything. At the end it favours 1 and 2, which is not right.",
  );
  const blank = { estimate: () => 0, moves: [], outcome: { ...outcome, set: [0, 1], short: 0.5 } };
  const guess = shown({ ...blank, curve: curve("random", 4002) });
  for (const run of guess.runs) run.blank = true;
  assert.deepEqual(endingOf(guess, true), {
    title: "Guessing learns nothing: it went on as it began.",
    lines: ["It cost 4,002 in regret."],
  });
  const oracle = shown({ outcome, curve: curve("oracle", 0) });
  oracle.runs[0].blank = true;
  assert.equal(
    endingOf(oracle, true).title,
    "The oracle played 3 and 4, the best two, from the start.",
  );
});

test("with the truth hidden, neither right nor cost is told", () => {
  const wrong = { outcome: { set: [1, 3], short: 0.15 }, rivals: [GUESS] };
  const right = { rivals: [GUESS] };
  for (const options of [wrong, right]) {
    const { title, lines } = endingOf(shown(options), false);
    assert.match(title, /^All 4 ads are settled: DART chose \d and 4\.$/);
    assert.deepEqual(lines, []);
  }
});

test("one best arm, arms with names, and a best set that is not certain", () => {
  const labels = ["A", "Bob", "C", "Dan"];
  const show = decode({
    ...payload({ k: 1 }),
    labels,
    runs: shownRun({ k: 1, set: [3], certain: false }),
  });
  assert.equal(
    endingOf(show, true).title,
    "All 4 arms are settled: Dan is the best arm, as far as is known.",
  );
  assert.equal(
    meaning(show.runs[0]),
    "Regret is what was lost by not playing the best arm from the start.",
  );
  assert.equal(listed(["a", "b", "c", "d", "e", "f", "g"]), "a, b, c, d, e and 2 more");
});

function shownRun({ k, set, certain }) {
  const run = runData({ k, moves: SETTLED.map(([f, arm]) => [f, arm, arm === 3 ? 1 : 2]) });
  run.frames.phase = base64(Uint8Array, committed(3));
  run.outcome = { ...OUTCOME, set, certain };
  return [run];
}

test("rivals of one algorithm keep their presets, and there are three at most", () => {
  const twin = curve("Frontier · bold", 150);
  const { lines } = endingOf(
    shown({ rivals: [RIVAL, twin, curve("CSAR · est1", 9), curve("ETCG", 8)] }),
    true,
  );
  assert.match(
    lines[0],
    /On the same luck: Frontier · guaranteed 198; Frontier · bold 150; CSAR 9\.$/,
  );
});

test("of a race: who was done first, who was right, who paid least", () => {
  const racer = (id, label, end, from, outcome = {}) => {
    const run = runData({
      moves: SETTLED,
      outcome: { ...OUTCOME, ...outcome },
      curve: curve(label, end),
    });
    run.frames.phase = base64(Uint8Array, committed(from));
    return { ...run, id };
  };
  const race = (...runs) => endingOf(decode({ ...payload(), thing: ["ad", "ads"], runs }), true);
  const dart = racer("d", "DART · clean-c1", 542, 3);
  const frontier = racer("f", "Frontier · guaranteed", 198, 1);
  assert.deepEqual(race(dart, frontier), {
    title: "Frontier was done first, after 5 rounds.",
    lines: [
      "DART after 10.",
      "Both chose the best set.",
      "The least regret: Frontier 198; DART 542.",
    ],
  });
  const lost = racer("l", "LinTS", 600, 1, { settles: false, short: 0.5 });
  assert.deepEqual(race(lost, dart), {
    title: "DART was done first, after 10 rounds.",
    lines: [
      "LinTS: not done within 20 rounds.",
      "DART chose the best set.",
      "At the end LinTS favours another set.",
      "The least regret: DART 542; LinTS 600.",
    ],
  });
  const twice = race(dart, racer("e", "DART · authors-code", 600, 3, { short: 0.1 }), lost);
  assert.equal(
    twice.title,
    "DART · clean-c1 and DART · authors-code were done first, after 10 rounds.",
  );
  assert.equal(race(lost, { ...lost, id: "m" }).title, "Nobody was done within 20 rounds.");
  const wrong = racer("w", "CSAR", 70, 1, { short: 0.1 });
  const near = racer("n", "UCB", 9, 1, { settles: false });
  assert.deepEqual(race(dart, wrong, near, lost), {
    title: "CSAR was done first, after 5 rounds, but not rightly.",
    lines: [
      "DART after 10.",
      "UCB and LinTS: not done within 20 rounds.",
      "DART chose the best set; CSAR did not.",
      "At the end UCB favours the best set, LinTS another one.",
      "The least regret: UCB 9; CSAR 70; DART 542; LinTS 600.",
    ],
  });
  assert.deepEqual(race(wrong, { ...lost, blank: true }).lines.slice(1, 2), [
    "CSAR did not choose the best set.",
  ]);
});

test("when a run was done, and in which sets its arms end", () => {
  const [run] = shown().runs;
  assert.equal(doneFrame(run), 3);
  assert.deepEqual(endSets(run), { active: 0, accept: 2, reject: 2 });
});
