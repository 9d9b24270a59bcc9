/** "Race against": a chip for each rival, which adds it to the race and takes it out again. */

import { colours } from "./chart.js";
import { html, listen, put } from "./dom.js";

/** @import { Find, Rival, Show, Tell } from "./types.d.ts" */

/** Besides the watched run. */
const MOST = 3;

export class Rivals {
  /** Which chips there are: these and their order, as long as nothing of it changes. */
  drawn = "";
  /** @type {{chip: HTMLButtonElement, rival: Rival}[]} */
  chips = [];
  /** The watched run, at which a visitor asks. */
  id = "";

  /** @param {Find} find @param {Tell | null} tell @param {AbortSignal} signal */
  constructor(find, tell, signal) {
    this.place = find("rivals");
    this.tell = tell;
    this.signal = signal;
    const elsewhere = (/** @type {Event} */ event) => {
      const menu = this.place.querySelector("details");
      if (menu && !event.composedPath().includes(menu)) menu.open = false;
    };
    listen(document, "pointerdown", elsewhere, signal);
    const key = (/** @type {KeyboardEvent} */ event) => {
      const menu = this.place.querySelector("details");
      if (event.key !== "Escape" || !menu?.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
      event.preventDefault();
    };
    listen(this.place, "keydown", key, signal);
  }

  /** @param {Show} show */
  load({ rivals, runs }) {
    this.id = runs[0].id;
    this.place.hidden = this.tell === null || rivals.length === 0;
    const wanted = JSON.stringify(rivals.map(({ choice, label, more }) => [choice, label, more]));
    if (wanted !== this.drawn) this.draw(rivals);
    this.drawn = wanted;
    this.mark(rivals.map(({ racing }) => racing));
  }

  /** @param {Rival[]} rivals */
  draw(rivals) {
    this.place.replaceChildren();
    html("span", "rivals-name", this.place, "Race against");
    const more = html("details", "more");
    html("summary", "chip", more, "More");
    const menu = html("span", "menu", more);
    this.chips = rivals.map((rival) => {
      const chip = html("button", "chip coloured", rival.more ? menu : this.place, rival.label);
      put(chip, "type", "button");
      put(chip, "style", colours(rival));
      listen(chip, "click", () => this.press(rival), this.signal);
      return { chip, rival };
    });
    if (menu.childElementCount > 0) this.place.append(more);
  }

  /** @param {Rival} rival */
  press(rival) {
    this.tell?.({ name: "race", id: this.id, choice: rival.choice });
    // At once; the page will say the same.
    this.mark(this.chips.map((each) => this.isIn(each.chip) !== (each.rival === rival)));
  }

  /** @param {boolean[]} racing */
  mark(racing) {
    const full = racing.filter(Boolean).length >= MOST;
    for (const [k, { chip }] of this.chips.entries()) {
      put(chip, "aria-pressed", racing[k]);
      chip.disabled = full && !racing[k];
      put(chip, "title", chip.disabled ? "Four race already: take one out first" : "");
    }
  }

  /** @param {Element} chip */
  isIn(chip) {
    return chip.getAttribute("aria-pressed") === "true";
  }
}
