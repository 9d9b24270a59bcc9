/** What the modules of the player hand to each other. */

import type { Classroom } from "./classroom.js";
import type { Controls } from "./controls.js";
import type { Lanes } from "./lanes.js";
import type { About, Asked, Code, Place, Places, Start } from "./wire.d.ts";

/** Rounds, or counts of them. */
export type Counts = Uint32Array | Float64Array;
/** An array of numbers that is only read. */
export type Numbers = ArrayLike<number> & Iterable<number>;
export type Interval = [low: number, high: number];
export type Point = [x: number, y: number];

/** What an algorithm calls things; null hides them. */
export interface Words {
  accept: string | null;
  active: string | null;
  reject: string | null;
  axis: string;
  epoch: string | null;
  delta: string | null;
}

/** An event of the story: all that happened at one frame. */
export interface StoryEvent {
  frame: number;
  text: string;
  arms: number[];
}

/** A curve's values at moments; it is read between them along straight lines. */
export interface Path {
  t: Numbers & { readonly length: number };
  regret: Float32Array | number[];
}

export interface Curve extends Path {
  label: string;
  main: boolean;
  style: { light: string; dark: string; dash: string };
  t: Float64Array;
}

export interface Epoch {
  frame: number;
  epoch: number;
  t: number;
  k: number;
  action: Uint8Array | Uint16Array;
  reward: Float32Array;
  before: Float32Array;
  after: Float32Array;
  n: Counts;
}

/** What only algorithms that bet have: see `decodeBets`. */
export interface Betting {
  marks: Uint8Array;
  progress: Uint8Array;
  lead: Float32Array;
  order: Uint16Array;
}
export interface NotBetting {
  marks: null;
  progress: null;
  lead: null;
  order: null;
}

/** A run as everything but `decode.js` knows it: arrays over frames, or frames × arms. */
export type Run = AnyRun & (Betting | NotBetting);
export type BettingRun = AnyRun & Betting;
export interface AnyRun {
  id: string;
  n: number;
  k: number;
  horizon: number;
  labels: string[];
  words: Words;
  mean: Float64Array | null;
  rank: Uint32Array | null;
  best: Uint8Array;
  count: number;
  t: Float64Array;
  estimate: Float32Array;
  width: Float32Array;
  intervals: boolean;
  plays: Counts | null;
  blank: boolean;
  born: Int32Array;
  ready: number;
  action: Uint8Array;
  gates: Float32Array;
  delta: Float32Array;
  epoch: Counts;
  phase: Uint8Array;
  lane: Uint8Array;
  events: StoryEvent[];
  curves: Curve[];
  asked: Asked | null;
  epochs: Epoch[];
  told: import("./wire.d.ts").Part[];
  code: Code | null;
  places: Places;
  link: string;
  about: About;
  start: Start;
}

export type { About, Asked, Code, Place, Places, Start };

/** Where curves end, or are known to: all that an axis needs of them. */
export type Ending = Pick<Curve, "main" | "regret">;

/** Labels that push each other, around the mean of where they want to be. */
export interface Block {
  items: number[];
  centre: number;
}

/** What a frame needs to have in its window, and what it would like to have. */
export interface Wish {
  need: Interval;
  want: Interval;
}

/** An epoch with the estimates, and the rewards behind them, by the round at hand. */
export type Averaging = Epoch & { mu: Float64Array; count: number[] };

/** What a link holds of the player. */
export type Linked = Omit<Preferences, "arm"> &
  Told & { time: number; arm?: number | null; back?: number | null };

/** A step of slow motion: `values` are those that this moment has and frames have not. */
export interface SlowStep {
  stages: string[];
  text: string;
  group: number;
  seen: number;
  frame: number;
  values: Record<string, string>;
}

/** A part of slow motion; where the last group `wraps`, it takes arms of the first once more. */
export interface SlowPart {
  title: string;
  frame: number;
  groups: number[][];
  wraps: boolean;
  rewards: Float32Array | number[];
  steps: SlowStep[];
}

