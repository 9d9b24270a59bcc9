/** The lanes: boxes with names and counts, gates, the estimate axis, and the tokens on it. */

import { Bets, STRIP } from "./bets.js";
import { Camera } from "./camera.js";
import { axisFrame, stateFrame } from "./clock.js";
import { Copies } from "./copies.js";
import { approach, freshId, place, put, putText, px, show, svg, unset } from "./dom.js";
import { formatCount, formatTick, formatValue, niceTicks } from "./format.js";
import { Gates } from "./gates.js";
import { makeBox } from "./lane_box.js";
import { Lens } from "./lens.js";
import { Order } from "./order.js";
import { RADIUS, tokenLabel } from "./packing.js";
import { layoutSlots, park } from "./parking.js";
import { makeGeometry, placeArms, toX } from "./rows.js";
import { isChosen, Tokens } from "./tokens.js";
import { makeWindows } from "./window.js";

/** @import { Geometry, Run, Scene, Staged, Windows } from "./types.d.ts" */

/** Time constant of the way from one step of slow motion to the next, in s. */
const STEP = 0.12;
const NAMES = /** @type {const} */ (["active", "accept", "reject"]);

export class Lanes {
  /** @type {Geometry | undefined} */
  geometry = undefined;
  /** What was loaded: a run, and how it is shown. @type {Scene} */
  scene = unset();
  /** The steps of slow motion that stand in for it. @type {Staged | null} */
  staged = null;
  /** The run whose frames are drawn: the one that was loaded, or the steps. @type {Run} */
  run = unset();
  /** Where in it: a position, and the frame whose sets hold there. */
  at = 0;
  frame = 0;
  /** @type {{width: number, height: number, narrow: boolean} | null} */
  size = null;
  /** Whether places have to be found anew before the next drawing. */
  stale = true;
  /** @type {Bets | null} */
  bets = null;
  /** @type {Order | null} */
  order = null;
  /** @type {{line: SVGLineElement, text: SVGTextElement}[]} */
  ticks = [];
  /** @type {SVGRectElement[]} */
  open = [];
  /** Whether the axis is written for these places, and whether all arms still waited then. */
  written = false;
  waits = false;
  /** How wide the mark of a zoom may be. */
  markRoom = 0;
  /** Whether the mark of a zoom is still to be drawn, paler each time. */
  fading = false;
  /** @type {Windows} */
  windows = unset();
  asked = -1;
  pointed = -1;
  /** Whether others stand beside it: then all lanes begin at one height. */
  racing = false;

  /** @param {SVGElement} root @param {Run} run */
  constructor(root, run) {
    root.replaceChildren();
    this.root = root;
    const clip = freshId("plot");
    this.clip = svg("rect", { y: 0 }, svg("clipPath", { id: clip }, root));
    this.boxes = NAMES.map((name) => makeBox(root, name));
    this.slots = svg("g", {}, root);
    this.axis = svg("g", { class: "axis" }, root);
    this.axisName = svg("text", { class: "note axis-name", "text-anchor": "middle" }, root);
    this.gates = new Gates(root, run);
    const whiskers = svg("g", { "clip-path": `url(#${clip})` }, root);
    this.waiting = svg("text", { class: "note", "text-anchor": "middle" }, root);
    this.committed = svg("text", { class: "note committed", "text-anchor": "middle" }, root);
    this.orderLayer = svg("g", {}, root);
    this.betsLayer = svg("g", {}, root);
    this.tokens = new Tokens(whiskers, svg("g", {}, root));
    this.copies = new Copies(root, this.tokens);
    this.camera = new Camera();
    this.badges = NAMES.map(() => [-1, 1].map(() => svg("text", { class: "badge" }, root)));
    this.mark = svg("text", { class: "zoomed", "text-anchor": "middle" }, root);
    this.lens = new Lens(svg("g", { class: "lens" }, root));
    this.load(run);
  }

  /**
   * Show another run, in the same nodes as far as they fit it: quick enough for a slider.
   * @param {Run} run
   */
  load(run) {
    const parking = park(run);
    this.scene = { run, parking, windows: makeWindows(run, parking) };
    this.staged = null;
    this.camera.reset();
    this.show(run);
  }

  /**
   * Show a step of slow motion in place of the position that is drawn; null goes back to it.
   * @param {Staged | null} staged
   */
  stage(staged) {
    const before = this.staged;
    this.staged = staged;
    if (staged?.run === before?.run) return;
    this.at = -Infinity; // a position in another run
    this.show(staged?.run ?? this.scene.run);
  }

