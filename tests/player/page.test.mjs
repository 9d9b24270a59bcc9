/** What does not need a page: numbers, links, themes, preferences, and the bundle. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { validPreferences } from "../../dart_player/js/controls.js";
import { approach } from "../../dart_player/js/dom.js";
import {
  formatCount,
  formatDelta,
  formatRegret,
  formatTick,
  formatValue,
  niceTicks,
} from "../../dart_player/js/format.js";
import { makeLink } from "../../dart_player/js/link.js";
import { parseColor } from "../../dart_player/js/theme.js";

test("numbers have the digits that their size needs", () => {
  assert.equal(formatCount(12972), "12,972");
  assert.deepEqual([0.54, 0.03125, 0.0078125, 1.544, 0, -0.43, -0.0001].map(formatValue), [
    "0.54",
    "0.031",
    "0.0078",
    "1.54",
    "0.00",
    "−0.43",
    "−0.00010",
  ]);
  assert.deepEqual([1, 0.5, 0.125, 0.03125].map(formatDelta), ["1", "0.5", "0.125", "0.0313"]);
  assert.deepEqual([0, 2.64, 466.7, 10746.2].map(formatRegret), ["0", "2.6", "467", "10,746"]);
  assert.equal(formatTick(0.30000000000000004, 0.1), "0.3");
  assert.equal(formatTick(-1e-17, 0.1), "0.0");
  assert.equal(formatTick(15000, 5000), "15,000");
});

test("ticks are round and inside", () => {
  const { ticks, step } = niceTicks(0.27, 0.83, 6);
  assert.equal(step, 0.1);
  assert.deepEqual(
    ticks.map((tick) => formatTick(tick, step)),
    ["0.3", "0.4", "0.5", "0.6", "0.7", "0.8"],
  );
  assert.deepEqual(niceTicks(1, 1, 5).ticks, [1]);
});

test("a link holds the settings and the player's state", () => {
  const location = { origin: "https://host", pathname: "/watch" };
  const state = {
    time: 2599.6,
    speed: 0.5,
    clock: "log",
    truth: false,
    yaxis: "all",
    panels: "code",
    arm: 5,
  };
  assert.equal(
    makeLink(location, "v=1&n=12", state),
    "https://host/watch?v=1&n=12&at=2600&speed=0.5&clock=log&truth=0&yaxis=all&panels=code&arm=5",
  );
  assert.ok(makeLink(location, "", state).includes("/watch?at=2600"));
  assert.ok(makeLink(location, "", { ...state, back: 1 }).endsWith("&back=1&arm=5"));
  assert.ok(
    makeLink(location, "", { ...state, part: 2, step: 7 }).endsWith("&arm=5&part=2&step=7"),
  );
});

test("colours are read in the notations that Streamlit uses", () => {
  assert.deepEqual(parseColor("#0e1117"), [14, 17, 23]);
  assert.deepEqual(parseColor("#fff"), [255, 255, 255]);
  assert.deepEqual(parseColor("rgb(14, 17, 23)"), [14, 17, 23]);
  assert.deepEqual(parseColor("rgba(14 17 23 / 1)"), [14, 17, 23]);
  assert.equal(parseColor(""), null);
});

test("preferences from a link are made valid one by one", () => {
  assert.deepEqual(validPreferences({ speed: 3, clock: "log", truth: false, yaxis: "?" }), {
    speed: 1,
    clock: "log",
    truth: false,
    yaxis: "fit",
    panels: "none",
    arm: null,
  });
});

test("a glide reaches its target, at any frame rate", () => {
  for (const dt of [1 / 240, 1 / 60, 1 / 10]) {
    let [now, passed] = [0, 0];
    while (now !== 100 && passed < 2)
      [now, passed] = [approach(now, 100, dt, 0.09, 0.2), passed + dt];
    assert.ok(now === 100 && passed < 0.75, `${passed} s`);
  }
  assert.equal(approach(NaN, 5, 0.016, 0.09, 0.1), 5);
  assert.equal(approach(0, 5, Infinity, 0.09, 0.1), 5);
});

test("the bundle is one module: it parses, and nothing internal is left to import", async () => {
  const text = readFileSync(new URL("../../dart_player/built/player.js", import.meta.url), "utf8");
  assert.equal(text.match(/\bimport\b/g), null);
  assert.equal(text.match(/\bexport\b/g)?.length, 1);
  assert.equal(text.match(/innerHTML|\beval\b|new Function|https?:\/\/(?!www\.w3\.org)/g), null);
  const module = await import(
    `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`
  );
  assert.deepEqual(Object.keys(module), ["default"]);
});
