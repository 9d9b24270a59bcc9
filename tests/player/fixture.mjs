/** Small runs, written as the server writes them. */

import { decode, FORMAT } from "../../dart_player/js/decode.js";

export function base64(Type, values) {
  return Buffer.from(Type.from(values).buffer).toString("base64");
}

/**
 * What the fields of a run and those of a payload are; a test may give any of them.
 */
const OF_PAYLOAD = ["horizon", "labels", "truth", "curve_t", "curves", "link", "start", "about"];

/** A payload from plain numbers, with one run. */
export function payload(options) {
  const { n = 4, k = 2, t = [0, 5, 10, 10, 20] } = options ?? {};
  const own = Object.entries(options ?? {}).filter(([name]) => OF_PAYLOAD.includes(name));
  return {
    format: FORMAT,
    n,
    k,
    horizon: t.at(-1),
    thing: ["arm", "arms"],
    seen: "what they earn on average",
    labels: Array.from({ length: n }, (_, arm) => String(arm + 1)),
    truth: { mean: Array.from({ length: n }, (_, arm) => arm / n), best: [n - 1] },
    curve_t: base64(Uint32Array, [0, t.at(-1)]),
    runs: [runData(options)],
    curves: [],
    link: "v=1",
    ...Object.fromEntries(own),
  };
}

/**
 * One run from plain numbers. `estimate`, `width` and `gates` are functions of frame and arm (or
 * frame), `width` may be null; `played` names the arms played in the round that ended at a frame.
 */
export function runData({
  n = 4,
  k = 2,
  t = [0, 5, 10, 10, 20],
  range = [0, 1],
  estimate = (f, arm) => (f === 0 ? 0 : (arm + 1) / (n + 1)),
  width = (f) => 1 / (f + 1),
  gates = () => [NaN, NaN, NaN, NaN],
  played = () => [],
  moves = [],
  story = [],
  ...rest
} = {}) {
  const count = t.length;
  const cells = (of) => t.flatMap((_, f) => Array.from({ length: n }, (_, arm) => of(f, arm)));
  const [low, high] = range;
  const stride = Math.ceil(n / 8);
  const bits = new Uint8Array(count * stride);
  t.forEach((_, f) => {
    for (const arm of played(f)) bits[f * stride + (arm >> 3)] |= 1 << (arm & 7);
  });
  const steps = (of, size) => cells((f, arm) => Math.round((65535 * of(f, arm)) / size));
  const own = Object.entries(rest).filter(([name]) => !OF_PAYLOAD.includes(name) && name !== "k");
  return {
    id: "test",
    curve: { label: "DART", regret: base64(Float32Array, [0, 1]) },
    frames: {
      count,
      t: base64(Uint32Array, t),
      range,
      estimate: base64(
        Uint16Array,
        steps((f, arm) => estimate(f, arm) - low, high - low),
      ),
      ...(width && { width_max: 1, width: base64(Uint16Array, steps(width, 1)) }),
      action: base64(Uint8Array, bits),
      gates: base64(
        Float32Array,
        t.flatMap((_, f) => gates(f)),
      ),
      delta: base64(
        Float32Array,
        t.map(() => 0.5),
      ),
      epoch: base64(
        Uint32Array,
        t.map((_, f) => f),
      ),
      phase: base64(
        Uint8Array,
        t.map(() => 0),
      ),
      moves,
    },
    story,
    outcome: {
      set: Array.from({ length: k }, (_, i) => n - 1 - i),
      short: 0,
      certain: true,
      settles: true,
    },
    ...Object.fromEntries(own),
  };
}

export const makeRun = (options) => decode(payload(options)).runs[0];

/** Several runs on one problem, each from options of its own. */
export const makeShow = (...several) =>
  decode({
    ...payload(several[0]),
    runs: several.map((options, r) => ({ ...runData(options), id: `r${r}` })),
  });

/** Evenly drawn numbers in [0, 1), the same ones every time. */
export function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
