import assert from "node:assert/strict";
import { test } from "node:test";

import { pieces } from "../../dart_player/js/code.js";
import { marked } from "../../dart_player/js/why.js";

test("indices and powers of an exact sentence are typeset", () => {
  assert.deepEqual(pieces(marked("μ̂ = 0.35 ≤ μ̂_(K+1) − Δ, e^7.9.")), [
    ["", "μ̂ = 0.35 ≤ μ̂"],
    ["sub", "(K+1)"],
    ["", " − Δ, e"],
    ["sup", "7.9"],
    ["", "."],
  ]);
  assert.deepEqual(pieces(marked("t = 1,170, epoch 3.")), [["", "t = 1,170, epoch 3."]]);
});
