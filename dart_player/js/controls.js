/** Buttons, scrubber, selects and keys: they call actions and show the state, nothing else. */

import { colours } from "./chart.js";
import { SCALES } from "./clock.js";
import { LANES } from "./decode.js";
import { partListener, put, putText, targetOf } from "./dom.js";
import { isHidden } from "./hiding.js";
import { PANELS } from "./panels.js";
import { Y_AXES } from "./regret.js";
import { areOn, switching } from "./shortcuts.js";

/** @import { Actions, Clock, Find, Preferences, Run, Timed, Timeline } from "./types.d.ts" */
/** @import { Start } from "./wire.d.ts" */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const STEPS = 10000;

export class Controls {
  speed = 1;
  /**
   * For each event its tick's kind, see `tickKinds`.
   * @type {((known: number) => string)[]}
   */
  kinds = [];
  /**
   * The frame that ticks are coloured up to.
   * @type {number | null}
   */
  coloured = null;

  /**
   * `actions`: toggle, previous, next, replay, seekShare, home, end, setSpeed, setClock, setYAxis,
   * setTruth, escape, copyLink.
   * @param {Find} find
   * @param {Actions} actions
   * @param {AbortSignal} signal
   */
  constructor(find, actions, signal) {
    this.find = find;
    this.actions = actions;
    this.range = find("scrubber");
    this.range.max = String(STEPS);
    const on = partListener(find, signal);
    const [speed, clock, yaxis, truth] = [
      find("speed"),
      find("clock"),
      find("yaxis"),
      find("truth"),
    ];
    on("play", "click", () => actions.toggle());
    on("previous", "click", () => actions.previous());
    on("next", "click", () => actions.next());
    on("replay", "click", () => actions.replay());
    on("copy", "click", () => actions.copyLink());
    on("scrubber", "input", () => actions.seekShare(Number(this.range.value) / STEPS));
    on("speed", "change", () => actions.setSpeed(Number(speed.value)));
    on("clock", "change", () => actions.setClock(clock.value));
    on("yaxis", "change", () => actions.setYAxis(yaxis.value));
    on("truth", "change", () => actions.setTruth(truth.checked));
    switching(find("keys"), signal);
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    for (const type of /** @type {const} */ (["keydown", "keyup"])) {
      document.addEventListener(type, (event) => this.space(event), { signal, capture: true });
    }
  }

