/**
 * The keyboard in the lanes: one arm can be reached with Tab, arrow keys walk to the others, Enter or
 * Space asks the arm. All other keys stay the player's.
 */

import { listen, put } from "./dom.js";

/** @import { Find } from "./types.d.ts" */
/** @import { Tokens } from "./tokens.js" */

const ARROWS = new Map([
  ["ArrowRight", 1],
  ["ArrowDown", 1],
  ["ArrowLeft", -1],
  ["ArrowUp", -1],
]);

export class Walking {
  /**
   * `ask` and `inspect` get an arm, or −1 to inspect none.
   * @param {Find} find
   * @param {{ask: (arm: number) => void, inspect: (arm: number) => void}} actions
   * @param {AbortSignal} signal
   */
  constructor(find, { ask, inspect }, signal) {
    this.picture = find("lanes-picture");
    this.arm = 0;
    /** @type {SVGGElement[]} */
    this.groups = [];
    // Not on the picture: Chromium takes one that listens to the focus for a place to put it.
    const lanes = find("lanes");
    const key = (/** @type {KeyboardEvent} */ event) => {
      const arm = armOf(event.target); // −1 for the button over the lanes
      if (arm < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      const way = ARROWS.get(event.key);
      if (way !== undefined) this.go(arm + way);
      else if (event.key === "Enter" || event.key === " ") ask(arm);
      else return;
      event.preventDefault();
    };
    const focus = (/** @type {FocusEvent} */ { target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) inspect(armOf(target));
    };
    // A click leaves the arrow keys to the player: they step through events, as before it.
    const press = (/** @type {MouseEvent} */ event) => {
      if (!(event.target instanceof Node && this.picture.contains(event.target))) return;
      event.preventDefault();
      find("player").focus({ preventScroll: true });
    };
    listen(lanes, "keydown", key, signal);
    listen(lanes, "focusin", focus, signal);
    listen(lanes, "focusout", () => inspect(-1), signal);
    listen(lanes, "mousedown", press, signal);
  }

  /**
   * Make buttons of the tokens of a run; the rest of the picture is told by its label.
   * @param {Tokens} tokens
   */
  load({ tokens, layer }) {
    this.groups = tokens.map(({ group }) => group);
    for (const group of this.groups) put(group, "role", "button");
    for (const part of this.picture.children) if (part !== layer) put(part, "aria-hidden", true);
    this.stand(Math.min(this.arm, this.groups.length - 1));
  }

  /**
   * Let Tab lead to this arm.
   * @param {number} arm
   */
  stand(arm) {
    this.arm = arm;
    for (const [each, group] of this.groups.entries())
      put(group, "tabindex", each === arm ? 0 : -1);
  }

  /** @param {number} arm */
  go(arm) {
    const n = this.groups.length;
    this.stand((arm + n) % n);
    this.groups[this.arm].focus();
  }
}

/** @param {EventTarget | null} node */
function armOf(node) {
  const token = node instanceof Element ? node.closest("[data-arm]") : null;
  return Number(token?.getAttribute("data-arm") ?? -1);
}
