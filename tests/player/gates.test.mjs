import assert from "node:assert/strict";
import test from "node:test";

import { gateNames, rankNames } from "../../dart_player/js/gates.js";
import { makeRun } from "./fixture.mjs";

const run = makeRun({});
const at = (accept, reject, level = 0, from = 0, to = 600) =>
  gateNames(run, { accept: [0.6, accept], reject: [0.4, reject] }, from, to, level);

test("gates say that it takes a test, where there is room for it", () => {
  const wide = at(330, 270);
  assert.deepEqual(
    wide.names.map(({ text }) => text),
    ["in at the next test, if right of here", "out at the next test, if left of here"],
  );
  assert.equal(wide.level, 0);
  const narrow = at(230, 150, 0, 0, 366);
  assert.deepEqual(
    narrow.names.map(({ text }) => text),
    ["in if right of here", "out if left of here"],
  );
});

test("names never lie on each other, and leave the lane only where nothing else is left", () => {
  for (const to of [150, 240, 366, 600, 900]) {
    for (let reject = 0; reject <= to; reject += 7) {
      for (let accept = reject; accept <= to; accept += 11) {
        const { names, stacked } = at(accept, reject, 0, 0, to);
        const [a, r] = names;
        assert.ok(stacked || a.from >= r.to || r.from >= a.to, `${to}: ${reject}, ${accept}`);
        for (const { from, to: end, text } of names) {
          assert.ok(from >= -1 && end <= to + 1, `${text} at ${from} to ${end} of ${to}`);
        }
      }
    }
  }
});

test("a fuller name comes back only with room to spare", () => {
  const full = (x, before) => at(x, 290, before).names[0].text.includes("test");
  const edge = [...Array(290).keys()].map((x) => 600 - x);
  const [first, again] = [0, 6].map((before) => edge.find((x) => full(x, before)));
  assert.ok(first > again, `${first}, ${again}`);
});

test("where the whole range has to be beyond a gate, it says so", () => {
  const ranges = makeRun({ words: { gate: "range" } });
  const values = { accept: [0.6, 500], reject: [0.4, 450] };
  const { names } = gateNames(ranges, values, 0, 1000, 0);
  assert.match(names[0].text, /in at the next test, if its range is right of here/);
});

test("no gate crosses the name of a dotted line, and the names are apart", () => {
  for (const to of [240, 366, 900]) {
    for (let next = 5; next < to; next += 6) {
      for (let kth = next; kth < to; kth += 7) {
        for (const lead of [3, 20, 45, 80, 400]) {
          const gates = [next + lead, kth - lead].filter((at) => at > 0 && at < to);
          const [a, b] = rankNames(3, [kth, next], gates, 0, to, 0).names;
          for (const name of [a, b].filter(Boolean)) {
            assert.ok(name.from >= 0 && name.to <= to);
            assert.ok(gates.every((gate) => gate < name.from || gate > name.to));
          }
          if (a && b) assert.ok(b.to < a.from, `${next}, ${kth} of ${to}`);
        }
      }
    }
  }
  const away = rankNames(3, [320, 280], [], 0, 600, 0).names;
  assert.deepEqual(
    away.map(({ text, anchor }) => [text, anchor]),
    [
      ["3rd best", "start"],
      ["4th best", "end"],
    ],
  );
  const between = rankNames(3, [317, 260], [337, 240], 0, 600, 0);
  assert.deepEqual(
    between.names.map(({ text, anchor }) => [text, anchor]),
    [
      ["3rd", "end"],
      ["4th", "start"],
    ],
  );
});
