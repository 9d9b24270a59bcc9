/** What the modules of the player hand to each other. */

import type { Classroom } from "./classroom.js";
import type { Controls } from "./controls.js";
import type { Lanes } from "./lanes.js";
import type { About, Asked, Code, Knob, Member, Outcome, Place, Places, Start } from "./wire.d.ts";

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
  /** "range" where an arm's whole range has to be beyond a gate. */
  gate?: string;
}

/** An event of the story: all that happened at one frame. */
export interface StoryEvent {
  frame: number;
  text: string;
  /** The same with formula and numbers; "" if there is no more to say. */
  exact: string;
  arms: number[];
}

/** A curve's values at moments; it is read between them along straight lines. */
export interface Path {
  t: Numbers & { readonly length: number };
  regret: Float32Array | number[];
}

export interface Curve extends Path {
  label: string;
  /** What the algorithm does, in plain words. */
  about: string;
  main: boolean;
  /** What the watched run was before a slider was moved. */
  ghost?: boolean;
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
  shares: Float32Array | null;
  waits: Uint32Array | null;
}
export interface NotBetting {
  marks: null;
  progress: null;
  lead: null;
  order: null;
  shares: null;
  waits: null;
}

/** What all runs have in common; `moments` are those of all curves. */
export interface Problem {
  n: number;
  k: number;
  horizon: number;
  labels: string[];
  /** What an arm is, and several of them. */
  thing: string[];
  /** What the one number of a round is. */
  seen: string;
  mean: Float64Array | null;
  rank: Uint32Array | null;
  /** What each arm's groups truly average, beside random others; null where that is not known. */
  groupMean: number[] | null;
  best: Uint8Array;
  moments: Float64Array;
}

/** An algorithm that may be in the race. */
export interface Rival extends Pick<Curve, "label" | "style"> {
  choice: string;
  racing: boolean;
  more: boolean;
}

/** What a clock runs through: frames with their times, sets of arms, and events. */
export interface Timed {
  n: number;
  horizon: number;
  count: number;
  t: Float64Array;
  /** The set of each arm, over frames × arms. */
  lane: Uint8Array;
  events: StoryEvent[];
}

/** An event of one of several runs; its arms are counted through all runs. */
export interface TimelineEvent extends StoryEvent {
  racer: number;
}

/** The clock of all runs that are shown: see `timeline.js`. */
export interface Timeline extends Timed {
  /** For each run, its own position at each frame. */
  own: Float64Array[];
  events: TimelineEvent[];
}

/** A run as everything but `decode.js` knows it: arrays over frames, or frames × arms. */
export type Run = AnyRun & (Betting | NotBetting);
export type BettingRun = AnyRun & Betting;
export interface AnyRun extends Problem, Timed {
  id: string;
  curve: Curve;
  words: Words;
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
  outcome: Outcome;
  asked: Asked | null;
  epochs: Epoch[];
  told: import("./wire.d.ts").Part[];
  code: Code | null;
  places: Places;
}

/** Everything that is shown: runs on one problem, the watched one first, and all curves. */
export interface Show {
  id: string;
  problem: Problem;
  runs: Run[];
  /** Those of the runs first. */
  curves: Curve[];
  rivals: Rival[];
  /** The watched run's constants under sliders, why there are none, and runs that are there. */
  knobs: Knob[];
  noKnobs: string;
  family: Record<string, Member[]>;
  link: string;
  about: About;
  start: Start;
}

export type { About, Asked, Code, Place, Places, Start };

