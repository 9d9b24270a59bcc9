/**
 * A constant under the finger: a slider for each main constant of the watched run.
 *
 * Where a visitor comes near one, it asks for the same run at other values. Dragging then swaps the
 * whole picture at the same moment of time, with the run before as a ghost on the chart; letting go
 * makes the value the setting. In a saved page the runs are there from the start, and letting go
 * just stays.
 */

import { decodeRun } from "./decode.js";
import { html, listen, put, putText } from "./dom.js";
import {
  difference,
  Families,
  factsOf,
  formatConstant,
  further,
  nearest,
  presetAt,
  shareOf,
} from "./family.js";
import { formatCount, formatRegret } from "./format.js";

/** @import { Curve, Find, KnobsOwner, Reach, Reached, Run, Show, TimeScale } from "./types.d.ts" */
/** @import { Knob, Member } from "./wire.d.ts" */

/** Steps of the native slider, which only ever stands at values. */
const FINE = 1000;
/** A key is let go of when no other follows for so many ms. */
const REST = 700;
/** In pixels: a pointer so close to a mark is told its name. */
const CLOSE = 9;
const GHOST = { light: "#8a9099", dark: "#8a9099", dash: "" };
const KEYS = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
  Home: -Infinity,
  End: Infinity,
});

/** What every player of this tab was sent: a run that comes back has its family still. */
const families = new Families();

export class Knobs {
  /** @type {Row[]} */
  rows = [];
  /**
   * The run that is the setting, and all beside it.
   * @type {Show | null}
   */
  show = null;
  /**
   * What is drawn as a ghost, and said, since a slider was moved.
   * @type {{ghost: Curve, said: string} | null}
   */
  moved = null;
  /**
   * What was asked to become the setting: the run that will then come.
   * @type {{id: string, row: Row} | null}
   */
  awaited = null;
  /** @type {{clock: string, scale: TimeScale} | null} */
  axis = null;
  empty = true;

  /** @param {Find} find @param {KnobsOwner} player @param {AbortSignal} signal */
  constructor(find, player, signal) {
    this.player = player;
    this.root = find("knobs");
    this.said = html("span", "difference");
    find("story").after(this.said);
    this.signal = signal;
    listen(window, "dart:family", ({ detail }) => this.receive(detail), signal);
    // Another player may come into the same markup.
    signal.addEventListener("abort", () => {
      this.root.replaceChildren();
      this.said.remove();
      for (const row of this.rows) row.forget();
    });
  }

  /**
   * A run that came from the server; whether a slider had asked for it, so that the visitor is in it
   * already.
   * @param {Show} show
   */
  load(show) {
    const [run] = show.runs;
    const before = this.show?.runs[0].id;
    const { awaited } = this;
    const expected = awaited !== null && awaited.id === run.id;
    this.show = show;
    this.awaited = null;
    if (run.id !== before && !expected) this.moved = null;
    if (!expected) for (const row of this.rows) row.forget();
    this.draw(show);
    for (const row of this.rows) {
      const its = show.family[row.knob.constant];
      if (its) families.add(row.knob.family, its);
      row.write();
    }
    putText(this.said, this.moved?.said ?? "");
    // The visitor may have moved on meanwhile: once this run is drawn, that is shown again.
    if (expected) queueMicrotask(() => awaited.row.resume());
    return expected;
  }

  /** @param {Show} show */
  draw({ knobs, noKnobs }) {
    const same =
      knobs.length === this.rows.length &&
      knobs.every(({ constant }, at) => constant === this.rows[at].knob.constant);
    if (same) {
      for (const [at, knob] of knobs.entries()) this.rows[at].update(knob);
    } else {
      this.root.replaceChildren();
      this.rows = knobs.map((knob) => new Row(this, knob));
    }
    this.root.querySelector(".no-knobs")?.remove();
    if (noKnobs !== "") html("p", "no-knobs", this.root, noKnobs);
    this.empty = this.rows.length === 0 && noKnobs === "";
    this.hush(false);
  }

  /**
   * While what comes next is to be guessed, nothing here may tell it.
   * @param {boolean} hushed
   */
  hush(hushed) {
    const hidden = this.empty || hushed;
    if (this.root.hidden !== hidden) this.root.hidden = hidden;
    if (this.said.hidden !== hushed) this.said.hidden = hushed;
  }

  /** @param {Reached} reached */
  receive({ id, constant, members, next }) {
    const row = this.rows.find(({ knob }) => knob.constant === constant);
    if (!row || this.show?.runs[0].id !== id) return;
    families.add(row.knob.family, members);
    if (next === null) row.asked = "";
    row.arrived();
  }

  /**
   * The chart's time axis. Beside a ghost it stays as it was: what moves is the curve alone.
   * @param {string} clock
   * @param {() => TimeScale} make
   */
  steady(clock, make) {
    if (this.moved === null || this.axis?.clock !== clock) this.axis = { clock, scale: make() };
    return this.axis.scale;
  }

