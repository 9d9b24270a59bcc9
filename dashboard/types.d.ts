/** What the app's own components get from Streamlit, and from the page. */

/** What Streamlit calls a component with, again for whatever changes. */
export interface Component<Data> {
  data: [Data];
  parentElement: HTMLElement | ShadowRoot;
  /** Tell the server once. */
  setTriggerValue(name: string, value: unknown): void;
  /** Tell the server what stays. */
  setStateValue(name: string, value: unknown): void;
}

/** An arm and the set that it goes to. */
export type Guess = [arm: number, to: number];

/** What the class is asked. */
export interface Question {
  frame: number;
  arms: number[];
  answers: Guess[];
}

/** What the panel below the player is told, see `dashboard/classroom`. */
export interface ClassroomData {
  mode: "alone" | "host" | "phone";
  run: string;
  labels: string[];
  thing: [one: string, several: string];
  words: string[];
  /** Whether the labels are those of racers, of which one will be done first. */
  race: boolean;
  code: string;
  key: string;
  at: number;
  question: Question | null;
  revealed: boolean;
  votes: [arm: number, to: number, count: number][];
  voters?: number;
  joined?: number;
  mine?: Guess;
  /** How many of the closed questions this phone got right, and how many there were. */
  score?: [right: number, asked: number];
}

/** What a question of a lesson is told, see `dashboard/classroom/polling.py`. */
export interface PollData {
  mode: "host" | "phone";
  code: string;
  key?: string;
  question: {
    name: string;
    title: string;
    text: string;
    options: string[];
    right: number | null;
    why: string;
  } | null;
  revealed: boolean;
  votes: [option: number, count: number][];
  voters: number;
  joined: number;
  mine?: [option: number, zero: number] | null;
  score?: [right: number, asked: number];
  best?: [who: string, right: number, asked: number][];
}

/** What a game deals, see `dashboard/game`. */
export interface Dealt {
  id: string;
  n: number;
  k: number;
  form: string;
  curve: number[] | null;
  table: number[][];
  labels: string[];
  thing: [one: string, several: string];
}

/** One round of a game. */
export interface Round {
  arms: number[];
  reward: number;
}

export type { Reached } from "../dart_player/js/types.d.ts";

/** A chart to be saved, its figure as JSON. */
export interface Slide {
  title: string;
  file: string;
  figure: string;
}

export interface PicturesData {
  slides: Slide[];
  about: Record<string, string>;
  width: number;
  height: number;
  scale: number;
}

declare global {
  interface Window {
    /** The page's own, there as soon as a chart is. */
    Plotly?: {
      toImage(
        figure: object,
        options: {
          format: "png" | "svg";
          width: number;
          height: number;
          scale: number;
          imageDataOnly: boolean;
        },
      ): Promise<string>;
      relayout(chart: HTMLElement, change: Record<string, number>): Promise<unknown>;
    };
  }
}