  /** @param {Run} run */
  show(run) {
    this.run = run;
    this.stale = true;
    this.gates.run = run;
    const anew = this.tokens.load(run);
    if (anew) this.copies.turn(false);
    if (anew || (run.lead === null) !== (this.bets === null)) {
      this.betsLayer.replaceChildren();
      this.bets?.leave();
      this.bets = run.lead === null ? null : new Bets(this.betsLayer, run, this.tokens);
    } else if (this.bets && run.lead !== null) this.bets.run = run;
    if (anew || (run.order === null) !== (this.order === null)) {
      this.orderLayer.replaceChildren();
      this.order = run.order === null ? null : new Order(this.orderLayer, run, this.tokens);
    } else if (this.order && run.order !== null) this.order.load(run);
  }

  /** @param {boolean} racing */
  race(racing) {
    this.stale ||= racing !== this.racing;
    this.racing = racing;
  }

  /** @param {number} width @param {number} height @param {boolean} narrow */
  resize(width, height, narrow) {
    this.size = { width, height, narrow };
    this.stale = true;
    this.camera.reset();
    this.tokens.jump();
    put(this.root, "viewBox", `0 0 ${width} ${height}`);
    this.layout();
  }

  /** Find everybody's place: after a change of size, or of the run. */
  layout() {
    if (!this.size || !this.stale) return;
    this.stale = false;
    const { width, height, narrow } = this.size;
    const { run, scene } = this;
    const { places } = scene.parking;
    const labels = run.labels.map(tokenLabel);
    const geometry = makeGeometry(width, height, narrow, {
      third: Boolean(run.words.reject),
      above: this.bets && !this.racing ? STRIP : 0,
      places,
      labels,
    });
    this.geometry = geometry;
    put(this.clip, "x", geometry.gutter);
    put(this.clip, "width", Math.max(0, width - geometry.gutter));
    put(this.clip, "height", height);
    for (const [id, box] of geometry.lanes.entries()) {
      this.boxes[id].resize(box, width, narrow, run.words[NAMES[id]] ?? "");
    }
    const active = geometry.lanes[0];
    const middle = (geometry.left + geometry.right) / 2;
    for (const note of [this.waiting, this.committed])
      place(note, middle, active.to + 12, "middle");
    // What the camera did is said of the axis, in its place; else below or beside the lane's name.
    this.markRoom = width - geometry.gutter - 8;
    if (geometry.named) place(this.mark, middle, geometry.axis + 32, "middle");
    else if (narrow) place(this.mark, width / 2, active.top + 30, "middle");
    else place(this.mark, width - 10, active.top + 15, "end");
    this.writeSlots(geometry, labels);
    const { windows, parking } = this.staged ? pick(scene, this.staged) : scene;
    this.tokens.resize(geometry, placeArms(run, windows, geometry, parking));
    this.windows = windows;
    this.bets?.resize(geometry, this.racing);
    this.written = false;
  }

  /** What the axis measures: all of it where there is room, else its name, else what it is. @param {Geometry} geometry */
  writeAxisName(geometry) {
    const { words, asked } = this.run;
    const room = (geometry.width - geometry.gutter) / 5.9;
    const name = words.axis.split(":")[0];
    const divided = asked?.by_rounds && this.camera.view.high > 1;
    const why = `${name}, above 1: the authors' code divides rewards`;
    const whole = divided ? why : words.axis;
    putText(this.axisName, [whole, name].find((words) => words.length < room) ?? "estimate");
    place(this.axisName, (geometry.left + geometry.right) / 2, geometry.axis + 32, "middle");
  }

  /** The places of the accepted set, to be filled. @param {Geometry} geometry @param {string[]} labels */
  writeSlots(geometry, labels) {
    const { places } = this.scene.parking;
    const slots = layoutSlots(
      places[1],
      geometry.lanes[1],
      geometry.gutter,
      geometry.width,
      labels,
    );
    const count = slots.half > 0 ? places[1] : 0;
    while (this.open.length < count) {
      this.open.push(svg("rect", { class: "slot" }, this.slots));
    }
    const radius = RADIUS * slots.scale;
    this.open.forEach((node, place) => {
      show(node, place < count);
      if (place >= count) return;
      put(node, "x", px(slots.x(place) - slots.half));
      put(node, "y", px(slots.y(place) - radius));
      put(node, "width", px(2 * slots.half));
      put(node, "height", px(2 * radius));
      put(node, "rx", px(radius));
    });
  }

