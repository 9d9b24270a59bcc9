/**
 * The player: one run or several that race, one playhead, one loop.
 *
 * The loop runs only while something moves: playing, seeking, or gliding. All drawing reads the runs
 * and the position on their timeline, so that whatever happens to the page, a new drawing shows the
 * right picture.
 */

import "./older.js";
import { actionsOf } from "./actions.js";
import { Card } from "./card.js";
import { Chart } from "./chart.js";
import { Classroom } from "./classroom.js";
import { framesBack, makeClock, nextEvent, positionAt, stateFrame, timeAt } from "./clock.js";
import { Controls } from "./controls.js";
import { decode } from "./decode.js";
import { listen, put, putText, unset } from "./dom.js";
import { Fitting } from "./fitting.js";
import { formatCount } from "./format.js";
import { hide, isHidden } from "./hiding.js";
import { Knobs } from "./knobs.js";
import { Legend } from "./legend.js";
import { Copying } from "./link.js";
import { beginWith, positionIn, prefer, preferred, remember } from "./memory.js";
import { linkTo, offerMoment } from "./moment.js";
import { Opening } from "./opening.js";
import { PayloadError } from "./packed.js";
import { Panels } from "./panels.js";
import { pointingAlong } from "./pointing.js";
import { closing, unfolding } from "./popups.js";
import { Racers } from "./racers.js";
import { entrantsOf } from "./racing.js";
import { costWords } from "./regret.js";
import { Rivals } from "./rivals.js";
import { Saving } from "./saving.js";
import { Telling } from "./telling.js";
import { themeOf } from "./theme.js";
import { frameOf, makeTimeline, ownPosition } from "./timeline.js";
import { timeScale } from "./timescale.js";

/** @import { Act, Clock, Find, Preferences, Show, Tell, Timeline } from "./types.d.ts" */
/** @import { Payload } from "./wire.d.ts" */

/** Lanes narrower than this, in units, have their names above the arms if they are high enough or have no room. */
const NARROW = { width: 400, height: 250, always: 260 };
const SEEK_SECONDS = 0.4;
/** With reduced motion, play shows one event after the other at this pace. */
const CALM_SECONDS = 2.5;
/** Just after an event, "previous" means the one before it. */
const FORGIVE_SECONDS = 0.7;
/** While it plays, numbers change so often: nobody reads faster. */
const TELL_SECONDS = 0.1;

/** A slider that has not moved for so long rests. */
const SETTLE_MS = 200;

class Player {
  /**
   * The data as they came.
   * @type {Payload | null | undefined}
   */
  data = undefined;
  /**
   * What they show; null where there is nothing that can be shown.
   * @type {Show | null}
   */
  show = null;
  /**
   * The clock of all its runs.
   * @type {Timeline | null}
   */
  timeline = null;
  /** @type {import("./racing.js").Entrant[]} */
  entrants = [];
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
  /** The time that numbers tell, and how long they have told it. */
  told = 0;
  toldFor = Infinity;
  rested = true; // what may wait until nothing moves is written
  /** @type {string | null} */
  size = null;
  /** What lanes and chart have room for, in units of the scale; the chart comes last. */
  measured = { boxes: /** @type {number[][]} */ ([]), scale: 1 };
  playNext = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  settle = undefined;
  calm = matchMedia("(prefers-reduced-motion: reduce)");

  /**
   * `tell` is how what a visitor does in the player becomes a setting; a saved file has none.
   * @param {ParentNode} parent @param {Tell | null} tell
   */
  constructor(parent, tell) {
    this.tell = tell;
    const find = /** @type {Find} */ ((part) => parent.querySelector(`[data-part="${part}"]`));
    this.find = find;
    this.root = find("player");
    this.done = new AbortController();
    this.position = 0;
    this.playing = false;
    const focus = () => this.root.focus({ preventScroll: true });
    this.fitting = new Fitting(find, focus, this.done.signal);
    this.controls = new Controls(find, actionsOf(this), this.done.signal);
    this.telling = new Telling(find, this.controls, this.done.signal);
    this.copying = new Copying(find, this.controls, this.done.signal);
    this.panels = new Panels(find, actionsOf(this), this.done.signal);
    const state = (/** @type {number} */ r) => {
      const { scale } = this.fitting;
      return { position: this.positionOf(r), scale, ...preferred(), truth: this.classroom.truth };
    };
    /** @param {number} arm */
    const ask = (arm) => {
      if (!isHidden(find("asked"))) this.prefer({ arm: arm + 1 });
    };
    const choose = (/** @type {number} */ r) => this.choose(r);
    offerMoment(this, this.done.signal);
    this.rivals = new Rivals(find, tell, this.done.signal);
    this.racers = new Racers(find, { state, ask, choose }, this.done.signal);
    closing(find("help"), this.done.signal);
    this.legend = new Legend(find, this.done.signal);
    unfolding(find, this.done.signal);
    this.saving = new Saving(find, () => ({ ...this, preferences: preferred() }), this.done.signal);
    this.listen();
    this.knobs = new Knobs(find, this, this.done.signal);
    this.classroom = new Classroom(this, this.done.signal);
    this.card = new Card(this, this.done.signal);
    this.opening = new Opening(this, this.done.signal);
    this.sizes = new ResizeObserver(() => this.resize());
    for (const part of /** @type {const} */ (["player", "racers", "chart", "question"])) {
      this.sizes.observe(find(part));
    }
  }

