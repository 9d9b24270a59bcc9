/**
 * From the payload to a run: the only module that knows the wire format.
 *
 * A run is plain data: typed arrays over frames (row-major, frame by frame), the lane of every arm
 * at every frame, the events, and the regret curves. Everything else in the player reads a run.
 */

/** @import { Betting, Counts, Curve, Epoch, NotBetting, Run, StoryEvent } from "./types.d.ts" */
/** @import { Frames, Payload, StoryEntry } from "./wire.d.ts" */

export const FORMAT = 4;
export const LANES = { active: 0, accept: 1, reject: 2 };
export const ROLES = { incumbent: 1, weakest: 2, challenger: 4 };

const START = {
  at: null,
  speed: 1,
  clock: "event",
  truth: true,
  yaxis: "fit",
  panels: "none",
  arm: null,
  part: null,
  step: null,
};

/** A payload that cannot be shown; its message is meant for the reader. */
export class PayloadError extends Error {}

/** @param {Payload | null} data @returns {Run} */
export function decode(data) {
  if (data === null || typeof data !== "object") {
    throw new PayloadError("There is no run to show yet.");
  }
  if (data.format !== FORMAT) {
    throw new PayloadError(
      `This player reads run format ${FORMAT}, but the run came in format ${data.format}. ` +
        "Reload the page to get the player that fits.",
    );
  }
  const n = whole(data.n, "n", 1);
  const frames = data.frames ?? /** @type {Partial<Frames>} */ ({});
  const horizon = Number(data.horizon);
  const count = whole(frames.count, "frames.count", 1);
  const t = Float64Array.from(times(frames.t, horizon, count, "frames.t"));
  for (let f = 1; f < count; f++) {
    if (!(t[f] >= t[f - 1])) {
      throw new PayloadError(`frames.t must not decrease, but it does at frame ${f}.`);
    }
  }
  const [low, high] = frames.range ?? [0, 1];
  const estimate = unpack(frames.estimate, count * n, low, high, "frames.estimate");
  const plays = decodePlays(frames, count, n);
  const intervals = plays !== null || frames.width !== undefined;
  const width = decodeWidths(frames, plays, count * n);
  const action = unpackBits(frames.action, count, n, "frames.action");
  // An algorithm that estimates nothing: its arms stand in line from the first frame to the last.
  const blank = !intervals && estimate.every((value) => value === estimate[0]);
  const born = blank ? new Int32Array(n).fill(count) : births(estimate, width, action, count, n);
  const mean = Float64Array.from(data.truth?.mean ?? []);
  return {
    id: String(data.id),
    n,
    k: whole(data.k, "k", 1),
    horizon,
    labels: Array.from({ length: n }, (_, i) => String(data.labels?.[i] ?? i + 1)),
    words: {
      accept: "accepted",
      active: "active",
      reject: "rejected",
      axis: "estimate",
      epoch: "epoch",
      delta: "\u0394",
      ...data.words,
    },
    mean: mean.length === n ? mean : null,
    rank: mean.length === n ? ranks(mean) : null,
    best: members(data.truth?.best ?? [], n),
    count,
    t,
    estimate,
    width,
    intervals,
    plays,
    blank,
    born,
    ready: readyFrame(born, count),
    action,
    gates: meaningfulGates(frames.gates, readyFrame(born, count), count),
    delta: typed(frames.delta, Float32Array, count, "frames.delta"),
    epoch: times(frames.epoch, horizon, count, "frames.epoch"),
    phase: typed(frames.phase, Uint8Array, count, "frames.phase"),
    lane: laneTable(frames.moves ?? [], count, n),
    ...decodeBets(frames, count, n),
    events: groupStory(data.story ?? [], count),
    curves: decodeCurves(data.curves ?? [], times(data.curve_t, horizon, null, "curve_t")),
    asked: data.asked ?? null,
    epochs: (data.epochs ?? []).map((each, e) => decodeEpoch(each, n, horizon, `epochs[${e}]`)),
    told: data.told ?? [],
    code: data.code ?? null,
    places: { about: null, stages: {}, asked: {}, ...data.places },
    link: String(data.link ?? ""),
    about: { title: "", facts: "", version: "", citation: "", file: "run", ...data.about },
    start: { ...START, ...data.start },
  };
}

/** @param {number} value @param {string} name @param {number} least */
function whole(value, name, least) {
  if (!Number.isInteger(value) || value < least) {
    throw new PayloadError(
      `${name} must be a whole number of at least ${least}, but ${value} came.`,
    );
  }
  return value;
}

