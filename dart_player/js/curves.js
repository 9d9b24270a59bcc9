/** Regret curves, from the payload. */

import { PayloadError, typed } from "./packed.js";

/** @import { Curve, Run } from "./types.d.ts" */

/** What is called otherwise where people read it. */
const PLAIN = new Map([["random", "guessing"]]);

/** @param {string} label */
export const plainName = (label) => PLAIN.get(label) ?? label;

/**
 * A curve; all of them are known at the same moments. Those of runs are the main ones.
 * @param {import('./wire.d.ts').Curve | undefined} curve
 * @param {Float64Array} moments
 * @param {boolean} main
 * @param {string} name
 * @returns {Curve}
 */
export function decodeCurve(curve, moments, main, name) {
  if (curve === undefined) throw new PayloadError(`${name} must be a curve, but none came.`);
  const { label, light, dark, dash = "", about, regret } = curve;
  return {
    label: plainName(String(label)),
    about: String(about ?? ""),
    main,
    style: { light: colour(light), dark: colour(dark), dash: /^[\d ]*$/.test(dash) ? dash : "" },
    t: moments,
    regret: typed(regret, Float32Array, moments.length, `${name}.regret`),
  };
}

/** @param {string | undefined} text */
export function colour(text) {
  return text !== undefined && /^#[\da-f]{6}$/i.test(text) ? text : "#808080";
}

/**
 * The curve of a run with the corner where it began to play one set for good. From there on regret
 * grows by the same every round, so the corner follows from the end: between the moments of all
 * curves it would be cut off, and the regret told there would not be the one told at the end.
 * @param {Pick<Run, "curve" | "phase" | "t" | "horizon" | "outcome">} run
 * @returns {Curve}
 */
export function cornered({ curve, phase, t, horizon, outcome }) {
  const frame = phase.lastIndexOf(0) + 1;
  if (frame >= phase.length || outcome === undefined) return curve;
  const at = t[frame];
  const after = curve.t.findIndex((moment) => moment > at);
  if (after < 1 || curve.t[after - 1] === at) return curve;
  const regret = curve.regret;
  const told = regret[regret.length - 1] - outcome.short * (horizon - at);
  const corner = Math.max(regret[after - 1], Math.min(regret[after], told));
  return {
    ...curve,
    t: Float64Array.from([...curve.t.subarray(0, after), at, ...curve.t.subarray(after)]),
    regret: Float32Array.from([...regret.slice(0, after), corner, ...regret.slice(after)]),
  };
}
