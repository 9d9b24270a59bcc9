/** In the lanes, a token that is pointed at brings up a line or two; a click asks it. */

import { listen, placeIn, putText, targetOf } from "./dom.js";
import { Walking } from "./walking.js";

/** @import { Find, Pointed } from "./types.d.ts" */
/** @import { Tokens } from "./tokens.js" */

export class Pointing {
  /**
   * `state` gives the lanes and their scale, the position, and whether the truth is shown; `ask`
   * gets an arm.
   * @param {Find} find
   * @param {() => Pointed} state
   * @param {(arm: number) => void} ask
   * @param {AbortSignal} signal
   */
  constructor(find, state, ask, signal) {
    this.state = state;
    this.tip = find("tip");
    this.inspected = -1;
    this.walking = new Walking(find, { ask, inspect: (arm) => this.inspect(arm) }, signal);
    const lanes = find("lanes");
    /** @param {MouseEvent} event */
    const under = (event) => {
      const { lanes: drawn, scale } = state();
      return drawn?.tokens.nearest(...placeIn(lanes, event, scale)) ?? -1;
    };
    /** @param {PointerEvent} event */
    const touch = (event) => {
      const arm = under(event);
      lanes.style.cursor = arm < 0 ? "" : "pointer";
      this.inspect(arm);
    };
    listen(lanes, "pointermove", touch, signal);
    listen(lanes, "pointerdown", touch, signal);
    const leave = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "touch") this.inspect(-1);
    };
    listen(lanes, "pointerleave", leave, signal);
    const click = (/** @type {MouseEvent} */ event) => {
      const arm = targetOf(event).closest("button") ? -1 : under(event);
      if (arm < 0) return;
      this.walking.stand(arm);
      ask(arm);
    };
    listen(lanes, "click", click, signal);
    // What a finger has brought up stays until the next touch elsewhere.
    const elsewhere = (/** @type {PointerEvent} */ event) => {
      if (!event.composedPath().includes(lanes)) this.inspect(-1);
    };
    listen(document, "pointerdown", elsewhere, signal);
  }

  /** @param {Tokens} tokens */
  load(tokens) {
    this.inspect(-1);
    this.walking.load(tokens);
  }

  /** @param {number} arm */
  inspect(arm) {
    this.inspected = arm;
    this.tip.hidden = arm < 0;
    const { lanes } = this.state();
    if (lanes?.geometry) {
      lanes.pointed = arm;
      lanes.drawOrder();
      lanes.drawLens();
    }
    this.write();
  }

  write() {
    if (this.inspected < 0) return;
    const { lanes, truth, scale } = this.state();
    if (!lanes?.geometry) return;
    const { tokens, geometry } = lanes;
    const lines = tokens.describe(this.inspected, truth);
    putText(this.tip, lines.join("\n"));
    const [x, y] = [scale * tokens.x[this.inspected], scale * tokens.y[this.inspected]];
    const { offsetWidth, offsetHeight } = this.tip;
    const most = scale * geometry.width - offsetWidth - 4;
    const left = Math.max(4, Math.min(most, x - offsetWidth / 2));
    // Beside the lens, if it is there: below the arm, or below the lens.
    const reach = 20 * scale;
    const [from, to] = lanes.lens.span?.map((end) => scale * end) ?? [y - reach, y + reach];
    const above = lanes.lens.span === null && from - offsetHeight > 0;
    const top = above ? from - offsetHeight : Math.max(y + reach, to > y ? to + 4 : 0);
    this.tip.style.transform = `translate(${left}px, ${top}px)`;
  }
}

/**
 * Say where along a part the pointer is, in pixels from its left edge; null once it is gone.
 * @param {HTMLElement} part
 * @param {(x: number | null) => void} at
 * @param {AbortSignal} signal
 */
export function pointingAlong(part, at, signal) {
  const point = (/** @type {PointerEvent} */ event) => at(placeIn(part, event, 1)[0]);
  listen(part, "pointermove", point, signal);
  listen(part, "pointerdown", point, signal);
  const leave = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "touch") at(null);
  };
  listen(part, "pointerleave", leave, signal);
  // What a finger has brought up stays until the next touch elsewhere.
  const elsewhere = (/** @type {PointerEvent} */ event) => {
    if (!event.composedPath().includes(part)) at(null);
  };
  listen(document, "pointerdown", elsewhere, signal);
}