/**
 * Rounds, or counts of them, of a run of that horizon.
 * @param {string | undefined} text
 * @param {number} horizon
 * @param {number | null} length
 * @param {string} name
 * @returns {Counts}
 */
function times(text, horizon, length, name) {
  if (horizon < 2 ** 32) return typed(text, Uint32Array, length, name);
  return typed(text, Float64Array, length, name);
}

/**
 * Base64 text as a typed array of exactly `length` items, or of any length if it is null.
 *
 * @template {Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array} Items
 * @param {string | undefined} text
 * @param {{new (buffer: ArrayBuffer): Items, BYTES_PER_ELEMENT: number}} Type
 * @param {number | null} length
 * @param {string} name
 */
export function typed(text, Type, length, name) {
  let raw;
  try {
    raw = Uint8Array.from(atob(text ?? ""), (character) => character.charCodeAt(0));
  } catch {
    throw new PayloadError(`${name} must be base64 text, but something else came.`);
  }
  const items = raw.length / Type.BYTES_PER_ELEMENT;
  if (!Number.isInteger(items) || (length !== null && items !== length)) {
    throw new PayloadError(`${name} must hold ${length ?? "whole"} items, but ${items} came.`);
  }
  return new Type(raw.buffer);
}

/**
 * @param {string | undefined} text
 * @param {number} length
 * @param {number} low
 * @param {number} high
 * @param {string} name
 */
function unpack(text, length, low, high, name) {
  const packed = typed(text, Uint16Array, length, name);
  return Float32Array.from(packed, (q) => low + (q / 65535) * (high - low));
}

/**
 * The rewards behind each estimate, where the run tells: sent as steps from frame to frame.
 * @param {Frames} frames
 * @param {number} count
 * @param {number} n
 */
function decodePlays({ plays, plays_bytes: bytes }, count, n) {
  if (plays === undefined) return null;
  const [length, name] = [count * n, "frames.plays"];
  const sums =
    bytes === 8
      ? typed(plays, Float64Array, length, name)
      : bytes === 4
        ? typed(plays, Uint32Array, length, name)
        : Uint32Array.from(typed(plays, Uint16Array, length, name));
  for (let at = n; at < count * n; at++) sums[at] += sums[at - n];
  return sums;
}

/**
 * Half-widths as they came, or from the rewards that they rest on; the widest before the first.
 * @param {Frames} frames
 * @param {Counts | null} plays
 * @param {number} length
 */
function decodeWidths(frames, plays, length) {
  if (plays !== null) {
    const { spread = 0 } = frames;
    const none = 0.5 * Math.sqrt(spread) * (1 + 1 / 65535);
    return Float32Array.from(plays, (n) => (n > 0 ? 0.5 * Math.sqrt(spread / n) : none));
  }
  if (frames.width === undefined) return new Float32Array(length);
  return unpack(frames.width, length, 0, frames.width_max ?? 0, "frames.width");
}

/**
 * One epoch round by round: `action` and `after` (estimates after the round) hold K items a round,
 * `before` and `n` (rewards averaged before the epoch) one for each arm.
 * @param {import('./wire.d.ts').Epoch} epoch
 * @param {number} n
 * @param {number} horizon
 * @param {string} name
 * @returns {Epoch}
 */
function decodeEpoch(
  { frame, epoch, t, action, reward, before, after, n: averaged },
  n,
  horizon,
  name,
) {
  const rewards = typed(reward, Float32Array, null, `${name}.reward`);
  const arms =
    n <= 256
      ? typed(action, Uint8Array, null, `${name}.action`)
      : typed(action, Uint16Array, null, `${name}.action`);
  const k = arms.length / (rewards.length || 1);
  return {
    frame,
    epoch,
    t,
    k,
    action: arms,
    reward: rewards,
    before: typed(before, Float32Array, n, `${name}.before`),
    after: typed(after, Float32Array, arms.length, `${name}.after`),
    n: times(averaged, horizon, n, `${name}.n`),
  };
}

/**
 * One byte per frame and arm out of one bit each.
 * @param {string | undefined} text
 * @param {number} count
 * @param {number} n
 * @param {string} name
 */
function unpackBits(text, count, n, name) {
  const stride = Math.ceil(n / 8);
  const bits = typed(text, Uint8Array, count * stride, name);
  const flags = new Uint8Array(count * n);
  for (let f = 0; f < count; f++) {
    for (let i = 0; i < n; i++) flags[f * n + i] = (bits[f * stride + (i >> 3)] >> (i & 7)) & 1;
  }
  return flags;
}

/**
 * The first frame at which an arm has an estimate: it has been played, or its numbers changed.
 * @param {Float32Array} estimate
 * @param {Float32Array} width
 * @param {Uint8Array} action
 * @param {number} count
 * @param {number} n
 */
