import assert from "node:assert/strict";
import test from "node:test";

import { tickKinds } from "../../dart_player/js/controls.js";
import { makeRun } from "./fixture.mjs";

test("who predicts sees no tick's kind before its event", () => {
  const story = [
    { frame: 1, text: "nobody moves", arms: [] },
    { frame: 3, text: "arm 1 is accepted", arms: [0] },
    { frame: 4, text: "arm 2 is rejected", arms: [1] },
  ];
  const moves = [
    [3, 0, 1],
    [4, 1, 2],
  ];
  const kinds = tickKinds(makeRun({ story, moves }));
  const at = (frame) => kinds.map((of) => of(frame));
  assert.deepEqual(at(2), ["quiet", "unknown", "unknown"]);
  assert.deepEqual(at(3), ["quiet", "accept", "unknown"]);
  assert.deepEqual(at(Infinity), ["quiet", "accept", "reject"]);
});