  /**
   * What is shown, with the ghost among its curves.
   * @param {Show} show
   * @returns {Show}
   */
  beside(show) {
    if (this.moved === null) return show;
    const { ghost } = this.moved;
    return { ...show, curves: [...show.curves, ghost] };
  }

  /**
   * The setting with another run in the place of the watched one.
   * @param {Run} run
   * @returns {Show | null}
   */
  with(run) {
    const { show } = this;
    if (show === null || run === show.runs[0]) return show;
    const runs = [run, ...show.runs.slice(1)];
    const id = runs.map((its) => its.id).join("+");
    return { ...show, id, runs, curves: [run.curve, ...show.curves.slice(1)] };
  }
}

class Row {
  /**
   * The run of which a family was asked for, and none of it is still to come.
   */
  asked = "";
  /**
   * The share of the track where a pointer holds the slider.
   * @type {number | null}
   */
  held = null;
  /**
   * The value that is shown in the place of the setting.
   * @type {number | null}
   */
  wanted = null;
  /** @type {Map<Member, Run>} */
  runs = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  rest = undefined;

  /** @param {Knobs} all @param {Knob} knob */
  constructor(all, knob) {
    this.all = all;
    this.knob = knob;
    const root = html("div", "knob", all.root);
    put(root, "data-constant", knob.constant);
    const label = html("label", "knob-head", root);
    const name = html("span", "knob-name", label);
    html("b", "", name, knob.plain);
    name.append(` (${knob.symbol})`);
    name.title = knob.help;
    this.value = html("output", "knob-value", label);
    const track = html("span", "knob-track", root);
    this.rail = html("span", "knob-rail", track);
    this.useful = html("span", "knob-useful", this.rail);
    this.dots = html("span", "knob-dots", track);
    this.marks = html("span", "knob-marks", track);
    this.input = html("input", "", track);
    this.input.type = "range";
    this.input.max = String(FINE);
    this.input.step = "any";
    put(this.input, "aria-label", `${knob.plain} (${knob.symbol})`);
    this.tip = html("span", "knob-tip", this.rail);
    this.tip.hidden = true;
    this.track = track;
    this.listen(root);
  }

  /** @param {HTMLElement} root */
  listen(root) {
    const { signal } = this.all;
    const { input } = this;
    for (const type of /** @type {const} */ (["pointerenter", "pointerdown", "focusin"])) {
      listen(root, type, () => this.reach(), signal);
    }
    // On a phone the next one stands half outside the row, and no browser brings all of it in.
    listen(
      input,
      "focus",
      () => root.scrollIntoView({ block: "nearest", inline: "nearest" }),
      signal,
    );
    listen(input, "input", () => this.hold(Number(input.value) / FINE), signal);
    listen(input, "change", () => this.settle(), signal);
    listen(input, "keydown", (event) => this.key(event), signal);
    listen(input, "blur", () => this.settle(), signal);
    listen(this.track, "pointermove", (event) => this.point(event.clientX), signal);
    listen(this.track, "pointerleave", () => this.tell(""), signal);
  }

  /** @param {Knob} knob */
  update(knob) {
    if (knob.family !== this.knob.family) this.runs.clear();
    this.knob = knob;
    this.asked = "";
    if (this.wanted === knob.value) this.wanted = null;
  }

  /** Another run is shown: it stands at its own value. */
  forget() {
    clearTimeout(this.rest);
    this.held = null;
    this.wanted = null;
  }

  /** Show again what the visitor has moved to, and make it the setting if nobody holds it. */
  resume() {
    const { wanted } = this;
    if (wanted === null) return;
    this.wanted = null;
    this.showValue(wanted);
    if (this.held === null) this.settle();
  }

  /** The members that are there, by value. */
  get members() {
    return families.of(this.knob.family);
  }

  /** The values that can be shown: those that are there, and the setting. */
  get there() {
    const { values, value } = this.knob;
    return values.filter((its) => its === value || this.members.has(its));
  }

  get now() {
    return this.wanted ?? this.knob.value;
  }

  /** A visitor comes near: what is missing is asked for, once. */
  reach() {
    const { show, player } = this.all;
    if (!show || this.knob.locked || player.tell === null) return;
    const [{ id }] = show.runs;
    if (this.asked === id || this.there.length === this.knob.values.length) return;
    this.asked = id;
    /** @type {Reach} */
    const detail = { id, constant: this.knob.constant, first: 0 };
    window.dispatchEvent(new CustomEvent("dart:reach", { detail }));
  }

  /** Some members have come; a slider that is held may now be where the finger is. */
  arrived() {
    if (this.held === null) this.write();
    else this.hold(this.held);
  }