function births(estimate, width, action, count, n) {
  const born = new Int32Array(n).fill(count);
  for (let i = 0; i < n; i++) {
    for (let f = 1; f < count && born[i] === count; f++) {
      const at = f * n + i;
      if (action[at] || estimate[at] !== estimate[i] || width[at] !== width[i]) born[i] = f;
    }
  }
  return born;
}

/**
 * The frame from which on every arm that is ever played has an estimate.
 * @param {Int32Array} born
 * @param {number} count
 */
function readyFrame(born, count) {
  return born.reduce((latest, f) => (f < count ? Math.max(latest, f) : latest), 0);
}

/**
 * Ranks among arms without estimates mean nothing, so the first gates wait for the last arm.
 * @param {string | undefined} text
 * @param {number} ready
 * @param {number} count
 */
function meaningfulGates(text, ready, count) {
  return typed(text, Float32Array, count * 4, "frames.gates").fill(NaN, 0, 4 * ready);
}

/**
 * What only algorithms that bet have, else null: roles of arms as sums of `ROLES`, progress towards
 * the next decision in 255ths, and the leading bet of each frame: better and worse arm (−1 for
 * none), log wealth and its threshold. And certificates, in order: the frame from which on each is
 * there, the better arm, the worse arm.
 * @param {Frames} frames
 * @param {number} count
 * @param {number} n
 * @returns {Betting | NotBetting}
 */
function decodeBets({ marks, progress, lead, order }, count, n) {
  if (marks === undefined) return { marks: null, progress: null, lead: null, order: null };
  const rows = unpackBits(marks, 3 * count, n, "frames.marks");
  return {
    marks: Uint8Array.from({ length: count * n }, (_, at) => {
      const from = 3 * n * Math.floor(at / n) + (at % n);
      return rows[from] + 2 * rows[from + n] + 4 * rows[from + 2 * n];
    }),
    progress: typed(progress, Uint8Array, count * n, "frames.progress"),
    lead: typed(lead, Float32Array, 4 * count, "frames.lead"),
    order: typed(order, Uint16Array, null, "frames.order"),
  };
}

/** @param {Frames['moves']} moves @param {number} count @param {number} n */
function laneTable(moves, count, n) {
  const lane = new Uint8Array(count * n);
  for (const [frame, arm, to] of moves) {
    if (!(arm >= 0 && arm < n && to >= 0 && to <= 2)) {
      throw new PayloadError(`frames.moves has no arm ${arm} or no lane ${to}.`);
    }
    for (let f = Math.max(0, frame); f < count; f++) lane[f * n + arm] = to;
  }
  return lane;
}

/**
 * Story entries of one frame become one event: the reader steps through moments, not sentences.
 * @param {StoryEntry[]} story
 * @param {number} count
 */
function groupStory(story, count) {
  /** @type {StoryEvent[]} */
  const events = [];
  for (const { frame, text, arms = [] } of story) {
    if (!(frame >= 0 && frame < count)) continue;
    const last = events.at(-1);
    if (last?.frame === frame) {
      last.text += ` ${text}`;
      last.arms.push(...arms);
    } else {
      events.push({ frame, text: String(text), arms: [...arms] });
    }
  }
  return events;
}

/**
 * All curves of a comparison are known at the same moments.
 * @param {import('./wire.d.ts').Curve[]} curves
 * @param {Counts} moments
 * @returns {Curve[]}
 */
function decodeCurves(curves, moments) {
  const t = Float64Array.from(moments);
  return curves.map(({ label, main, light, dark, dash = "", regret }, index) => ({
    label: String(label),
    main: Boolean(main),
    style: { light: colour(light), dark: colour(dark), dash: /^[\d ]*$/.test(dash) ? dash : "" },
    t,
    regret: typed(regret, Float32Array, t.length, `curves[${index}].regret`),
  }));
}

/** @param {string | undefined} text */
function colour(text) {
  return text !== undefined && /^#[\da-f]{6}$/i.test(text) ? text : "#808080";
}

/** @param {number[]} indices @param {number} n */
function members(indices, n) {
  const flags = new Uint8Array(n);
  for (const i of indices) flags[i] = 1;
  return flags;
}

/**
 * True ranks from 1, by decreasing mean.
 * @param {Float64Array} mean
 */
function ranks(mean) {
  const order = Array.from(mean.keys()).sort((a, b) => mean[b] - mean[a]);
  const rank = new Uint32Array(mean.length);
  for (const [place, arm] of order.entries()) rank[arm] = place + 1;
  return rank;
}