/** Where curves end, or are known to: all that an axis needs of them. */
export type Ending = Pick<Curve, "main" | "ghost" | "regret">;

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
  /** Where the playhead is by then: between two frames, as a rule. */
  frame: number;
  /** The round at hand, or the last one that was played. */
  t: number;
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
  /** What is told, where it is an epoch of DART. */
  epoch?: Epoch;
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
  tip: HTMLElement;
  yaxis: HTMLSelectElement;
  chart: HTMLElement;
  "chart-picture": SVGSVGElement;
  readout: HTMLElement;
  "head-time": HTMLElement;
  "race-time": HTMLElement;
  "head-state": HTMLElement;
  standing: HTMLElement;
  story: HTMLElement;
  cost: HTMLElement;
  question: HTMLElement;
  why: HTMLButtonElement;
  exact: HTMLElement;
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
  knobs: HTMLElement;
  rivals: HTMLElement;
  racers: HTMLElement;
  card: HTMLElement;
  "card-open": HTMLButtonElement;
  play: HTMLButtonElement;
  previous: HTMLButtonElement;
  next: HTMLButtonElement;
  replay: HTMLButtonElement;
  ticks: HTMLElement;
  scrubber: HTMLInputElement;
  speed: HTMLSelectElement;
  clock: HTMLSelectElement;
  truth: HTMLInputElement;
  keys: HTMLInputElement;
  "open-chart": HTMLButtonElement;
  "open-more": HTMLButtonElement;
  more: HTMLElement;
  help: HTMLDetailsElement;
  "open-help": HTMLElement;
  "open-code": HTMLButtonElement;
  "open-steps": HTMLButtonElement;
  asked: HTMLSelectElement;
  "legend-curves": HTMLElement;
  copied: HTMLElement;
  link: HTMLInputElement;
  copy: HTMLButtonElement;
  moment: HTMLButtonElement;
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
  /** Where the axis of estimates is, in px from the top; whether there is room to say what it is. */
  axis: number;
  named: boolean;
  /** Whether there is room for names above the tokens. */
  ranks: boolean;
}

/** The places that each lane needs for settled arms, and theirs over frames × arms (−1: none). */
export interface Parking {
  places: number[];
  slot: Int16Array;
}

/** The places of a lane in px; `half` is half the width of a token, 0 where it has no name. */
export interface Slots {
  scale: number;
  half: number;
  x(place: number): number;
  y(place: number): number;
}

/** A run and how its lanes show it. */
export interface Scene {
  run: Run;
  parking: Parking;
  windows: Windows;
}

/** A step of slow motion: a run whose frames are the steps, the frames that they stand for, one. */
export interface Staged {
  run: Run;
  base: number[];
  at: number;
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
  fixedX: Float32Array;
}

/** The nodes of one arm. */
export interface Token {
  group: SVGGElement;
  ring: SVGRectElement;
  body: SVGRectElement;
  text: SVGTextElement;
  whisker: SVGRectElement;
  label: string;
  /** Whether its ring is lit. */
  lit: boolean;
  /** What was last written: where it is, all else about it, what a bet adds, and its whisker. */
  where: string;
  key: string;
  bet: string;
  whiskerKey: string | null;
  /** The scale that its elements are written for. */
  scale: number;
}

/** How an element is painted. */
export interface Style {
  font: string;
  fill: string;
  fillOpacity: number;
  stroke: string;
  width: number;
  dashes: number[];
  /** Whether its line is below its area. */
  lineFirst: boolean;
}

/** A token's picture, to be copied: a square of a sheet. */
export interface Look {
  sheet: HTMLCanvasElement;
  x: number;
  y: number;
  size: number;
  opacity: number;
  /** The scale that it is painted for. */
  scale: number;
}

/** The leading bet. */
export interface Bet {
  better: number;
  worse: number;
  logWealth: number;
  threshold: number;
  certified: boolean;
}