  /**
   * Draw a position; `dt` seconds after the last drawing, Infinity to skip glides; `copied` where
   * copies of the arms will do. True if moving.
   * @param {number} position
   * @param {number} dt
   * @param {boolean} copied
   */
  draw(position, dt, copied) {
    this.layout();
    if (!this.geometry) return false;
    // What is drawn around an arm that is pointed at, or asked, lies over the others.
    const among = copied && this.pointed < 0 && this.asked < 0;
    this.copies.turn(among, this.geometry.width);
    // From one step of slow motion to the next, arms glide as they do between frames.
    const aim = this.staged ? this.staged.at : position;
    const beside = this.staged !== null && Math.abs(aim - this.at) <= 1;
    this.at = beside ? approach(this.at, aim, dt, STEP, 0.02) : aim;
    this.frame = stateFrame(this.run, this.at);
    const { view } = this.camera;
    const zooming = this.drawAxis(this.geometry, dt);
    const closing = this.gates.draw(this.geometry, view, this.at, dt);
    const gliding = this.tokens.draw(this.at, view, dt);
    const betting = this.bets?.draw(this.at, dt) ?? false;
    this.drawOrder();
    this.copies.draw();
    this.drawCounts(this.geometry);
    this.drawCommitted(this.frame);
    this.drawLens();
    return this.at !== aim || zooming || closing || gliding || betting;
  }

  /** The order around the arm under the pointer, else around the one that is asked (−1: none). */
  drawOrder() {
    this.order?.draw(this.frame, this.pointed < 0 ? this.asked : this.pointed);
  }

  /** Names of arms that are too many for names, around the one that is pointed at. */
  drawLens() {
    if (this.geometry) this.lens.draw(this.tokens, this.frame, this.pointed, this.geometry);
  }

  /** @param {Geometry} geometry @param {number} dt */
  drawAxis(geometry, dt) {
    const { camera, windows, run } = this;
    const frame = axisFrame(run, this.at);
    const [low, high] = [camera.view.low, camera.view.high];
    const now = performance.now();
    const moving = camera.look(windows.low[frame], windows.high[frame], dt, now);
    const waits = Math.min(...run.born) > this.frame;
    const moved = low !== camera.view.low || high !== camera.view.high;
    if (moved || !this.written || waits !== this.waits) this.drawTicks(geometry, waits);
    [this.written, this.waits] = [true, waits];
    show(this.waiting, waits);
    if (waits) putText(this.waiting, nothingYet(run, this.frame));
    const strength = waits ? 0 : camera.mark(now);
    show(this.mark, strength > 0);
    show(this.axisName, geometry.named && strength === 0 && (!waits || run.blank));
    if (strength > 0) {
      const [whole, brief, sign] = camera.words;
      const text = [whole, brief].find((words) => 6.4 * words.length <= this.markRoom) ?? sign;
      putText(this.mark, text);
      put(this.mark, "opacity", Math.round(100 * strength) / 100);
    }
    this.fading = strength > 0;
    return moving;
  }

  /** Before there is an estimate, there is no axis either. @param {Geometry} geometry @param {boolean} waits */
  drawTicks(geometry, waits) {
    const { view } = this.camera;
    const width = geometry.right - geometry.left;
    const { ticks, step } = niceTicks(view.low, view.high, Math.max(1.5, width / 70));
    while (this.ticks.length < ticks.length) {
      const line = svg("line", { class: "tick" }, this.axis);
      const text = svg("text", { class: "tick-label", "text-anchor": "middle" }, this.axis);
      this.ticks.push({ line, text });
    }
    this.writeAxisName(geometry);
    this.ticks.forEach(({ line, text }, k) => {
      const visible = k < ticks.length && !this.run.blank && !waits;
      show(line, visible);
      show(text, visible);
      if (!visible) return;
      const x = px(toX(ticks[k], view.low, view.high, geometry));
      put(line, "x1", x);
      put(line, "x2", x);
      put(line, "y1", px(geometry.axis));
      put(line, "y2", px(geometry.axis + 5));
      put(text, "x", x);
      put(text, "y", px(geometry.axis + (geometry.named ? 18 : 15)));
      putText(text, formatTick(ticks[k], step));
    });
  }