  listen() {
    const { signal } = this.done;
    listen(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.paint(), signal);
    const at = (/** @type {number | null} */ x) => this.chart?.point(x && x / this.fitting.scale);
    pointingAlong(this.find("chart"), at, signal);
  }

  /**
   * New data, a new theme, or nothing new at all: Streamlit calls for each of them.
   * @param {Payload | null} data
   */
  update(data) {
    const { theme } = this.root.dataset;
    put(this.root, "data-theme", themeOf(this.root));
    if (data === this.data) {
      if (theme !== this.root.dataset.theme) this.paint(); // elements follow by themselves, copies do not
      return;
    }
    this.data = data;
    try {
      const show = decode(data);
      this.fail("");
      this.load(show);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      this.pause();
      this.show = null;
      this.timeline = null;
      this.fail(error.message);
    }
  }

  /** @param {string} message */
  fail(message) {
    putText(this.find("problem"), message);
    this.find("problem").hidden = message === "";
    this.find("body").hidden = message !== "";
  }

  /** The run that is asked and told about: the chosen racer's. */
  get run() {
    return this.show?.runs[this.racers.chosen] ?? null;
  }

  get lanes() {
    return this.racers.now.lanes;
  }

  /**
   * Where a racer stands, in frames of its own.
   * @param {number} r
   */
  positionOf(r) {
    return this.timeline ? ownPosition(this.timeline, r, this.position) : 0;
  }

  /** @param {Show} show */
  load(show) {
    const { timeline: before, position } = this;
    const isNew = show.id !== this.show?.id;
    const isFirst = isNew && positionIn(show.id) === undefined;
    const told = isNew ? {} : this.panels.told();
    // Who comes in, or leaves, leaves the others where they were.
    const same =
      isFirst && show.runs.some(({ id }) => this.show?.runs.some((run) => run.id === id));
    const timeline = makeTimeline(show.runs);
    hide(this.root, show.start.hides ?? []);
    beginWith(show.start);
    const tried = this.knobs.load(show);
    if (isNew && !tried) {
      this.playing = false;
      this.seek = null;
    }
    if (before && (tried || (isNew && same))) {
      this.position = sameTime(timeline, before, position);
    } else if (isNew) {
      const { at, back } = show.start;
      this.untouched = isFirst && at === null;
      const linked = at === null ? 0 : positionAt(timeline, at, back ?? 0);
      this.position = positionIn(show.id) ?? linked;
    }
    this.show = show;
    this.timeline = timeline;
    this.position = Math.min(this.position, timeline.count - 1);
    this.rivals.load(show);
    this.build(this.knobs.beside(show));
    const frame = this.panels.load(show.runs[this.racers.chosen], isFirst ? show.start : told);
    // Some frames share a round; the step knows which one it was seen at.
    const its = frame < 0 ? -1 : frameOf(timeline, this.racers.chosen, frame);
    if (isFirst && its >= 0 && Math.round(timeAt(timeline, its)) === show.start.at)
      this.position = its;
    this.card.load(show);
    this.legend.load(show);
    this.size = null;
    this.applyPreferences(timeline);
    this.resize();
    if (isNew && this.playNext) this.play();
    this.playNext = false;
    this.opening.load(show);
  }

  /**
   * The pictures of what is shown.
   * @param {Show} show
   */
  build(show) {
    this.chart = new Chart(this.find("chart-picture"), this.find("readout"), show);
    this.racers.load(show.runs);
    this.entrants = entrantsOf(show.runs);
    for (const { panel } of this.racers.racers) this.sizes.observe(panel);
  }

  /**
   * Show other runs at the same moment of time: the same with another constant. It is as fast as it
   * can be, as it follows a finger.
   * @param {Show} show
   */
  swap(show) {
    const { timeline: before, position } = this;
    if (!before) return;
    const timeline = makeTimeline(show.runs);
    const told = this.panels.told();
    this.show = show;
    this.timeline = timeline;
    this.seek = null;
    this.position = sameTime(timeline, before, position);
    this.build(this.knobs.beside(show));
    this.panels.load(show.runs[this.racers.chosen], told);
    this.card.load(show);
    this.applyPreferences(timeline);
    this.arrange(timeline);
    this.draw(show, timeline, Infinity);
    clearTimeout(this.settle); // whatever reads the page, or writes what is not seen, may wait
    this.settle = setTimeout(() => this.paint(), SETTLE_MS);
  }

