/**
 * The arithmetic of a slider whose values are runs: where they lie, which of them are there, and
 * what one of them changes, in words.
 */

import { formatCount, formatRegret } from "./format.js";

/** @import { Facts } from "./types.d.ts" */
/** @import { Knob, Member } from "./wire.d.ts" */

/** Families that are kept, as a visitor may come back to a slider. */
const KEPT = 4;

/**
 * The share of the track at which a value lies, on a logarithmic scale; 0 lies at its low end.
 * @param {Knob} knob
 * @param {number} value
 */
export function shareOf({ values }, value) {
  const [low, high] = [values[0], values[values.length - 1]];
  if (!(value > low)) return 0;
  if (!(value < high)) return 1;
  return Math.log(value / low) / Math.log(high / low);
}

/**
 * The value that lies nearest to a share of the track.
 * @param {Knob} knob
 * @param {number[]} values
 * @param {number} share
 */
export function nearest(knob, values, share) {
  /** @param {number} value */
  const far = (value) => Math.abs(shareOf(knob, value) - share);
  return values.reduce((best, value) => (far(value) < far(best) ? value : best), values[0]);
}

/**
 * The value some steps further, of those in order; the last one where there are no more.
 * @param {number[]} values
 * @param {number} value
 * @param {number} steps
 */
export function further(values, value, steps) {
  const at = values.findIndex((other) => other >= value);
  const from = at < 0 ? values.length - 1 : at;
  const between = values[from] !== value && steps > 0 ? 1 : 0;
  return values[Math.max(0, Math.min(values.length - 1, from + steps - between))];
}

/**
 * A constant as people write it: 0.05, 1.54, 32, 1,000; never fewer digits than three where it has
 * them.
 * @param {number} value
 */
export function formatConstant(value) {
  if (Math.abs(value) >= 999.5) return formatCount(value);
  if (value !== 0 && Math.abs(value) < 1e-4) {
    return value.toExponential(1).replace(".0e", "e").replace("-", "\u2212");
  }
  return String(Number(value.toPrecision(3)));
}

/**
 * The names of the presets that have a value, "" if none has.
 * @param {Knob} knob
 * @param {number} value
 */
export function presetAt({ marks }, value) {
  return marks.find(([its]) => its === value)?.[1] ?? "";
}

/**
 * What another value of a constant changes, in one sentence.
 * @param {string} symbol
 * @param {Facts} before
 * @param {Facts} after
 */
export function difference(symbol, before, after) {
  const head = `${symbol} ${formatConstant(before.value)} \u2192 ${formatConstant(after.value)}`;
  const parts = [stopping(before.stops, after.stops), cost(before.regret, after.regret)];
  if (after.right !== before.right) {
    parts.push(after.right ? "now the right set" : "now a wrong set");
  }
  const said = parts.filter((part) => part !== "");
  return said.length > 0 ? `${head}: ${said.join("; ")}.` : `${head}: the same run.`;
}

/** @param {number | null} before @param {number | null} after */
function stopping(before, after) {
  if (before === after) return "";
  if (after === null) return `never stops looking, instead of at ${formatCount(before ?? 0)}`;
  const instead = before === null ? "never" : formatCount(before);
  return `stops looking at ${formatCount(after)} instead of ${instead}`;
}

/** @param {number} before @param {number} after */
function cost(before, after) {
  const [was, is] = [formatRegret(before), formatRegret(after)];
  if (before === after) return "";
  return was === is ? `regret ${is}, as before` : `regret ${is} instead of ${was}`;
}

/**
 * @param {Member} member
 * @returns {Facts}
 */
export const factsOf = ({ value, stops, regret, run }) => ({
  value,
  stops,
  regret,
  right: run.outcome.short === 0,
});

/** Members by the names of their families, as many families as are kept. */
export class Families {
  /** @type {Map<string, Map<number, Member>>} */
  all = new Map();

  /**
   * The members of a family that are there, by value.
   * @param {string} family
   */
  of(family) {
    const found = this.all.get(family) ?? new Map();
    this.all.delete(family); // the map keeps the order of last use
    this.all.set(family, found);
    const [oldest] = this.all.keys();
    if (this.all.size > KEPT) this.all.delete(oldest);
    return found;
  }

  /**
   * Take in members, the ones that came before among them.
   * @param {string} family
   * @param {Member[]} members
   */
  add(family, members) {
    const its = this.of(family);
    for (const member of members) its.set(member.value, member);
  }
}