  /** @param {number} share */
  hold(share) {
    this.reach();
    this.held = share;
    this.showValue(nearest(this.knob, this.there, share));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = KEYS[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.knob.locked) return;
    this.reach();
    this.showValue(further(this.there, this.now, steps));
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settle(), REST);
  }

  /**
   * Show the run of a value in the place of the setting's.
   * @param {number} value
   */
  showValue(value) {
    const { all, knob } = this;
    const run = this.runOf(value);
    if (all.show === null || run === null || value === this.now) {
      this.write();
      return;
    }
    const [before] = all.show.runs;
    const [was, is] = [this.members.get(knob.value), this.members.get(value)];
    this.wanted = value === knob.value ? null : value;
    all.moved =
      this.wanted === null
        ? null
        : {
            ghost: {
              ...before.curve,
              label: `before: ${knob.symbol} ${formatConstant(knob.value)}`,
              main: false,
              ghost: true,
              style: GHOST,
            },
            said: was && is ? difference(knob.symbol, factsOf(was), factsOf(is)) : "",
          };
    for (const row of all.rows) {
      if (row !== this) row.wanted = null;
      row.write();
    }
    putText(all.said, all.moved?.said ?? "");
    const shown = all.with(run);
    if (shown) all.player.swap(shown);
  }

  /**
   * @param {number} value
   * @returns {Run | null}
   */
  runOf(value) {
    const { show } = this.all;
    if (show === null) return null;
    const [base] = show.runs;
    if (value === this.knob.value) return base;
    const member = this.members.get(value);
    if (member === undefined) return null;
    let run = this.runs.get(member);
    if (run === undefined) {
      run = decodeRun({ ...member.run, places: base.places, code: base.code }, show.problem);
      this.runs.set(member, run);
    }
    return run;
  }

  /** The visitor has let go: what is shown becomes the setting. */
  settle() {
    clearTimeout(this.rest);
    this.held = null;
    this.write();
    const { all, wanted, knob } = this;
    const { tell } = all.player;
    const run = wanted === null ? null : this.runOf(wanted);
    if (wanted === null || !run || !all.show || tell === null) return;
    if (all.awaited !== null || knob.locked) return; // first what was asked for before
    const [{ id }] = all.show.runs;
    all.awaited = { id: run.id, row: this };
    tell({ name: "constant", id, constant: knob.constant, value: wanted });
  }

  /**
   * The mark under a pointer has a name.
   * @param {number} x
   */
  point(x) {
    const { left, width } = this.rail.getBoundingClientRect();
    const close = this.knob.marks.find(
      ([value]) => Math.abs(left + this.placeOf(value) * width - x) < CLOSE,
    );
    this.tell(close ? this.named(close[0]) : "", close?.[0]);
  }

  /** @param {string} text @param {number} [value] */
  tell(text, value) {
    this.tip.hidden = text === "";
    if (text === "" || value === undefined) return;
    putText(this.tip, text);
    const place = this.placeOf(value);
    this.tip.style.left = `${100 * place}%`;
    this.tip.style.transform = `translateX(${-100 * place}%)`;
  }

  /** @param {number} value */
  named(value) {
    const names = presetAt(this.knob, value);
    return names && `${names}: ${this.knob.symbol} = ${formatConstant(value)}`;
  }

  /** @param {number} value */
  placeOf(value) {
    return shareOf(this.knob, value);
  }

  write() {
    const { knob, members, now } = this;
    this.input.value = String(FINE * this.placeOf(now));
    this.input.disabled = Boolean(knob.locked);
    putText(this.value, formatConstant(now));
    const names = presetAt(knob, now);
    const its = members.get(now);
    const facts = its ? ` ${heard(its)}` : "";
    const preset = names ? `, as in ${names}` : "";
    put(this.input, "aria-valuetext", `${formatConstant(now)}${preset}.${facts}`);
    put(this.value, "title", this.named(now));
    this.writeTrack();
  }

  writeTrack() {
    const { knob, there } = this;
    const [low, high] = knob.useful.map((value) => this.placeOf(value));
    this.useful.style.left = `${100 * low}%`;
    this.useful.style.width = `${100 * (high - low)}%`;
    points(
      this.dots,
      knob.values.map((value) => this.placeOf(value)),
    );
    for (const [at, dot] of [...this.dots.children].entries()) {
      put(dot, "data-there", there.includes(knob.values[at]));
    }
    const [from, to] = [knob.values[0], knob.values[knob.values.length - 1]];
    const marks = knob.marks.filter(([value]) => value >= from && value <= to);
    points(
      this.marks,
      marks.map(([value]) => this.placeOf(value)),
    );
  }
}

/**
 * As many points as there are places, each where it belongs.
 * @param {HTMLElement} parent
 * @param {number[]} places
 */
function points(parent, places) {
  while (parent.children.length > places.length) parent.lastElementChild?.remove();
  while (parent.children.length < places.length) html("i", "", parent);
  for (const [at, place] of places.entries()) {
    const node = /** @type {HTMLElement} */ (parent.children[at]);
    node.style.left = `${100 * place}%`;
  }
}

/**
 * What a value leads to, for those who hear it.
 * @param {Member} member
 */
function heard({ stops, regret }) {
  const end = stops === null ? "" : `Stops looking at ${formatCount(stops)}. `;
  return `${end}Regret ${formatRegret(regret)}.`;
}
