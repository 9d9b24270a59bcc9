/** In the lanes, a token that is pointed at brings up a line or two; a click asks it. */

import { placeIn, putText } from "./dom.js";
import { Walking } from "./walking.js";

export class Pointing {
  /** `state` gives the lanes, the position and whether the truth is shown; `ask` gets an arm. */
  constructor(find, state, ask, signal) {
    this.state = state;
    this.tip = find("tip");
    this.inspected = -1;
    this.walking = new Walking(find, { ask, inspect: (arm) => this.inspect(arm) }, signal);
    const lanes = find("lanes");
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    const under = (event) => {
      const { tokens } = state().lanes ?? {};
      return tokens?.nearest(...placeIn(lanes, event)) ?? -1;
    };
    const touch = (event) => {
      const arm = under(event);
      lanes.style.cursor = arm < 0 ? "" : "pointer";
      this.inspect(arm);
    };
    on(lanes, "pointermove", touch);
    on(lanes, "pointerdown", touch);
    on(lanes, "pointerleave", (event) => event.pointerType === "touch" || this.inspect(-1));
    on(lanes, "click", (event) => {
      const arm = event.target.closest?.("button") ? -1 : under(event);
      if (arm < 0) return;
      this.walking.stand(arm);
      ask(arm);
    });
    // What a finger has brought up stays until the next touch elsewhere.
    on(document, "pointerdown", (event) => {
      if (!event.composedPath().includes(lanes)) this.inspect(-1);
    });
  }

  load(tokens) {
    this.inspect(-1);
    this.walking.load(tokens);
  }

  inspect(arm) {
    this.inspected = arm;
    this.tip.hidden = arm < 0;
    const { lanes } = this.state();
    if (lanes?.geometry) {
      lanes.pointed = arm;
      lanes.drawOrder();
    }
    this.write();
  }

  write() {
    if (this.inspected < 0) return;
    const { lanes, position, truth } = this.state();
    const { tokens, geometry } = lanes;
    const lines = tokens.describe(this.inspected, position, truth);
    putText(this.tip, lines.join("\n"));
    const [x, y] = [tokens.x[this.inspected], tokens.y[this.inspected]];
    const { offsetWidth, offsetHeight } = this.tip;
    const left = Math.max(4, Math.min(geometry.width - offsetWidth - 4, x - offsetWidth / 2));
    const above = y - offsetHeight - 20;
    this.tip.style.transform = `translate(${left}px, ${above > 0 ? above : y + 20}px)`;
  }
}
