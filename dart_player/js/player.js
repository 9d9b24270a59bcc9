/**
 * The player: one run, one playhead, one loop.
 *
 * The loop runs only while something moves: playing, seeking, or gliding. All drawing reads the run
 * and the position, so that whatever happens to the page, a new drawing shows the right picture.
 */

import { Chart } from "./chart.js";
import { Classroom } from "./classroom.js";
import {
  epochAt,
  eventAt,
  framesBack,
  makeClock,
  nextEvent,
  positionAt,
  previousEvent,
  stateFrame,
  timeAt,
} from "./clock.js";
import { Controls } from "./controls.js";
import { decode, PayloadError } from "./decode.js";
import { listen, placeIn, put, putText, unset } from "./dom.js";
import { formatCount, formatState } from "./format.js";
import { hide, isHidden } from "./hiding.js";
import { Lanes } from "./lanes.js";
import { copyText, makeLink } from "./link.js";
import { beginWith, positionIn, prefer, preferred, remember } from "./memory.js";
import { Panels } from "./panels.js";
import { Pointing } from "./pointing.js";
import { Saving } from "./saving.js";
import { themeOf } from "./theme.js";

/** @import { Actions, Clock, Find, Preferences, Run } from "./types.d.ts" */
/** @import { Payload } from "./wire.d.ts" */

/** Below this width the chart stands under the lanes; player.css has the same number. */
const NARROW = 700;
const SEEK_SECONDS = 0.4;
/** With reduced motion, play shows one event after the other at this pace. */
const CALM_SECONDS = 2.5;
/** While playing, a screen reader hears of events at most this often. */
const SPOKEN_SECONDS = 4;
/** Just after an event, "previous" means the one before it. */
const FORGIVE_SECONDS = 0.7;

class Player {
  /**
   * The data as they came.
   * @type {Payload | null | undefined}
   */
  data = undefined;
  /**
   * The run that they are; null where there is none that can be shown.
   * @type {Run | null}
   */
  run = null;
  /** @type {Lanes} */
  lanes = unset();
  /** @type {Chart} */
  chart = unset();
  /** @type {Clock} */
  clock = unset();
  /** Nobody has moved the playhead yet. */
  untouched = true;
  /** @type {{from: number, to: number, passed: number} | null} */
  seek = null;
  /** @type {number | null} */
  request = null;
  /** When the last frame was drawn, and how long an event has been shown with reduced motion. */
  before = 0;
  waited = 0;
  lastSpoken = "";
  /** @type {string | null} */
  size = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  forget = undefined;
  calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {ParentNode} parent */
  constructor(parent) {
    const find = /** @type {Find} */ ((part) => parent.querySelector(`[data-part="${part}"]`));
    this.find = find;
    this.root = find("player");
    this.done = new AbortController();
    this.position = 0;
    this.playing = false;
    this.silent = 0;
    this.controls = new Controls(find, this.actions(), this.done.signal);
    this.panels = new Panels(find, this.actions(), this.done.signal);
    const state = () => ({ lanes: this.lanes, position: this.position, ...preferred() });
    /** @param {number} arm */
    const ask = (arm) => {
      if (!isHidden(find("asked"))) this.prefer({ arm: arm + 1 });
    };
    this.pointing = new Pointing(find, state, ask, this.done.signal);
    this.saving = new Saving(find, () => ({ ...this, preferences: preferred() }), this.done.signal);
    this.listen();
    this.classroom = new Classroom(this, this.done.signal);
    this.sizes = new ResizeObserver(() => this.resize());
    for (const part of /** @type {const} */ (["player", "lanes", "chart"])) {
      this.sizes.observe(find(part));
    }
  }