  /**
   * Ask and tell about another racer.
   * @param {number} r
   */
  choose(r) {
    const run = this.show?.runs[r];
    if (!run || !this.timeline || r === this.racers.chosen) return;
    this.racers.choose(r);
    this.panels.load(run, {});
    this.applyPreferences(this.timeline);
    this.size = null;
    this.resize();
    this.paint();
  }

  /** @param {Partial<Preferences>} change */
  prefer(change) {
    prefer(change);
    if (!this.timeline) return;
    this.applyPreferences(this.timeline);
    this.paint();
  }

  /** @param {Timeline} timeline */
  applyPreferences(timeline) {
    this.clock = makeClock(timeline, preferred().clock);
    this.controls.writePreferences(preferred());
    this.controls.writeTicks(timeline, this.clock, this.show?.runs ?? []);
    this.panels.apply(preferred());
    this.lanes.asked = this.panels.asked;
    this.layoutChart(timeline);
  }

  resize() {
    const { timeline } = this;
    if (!timeline) return;
    const { scale } = this.fitting;
    const chart = this.find("chart");
    const lanes = this.racers.running.map((racer) => racer.find("lanes"));
    const sizes = [...lanes, chart].map((part) => [part.clientWidth, part.clientHeight]);
    const key = [...sizes.flat(), scale].join();
    if (lanes.every((part) => part.clientWidth === 0) || key === this.size) return;
    this.size = key;
    this.measured = { boxes: sizes.map((box) => box.map((pixels) => pixels / scale)), scale };
    this.arrange(timeline);
    this.fitting.keepRoom(this.entrants.length > 1 ? [] : timeline.events);
    this.classroom.place();
    this.paint();
  }

  /**
   * Fit the pictures into the boxes that were measured, and draw them.
   * @param {Timeline} timeline
   */
  arrange(timeline) {
    const { boxes, scale } = this.measured;
    for (const [r, [width, height]] of boxes.entries()) {
      if (width === 0) continue; // its name is a tab, or a panel stands in its place
      const high = height >= NARROW.height || width < NARROW.always;
      const narrow = width < NARROW.width && high;
      if (r < boxes.length - 1) this.racers.racers[r].lanes.resize(width, height, narrow);
      else this.chart.resize(width, height, scale);
    }
    this.layoutChart(timeline);
  }

  /** @param {Timeline} timeline */
  layoutChart(timeline) {
    const { clock, yaxis } = preferred();
    this.chart.layout(
      this.knobs.steady(clock, () => timeScale(timeline, this.clock, clock)),
      yaxis,
    );
  }

  play() {
    if (!this.timeline) return;
    if (this.position >= this.timeline.count - 1) this.position = 0;
    this.untouched = false;
    this.seek = null;
    this.playing = true;
    this.waited = 0;
    this.wake();
  }

  /** As if nobody had moved the playhead yet. */
  restart() {
    this.moveTo(0);
    this.untouched = true;
  }

  get follows() {
    return this.classroom.predicts;
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
    if (!this.timeline) return;
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
    if (!this.timeline) return;
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
    this.rested = false;
    if (this.request !== null || !this.timeline) return;
    this.before = performance.now();
    this.request = requestAnimationFrame((now) => this.frame(now));
  }

  /** @param {number} now */
  frame(now) {
    this.request = null;
    const { show, timeline } = this;
    if (!show || !timeline) return;
    // A tab that was asleep goes on where it was, without a leap.
    const dt = Math.max(0, Math.min(0.1, (now - this.before) / 1000));
    this.before = now;
    const sought = this.seek !== null;
    this.advance(timeline, dt);
    const moving = this.draw(show, timeline, this.calm.matches ? Infinity : dt);
    this.classroom.passes(this.position);
    if (this.playing) this.telling.speakWhilePlaying(dt, preferred().speed, this.calm.matches);
    else if (sought && this.seek === null) this.telling.speak();
    const busy = this.playing || this.seek !== null || moving;
    if (!busy && !this.rested) this.rest(show, timeline);
    this.rested = !busy;
    if (busy || this.racers.fading) {
      this.request = requestAnimationFrame((next) => this.frame(next));
    }
  }