/** Which part and step of slow motion, both from 1. */
export interface Told {
  part?: number | null;
  step?: number | null;
}

/** From positions to seconds of play at speed 1, and back. */
export interface Clock {
  duration: number;
  toPlay(position: number): number;
  fromPlay(seconds: number): number;
}

/** What a visitor chooses, and links carry. */
export interface Preferences {
  speed: number;
  clock: string;
  truth: boolean;
  yaxis: string;
  panels: string;
  arm: number | null;
}

/** What the controls of the player can have done. */
export interface Actions {
  toggle(): void;
  previous(): void;
  next(): void;
  replay(): void;
  home(): void;
  end(): void;
  seekShare(share: number): void;
  setSpeed(speed: number): void;
  setClock(clock: string): void;
  setYAxis(yaxis: string): void;
  setTruth(truth: boolean): void;
  setPanels(panels: string): void;
  setArm(arm: number | null): void;
  goTo(frame: number): void;
  escape(): boolean;
  copyLink(): void;
}

/** The parts of player.html by their `data-part`. */
export interface PartElements {
  player: HTMLElement;
  problem: HTMLElement;
  body: HTMLElement;
  lanes: HTMLElement;
  "lanes-picture": SVGSVGElement;
  overlay: HTMLButtonElement;
  tip: HTMLElement;
  "axis-name": HTMLElement;
  yaxis: HTMLSelectElement;
  chart: HTMLElement;
  "chart-picture": SVGSVGElement;
  readout: HTMLElement;
  "head-time": HTMLElement;
  "head-state": HTMLElement;
  story: HTMLElement;
  panels: HTMLElement;
  "arm-panel": HTMLElement;
  "close-arm": HTMLButtonElement;
  arm: HTMLElement;
  "code-panel": HTMLElement;
  "close-code": HTMLButtonElement;
  code: HTMLElement;
  "steps-panel": HTMLElement;
  "close-steps": HTMLButtonElement;
  steps: HTMLElement;
  play: HTMLButtonElement;
  previous: HTMLButtonElement;
  next: HTMLButtonElement;
  replay: HTMLButtonElement;
  ticks: HTMLElement;
  scrubber: HTMLInputElement;
  speed: HTMLSelectElement;
  clock: HTMLSelectElement;
  truth: HTMLInputElement;
  "open-code": HTMLButtonElement;
  "open-steps": HTMLButtonElement;
  asked: HTMLSelectElement;
  copied: HTMLElement;
  link: HTMLInputElement;
  copy: HTMLButtonElement;
  saving: HTMLDetailsElement;
  save: HTMLElement;
  "save-svg": HTMLButtonElement;
  "save-png": HTMLButtonElement;
  record: HTMLButtonElement;
  spoken: HTMLElement;
}
export type PartName = keyof PartElements;
export type Find = <P extends PartName>(part: P) => PartElements[P];
/** Events by their names, of an element, the page or the window. */
export type EventsOf<Target> = Target extends Window
  ? WindowEventMap
  : Target extends Document
    ? DocumentEventMap
    : Target extends MediaQueryList
      ? MediaQueryListEventMap
      : HTMLElementEventMap;
export type OnPart = <P extends PartName, Type extends keyof HTMLElementEventMap>(
  part: P,
  type: Type,
  handler: (event: HTMLElementEventMap[Type]) => void,
) => void;
/** A panel that a button opens. */
export type PanelName = "code" | "steps";

/** A lane inside a picture: its box, and where tokens may stand in it. */
export interface Box {
  top: number;
  height: number;
  from: number;
  to: number;
  head: number;
}

/** Lanes by set, and the estimate axis, inside a picture of a given size. */
export interface Geometry {
  width: number;
  height: number;
  gutter: number;
  lanes: Box[];
  left: number;
  right: number;
  margin: number;
  narrow: boolean;
}

