/**
 * Predict first, on the player's side: it stops before arms leave, and may follow a lecturer.
 *
 * It talks with the panel below it by events of the window; see dashboard/classroom.
 */

import { changesLanes } from "./clock.js";
import { put } from "./dom.js";
import { preferred } from "./memory.js";
import { frameOf } from "./timeline.js";

/** @import { ClassroomEvents, PlayerState, Timed, Timeline } from "./types.d.ts" */

/** Between the frame before it and its own, an event is drawn: there the picture tells nothing. */
const BEFORE = 1;
/** What stands in the place of a lane in an answer about racers. */
const FIRST = 1;

export class Classroom {
  /** @param {PlayerState} player @param {AbortSignal} signal */
  constructor(player, signal) {
    this.player = player;
    this.stops = false;
    this.follows = false;
    this.secret = false; // a question is open: gates and truth are not shown
    this.held = -1; // the frame before which it stands
    this.allowed = -1; // the frame that it may pass
    /**
     * @template {keyof ClassroomEvents} Type
     * @param {Type} type
     * @param {(said: ClassroomEvents[Type]) => void} handler
     */
    const on = (type, handler) => {
      const heard = (/** @type {Event} */ event) =>
        handler(/** @type {CustomEvent} */ (event).detail);
      window.addEventListener(type, heard, { signal });
    };
    on("dart:class", ({ stops, follows }) => {
      [this.stops, this.follows] = [stops, follows];
      put(player.root, "data-follows", follows);
      put(player.root, "data-asks", this.predicts);
      player.paint();
    });
    on("dart:go", () => {
      if (this.held >= 0) this.allowed = this.held;
      player.play();
    });
    on("dart:asking", ({ open }) => {
      put(player.root, "data-question", open ? "open" : "closed");
      player.resize();
      this.place();
    });
    on("dart:secret", ({ secret }) => {
      this.secret = secret;
      put(player.root, "data-secret", secret);
      player.paint();
    });
    on("dart:follow", ({ at }) => {
      if (this.follows && player.timeline) player.seekTo(at);
    });
    say("dart:hello", {});
  }

  /** Tell the panel where it stands while it asks: over the place in which panels open. */
  place() {
    const place = this.player.root.querySelector("[data-part=question]");
    if (place instanceof HTMLElement) say("dart:place", { place });
  }

  /** Whether the truth may be seen: not while a question is open. */
  get truth() {
    return preferred().truth && !this.secret;
  }

  /** Whether what comes next is still to be guessed: nothing on the page may tell it. */
  get predicts() {
    return this.stops || this.follows;
  }

  /**
   * Where playing from `before` to `position` has to stop.
   * @param {Timeline} run
   * @param {number} before
   * @param {number} position
   */
  reached(run, before, position) {
    if (this.player.entrants.length > 1) return this.starts(run, before, position);
    const frame = this.stops ? nextLeaving(run, before, this.allowed) : -1;
    if (frame < 0 || position <= frame - BEFORE) return position;
    this.held = frame;
    this.player.playing = false;
    say("dart:question", { frame, arms: activeAt(run, frame - 1), answers: leaving(run, frame) });
    return frame - BEFORE;
  }

  /**
   * In a race there is one question, before anything gives it away: who will be done first.
   * @param {Timeline} timeline
   * @param {number} before
   * @param {number} position
   */
  starts(timeline, before, position) {
    const { frame, racers } = finish(timeline, this.player.entrants);
    if (!this.stops || frame < 0 || frame === this.allowed || before >= frame) return position;
    this.held = frame;
    this.player.playing = false;
    const all = this.player.entrants.map((_, r) => r);
    const answers = racers.map((r) => /** @type {[number, number]} */ ([r, FIRST]));
    say("dart:question", { frame, arms: all, answers });
    return before;
  }

  /**
   * The picture stands still.
   * @param {number} position
   */
  rests(position) {
    if (!this.follows) say("dart:position", { at: position });
  }

  /**
   * An event that was asked about has been seen: now is the time to talk about it.
   * @param {number} position
   */
  passes(position) {
    if (this.held < 0 || position < this.held) return;
    say("dart:event", { frame: this.held });
    this.held = -1;
    if (this.stops) this.player.pause();
  }
}

/**
 * @template {keyof ClassroomEvents} Type
 * @param {Type} type
 * @param {ClassroomEvents[Type]} detail
 */
function say(type, detail) {
  window.dispatchEvent(new CustomEvent(type, { detail }));
}

/**
 * Who is done first, and from which frame of the timeline on; −1 if nobody ever is.
 * @param {Timeline} timeline
 * @param {import("./racing.js").Entrant[]} entrants
 */
export function finish(timeline, entrants) {
  const first = Math.min(...entrants.map(({ time }) => time));
  if (first === Infinity) return { frame: -1, racers: [] };
  const racers = entrants.map((_, r) => r).filter((r) => entrants[r].time === first);
  return { frame: Math.min(...racers.map((r) => frameOf(timeline, r, entrants[r].done))), racers };
}

/**
 * The first frame after `position`, and not the allowed one, at which arms leave; or −1.
 * @param {Timed} run
 * @param {number} position
 * @param {number} allowed
 */
export function nextLeaving(run, position, allowed = -1) {
  for (let frame = Math.max(1, Math.ceil(position)); frame < run.count; frame++) {
    if (frame === allowed || !changesLanes(run, frame - 1)) continue;
    if (leaving(run, frame).length > 0) return frame;
  }
  return -1;
}

/**
 * The arms that are accepted (1) or rejected (2) at a frame, each with its new lane.
 * @param {Timed} run
 * @param {number} frame
 * @returns {[arm: number, to: number][]}
 */
export function leaving(run, frame) {
  /** @type {[arm: number, to: number][]} */
  const found = [];
  for (let arm = 0; arm < run.n; arm++) {
    const [was, is] = [laneOf(run, frame - 1, arm), laneOf(run, frame, arm)];
    if (was !== is && is !== 0) found.push([arm, is]);
  }
  return found;
}

/**
 * The arms that can still leave.
 * @param {Timed} run
 * @param {number} frame
 */
export function activeAt(run, frame) {
  const arms = Array.from({ length: run.n }, (_, arm) => arm);
  return arms.filter((arm) => laneOf(run, frame, arm) === 0);
}

/** @param {Timed} run @param {number} frame @param {number} arm */
const laneOf = (run, frame, arm) => run.lane[frame * run.n + arm];
