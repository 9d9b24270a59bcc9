/**
 * The player's data as it comes, format 5: what `dart_player/format.py` documents, for the type
 * checker. A test holds the two together.
 */

/** Base64 text of little-endian numbers. */
export type Packed = string;
/** 0 active, 1 accepted, 2 rejected. */
export type ArmSet = number;
/** Words and an address. */
export type Place = [words: string, address: string];
/** The same with the numbers of lines. */
export type StagePlace = [words: string, address: string, numbers: string];

export interface Truth {
  mean: number[];
  best: number[];
  groups?: number[];
}

export interface Frames {
  count: number;
  t: Packed;
  range: number[];
  estimate: Packed;
  action: Packed;
  gates?: Packed;
  delta?: Packed;
  epoch: Packed;
  phase: Packed;
  moves: [frame: number, arm: number, to: ArmSet][];
  width?: Packed;
  width_max?: number;
  plays?: Packed;
  plays_bytes?: number;
  spread?: number;
  marks?: Packed;
  progress?: Packed;
  lead?: Packed;
  pair?: Packed;
  order?: Packed;
  shares?: Packed;
  waits?: Packed;
}

export interface StoryEntry {
  frame: number;
  text: string;
  exact?: string;
  arms: number[];
}

export interface HalfLambda {
  lam: number;
  moves: [arm: number, to: ArmSet, t: number][];
  commit: number;
  regret: number;
}

export interface Asked {
  lam: number;
  by_rounds: boolean;
  tests: [delta: number, count: number][];
  allowed: number;
  commit: number;
  regret: number;
  half: HalfLambda;
}

export interface Epoch {
  frame: number;
  epoch: number;
  t: number;
  action: Packed;
  reward: Packed;
  before: Packed;
  after: Packed;
  n: Packed;
}

export interface Step {
  stages: string[];
  text: string;
  group: number;
  seen: number;
  frame: number;
  t: number;
}

export interface Part {
  title: string;
  frame: number;
  groups: number[][];
  rewards: number[];
  steps: Step[];
}

export interface Curve {
  label: string;
  about: string;
  regret: Packed;
  light?: string;
  dark?: string;
  dash?: string;
}

export interface Code {
  title: string;
  lines: [depth: number, stages: string, text: string][];
  symbols: [symbol: string, meaning: string, key: string, place: Place | []][];
}

export interface Places {
  about: Place | null;
  stages: Record<string, StagePlace>;
  asked: Record<string, Place>;
}

/** What a link says of the player; nothing of it need be valid. */
export interface Start {
  at: number | null;
  back?: number | null;
  speed: number;
  clock: string;
  truth: boolean;
  yaxis: string;
  panels: string;
  arm: number | null;
  part: number | null;
  step: number | null;
  hides?: string[];
  /** What a visitor can go on with at the end; missing where nothing is to be said of it. */
  next?: ("play" | "luck" | "arms")[];
  /** The link of the next moment of Learn; "" once all are answered. */
  lesson?: string;
  /** Whether who has never been here is shown around. */
  newcomer?: boolean;
}

/** What a saved picture says of itself; more facts may stand beside these. */
export interface About extends Record<string, string> {
  title: string;
  facts: string;
  version: string;
  citation: string;
  file: string;
}

export interface Shared {
  n: number;
  k: number;
  horizon: number;
  labels: string[];
  thing: string[];
  seen: string;
  truth: Truth;
  curve_t: Packed;
}

export interface Outcome {
  set: number[];
  short: number;
  certain: boolean;
  settles: boolean;
}

export interface RunData {
  id: string;
  curve: Curve;
  words: Record<string, string | null>;
  frames: Frames;
  story: StoryEntry[];
  outcome: Outcome;
  asked?: Asked;
  epochs?: Epoch[];
  told?: Part[];
  code?: Code | null;
  places?: Partial<Places>;
}

export interface Rival {
  choice: string;
  label: string;
  light: string;
  dark: string;
  racing: boolean;
  more: boolean;
}

export interface Member {
  value: number;
  run: RunData;
  stops: number | null;
  regret: number;
}

export interface Knob {
  constant: string;
  family: string;
  symbol: string;
  plain: string;
  help: string;
  value: number;
  values: number[];
  useful: number[];
  marks: [value: number, names: string][];
  locked?: boolean;
}

export interface Payload extends Shared {
  format: number;
  version: string;
  runs: RunData[];
  curves: Curve[];
  rivals?: Rival[];
  knobs?: Knob[];
  no_knobs?: string;
  family?: Record<string, Member[]>;
  link?: string;
  start?: Partial<Start>;
  about?: Partial<About>;
}