  /** @param {Geometry} geometry */
  drawCounts(geometry) {
    const { run, tokens, frame } = this;
    const total = [0, 0, 0];
    const hidden = [
      [0, 0],
      [0, 0],
      [0, 0],
    ];
    for (let arm = 0; arm < run.n; arm++) {
      const at = frame * run.n + arm;
      const side = tokens.places.side[at];
      total[run.lane[at]] += 1;
      if (side === -1 || side === 1) hidden[run.lane[at]][side < 0 ? 0 : 1] += 1;
    }
    NAMES.forEach((name, id) => {
      putText(
        this.boxes[id].count,
        name === "accept" && run.words.reject ? `${total[id]} of ${run.k}` : formatCount(total[id]),
      );
      this.badges[id].forEach((badge, side) => {
        const count = hidden[id][side];
        show(badge, count > 0);
        if (count === 0) return;
        putText(badge, side === 0 ? `\u2039 ${count}` : `${count} \u203a`);
        const box = geometry.lanes[id];
        const x = side === 0 ? geometry.gutter + 6 : geometry.width - 6;
        place(badge, x, box.top + box.head + 13, side === 0 ? "start" : "end");
      });
    });
  }

  /**
   * In a crowd, the set that is played from now on is easier to read as a list.
   * @param {number} frame
   */
  drawCommitted(frame) {
    const { width = 0, gutter = 0 } = this.geometry ?? {};
    const words = committedWords(this.run, frame, (width - gutter) / 6.6);
    show(this.committed, words !== "");
    putText(this.committed, words);
  }

  /**
   * One sentence for those who cannot see the lanes.
   * @param {boolean} truth
   * @param {boolean} secret whether the gates are not to be told
   */
  summary(truth, secret) {
    const { run, frame } = this;
    const lanes = [1, 0, 2].filter((id) => run.words[NAMES[id]]);
    const parts = lanes.map((id) => {
      const arms = run.labels.filter((_, arm) => run.lane[frame * run.n + arm] === id);
      const word = run.words[NAMES[id]];
      const named = arms.length > 0 && arms.length <= 20;
      return `${arms.length} ${word}${named ? `: ${arms.join(", ")}` : ""}`;
    });
    const best = run.labels.filter((_, arm) => run.best[arm]);
    if (truth && best.length <= 20) parts.push(`truly best: ${best.join(", ")}`);
    const gates = secret ? [Number.NaN, Number.NaN] : run.gates.subarray(4 * frame, 4 * frame + 2);
    if (!Number.isNaN(gates[0])) parts.push(`in from ${formatValue(gates[0])}`);
    if (!Number.isNaN(gates[1])) parts.push(`out from ${formatValue(gates[1])}`);
    const committed = committedWords(run, frame, Infinity);
    if (committed !== "") parts.push(committed);
    parts.push(...(this.bets?.summary(this.at) ?? []));
    return `${parts.join("; ")}.`;
  }
}

/**
 * Windows and places of the steps of slow motion: those of the frames that they stand for.
 * @param {Scene} scene
 * @param {Staged} staged
 */
function pick({ run, windows, parking }, { base }) {
  const { n } = run;
  const slot = new Int16Array(base.length * n);
  base.forEach((f, s) => {
    slot.set(parking.slot.subarray(f * n, (f + 1) * n), s * n);
  });
  return {
    windows: {
      low: Float64Array.from(base, (f) => windows.low[f]),
      high: Float64Array.from(base, (f) => windows.high[f]),
    },
    parking: { places: parking.places, slot },
  };
}

/**
 * The set committed to; nothing where its arms are all accepted, so that their lane says it.
 * @param {Run} run
 * @param {number} frame
 * @param {number} room in letters
 */
function committedWords(run, frame, room) {
  const arms = run.labels.map((_, arm) => arm);
  if (!arms.some((arm) => isChosen(run, frame * run.n + arm))) return "";
  const played = run.labels.filter((_, arm) => run.action[frame * run.n + arm] === 1);
  const [one, several] = run.thing;
  const plays = "from now on it plays";
  const named = `${plays} ${played.length === 1 ? one : several} ${played.join(", ")}`;
  const few = played.length <= 12 && named.length <= room;
  return few || played.length === 1 ? named : `${plays} ${played.length} ${several}`;
}

/**
 * What stands where no arm has an estimate. @param {Run} run @param {number} frame
 */
function nothingYet({ blank, t }, frame) {
  if (blank) return "no estimates here";
  return t[frame] > 0 ? "no estimates yet" : "nothing tried yet";
}