  listen() {
    const { signal } = this.done;
    listen(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.paint(), signal);
    const chart = this.find("chart");
    /** @param {PointerEvent} event */
    const point = (event) => this.chart?.point(placeIn(chart, event)[0]);
    listen(chart, "pointermove", point, signal);
    listen(chart, "pointerdown", point, signal);
    const leave = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "touch") this.chart?.point(null);
    };
    listen(chart, "pointerleave", leave, signal);
    // What a finger has brought up stays until the next touch elsewhere.
    const elsewhere = (/** @type {PointerEvent} */ event) => {
      if (!event.composedPath().includes(chart)) this.chart?.point(null);
    };
    listen(document, "pointerdown", elsewhere, signal);
  }

  /** @returns {Actions} */
  actions() {
    /**
     * What moves the playhead: not while a lecturer does.
     * @param {(run: Run, share: number) => void} action
     * @returns {(share?: number) => void}
     */
    const led = (action) => (share) => {
      if (this.run && !this.classroom.follows) action(this.run, share ?? 0);
    };
    return {
      toggle: led(() => (this.playing ? this.pause() : this.play())),
      previous: led((run) => this.seekTo(previousEvent(run, this.forgiving()))),
      next: led((run) => this.seekTo(nextEvent(run, this.seek?.to ?? this.position))),
      replay: led(() => {
        this.moveTo(0);
        this.play();
      }),
      home: led(() => this.seekTo(0)),
      end: led((run) => {
        this.pause();
        this.seekTo(run.count - 1);
      }),
      seekShare: led((_, share) => this.moveTo(this.clock.fromPlay(share * this.clock.duration))),
      setSpeed: (speed) => this.prefer({ speed }),
      setClock: (clock) => this.prefer({ clock }),
      setYAxis: (yaxis) => this.prefer({ yaxis }),
      setTruth: (truth) => this.prefer({ truth }),
      setPanels: (panels) => this.prefer({ panels }),
      setArm: (arm) => this.prefer({ arm }),
      goTo: (frame) => {
        this.playing = false;
        this.moveTo(frame);
      },
      escape: () => this.panels.escape(),
      copyLink: () => this.copyLink(),
    };
  }

  /**
   * New data, a new theme, or nothing new at all: Streamlit calls for each of them.
   * @param {Payload | null} data
   */
  update(data) {
    put(this.root, "data-theme", themeOf(this.root));
    if (data === this.data) return;
    this.data = data;
    try {
      const run = decode(data);
      this.fail("");
      this.load(run);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      this.pause();
      this.run = null;
      this.fail(error.message);
    }
  }

  /** @param {string} message */
  fail(message) {
    putText(this.find("problem"), message);
    this.find("problem").hidden = message === "";
    this.find("body").hidden = message !== "";
  }

  /** @param {Run} run */
  load(run) {
    const isNew = run.id !== this.run?.id;
    const isFirst = isNew && positionIn(run.id) === undefined;
    const told = isNew ? {} : this.panels.told();
    this.run = run;
    hide(this.root, run.start.hides ?? []);
    beginWith(run.start);
    if (isNew) {
      const { at, back } = run.start;
      this.playing = false;
      this.seek = null;
      this.untouched = isFirst && at === null;
      this.position = positionIn(run.id) ?? (at === null ? 0 : positionAt(run, at, back ?? 0));
    }
    this.position = Math.min(this.position, run.count - 1);
    this.lanes = new Lanes(this.find("lanes-picture"), run);
    this.chart = new Chart(this.find("chart-picture"), this.find("readout"), run);
    putText(this.find("axis-name"), run.words.axis);
    put(this.root, "data-bets", run.lead !== null);
    this.pointing.load(this.lanes.tokens);
    const frame = this.panels.load(run, isFirst ? run.start : told);
    // Some frames share a round; the step knows which one it was seen at.
    if (isFirst && run.t[frame] === run.start.at) this.position = frame;
    this.size = null;
    this.applyPreferences(run);
    this.resize();
  }

  /** @param {Partial<Preferences>} change */
  prefer(change) {
    prefer(change);
    if (!this.run) return;
    this.applyPreferences(this.run);
    this.paint();
  }

  /** @param {Run} run */
  applyPreferences(run) {
    this.clock = makeClock(run, preferred().clock);
    this.controls.writePreferences(preferred());
    this.controls.writeTicks(run, this.clock);
    this.panels.apply(preferred());
    this.lanes.asked = this.panels.asked;
    this.chart.layout(preferred().clock === "log", preferred().yaxis);
  }

  resize() {
    if (!this.run) return;
    const lanes = this.find("lanes");
    const chart = this.find("chart");
    const size = [lanes, chart].flatMap((part) => [part.clientWidth, part.clientHeight]).join();
    if (lanes.clientWidth === 0 || size === this.size) return;
    this.size = size;
    const narrow = this.root.clientWidth < NARROW;
    this.lanes.resize(lanes.clientWidth, lanes.clientHeight, narrow);
    this.chart.resize(chart.clientWidth, chart.clientHeight);
    this.chart.layout(preferred().clock === "log", preferred().yaxis);
    // Room for the longest sentence, so that nothing below it jumps while it changes.
    const longest = Math.max(0, ...this.run.events.map(({ text }) => text.length));
    const story = this.find("story");
    const lines = Math.ceil((longest * 6.8) / Math.max(200, story.clientWidth));
    story.style.minHeight = `${Math.max(1, Math.min(4, lines)) * 1.45}em`;
    this.paint();
  }

  play() {
    if (!this.run) return;
    if (this.position >= this.run.count - 1) this.position = 0;
    this.untouched = false;
    this.seek = null;
    this.playing = true;
    this.waited = 0;
    this.wake();
  }

  pause() {
    this.playing = false;
    this.wake();
  }

  /**
   * Glide to a position; with reduced motion, be there.
   * @param {number} position
   */
  seekTo(position) {
    if (!this.run) return;
    this.untouched = false;
    if (this.calm.matches) {
      this.moveTo(position);
      return;
    }
    this.seek = { from: this.clock.toPlay(this.position), to: position, passed: 0 };
    this.wake();
  }

  /** @param {number} position */
  moveTo(position) {
    if (!this.run) return;
    this.untouched = false;
    this.seek = null;
    this.waited = 0;
    this.position = position;
    this.wake();
  }

  forgiving() {
    if (this.seek) return this.seek.to;
    const back = this.playing ? FORGIVE_SECONDS * preferred().speed : 0;
    return back === 0
      ? this.position
      : this.clock.fromPlay(this.clock.toPlay(this.position) - back);
  }

  wake() {
    if (this.request !== null || !this.run) return;
    this.before = performance.now();
    this.request = requestAnimationFrame((now) => this.frame(now));
  }

  /** @param {number} now */
  frame(now) {
    this.request = null;
    if (!this.run) return;
    // A tab that was asleep goes on where it was, without a leap.
    const dt = Math.max(0, Math.min(0.1, (now - this.before) / 1000));
    this.before = now;
    const sought = this.seek !== null;
    this.advance(this.run, dt);
    const moving = this.draw(this.run, this.calm.matches ? Infinity : dt);
    this.classroom.passes(this.position);
    if (this.playing) this.speakWhilePlaying(dt);
    else if (sought && this.seek === null) this.speak();
    if (this.playing || this.seek || moving) {
      this.request = requestAnimationFrame((next) => this.frame(next));
    } else {
      this.rest(this.run);
    }
  }

  /** @param {Run} run @param {number} dt */
  advance(run, dt) {
    const { clock, seek, position } = this;
    if (seek) {
      seek.passed += dt;
      const p = Math.min(1, seek.passed / SEEK_SECONDS);
      const eased = 1 - (1 - p) ** 3;
      const to = clock.toPlay(seek.to);
      this.position = p === 1 ? seek.to : clock.fromPlay(seek.from + (to - seek.from) * eased);
      if (p === 1) this.seek = null;
    } else if (this.playing && this.calm.matches) {
      this.waited += dt * preferred().speed;
      if (this.waited < CALM_SECONDS) return;
      this.waited = 0;
      this.position = nextEvent(run, this.position);
    } else if (this.playing) {
      this.position = clock.fromPlay(clock.toPlay(this.position) + dt * preferred().speed);
    }
    if (this.playing) this.position = this.classroom.reached(run, position, this.position);
    if (this.position >= run.count - 1 && !this.seek) this.playing = false;
  }

  /** Draw now, without gliding: after a change of size, theme or data. */
  paint() {
    put(this.root, "data-theme", themeOf(this.root));
    if (!this.run) return;
    this.draw(this.run, Infinity);
    if (this.request === null) this.rest(this.run);
  }

  /**
   * True while something still moves.
   * @param {Run} run @param {number} dt
   */
  draw(run, dt) {
    const { clock, position } = this;
    const time = timeAt(run, position);
    const frame = stateFrame(run, position);
    const { predicts } = this.classroom;
    const moving = this.lanes.draw(position, dt);
    this.chart.draw(time, predicts);
    const share = clock.duration > 0 ? clock.toPlay(position) / clock.duration : 1;
    this.controls.writePosition(share, this.playing, this.untouched, position >= run.count - 1);
    putText(this.find("head-time"), `t = ${formatCount(time)}`);
    putText(this.find("head-state"), formatState(run, epochAt(run, position), frame));
    putText(this.find("story"), eventAt(run, position)?.text ?? "");
    this.pointing.write();
    this.controls.colourTicks(predicts ? frame : Infinity);
    this.panels.draw(position, preferred().truth, predicts);
    put(this.root, "data-run", run.id);
    put(this.root, "data-t", Math.round(time));
    put(this.root, "data-frame", position.toFixed(2));
    put(this.root, "data-playing", this.playing);
    return moving;
  }

  /**
   * Everything that may wait until nothing moves.
   * @param {Run} run
   */
  rest(run) {
    const { position } = this;
    const time = timeAt(run, position);
    put(this.find("lanes-picture"), "aria-label", this.lanes.summary(position, preferred().truth));
    put(this.find("chart-picture"), "aria-label", this.chart.summary(time));
    this.lanes.tokens.writeTitles(position, preferred().truth);
    const state = this.find("head-state").textContent;
    this.controls.writeValueText(`t = ${formatCount(time)}${state && `, ${state}`}`);
    if (!this.untouched) this.speak();
    this.classroom.rests(position);
    this.remember(run);
  }

  /** @param {number} dt */
  speakWhilePlaying(dt) {
    this.silent += dt;
    const pace = this.calm.matches ? 0 : SPOKEN_SECONDS;
    const news = this.find("story").textContent !== this.lastSpoken;
    if (news && this.silent >= pace && preferred().speed <= 2) this.speak();
  }

  speak() {
    this.silent = 0;
    this.lastSpoken = this.find("story").textContent;
    const head = `${this.find("head-time").textContent}, ${this.find("head-state").textContent}`;
    this.controls.say("spoken", `${head}. ${this.lastSpoken}`);
  }

  /** @param {Run} run */
  remember(run) {
    if (!this.untouched) remember(run.id, this.position);
  }

  async copyLink() {
    if (!this.run) return;
    const time = timeAt(this.run, this.position);
    const back = framesBack(this.run, this.position) || null;
    const shown = { time, back, ...preferred(), ...this.panels.told() };
    const link = makeLink(window.location, this.run.link, shown);
    const copied = await copyText(link, this.find("link"));
    if (copied) this.find("copy").focus();
    this.controls.say("copied", copied ? "Link copied" : "Copy this link:");
    clearTimeout(this.forget);
    if (copied) this.forget = setTimeout(() => this.controls.say("copied", ""), 4000);
  }

  destroy() {
    if (this.run) this.remember(this.run);
    if (this.request !== null) cancelAnimationFrame(this.request);
    clearTimeout(this.forget);
    this.request = null;
    this.run = null;
    this.sizes.disconnect();
    this.done.abort();
  }
}

/** @type {WeakMap<ParentNode, Player>} */
const players = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {{data: [Payload] | null, parentElement: ParentNode}} component
 */
export default function mount({ data, parentElement }) {
  const [run] = data ?? [null]; // in a list, for Streamlit's sake: see the Python side
  let player = players.get(parentElement);
  if (player === undefined) {
    player = new Player(parentElement);
    players.set(parentElement, player);
  }
  player.update(run);
  return () => {
    player.destroy();
    players.delete(parentElement);
  };
}