/** One window of the estimate axis for each frame. */
export interface Windows {
  low: Float64Array;
  high: Float64Array;
}

/** The part of the estimate axis that is shown now. */
export interface View {
  low: number;
  high: number;
}

/** Where tokens stand, over frames × arms. */
export interface Standing {
  y: Float32Array;
  scale: Float32Array;
  shift: Float32Array;
  side: Int8Array;
  pinX: Float32Array;
}

/** The nodes of one arm. */
export interface Token {
  group: SVGGElement;
  title: SVGTitleElement;
  ring: SVGRectElement;
  body: SVGRectElement;
  text: SVGTextElement;
  whisker: SVGRectElement;
  label: string;
}

/** The leading bet. */
export interface Bet {
  better: number;
  worse: number;
  logWealth: number;
  threshold: number;
  certified: boolean;
}

/** The word that stands over an arm with a role. */
export interface Tag {
  role: "weakest" | "challenger";
  line: SVGPathElement;
  text: SVGTextElement;
  arm: number;
  x: number;
  turning: boolean;
  width: number;
}

/** The gate that an arm would pass first. */
export interface Gate {
  to: "accept" | "reject";
  gate: number;
  from: number;
  short: number;
  gap: number;
}

/** The test that would move an arm, or why there is none. */
export type Move =
  | { why: "level" }
  | { why: "lambda"; delta: number }
  | { why: "horizon"; delta: number }
  | { why: "test" | "horizon"; delta: number; epoch: number; t: number; rounds: number };

export interface TimeAxis {
  log: boolean;
  toPx(t: number): number;
  toTime(px: number): number;
  ticks: number[];
}

export interface RegretAxis {
  high: number;
  log: boolean;
  toPx(value: number): number;
  ticks: number[];
}

/** The nodes of one curve. */
export interface CurvePart {
  curve: Curve;
  name: string;
  future: SVGPathElement;
  past: SVGPathElement;
  exit: SVGTextElement;
  dot: SVGCircleElement;
  label: SVGTextElement;
  /** When it leaves the frame; null if it stays inside. */
  exitTime: number | null;
}

/** The player, as its classroom and its menu know it. */
export interface PlayerState {
  root: HTMLElement;
  run: Run | null;
  position: number;
  playing: boolean;
  clock: Clock;
  classroom: Classroom;
  paint(): void;
  play(): void;
  pause(): void;
  seekTo(position: number): void;
}

/** What the menu "Save" needs to know of the player. */
export type Shown = Pick<PlayerState, "root" | "run" | "position" | "clock" | "classroom"> & {
  preferences: Preferences;
};

/** What pointing needs to know of the player. */
export interface Pointed {
  lanes: Lanes | undefined;
  position: number;
  truth: boolean;
}

export type { Controls };

/** What the player and the panel that asks the class say to each other, over the window. */
export interface ClassroomEvents {
  /** From the panel: whether to stop before events, and whether a lecturer moves the clock. */
  "dart:class": { stops: boolean; follows: boolean };
  "dart:go": object;
  "dart:follow": { at: number };
  /** From the player: it is there; it has stopped; what it stopped before was seen; it rests. */
  "dart:hello": object;
  "dart:question": { frame: number; arms: number[]; answers: [arm: number, to: number][] };
  "dart:event": { frame: number };
  "dart:position": { at: number };
}

declare global {
  interface WindowEventMap {
    "dart:class": CustomEvent<ClassroomEvents["dart:class"]>;
    "dart:go": CustomEvent<ClassroomEvents["dart:go"]>;
    "dart:follow": CustomEvent<ClassroomEvents["dart:follow"]>;
    "dart:hello": CustomEvent<ClassroomEvents["dart:hello"]>;
    "dart:question": CustomEvent<ClassroomEvents["dart:question"]>;
    "dart:event": CustomEvent<ClassroomEvents["dart:event"]>;
    "dart:position": CustomEvent<ClassroomEvents["dart:position"]>;
  }
}
