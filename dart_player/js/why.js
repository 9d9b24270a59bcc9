/** "Why?" beside the sentence: the same with its formula and the numbers of this moment in it. */

import { typeset } from "./code.js";
import { listen, put } from "./dom.js";

/** @import { Find } from "./types.d.ts" */

export class Why {
  open = false;
  /** @type {string | null} */
  text = null;

  /** @param {Find} find @param {AbortSignal} signal */
  constructor(find, signal) {
    this.button = find("why");
    this.exact = find("exact");
    this.root = find("player");
    const turn = () => {
      this.open = !this.open;
      this.write();
    };
    listen(this.button, "click", turn, signal);
  }

  /**
   * Show what is exact of the sentence now; "" where there is no more to say. What was opened stays
   * open while the run goes on.
   * @param {string} text
   */
  draw(text) {
    if (text === this.text) return;
    this.text = text;
    this.exact.replaceChildren();
    typeset(this.exact, marked(text));
    this.write();
  }

  write() {
    this.button.hidden = this.text === "";
    this.exact.hidden = !this.open || this.text === "";
    put(this.button, "aria-expanded", this.open);
    put(this.root, "data-why", !this.button.hidden);
  }
}

/**
 * A sentence of the core with its indices and powers marked, as pseudo-code marks them.
 * @param {string} text
 */
export function marked(text) {
  return text.replace(/_\(([^)]*)\)/g, "_{($1)}").replace(/\^(\d+(?:\.\d+)?)/g, "^{$1}");
}
