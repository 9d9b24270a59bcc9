/**
 * The opening: who comes for the first time is shown around on the real picture, in four steps.
 *
 * These are the arms; a round plays K of them and one number comes back; a few rounds, slowly; then
 * the visitor plays on, and it pauses at the first three events. It goes on by itself, or by *Next*;
 * *Skip*, Escape and whatever else the visitor does end it. The server is not asked.
 */

import { html, listen, put } from "./dom.js";
import { overlap, placeBeside } from "./placing.js";
import {
  aboutArms,
  aboutPlaces,
  aboutPlaying,
  aboutRound,
  aboutRounds,
  aboutStop,
  firstRounds,
  firstStops,
} from "./tour.js";

/** @import { Area, OpeningOwner, Round, Run, Show, StoryEvent, Timeline } from "./types.d.ts" */

const SEEN = "dart:seen";
/** What is to be read stays for so long, in ms; rounds follow each other at the last pace. */
const READING = 7000;
const ROUND = 1700;
const MARGIN = 6;
/** What stands above the player may be covered, apart from the page's own bar; in pixels. */
const ABOVE = 400;
const HEADER = 60;
/** The keys by which a visitor goes on alone. */
const KEYS = [" ", "ArrowLeft", "ArrowRight", "Home", "End"];

/** Where nothing can be remembered: whether it was seen since the page was loaded. */
let seen = false;

export class Opening {
  /**
   * The run that is shown; null while there is no opening.
   * @type {Run | null}
   */
  run = null;
  /** @type {Round[]} */
  rounds = [];
  /** @type {StoryEvent[]} */
  stops = [];
  /** 0 the arms, 1 a round, 2 a few rounds, 3 the visitor plays. */
  step = 0;
  /** Of the third step: the round at hand; of the fourth: the event. */
  at = 0;
  /**
   * The arms that are spoken of; null for all.
   * @type {number[] | null}
   */
  lit = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /** @param {OpeningOwner} player @param {AbortSignal} signal */
  constructor(player, signal) {
    this.player = player;
    this.signal = signal;
    this.box = html("div", "opening");
    put(this.box, "role", "dialog");
    put(this.box, "aria-label", "A first look");
    this.body = html("div", "opening-body", this.box);
    const bar = html("div", "opening-bar", this.box);
    this.dots = html("span", "opening-dots", bar);
    this.skip = html("button", "opening-skip", bar, "Skip");
    this.next = html("button", "opening-next", bar, "Next");
    for (const button of [this.skip, this.next]) button.type = "button";
    listen(this.skip, "click", () => this.end(), signal);
    listen(this.next, "click", () => this.goOn(), signal);
    // Who reads, or is about to press, is not hurried.
    for (const type of /** @type {const} */ (["pointerenter", "focusin"])) {
      listen(this.box, type, () => clearTimeout(this.timer), signal);
    }
    const elsewhere = (/** @type {PointerEvent} */ event) => {
      if (this.run === null || event.composedPath().includes(this.box)) return;
      if (!event.composedPath().includes(player.root) && this.step === 3) return;
      if (this.step === 3 && !leaves(event)) return;
      this.end();
    };
    document.addEventListener("pointerdown", elsewhere, { signal, capture: true });
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (this.run === null || event.composedPath().includes(this.box)) return;
      if (KEYS.includes(event.key) && !(this.step === 3 && event.key === " ")) this.end();
    };
    document.addEventListener("keydown", key, { signal, capture: true });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /**
   * New data: who comes to it for the first time is shown around; with other data that is over.
   * @param {Show} show
   */
  load(show) {
    const [run] = show.runs;
    const other = run.id !== this.run?.id || show.runs.length > 1;
    if (this.run !== null && other) this.end();
    if (this.run !== null || !show.start.newcomer || !this.player.untouched) return;
    const led = this.player.tell === null || window.parent !== window || this.player.follows;
    if (led || show.runs.length > 1 || wasSeen()) return;
    remember();
    this.run = run;
    this.rounds = firstRounds(run);
    this.stops = firstStops(run);
    this.step = 0;
    this.player.root.prepend(this.box);
    this.show();
  }

