/**
 * From the payload to runs: with packed.js and curves.js, all that knows the wire format.
 *
 * A run is plain data: typed arrays over frames (row-major, frame by frame), the lane of every arm
 * at every frame, the events, and its regret curve. Everything else in the player reads runs.
 */

import { colour, cornered, decodeCurve, plainName } from "./curves.js";
import { PayloadError, times, typed, unpack, unpackBits, whole } from "./packed.js";

/** @import { Betting, Counts, Epoch, NotBetting, Problem, Run, Show, StoryEvent } from "./types.d.ts" */
/** @import { Frames, Packed, Payload, RunData, Shared, StoryEntry } from "./wire.d.ts" */

export const FORMAT = 5;
export const MOST_RUNS = 4;
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

/** @param {Payload | null} data @returns {Show} */
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
  const count = Array.isArray(data.runs) ? data.runs.length : 0;
  if (count < 1 || count > MOST_RUNS) {
    throw new PayloadError(`runs must be 1 to ${MOST_RUNS} runs, but ${count} came.`);
  }
  const problem = decodeShared(data);
  const runs = data.runs.map((each) => decodeRun(each, problem));
  const beside = (data.curves ?? []).map((each, c) =>
    decodeCurve(each, problem.moments, false, `curves[${c}]`),
  );
  return {
    id: runs.map(({ id }) => id).join("+"),
    problem,
    runs,
    curves: [...runs.map(({ curve }) => curve), ...beside],
    rivals: (data.rivals ?? []).map((rival) => ({
      choice: String(rival.choice),
      label: plainName(String(rival.label)),
      style: { light: colour(rival.light), dark: colour(rival.dark), dash: "" },
      racing: Boolean(rival.racing),
      more: Boolean(rival.more),
    })),
    knobs: data.knobs ?? [],
    noKnobs: data.no_knobs ?? "",
    family: data.family ?? {},
    link: String(data.link ?? ""),
    about: { title: "", facts: "", version: "", citation: "", file: "run", ...data.about },
    start: { ...START, ...data.start },
  };
}

/**
 * What all runs have in common.
 * @param {Shared} data
 * @returns {Problem}
 */
function decodeShared(data) {
  const n = whole(data.n, "n", 1);
  const horizon = Number(data.horizon);
  const mean = Float64Array.from(data.truth?.mean ?? []);
  return {
    n,
    k: whole(data.k, "k", 1),
    horizon,
    labels: Array.from({ length: n }, (_, i) => String(data.labels?.[i] ?? i + 1)),
    thing: data.thing,
    seen: data.seen,
    mean: mean.length === n ? mean : null,
    rank: mean.length === n ? ranks(mean) : null,
    groupMean: data.truth?.groups?.length === n ? data.truth.groups : null,
    best: members(data.truth?.best ?? [], n),
    moments: Float64Array.from(times(data.curve_t, horizon, null, "curve_t")),
  };
}

/**
 * One run on a problem.
 * @param {RunData} data
 * @param {Problem} problem
 * @returns {Run}
 */
