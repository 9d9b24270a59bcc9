/**
 * Between the player and the server: asks for members of a constant's family where a visitor reaches
 * for that constant, and hands them on as they come. It has no picture.
 */

import { listen } from "../../dart_player/js/dom.js";

/** @import { Component, Reached } from "../types.d.ts" */
/** @import { Reach } from "../../dart_player/js/types.d.ts" */

/** What the server has not answered is asked again after so many ms: a run of the page ends it. */
const AGAIN = 3000;

class Reaching {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry = undefined;

  /** @param {(asked: Reach) => void} ask */
  constructor(ask) {
    this.say = ask;
    this.done = new AbortController();
    listen(window, "dart:reach", ({ detail }) => this.ask(detail), this.done.signal);
  }

  /** @param {Reach} reach */
  ask(reach) {
    this.say(reach);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.ask(reach), AGAIN);
  }

  /** @param {Reached | null} given */
  update(given) {
    if (given === null) return;
    clearTimeout(this.retry);
    window.dispatchEvent(new CustomEvent("dart:family", { detail: given }));
    const { id, constant, next } = given;
    if (next !== null) this.ask({ id, constant, first: next });
  }

  destroy() {
    clearTimeout(this.retry);
    this.done.abort();
  }
}

/** @type {WeakMap<ParentNode, Reaching>} */
const all = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<Reached | null>} component
 */
export default function mount({ data, parentElement, setTriggerValue }) {
  let reaching = all.get(parentElement);
  if (reaching === undefined) {
    reaching = new Reaching((asked) => setTriggerValue("reach", asked));
    all.set(parentElement, reaching);
  }
  reaching.update(data[0]);
  return () => {
    reaching.destroy();
    all.delete(parentElement);
  };
}
