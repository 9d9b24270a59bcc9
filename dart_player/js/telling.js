/** What goes on, in words below the picture; and aloud, for those who do not see it. */

import { putText } from "./dom.js";
import { formatCount } from "./format.js";
import { said } from "./racing.js";
import { Why } from "./why.js";

/** @import { Controls, Find, Show, Timeline } from "./types.d.ts" */
/** @import { Entrant } from "./racing.js" */

/** While playing, a screen reader hears of events at most this often. */
const SPOKEN_SECONDS = 4;

export class Telling {
  silent = 0;
  lastSpoken = "";

  /** @param {Find} find @param {Controls} controls @param {AbortSignal} signal */
  constructor(find, controls, signal) {
    this.find = find;
    this.controls = controls;
    this.why = new Why(find, signal);
  }

  /**
   * Say what goes on: of one run its state and its story, of a race who has settled what.
   * @param {Show} show
   * @param {Timeline} timeline
   * @param {number} time that numbers tell
   * @param {number} position
   * @param {Entrant[]} entrants
   */
  write(show, timeline, time, position, entrants) {
    const { state, standing, story, exact } = said(show, timeline, entrants, position);
    putText(this.find("head-time"), `Round ${formatCount(time)}`);
    const of = `Round ${formatCount(time)} of ${formatCount(timeline.horizon)}`;
    putText(this.find("race-time"), show.runs.length > 1 ? of : "");
    putParts(this.find("head-state"), state);
    putText(this.find("standing"), standing);
    putText(this.find("story"), story);
    this.why.draw(exact);
  }

  /**
   * Speak of what is new, not too often and not too fast.
   * @param {number} dt
   * @param {number} speed
   * @param {boolean} calm
   */
  speakWhilePlaying(dt, speed, calm) {
    this.silent += dt;
    const isNew = this.sentence !== this.lastSpoken;
    if (isNew && this.silent >= (calm ? 0 : SPOKEN_SECONDS) && speed <= 2) this.speak();
  }

  /**
   * Say the time and the sentence, each once, and what the card at the end adds: slow motion tells its
   * steps itself, and a scrubber with the focus has told the time.
   */
  speak() {
    this.silent = 0;
    this.lastSpoken = this.sentence;
    const stands = this.find("player").dataset.playing !== "true";
    if (stands && !this.find("steps-panel").hidden) return;
    const head = [this.find("head-time"), this.find("head-state")].map((part) => part.textContent);
    const time = this.find("scrubber").matches(":focus")
      ? ""
      : `${head.filter(Boolean).join(", ")}.`;
    this.controls.say("spoken", [time, this.lastSpoken, ...this.ending].filter(Boolean).join(" "));
  }

  /** What the card says, while it is open. */
  get ending() {
    const card = this.find("card");
    const said = card.hidden ? [] : card.querySelectorAll("h2, .card-line");
    return Array.from(said, ({ textContent }) => textContent);
  }

  /** What goes on, as one text. */
  get sentence() {
    const said = [this.find("standing"), this.find("story")].map((part) => part.textContent);
    return said.filter(Boolean).join(" ");
  }
}

const BETWEEN = " · ";

/**
 * Write a state in its parts: where there is no room for all, the styles leave out the first ones.
 * @param {HTMLElement} node
 * @param {string} state
 */
function putParts(node, state) {
  if (node.textContent === state) return;
  const parts = state.split(BETWEEN);
  node.replaceChildren(
    ...parts.map((text, at) => {
      const part = document.createElement("span");
      part.textContent = at < parts.length - 1 ? text + BETWEEN : text;
      part.style.order = String(parts.length - at);
      return part;
    }),
  );
}
