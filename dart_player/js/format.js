/** Numbers as the player writes them. */

/** @import { Run } from "./types.d.ts" */

const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/**
 * A whole number with thousands separators: 12,972.
 * @param {number} value
 */
export function formatCount(value) {
  return minus(GROUPED.format(Math.round(value)));
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/**
 * A small count as a word, a larger one as digits.
 * @param {number} value
 */
export function countWord(value) {
  return WORDS[value] ?? formatCount(value);
}

/**
 * A quantity near [0, 1], with just enough digits for its size: 0.54, 0.031, 0.0078.
 * @param {number} value
 */
export function formatValue(value) {
  const size = Math.abs(value);
  const digits = size >= 0.0995 || size < 5e-7 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(size)));
  return minus(value.toFixed(digits));
}

/**
 * Δ to three digits and no more than it has: 1, 0.125, 0.0313.
 * @param {number} value
 */
export function formatDelta(value) {
  return minus(String(Number(value.toPrecision(3))));
}

/**
 * A cumulative regret: whole rounds once it is large, one decimal while it is small.
 * @param {number} value
 */
export function formatRegret(value) {
  return Math.abs(value) >= 99.5 || Number.isInteger(value)
    ? formatCount(value)
    : minus(value.toFixed(1));
}

/**
 * Wealth by its logarithm, as the story writes it: e^5.1.
 * @param {number} logarithm
 */
export function formatWealth(logarithm) {
  const times = Math.exp(logarithm);
  if (times >= 1e6) return `10^${Math.floor(logarithm / Math.LN10)}\u00d7`;
  return times >= 100
    ? `${formatCount(Number(times.toPrecision(2)))}\u00d7`
    : `${times.toPrecision(2)}\u00d7`;
}

/**
 * A tick label, with as many decimals as the step between ticks needs.
 * @param {number} value
 * @param {number} step
 */
export function formatTick(value, step) {
  if (step >= 1) return formatCount(value);
  const digits = Math.min(8, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return minus(value.toFixed(digits));
}

/**
 * Real minus signs; and no negative zero.
 * @param {string} text
 */
function minus(text) {
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text.replace("-", "\u2212");
}

/**
 * Round tick positions in [low, high], about `target` of them, and the step between them.
 * @param {number} low
 * @param {number} high
 * @param {number} target
 */
export function niceTicks(low, high, target) {
  const raw = (high - low) / Math.max(1, target);
  if (!(raw > 0)) return { step: 1, ticks: [low] };
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= raw * 0.999) ?? 10);
  const ticks = [];
  const last = Math.floor(high / step + 1e-9);
  for (let k = Math.ceil(low / step - 1e-9); k <= last; k++) ticks.push(k * step);
  return { step, ticks };
}

/**
 * What the algorithm is about at a frame, in its own words: what it counts, and its Δ.
 * @param {Pick<Run, 'words' | 'delta' | 'phase'>} run
 * @param {number} epoch
 * @param {number} frame
 */
export function formatState({ words, delta, phase }, epoch, frame) {
  const parts = [];
  if (words.epoch && epoch > 0) parts.push(`${words.epoch} ${formatCount(epoch)}`);
  if (phase[frame] === 1) parts.push("has chosen");
  else if (words.delta && delta[frame] > 0) {
    parts.push(`${words.delta} ${formatDelta(delta[frame])}`);
  }
  return parts.join(" \u00b7 ");
}