  /**
   * Keys work when the player has focus, or nothing has and the player is in view; those that are
   * characters, in the first case alone.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const root = this.find("player");
    const target = targetOf(event);
    const isOurs = event.composedPath().includes(root);
    if (!isOurs && !this.mayTakeKeys(root)) return;
    const isCharacter = /^[-+=]$/.test(event.key);
    if (isCharacter && !(isOurs && areOn())) return;
    if (target.matches("select, [data-part=link]")) return;
    if (event.key === " " && target.matches("button, summary, input[type=checkbox]")) return;
    const { actions } = this;
    if (event.key === "Escape") {
      if (actions.escape()) event.preventDefault();
      return;
    }
    const action = {
      " ": () => event.repeat || actions.toggle(),
      ArrowLeft: () => actions.previous(),
      ArrowRight: () => actions.next(),
      Home: () => actions.home(),
      End: () => actions.end(),
      "+": () => actions.setSpeed(this.neighbour(1)),
      "=": () => actions.setSpeed(this.neighbour(1)),
      "-": () => actions.setSpeed(this.neighbour(-1)),
    }[event.key];
    const part = this.find(isCharacter ? "speed" : "play");
    if (!action || isHidden(part)) return;
    event.preventDefault();
    action();
  }

  /**
   * While the page shows nothing else the space bar plays, whatever button has the focus.
   * @param {KeyboardEvent} event
   */
  space(event) {
    if (event.key !== " " || this.find("player").dataset.presents !== "true") return;
    if (event.ctrlKey || event.metaKey || event.altKey || isHidden(this.find("play"))) return;
    if (isTyping(targetOf(event))) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "keydown" && !event.repeat) this.actions.toggle();
  }

  /**
   * Focus is on the page itself, or on a scroll area around the player, and the player is seen.
   * @param {HTMLElement} root
   */
  mayTakeKeys(root) {
    const focused = document.activeElement;
    const tree = root.getRootNode();
    const host = tree instanceof ShadowRoot ? tree.host : root;
    if (focused !== null && focused !== document.body && !focused.contains(host)) return false;
    const { top, bottom } = root.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  }

  /** @param {number} step */
  neighbour(step) {
    const at = SPEEDS.indexOf(this.speed);
    return SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + step))];
  }

  /**
   * Ticks over the scrubber: short where a test moved nobody, tall where sets changed.
   * @param {Timeline} timeline
   * @param {Clock} clock
   * @param {Run[]} runs
   */
  writeTicks(timeline, clock, runs) {
    const ticks = this.find("ticks");
    ticks.replaceChildren();
    this.kinds = tickKinds(timeline);
    this.coloured = null;
    for (const { frame, racer } of timeline.events) {
      const tick = document.createElement("span");
      if (runs.length > 1) {
        put(tick, "data-racer", racer);
        put(tick, "style", colours(runs[racer].curve));
      }
      const share = clock.duration > 0 ? clock.toPlay(frame) / clock.duration : 0;
      tick.style.left = `${(100 * share).toFixed(2)}%`;
      ticks.append(tick);
    }
  }

  /**
   * Ticks up to a frame say what they stand for; later ones all look the same.
   * @param {number} frame
   */
  colourTicks(frame) {
    if (frame === this.coloured) return;
    this.coloured = frame;
    const ticks = this.find("ticks").children;
    for (const [k, of] of this.kinds.entries()) put(ticks[k], "class", of(frame));
  }

  /** @param {Preferences} preferences */
  writePreferences({ speed, clock, truth, yaxis }) {
    this.speed = speed;
    this.find("speed").value = String(speed);
    this.find("clock").value = clock;
    this.find("yaxis").value = yaxis;
    this.find("truth").checked = truth;
    put(this.find("player"), "data-truth", truth ? "shown" : "hidden");
  }

  /**
   * @param {number} share
   * @param {boolean} playing
   * @param {boolean} untouched
   * @param {boolean} ended
   */
  writePosition(share, playing, untouched, ended) {
    const value = String(Math.round(share * STEPS));
    if (this.range.value !== value) this.range.value = value;
    this.range.style.setProperty("--played", `${(100 * share).toFixed(2)}%`);
    const play = this.find("play");
    put(play, "data-playing", playing);
    put(play, "aria-label", playing ? "Pause" : ended ? "Play again" : "Play");
    put(this.find("player"), "data-untouched", untouched);
  }

  /** @param {string} text */
  writeValueText(text) {
    put(this.range, "aria-valuetext", text);
  }

  /** @param {'spoken' | 'copied'} part @param {string} text */
  say(part, text) {
    putText(this.find(part), text);
  }
}

/** @param {Element} target */
function isTyping(target) {
  const field = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select";
  return target.matches(field) || (target instanceof HTMLElement && target.isContentEditable);
}

/**
 * For each event its tick's kind as a function of the last frame that may be known.
 * @param {Timed} run
 */
export function tickKinds(run) {
  return run.events.map(({ frame, arms }) => {
    const accepts = arms.some((arm) => run.lane[frame * run.n + arm] === LANES.accept);
    const kind = arms.length === 0 ? "quiet" : accepts ? "accept" : "reject";
    return (/** @type {number} */ known) => (frame <= known ? kind : "unknown");
  });
}

/**
 * The player's preferences out of a payload's start, each one valid.
 * @param {Partial<Start>} start
 * @returns {Preferences}
 */
export function validPreferences({ speed, clock = "", truth, yaxis = "", panels = "", arm }) {
  return {
    speed: SPEEDS.includes(Number(speed)) ? Number(speed) : 1,
    clock: SCALES.includes(clock) ? clock : "event",
    truth: truth !== false,
    yaxis: Y_AXES.includes(yaxis) ? yaxis : "fit",
    panels: PANELS.includes(panels) ? panels : "none",
    arm: arm && Number.isInteger(arm) && arm > 0 ? arm : null,
  };
}