  /** @param {Timeline} timeline @param {number} dt */
  advance(timeline, dt) {
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
      this.position = nextEvent(timeline, this.position);
    } else if (this.playing) {
      this.position = clock.fromPlay(clock.toPlay(this.position) + dt * preferred().speed);
    }
    if (this.playing) this.position = this.classroom.reached(timeline, position, this.position);
    if (this.playing) this.position = this.opening.reached(timeline, position, this.position);
    if (this.position >= timeline.count - 1 && !this.seek) {
      if (this.playing) this.card.open();
      this.playing = false;
    }
  }

  /** Draw now, without gliding: after a change of size, theme or data. */
  paint() {
    put(this.root, "data-theme", themeOf(this.root));
    const { show, timeline } = this;
    if (!show || !timeline) return;
    this.draw(show, timeline, Infinity);
    this.rested = this.request === null;
    if (this.rested) this.rest(show, timeline);
  }

  /**
   * True while something still moves.
   * @param {Show} show @param {Timeline} timeline @param {number} dt
   */
  draw(show, timeline, dt) {
    const { clock, position } = this;
    const time = timeAt(timeline, position);
    const positions = show.runs.map((_, r) => this.positionOf(r));
    this.toldFor += dt;
    if (!this.playing || this.toldFor >= TELL_SECONDS) [this.told, this.toldFor] = [time, 0];
    const { told } = this;
    const { predicts } = this.classroom;
    this.knobs.hush(predicts);
    this.racers.stage(this.panels.staged(positions[this.racers.chosen]));
    const plays = dt < Infinity && this.playing && this.opening.run === null;
    const moving = this.racers.draw(positions, told, dt, plays);
    this.chart.draw(time, predicts, told);
    const share = clock.duration > 0 ? clock.toPlay(position) / clock.duration : 1;
    const ended = position >= timeline.count - 1;
    this.controls.writePosition(share, this.playing, this.untouched, ended);
    this.telling.write(show, timeline, told, position, this.entrants);
    putText(this.find("cost"), costWords(show.curves, told));
    this.controls.colourTicks(predicts ? stateFrame(timeline, position) : Infinity);
    this.panels.draw(positions[this.racers.chosen], this.classroom.truth, predicts);
    this.card.draw(ended, this.classroom.truth, predicts);
    this.opening.draw(this.playing);
    put(this.root, "data-run", show.id);
    put(this.root, "data-t", Math.round(time));
    put(this.root, "data-frame", position.toFixed(2));
    put(this.root, "data-playing", this.playing);
    return moving;
  }

  /**
   * Everything that may wait until nothing moves.
   * @param {Show} show @param {Timeline} timeline
   */
  rest(show, timeline) {
    const { position } = this;
    const time = timeAt(timeline, position);
    this.racers.rest(this.classroom.truth, this.classroom.secret);
    put(this.find("chart-picture"), "aria-label", this.chart.summary(time));
    const state = this.find("head-state").textContent;
    this.controls.writeValueText(`round ${formatCount(time)}${state && `, ${state}`}`);
    if (!this.untouched) this.telling.speak();
    this.classroom.rests(position);
    this.remember(show);
    if (this.untouched) this.fitting.placePlay();
    this.opening.place();
  }

  /** @param {Show} show */
  remember(show) {
    // Runs that are tried have few frames: a position in them is none of those they stand for.
    if (!this.untouched && show === this.knobs.show) remember(show.id, this.position);
  }

  async copyLink() {
    const { timeline, show, position } = this;
    if (!timeline || !show) return;
    const shown = { ...preferred(), ...this.panels.told() };
    await this.copying.copy(linkTo(show.link, timeline, position, shown));
  }

  destroy() {
    if (this.show) this.remember(this.show);
    if (this.request !== null) cancelAnimationFrame(this.request);
    clearTimeout(this.settle);
    this.request = null;
    this.timeline = null;
    this.sizes.disconnect();
    this.done.abort();
  }
}

/**
 * Where another timeline is at the same moment.
 * @param {Timeline} timeline
 * @param {Timeline} before
 * @param {number} position
 */
const sameTime = (timeline, before, position) =>
  positionAt(timeline, timeAt(before, position), framesBack(before, position));

/** @type {WeakMap<ParentNode, Player>} */
const players = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {{data: [Payload] | null, parentElement: ParentNode, setTriggerValue?: (name: "act", act: Act) => void}} component
 */
export default function mount({ data, parentElement, setTriggerValue }) {
  const [run] = data ?? [null]; // in a list, for Streamlit's sake: see the Python side
  let player = players.get(parentElement);
  if (player === undefined) {
    const tell = setTriggerValue ? (/** @type {Act} */ act) => setTriggerValue("act", act) : null;
    player = new Player(parentElement, tell);
    players.set(parentElement, player);
  }
  player.update(run);
  return () => {
    player.destroy();
    players.delete(parentElement);
  };
}
