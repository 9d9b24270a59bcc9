import assert from "node:assert/strict";
import test from "node:test";

import { Camera, zoomWords } from "../../dart_player/js/camera.js";

test("the camera glides from window to window in half a second, and the first is there at once", () => {
  const camera = new Camera();
  assert.equal(camera.look(0, 1, 0.016, 0), false);
  assert.deepEqual(camera.view, { low: 0, high: 1 });
  assert.equal(camera.mark(0), 0, "nothing was zoomed");
  let seconds = 0;
  let before = 1;
  while (camera.look(0.25, 0.75, 0.01, 1000)) {
    seconds += 0.01;
    assert.ok(camera.view.high <= before);
    before = camera.view.high;
  }
  assert.ok(Math.abs(seconds - 0.5) < 0.021, `${seconds} s`);
  assert.deepEqual(camera.view, { low: 0.25, high: 0.75 });
});

test("a window that changes on the way is gone to from where the camera is", () => {
  const camera = new Camera();
  camera.look(0, 1, 0, 0);
  camera.look(0, 0.5, 0.25, 0);
  const { high } = camera.view;
  assert.ok(high > 0.5 && high < 1);
  camera.look(0, 2, 0, 0);
  assert.equal(camera.view.high, high);
});

test("where nothing may glide, the window is there at once, and is marked all the same", () => {
  const camera = new Camera();
  camera.look(0, 1, Infinity, 0);
  assert.equal(camera.look(0, 0.5, Infinity, 500), false);
  assert.equal(camera.view.high, 0.5);
  assert.equal(camera.mark(600), 1);
  assert.equal(camera.mark(600 + 10_000), 0);
});

test("the mark says what was done to the axis, and what it shows", () => {
  assert.deepEqual(zoomWords([0, 1], [0.25, 0.75]), [
    "Zoomed in \u00d72: 0.25 to 0.75",
    "Zoomed in \u00d72",
    "\u00d72",
  ]);
  assert.equal(zoomWords([0.5, 0.6], [0.2, 1])[0], "Zoomed out \u00d78: 0.20 to 1.00");
  assert.deepEqual(zoomWords([0, 0.5], [0.125, 0.625]), [
    "Axis moved right: 0.13 to 0.63",
    "Axis moved right",
    "\u2192",
  ]);
});
