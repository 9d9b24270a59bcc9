/** The slow-motion panel: the parts told in steps, the groups, and the step at hand. */

import { html, paperLink, put, putText, unset } from "./dom.js";
import { formatValue } from "./format.js";
import { pieceOf, stage } from "./staging.js";
import { isRepeat, partAt, slowParts } from "./steps.js";

/** @import { Run, Staged, Told } from "./types.d.ts" */

export class SlowPanel {
  step = 0;
  /** Steps as the lanes show them, made when they are first looked at. @type {Omit<Staged, "at"> & {part: number, from: number} | null} */
  scene = null;
  /** @type {{box: HTMLElement, number: HTMLElement}[]} */
  boxes = [];
  /** @type {HTMLSelectElement} */
  choice = unset();
  /** @type {HTMLButtonElement} */
  back = unset();
  /** @type {HTMLButtonElement} */
  forth = unset();
  /** @type {HTMLElement} */
  place = unset();
  /** @type {HTMLElement} */
  groups = unset();
  /** @type {HTMLElement} */
  text = unset();
  /** @type {HTMLElement} */
  source = unset();

  /**
   * `goTo` moves the playhead to a frame.
   * @param {HTMLElement} place
   * @param {Run} run
   * @param {(frame: number) => void} goTo
   */
  constructor(place, run, goTo) {
    this.run = run;
    this.goTo = goTo;
    this.parts = slowParts(run);
    this.part = -1;
    place.replaceChildren();
    if (this.parts.length === 0) return;
    const root = html("div", "", place);
    html("h2", "panel-title", root, "Slow motion");
    const bar = html("div", "slow-bar", root);
    this.choice = html("select", "", bar);
    put(this.choice, "aria-label", "What is told step by step");
    for (const { title } of this.parts) html("option", "", this.choice, title);
    this.choice.addEventListener("change", () => {
      this.begin(this.choice.selectedIndex);
      this.go(0);
    });
    this.back = html("button", "toggle", bar, "\u2039 step");
    this.forth = html("button", "toggle", bar, "step \u203a");
    for (const { button, by } of [
      { button: this.back, by: -1 },
      { button: this.forth, by: 1 },
    ]) {
      put(button, "type", "button");
      button.addEventListener("click", () => this.go(this.step + by));
    }
    put(this.back, "aria-label", "Previous step");
    put(this.forth, "aria-label", "Next step");
    this.place = html("span", "slow-place", bar);
    this.groups = html("div", "groups", root);
    this.text = html("p", "slow-text", root);
    put(this.text, "aria-live", "polite");
    this.source = html("p", "in-paper", root);
    // In here the arrow keys step through the epoch; elsewhere, through the run's events.
    root.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by === undefined || event.target === this.choice) return;
      event.preventDefault();
      this.go(this.step + by);
    });
  }

  /**
   * Begin with the part nearest to a position, and leave the playhead where it is.
   * @param {number} position
   */
  open(position) {
    if (this.part < 0) this.begin(partAt(this.parts, position));
  }

  /** @param {number} part */
  begin(part) {
    this.part = part;
    this.choice.selectedIndex = part;
    const { groups, wraps } = this.parts[part];
    this.groups.replaceChildren();
    this.boxes = groups.map((group, g) => {
      const box = html("div", "group", this.groups);
      const chips = html("span", "chips", box);
      for (const arm of group) {
        const chip = html("span", "chip", chips, this.run.labels[arm]);
        put(chip, "data-again", Boolean(wraps) && isRepeat(groups, g, arm));
      }
      return { box, number: html("span", "number", box) };
    });
    this.step = 0;
    this.write();
  }

  /** @param {number} step */
  go(step) {
    const { steps } = this.parts[this.part];
    this.step = Math.max(0, Math.min(steps.length - 1, step));
    this.write();
    this.goTo(steps[this.step].frame);
  }

  write() {
    const { steps, rewards } = this.parts[this.part];
    const { text, group, seen, stages } = steps[this.step];
    putText(this.text, text);
    putText(this.place, `${this.step + 1} of ${steps.length}`);
    const place = this.run.places.stages[stages.at(-1) ?? ""] ?? this.run.places.about;
    this.source.replaceChildren();
    if (place) {
      this.source.append("In the paper: ");
      paperLink(this.source, place);
    }
    put(this.groups, "data-cut", !stages.includes("permute"));
    this.boxes.forEach(({ box, number }, g) => {
      put(box, "data-now", g === group);
      putText(number, g < seen && g < rewards.length ? formatValue(rewards[g]) : "");
    });
    this.back.disabled = this.step === 0;
    this.forth.disabled = this.step === steps.length - 1;
  }

  /** What is told, both counted from 1; nothing before it was opened. */
  told() {
    return this.part < 0 ? {} : { part: this.part + 1, step: this.step + 1 };
  }

  /**
   * Show a part and a step of it; returns the frame it belongs to, or −1 if there is none.
   * @param {Told} told
   */
  resume({ part, step }) {
    if (!part || !step) return -1;
    const one = this.parts[part - 1]?.steps[step - 1];
    if (!one) return -1;
    this.begin(part - 1);
    this.step = step - 1;
    this.write();
    return one.frame;
  }

  /**
   * The step at hand while the playhead is where it belongs; once it runs on, null.
   * @param {number} position
   */
  stepAt(position) {
    if (this.part < 0) return null;
    const step = this.parts[this.part].steps[this.step];
    return Math.abs(step.frame - position) < 1e-6 ? step : null;
  }

  /**
   * The step at hand as lanes show it; null once the playhead runs on.
   * @param {number} position
   * @returns {Staged | null}
   */
  staged(position) {
    if (this.stepAt(position) === null) return null;
    const { run, part, step, parts } = this;
    const piece = pieceOf(run, parts[part], step);
    if (this.scene === null || this.scene.part !== part || this.scene.from !== piece.from) {
      this.scene = { part, ...piece, ...stage(run, parts[part], piece.from, piece.to) };
    }
    return { run: this.scene.run, base: this.scene.base, at: step - piece.from };
  }
}