/** What part of the leading bet's bar an arm feeds, 0 … 1. */
export interface Share {
  arm: number;
  share: number;
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

/** Times as shares of an axis; `bends` where a straight stretch of a curve is not straight on it. */
export interface TimeScale {
  bends: boolean;
  toShare(t: number): number;
  toTime(share: number): number;
  ticks(width: number): number[];
}

export interface TimeAxis {
  bends: boolean;
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

/** What a visitor asks of the page from inside the player, see `dashboard/watch/acts.py`. */
export type Act = { id: string } & (
  | { name: "luck" | "arms" }
  | { name: "race"; choice: string }
  | { name: "constant"; constant: string; value: number }
  | { name: "moment"; at: number }
);
export type Tell = (act: Act) => void;

/** The player, as its classroom and its menu know it. */
export interface PlayerState {
  root: HTMLElement;
  show: Show | null;
  timeline: Timeline | null;
  entrants: import("./racing.js").Entrant[];
  run: Run | null;
  position: number;
  playing: boolean;
  clock: Clock;
  classroom: Classroom;
  paint(): void;
  resize(): void;
  play(): void;
  pause(): void;
  seekTo(position: number): void;
}

/** What the card at the end needs to know of the player. */
export interface CardOwner {
  root: HTMLElement;
  find: Find;
  /** Of the chosen racer. */
  readonly lanes: { geometry?: Geometry };
  fitting: { scale: number };
  tell: Tell | null;
  controls: Controls;
  /** Whether the run that comes next is played at once. */
  playNext: boolean;
  paint(): void;
}

/** What the actions of buttons and keys need of the player. */
export interface ActionsOwner {
  timeline: Timeline | null;
  clock: Clock;
  classroom: { follows: boolean };
  readonly racers: { chosen: number };
  readonly opening: { escape(): boolean };
  readonly card: { escape(): boolean };
  readonly panels: { escape(): boolean };
  playing: boolean;
  position: number;
  seek: { to: number } | null;
  play(): void;
  pause(): void;
  seekTo(position: number): void;
  moveTo(position: number): void;
  forgiving(): number;
  prefer(change: Partial<Preferences>): void;
  copyLink(): unknown;
}

/** A box on the picture, in pixels. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A round that a newcomer is shown; `reward` is null where it is not told. */
export interface Round {
  frame: number;
  arms: number[];
  reward: number | null;
}

/** What the opening needs to know of the player. */
export interface OpeningOwner {
  root: HTMLElement;
  find: Find;
  tell: Tell | null;
  controls: Controls;
  calm: MediaQueryList;
  untouched: boolean;
  playing: boolean;
  /** Whether somebody else moves the clock, or what comes next is to be guessed. */
  follows: boolean;
  paint(): void;
  play(): void;
  seekTo(position: number): void;
  restart(): void;
}

/** What the menu "Save" needs to know of the player. */
export type Shown = Pick<
  PlayerState,
  "root" | "show" | "timeline" | "position" | "clock" | "classroom"
> & {
  preferences: Preferences;
};

/** What pointing needs to know of the player. */
export interface Pointed {
  lanes: Lanes | undefined;
  scale: number;
  position: number;
  truth: boolean;
}

export type { Controls };

/** What a value of a constant leads to. */
export type Facts = Pick<Member, "value" | "stops" | "regret"> & { right: boolean };

/** A visitor comes near a slider: members of that family are asked for, from the first on. */
export interface Reach {
  id: string;
  constant: string;
  first: number;
}

/** Members of a family that have come, and from where on there are more. */
export interface Reached extends Reach {
  members: Member[];
  next: number | null;
}

/** What sliders need of the player. */
export interface KnobsOwner {
  tell: Tell | null;
  swap(show: Show): void;
}

/** What the player and the panel that asks the class say to each other, over the window. */
export interface ClassroomEvents {
  /** From the panel: whether to stop before events, and whether a lecturer moves the clock. */
  "dart:class": { stops: boolean; follows: boolean };
  "dart:go": object;
  /** From the panel: whether it asks now, and so wants the place in which panels open. */
  "dart:asking": { open: boolean };
  /** From the panel: whether what would answer its question is to be hidden. */
  "dart:secret": { secret: boolean };
  "dart:follow": { at: number };
  /** From the player: it is there; it has stopped; what it stopped before was seen; it rests. */
  "dart:hello": object;
  "dart:question": { frame: number; arms: number[]; answers: [arm: number, to: number][] };
  "dart:event": { frame: number };
  "dart:position": { at: number };
  /** From the player: where a question stands, whenever that has moved. */
  "dart:place": { place: HTMLElement };
}

declare global {
  interface WindowEventMap {
    "dart:class": CustomEvent<ClassroomEvents["dart:class"]>;
    "dart:go": CustomEvent<ClassroomEvents["dart:go"]>;
    "dart:secret": CustomEvent<ClassroomEvents["dart:secret"]>;
    "dart:follow": CustomEvent<ClassroomEvents["dart:follow"]>;
    "dart:hello": CustomEvent<ClassroomEvents["dart:hello"]>;
    "dart:question": CustomEvent<ClassroomEvents["dart:question"]>;
    "dart:event": CustomEvent<ClassroomEvents["dart:event"]>;
    "dart:position": CustomEvent<ClassroomEvents["dart:position"]>;
    "dart:asking": CustomEvent<ClassroomEvents["dart:asking"]>;
    "dart:place": CustomEvent<ClassroomEvents["dart:place"]>;
    "dart:reach": CustomEvent<Reach>;
    "dart:family": CustomEvent<Reached>;
  }
}
