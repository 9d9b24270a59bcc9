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
  words: string[];
  code: string;
  key: string;
  at: number;
  question: Question | null;
  revealed: boolean;
  votes: [arm: number, to: number, count: number][];
  voters?: number;
  mine?: Guess;
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
}

/** One round of a game. */
export interface Round {
  arms: number[];
  reward: number;
}

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
    };
  }
}
