/**
 * The keyboard in the lanes: one arm can be reached with Tab, arrow keys walk to the others, Enter or
 * Space asks the arm. All other keys stay the player's.
 */

import { put } from "./dom.js";

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Walking {
  /** `ask` and `inspect` get an arm, or −1 to inspect none. */
  constructor(find, { ask, inspect }, signal) {
    this.picture = find("lanes-picture");
    this.arm = 0;
    // Not on the picture: Chromium takes one that listens to the focus for a place to put it.
    const lanes = find("lanes");
    const on = (type, handler) => lanes.addEventListener(type, handler, { signal });
    on("keydown", (event) => {
      const arm = armOf(event.target); // −1 for the button over the lanes
      if (arm < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in ARROWS) this.go(arm + ARROWS[event.key]);
      else if (event.key === "Enter" || event.key === " ") ask(arm);
      else return;
      event.preventDefault();
    });
    on("focusin", ({ target }) => target.matches(":focus-visible") && inspect(armOf(target)));
    on("focusout", () => inspect(-1));
    // A click leaves the arrow keys to the player: they step through events, as before it.
    on("mousedown", (event) => {
      if (!this.picture.contains(event.target)) return;
      event.preventDefault();
      find("player").focus({ preventScroll: true });
    });
  }

  /** Make buttons of the tokens of a run; the rest of the picture is told by its label. */
  load({ tokens, layer }) {
    this.groups = tokens.map(({ group }) => group);
    for (const group of this.groups) put(group, "role", "button");
    for (const part of this.picture.children) if (part !== layer) put(part, "aria-hidden", true);
    this.stand(Math.min(this.arm, this.groups.length - 1));
  }

  /** Let Tab lead to this arm. */
  stand(arm) {
    this.arm = arm;
    this.groups.forEach((group, each) => put(group, "tabindex", each === arm ? 0 : -1));
  }

  go(arm) {
    const n = this.groups.length;
    this.stand((arm + n) % n);
    this.groups[this.arm].focus();
  }
}

function armOf(node) {
  return Number(node.closest("[data-arm]")?.dataset.arm ?? -1);
}