export function decodeRun(data, problem) {
  const { n, horizon } = problem;
  const frames = data.frames ?? /** @type {Partial<Frames>} */ ({});
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
  const played = frames.width === undefined ? action : null; // else the width tells
  const born = blank ? new Int32Array(n).fill(count) : births(estimate, width, played, count, n);
  const phase = typed(frames.phase, Uint8Array, count, "frames.phase");
  const curve = decodeCurve(data.curve, problem.moments, true, "curve");
  return {
    ...problem,
    id: String(data.id),
    curve: cornered({ curve, phase, t, horizon, outcome: data.outcome }),
    words: {
      accept: "in",
      active: "undecided",
      reject: "out",
      axis: "estimate",
      epoch: "pass",
      delta: "required lead",
      ...data.words,
    },
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
    delta:
      frames.delta === undefined
        ? new Float32Array(count)
        : typed(frames.delta, Float32Array, count, "frames.delta"),
    epoch: times(frames.epoch, horizon, count, "frames.epoch"),
    phase,
    lane: laneTable(frames.moves ?? [], count, n),
    ...decodeBets(frames, count, n),
    events: groupStory(data.story ?? [], count),
    outcome: data.outcome,
    asked: data.asked ?? null,
    epochs: (data.epochs ?? []).map((each, e) => decodeEpoch(each, n, horizon, `epochs[${e}]`)),
    told: data.told ?? [],
    code: data.code ?? null,
    places: { about: null, stages: {}, asked: {}, ...data.places },
  };
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
 * The first frame at which an arm has an estimate: its numbers changed or, where no width
 * tells, it has been played. What an arm's plays bring may be known much later.
 * @param {Float32Array} estimate
 * @param {Float32Array} width
 * @param {Uint8Array | null} played
 * @param {number} count
 * @param {number} n
 */
function births(estimate, width, played, count, n) {
  const born = new Int32Array(n).fill(count);
  for (let i = 0; i < n; i++) {
    for (let f = 1; f < count && born[i] === count; f++) {
      const at = f * n + i;
      if (played?.[at] || estimate[at] !== estimate[i] || width[at] !== width[i]) born[i] = f;
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
  if (text === undefined) return new Float32Array(count * 4).fill(NaN);
  return typed(text, Float32Array, count * 4, "frames.gates").fill(NaN, 0, 4 * ready);
}

/**
 * What only algorithms that bet have, else null: roles of arms as sums of `ROLES`, progress towards
 * the next decision in 255ths, and the leading bet of each frame: better and worse arm (−1 for
 * none), log wealth and its threshold. And certificates, in order: the frame from which on each is
 * there, the better arm, the worse arm. And of each arm its share of the leading bet, NaN if it has no
 * part in it, and the round before which it is not compared, 0 where it is; null where that never is.
 * @param {Frames} frames
 * @param {number} count
 * @param {number} n
 * @returns {Betting | NotBetting}
 */
function decodeBets({ marks, progress, lead, pair, order, shares, waits }, count, n) {
  if (marks === undefined) return NO_BETS;
  const rows = unpackBits(marks, 3 * count, n, "frames.marks");
  return {
    marks: Uint8Array.from({ length: count * n }, (_, at) => {
      const from = 3 * n * Math.floor(at / n) + (at % n);
      return rows[from] + 2 * rows[from + n] + 4 * rows[from + 2 * n];
    }),
    progress: typed(progress, Uint8Array, count * n, "frames.progress"),
    lead: leads(lead, pair, count),
    order: typed(order, Uint16Array, null, "frames.order"),
    shares: shares === undefined ? null : shareTable(shares, count, n),
    waits: waits === undefined ? null : waitTable(waits, count, n),
  };
}

/** @type {NotBetting} */
export const NO_BETS = {
  marks: null,
  progress: null,
  lead: null,
  order: null,
  shares: null,
  waits: null,
};

/** @param {Packed | undefined} lead @param {Packed | undefined} pair @param {number} count */
function leads(lead, pair, count) {
  const wealth = typed(lead, Float32Array, 2 * count, "frames.lead");
  const arms = typed(pair, Uint16Array, 2 * count, "frames.pair");
  const bets = new Float32Array(4 * count);
  for (let f = 0; f < count; f++) {
    for (let c = 0; c < 2; c++) {
      const arm = arms[2 * f + c];
      bets[4 * f + c] = arm === 65535 ? -1 : arm;
      bets[4 * f + 2 + c] = wealth[2 * f + c];
    }
  }
  return bets;
}

/** @param {Packed} packed @param {number} count @param {number} n */
function shareTable(packed, count, n) {
  const told = typed(packed, Uint16Array, null, "frames.shares");
  const shares = new Float32Array(count * n).fill(NaN);
  for (let c = 0; c + 1 < told.length; c += 2 + told[c + 1]) {
    const frame = told[c];
    for (const code of told.subarray(c + 2, c + 2 + told[c + 1])) {
      const arm = code >> 6;
      mustBe("shares", frame < count && arm < n, frame, arm);
      shares[frame * n + arm] = (code & 63) / 63;
    }
  }
  return shares;
}

/** @param {string} field @param {boolean} there @param {number} frame @param {number} arm */
function mustBe(field, there, frame, arm) {
  if (!there) throw new PayloadError(`frames.${field} has no frame ${frame} or no arm ${arm}.`);
}

/** @param {Packed} packed @param {number} count @param {number} n */
function waitTable(packed, count, n) {
  const changes = typed(packed, Uint32Array, null, "frames.waits");
  const waits = new Uint32Array(count * n);
  for (let c = 0; c + 2 < changes.length; c += 3) {
    const [frame, arm, until] = changes.subarray(c, c + 3);
    mustBe("waits", frame < count && arm < n, frame, arm);
    for (let f = frame; f < count; f++) waits[f * n + arm] = until;
  }
  return waits;
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
  for (const { frame, text, exact = "", arms = [] } of story) {
    if (!(frame >= 0 && frame < count)) continue;
    const last = events.at(-1);
    if (last?.frame === frame) {
      last.text += ` ${text}`;
      last.exact = [last.exact, exact].filter(Boolean).join(" ");
      last.arms.push(...arms);
    } else {
      events.push({ frame, text: String(text), exact: String(exact), arms: [...arms] });
    }
  }
  return events;
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