  /** The next thing, or the end. */
  goOn() {
    const { run, player } = this;
    if (run === null) return;
    if (this.step === 3) {
      if (this.at >= this.stops.length) this.end(true);
      player.play();
      return;
    }
    if (this.step === 2 && this.at < this.rounds.length && !player.calm.matches) this.at += 1;
    else [this.step, this.at] = [this.step + 1, 0];
    if (this.step === 2 && this.rounds.length === 0) this.step = 3;
    this.show();
  }

  /** Draw the step at hand. */
  show() {
    const { run, player, step } = this;
    if (run === null) return;
    clearTimeout(this.timer);
    this.body.replaceChildren();
    this.lit = null;
    let patience = READING;
    if (step === 0) this.write(aboutArms(run, player.find("truth").checked));
    else if (step === 1) {
      const { title, text } = aboutRounds(run);
      this.write({ title, text: "" });
      const [round] = this.rounds;
      if (round) this.number(aboutRound(run, 0, round), round);
      html("p", "opening-text", this.body, text);
      patience += 2000;
    } else if (step === 2) patience = this.showRounds(run);
    else this.showPlaying(run);
    this.next.textContent = step < 3 ? "Next" : this.at === 0 ? "Play" : "Go on";
    this.dots.textContent = this.at > 0 && step === 3 ? "" : `${step + 1} of 4`;
    put(player.root, "data-opening", step);
    this.light();
    player.controls.say(
      "spoken",
      [...this.body.children].map((node) => node.textContent).join(" "),
    );
    this.place();
    if (step < 3 && !player.calm.matches) this.timer = setTimeout(() => this.hurry(), patience);
  }

  /** Let the arms that are spoken of stand out. */
  light() {
    const { lit } = this;
    for (const token of this.player.root.querySelectorAll(".token[data-arm]")) {
      const has = lit?.includes(Number(token.getAttribute("data-arm"))) ?? false;
      token.classList.toggle("lit", has);
      token.classList.toggle("unlit", lit !== null && !has);
    }
  }

  /** Go on, unless nobody looks. */
  hurry() {
    if (!document.hidden) this.goOn();
    else this.timer = setTimeout(() => this.hurry(), ROUND);
  }

  /**
   * A few rounds, one after the other; with reduced motion, all at once.
   * @param {Run} run
   */
  showRounds(run) {
    const { rounds, player } = this;
    const all = player.calm.matches;
    const last = all || this.at >= rounds.length;
    this.write({ title: last ? "What is known after these" : "A few rounds, slowly.", text: "" });
    for (const [r, round] of rounds.entries()) {
      if (!last && r > this.at) break;
      if (r === this.at) this.number(aboutRound(run, r, round), round);
      else html("p", "opening-past", this.body, aboutRound(run, r, round));
    }
    if (!last) return ROUND;
    this.lit = null;
    html("p", "opening-text", this.body, aboutPlaces(run));
    const end = rounds.at(-1);
    if (end) player.seekTo(end.frame);
    return READING;
  }

  /** @param {Run} run */
  showPlaying(run) {
    const stop = this.stops[this.at - 1];
    if (stop === undefined) {
      const { title, text, regret } = aboutPlaying(run);
      this.write({ title, text });
      html("p", "opening-text", this.body, regret);
      if (this.stops.length > 0) {
        html("p", "opening-past", this.body, "It pauses where something happens first.");
      }
      return;
    }
    this.write(aboutStop(stop));
    this.lit = stop.arms.length > 0 ? stop.arms : null;
  }

  /** @param {{title: string, text: string}} said */
  write({ title, text }) {
    html("p", "opening-title", this.body, title);
    if (text !== "") html("p", "opening-text", this.body, text);
  }

  /** @param {string} text @param {Round} round */
  number(text, { arms }) {
    html("p", "opening-number", this.body, text);
    this.lit = arms;
  }

  /**
   * Where playing from `before` to `position` has to stop.
   * @param {Timeline} timeline
   * @param {number} before
   * @param {number} position
   */
  reached(timeline, before, position) {
    const stop = this.run === null ? undefined : this.stops[this.at];
    if (stop === undefined || position < stop.frame || before > stop.frame) return position;
    if (stop.frame >= timeline.count) return position;
    this.player.playing = false;
    this.at += 1;
    queueMicrotask(() => this.show());
    return stop.frame;
  }

