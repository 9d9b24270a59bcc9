/**
 * The racers: the lanes of each run side by side, each below its name and what it has cost so far.
 *
 * Where there is room for one picture only, the names are tabs. What is asked and told is about one
 * of the racers, the *chosen* one: who was pressed last, by name or picture.
 */

import { colours } from "./chart.js";
import { CROWD } from "./copies.js";
import { html, listen, put, putText, unset } from "./dom.js";
import { formatRegret } from "./format.js";
import { Lanes } from "./lanes.js";
import { Pointing } from "./pointing.js";
import { briefLabels, regretAt } from "./regret.js";

/** @import { Find, Pointed, Run, Staged } from "./types.d.ts" */

/**
 * What racers need of the player: where a racer stands and what is preferred, and what a press does.
 * @typedef {{state: (r: number) => Omit<Pointed, "lanes">, ask: (arm: number) => void, choose: (r: number) => void}} Hooks
 */

export class Racers {
  /** @type {Racer[]} */
  racers = [];
  chosen = 0;

  /** @param {Find} find @param {Hooks} hooks @param {AbortSignal} signal */
  constructor(find, hooks, signal) {
    this.find = find;
    this.hooks = hooks;
    this.signal = signal;
    this.place = find("racers");
    this.heads = html("div", "racer-heads");
    put(this.heads, "role", "group");
    put(this.heads, "aria-label", "Racers");
    this.place.prepend(this.heads);
    const panel = /** @type {HTMLElement} */ (find("lanes").closest(".lanes-panel"));
    /** The first racer's panel before anything was drawn: what those of the others begin as. */
    this.blank = /** @type {HTMLElement} */ (panel.cloneNode(true));
    this.add(panel);
    // The page may take the same nodes for another player.
    signal.addEventListener("abort", () => this.leave());
  }

  /** Take back what it added to the page. */
  leave() {
    this.heads.remove();
    for (const { panel } of this.racers.slice(1)) panel.remove();
    this.racers[0].lanes?.copies.turn(false);
  }

  /** @param {HTMLElement} panel */
  add(panel) {
    const { find, hooks, signal } = this;
    const racer = new Racer(panel, this.heads, this.racers.length, find, hooks, signal);
    this.racers.push(racer);
    return racer;
  }

  /**
   * Those that have a run now.
   */
  get running() {
    return this.racers.filter(({ run }) => run !== null);
  }

  get now() {
    return this.racers[this.chosen];
  }

  /** @param {Run[]} runs */
  load(runs) {
    while (this.racers.length < runs.length) {
      const panel = /** @type {HTMLElement} */ (this.blank.cloneNode(true));
      this.place.append(panel);
      this.add(panel);
    }
    const names = briefLabels(runs.map(({ curve }) => curve.label));
    const racing = runs.length > 1;
    for (const [r, racer] of this.racers.entries()) {
      racer.load(runs[r] ?? null, names[r] ?? "", racing);
    }
    this.heads.hidden = runs.length === 1;
    put(this.find("player"), "data-racers", runs.length);
    put(
      this.find("player"),
      "data-bets",
      runs.some(({ lead }) => lead !== null),
    );
    this.choose(Math.min(this.chosen, runs.length - 1));
  }

  /** @param {number} chosen */
  choose(chosen) {
    this.chosen = chosen;
    for (const [r, racer] of this.racers.entries()) {
      put(racer.panel, "data-chosen", r === chosen);
      put(racer.head, "aria-pressed", r === chosen);
      if (racer.lanes && r !== chosen) racer.lanes.asked = -1;
    }
  }

  /**
   * Show a step of slow motion, of the chosen racer alone; null shows all where they are.
   * @param {Staged | null} staged
   */
  stage(staged) {
    for (const racer of this.running) racer.lanes.stage(racer === this.now ? staged : null);
  }

  /**
   * Draw racers at positions of their own; true while something still moves.
   * @param {number[]} positions
   * @param {number} time that numbers tell
   * @param {number} dt
   * @param {boolean} plays
   */
  draw(positions, time, dt, plays) {
    const arms = this.running.reduce((sum, { run }) => sum + (run?.n ?? 0), 0);
    const copied = plays && arms >= CROWD;
    let moving = false;
    for (const [r, racer] of this.running.entries()) {
      moving = racer.draw(positions[r], time, dt, copied) || moving;
    }
    return moving;
  }

  get fading() {
    return this.running.some((racer) => racer.lanes.fading);
  }

  /** @param {boolean} truth @param {boolean} secret */
  rest(truth, secret) {
    const racing = this.running.length > 1;
    for (const racer of this.running) racer.rest(truth, secret, racing);
  }
}

class Racer {
  /** @type {Run | null} */
  run = null;
  /** @type {Lanes} */
  lanes = unset();
  name = "";

  /**
   * @param {HTMLElement} panel
   * @param {HTMLElement} heads
   * @param {number} r
   * @param {Find} all
   * @param {Hooks} hooks
   * @param {AbortSignal} signal
   */
  constructor(panel, heads, r, all, { state, ask, choose }, signal) {
    this.panel = panel;
    const find = /** @type {Find} */ (
      (part) => panel.querySelector(`[data-part="${part}"]`) ?? all(part)
    );
    this.find = find;
    this.head = html("button", "racer-head coloured", heads);
    put(this.head, "type", "button");
    this.title = html("span", "racer-name", this.head);
    const cost = html("span", "racer-cost", this.head);
    html("span", "racer-unit", cost, "regret ");
    this.cost = html("span", "", cost);
    listen(this.head, "click", () => choose(r), signal);
    /** @param {number} arm */
    const askIts = (arm) => {
      choose(r);
      ask(arm);
    };
    this.pointing = new Pointing(find, () => ({ ...state(r), lanes: this.lanes }), askIts, signal);
    listen(panel, "pointerdown", () => choose(r), signal);
    listen(panel, "focusin", () => choose(r), signal);
  }

  /** @param {Run | null} run @param {string} name @param {boolean} racing */
  load(run, name, racing) {
    if (this.lanes) this.lanes.race(racing);
    if (run !== null && run === this.run && name === this.name) return; // another one was swapped
    this.run = run;
    this.name = name;
    this.panel.hidden = run === null;
    this.head.hidden = run === null;
    if (run === null) return;
    if (this.lanes) this.lanes.load(run);
    else {
      this.lanes = new Lanes(this.find("lanes-picture"), run);
      this.lanes.race(racing);
    }
    putText(this.title, name);
    put(this.head, "style", colours(run.curve));
    put(this.head, "title", run.curve.label);
    this.pointing.load(this.lanes.tokens);
  }

  /** @param {number} position @param {number} time @param {number} dt @param {boolean} copied */
  draw(position, time, dt, copied) {
    if (this.run) putText(this.cost, formatRegret(regretAt(this.run.curve, time)));
    const moving = this.lanes.draw(position, dt, copied);
    this.pointing.write();
    return moving;
  }

  /** @param {boolean} truth @param {boolean} secret @param {boolean} racing */
  rest(truth, secret, racing) {
    const summary = this.lanes.summary(truth, secret);
    put(this.find("lanes-picture"), "aria-label", racing ? `${this.name}: ${summary}` : summary);
    this.lanes.tokens.writeLabels(truth);
  }
}