  /** While it plays, nothing stands in the way. @param {boolean} playing */
  draw(playing) {
    if (this.run === null) return;
    const hidden = playing && this.step === 3;
    if (this.box.hidden === hidden) return;
    this.box.hidden = hidden;
    if (!hidden) return this.show();
    if (this.at >= this.stops.length) return this.end(true);
    this.lit = null;
    this.light();
  }

  /** Stand beside what is spoken of. */
  place() {
    if (this.run === null || this.box.hidden) return;
    const { root } = this.player;
    const origin = root.getBoundingClientRect();
    const scale = root.offsetWidth > 0 ? origin.width / root.offsetWidth : 1;
    /** @param {Element} node @returns {Area} */
    const area = (node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return {
        left: (left - origin.left) / scale,
        top: (top - origin.top) / scale,
        right: (right - origin.left) / scale,
        bottom: (bottom - origin.top) / scale,
      };
    };
    const tokens = [...root.querySelectorAll(".token[data-arm] .body")].filter(isDrawn);
    const lit = tokens.filter((token) => token.closest(".lit"));
    const play = this.player.find("play");
    const plays = this.step === 3 && this.at === 0;
    const about = plays ? [play] : lit.length > 0 ? lit : tokens;
    if (about.length === 0) return;
    const subject = hull(about.map(area));
    const whole = area(root);
    const bounds = {
      left: whole.left + MARGIN,
      right: whole.right - MARGIN,
      top: Math.max(whole.top - ABOVE, (HEADER - origin.top) / scale) + MARGIN,
      bottom: Math.min(whole.bottom, (window.innerHeight - origin.top) / scale) - MARGIN,
    };
    const size = { width: this.box.offsetWidth, height: this.box.offsetHeight };
    const bar = play.closest(".bars"); // its rows have no boxes of their own
    const arms = tokens.map(area);
    /** @param {Area[]} avoided */
    const placed = (avoided) => {
      const [left, top] = placeBeside(size, subject, avoided, bounds);
      return { left, top, right: left + size.width, bottom: top + size.height };
    };
    const names = [...root.querySelectorAll(".lane-name, .lane-count")].filter(isDrawn).map(area);
    const controls = bar ? [area(bar)] : [];
    const blocks = (/** @type {Area[]} */ seen) => seen.some((each) => overlap(box, each));
    let box = placed([...arms, ...controls, ...names]);
    // Where there is no room for all, names are covered first, and then the controls wait.
    if (blocks([...arms, ...controls])) box = placed([...arms, ...controls]);
    if (blocks(arms)) box = placed(arms);
    this.box.style.left = `${box.left}px`;
    this.box.style.top = `${box.top}px`;
  }

  /** Close what Escape closes; true if it was open. */
  escape() {
    if (this.run === null) return false;
    this.end();
    return true;
  }

  /**
   * It is over; who skipped it before playing finds the run at its start.
   * @param {boolean} [played]
   */
  end(played = false) {
    if (this.run === null) return;
    const { player } = this;
    const inside = this.box.matches(":focus-within");
    clearTimeout(this.timer);
    this.run = null;
    this.lit = null;
    this.light();
    this.box.remove();
    player.root.removeAttribute("data-opening");
    if (this.step < 3 && !played) player.restart();
    if (inside) player.find("play").focus({ preventScroll: true });
    player.paint();
  }
}

/**
 * Whether a press, once the visitor plays, is about something else than playing and looking.
 * @param {Event} event
 */
function leaves(event) {
  const nodes = event.composedPath();
  return !nodes.some(
    (node) => node instanceof Element && node.matches("[data-part=play], .lanes, .chart"),
  );
}

/** @param {Element} node */
function isDrawn(node) {
  const { width } = node.getBoundingClientRect();
  return width > 0;
}

/** @param {Area[]} areas @returns {Area} */
function hull(areas) {
  return {
    left: Math.min(...areas.map(({ left }) => left)),
    top: Math.min(...areas.map(({ top }) => top)),
    right: Math.max(...areas.map(({ right }) => right)),
    bottom: Math.max(...areas.map(({ bottom }) => bottom)),
  };
}

function wasSeen() {
  try {
    return seen || localStorage.getItem(SEEN) !== null;
  } catch {
    return seen; // a browser that remembers nothing
  }
}

function remember() {
  seen = true;
  try {
    localStorage.setItem(SEEN, "1");
  } catch {
    // as above
  }
}
