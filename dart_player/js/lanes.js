/** The lanes: boxes with names and counts, gates, the estimate axis, and the tokens on it. */

import { Bets, STRIP } from "./bets.js";
import { axisFrame, gateFraction, split, stateFrame } from "./clock.js";
import { approach, freshId, put, putText, px, show, svg } from "./dom.js";
import { formatTick, formatValue, niceTicks } from "./format.js";
import { Order } from "./order.js";
import { makeGeometry, placeArms, toX } from "./rows.js";
import { isChosen, Tokens } from "./tokens.js";
import { makeWindows } from "./window.js";

/** @import { Box, Geometry, Run } from "./types.d.ts" */

const AXIS = 22;
/** Time constant of the axis: a zoom is over in about 0.6 s. */
const ZOOM = 0.11;
const NAMES = /** @type {const} */ (["active", "accept", "reject"]);

export class Lanes {
  /** @type {Geometry | undefined} */
  geometry = undefined;
  frame = 0;
  /** @type {boolean[]} */
  gliding = [];
  /** @type {{line: SVGLineElement, text: SVGTextElement}[]} */
  ticks = [];

  /** @param {SVGElement} root @param {Run} run */
  constructor(root, run) {
    this.run = run;
    this.windows = makeWindows(run);
    this.view = { low: NaN, high: NaN };
    this.gates = new Float64Array(4).fill(NaN);
    root.replaceChildren();
    this.root = root;
    const clip = freshId("plot");
    this.clip = svg("rect", { y: 0 }, svg("clipPath", { id: clip }, root));
    this.boxes = NAMES.map((name) => makeBox(root, name, run.words[name] ?? ""));
    this.axis = svg("g", { class: "axis" }, root);
    this.gateParts = makeGates(root);
    const whiskers = svg("g", { "clip-path": `url(#${clip})` }, root);
    this.waiting = svg("text", { class: "note", "text-anchor": "middle" }, root);
    this.waiting.textContent = run.blank
      ? "no estimates: the arms stand in line"
      : "no estimates yet: the arms wait in line";
    this.committed = svg("text", { class: "note committed", "text-anchor": "middle" }, root);
    const order = svg("g", {}, root);
    const bets = svg("g", {}, root);
    this.tokens = new Tokens(run, whiskers, svg("g", {}, root));
    this.bets = run.lead === null ? null : new Bets(bets, run, this.tokens);
    this.order = run.order === null ? null : new Order(order, run, this.tokens);
    this.asked = -1;
    this.pointed = -1;
    this.badges = NAMES.map(() => [-1, 1].map(() => svg("text", { class: "badge" }, root)));
  }

  /** @param {number} width @param {number} height @param {boolean} narrow */
  resize(width, height, narrow) {
    const third = Boolean(this.run.words.reject);
    const above = this.bets ? STRIP : 0;
    const geometry = makeGeometry(width, height - AXIS, narrow, third, above);
    this.geometry = geometry;
    put(this.root, "viewBox", `0 0 ${width} ${height}`);
    put(this.clip, "x", geometry.gutter);
    put(this.clip, "width", Math.max(0, width - geometry.gutter));
    put(this.clip, "height", height);
    for (const [id, box] of geometry.lanes.entries()) this.boxes[id].resize(box, width, narrow);
    const active = geometry.lanes[0];
    for (const note of [this.waiting, this.committed]) {
      place(note, (geometry.left + geometry.right) / 2, active.to + 12, "middle");
    }
    this.tokens.resize(geometry, placeArms(this.run, this.windows, geometry));
    this.bets?.resize(geometry);
    this.view.low = NaN; // written anew, without gliding
  }

  /**
   * Draw a position; `dt` seconds after the last drawing, Infinity to skip glides. True if moving.
   * @param {number} position
   * @param {number} dt
   */
  draw(position, dt) {
    if (!this.geometry) return false;
    const zooming = this.drawAxis(this.geometry, position, dt);
    const closing = this.drawGates(this.geometry, position, dt);
    const gliding = this.tokens.draw(position, this.view, dt);
    const betting = this.bets?.draw(position, dt) ?? false;
    this.frame = stateFrame(this.run, position);
    this.drawOrder();
    this.drawCounts(this.geometry, position);
    this.drawCommitted(this.frame);
    return zooming || closing || gliding || betting;
  }

  /** The order around the arm under the pointer, else around the one that is asked (−1: none). */
  drawOrder() {
    this.order?.draw(this.frame, this.pointed < 0 ? this.asked : this.pointed);
  }

  /** @param {Geometry} geometry @param {number} position @param {number} dt */
  drawAxis(geometry, position, dt) {
    const { view, windows, run } = this;
    const frame = axisFrame(run, position);
    const [low, high] = [windows.low[frame], windows.high[frame]];
    const close = 0.004 * (high - low);
    const before = [view.low, view.high];
    view.low = approach(view.low, low, dt, ZOOM, close);
    view.high = approach(view.high, high, dt, ZOOM, close);
    if (view.low !== before[0] || view.high !== before[1]) this.drawTicks(geometry);
    show(this.waiting, Math.min(...run.born) > stateFrame(run, position));
    return view.low !== low || view.high !== high;
  }

  /** @param {Geometry} geometry */
  drawTicks(geometry) {
    const { view } = this;
    const width = geometry.right - geometry.left;
    const { ticks, step } = niceTicks(view.low, view.high, width / 70);
    while (this.ticks.length < ticks.length) {
      const line = svg("line", { class: "tick" }, this.axis);
      const text = svg("text", { class: "tick-label", "text-anchor": "middle" }, this.axis);
      this.ticks.push({ line, text });
    }
    this.ticks.forEach(({ line, text }, k) => {
      const visible = k < ticks.length && !this.run.blank;
      show(line, visible);
      show(text, visible);
      if (!visible) return;
      const x = px(toX(ticks[k], view.low, view.high, geometry));
      put(line, "x1", x);
      put(line, "x2", x);
      put(line, "y1", geometry.height);
      put(line, "y2", geometry.height + 5);
      put(text, "x", x);
      put(text, "y", geometry.height + 18);
      putText(text, formatTick(ticks[k], step));
    });
  }

  /** @param {Geometry} geometry @param {number} position @param {number} dt */
  drawGates(geometry, position, dt) {
    const { run, gates } = this;
    const { i, f } = split(run, position);
    const mix = gateFraction(run, i, f);
    let moving = false;
    for (let g = 0; g < 4; g++) {
      const now = run.gates[4 * i + g];
      const next = mix > 0 ? run.gates[4 * (i + 1) + g] : now;
      const both = !Number.isNaN(now) && !Number.isNaN(next);
      const target = both ? now + (next - now) * mix : mix < 0.5 ? now : next;
      // Between moments gates follow the estimates exactly; only a jump needs a glide.
      const jump = Math.abs(target - gates[g]) > 0.02 * (this.view.high - this.view.low);
      const glide = jump || this.gliding[g];
      gates[g] = glide
        ? approach(gates[g], target, dt, 0.08, 0.003 * (this.view.high - this.view.low))
        : target;
      this.gliding[g] = gates[g] !== target && !Number.isNaN(target);
      moving ||= this.gliding[g];
    }
    this.writeGates(geometry);
    return moving;
  }

  /** @param {Geometry} geometry */
  writeGates(geometry) {
    const { view, gateParts: parts } = this;
    const box = geometry.lanes[0];
    const [accept, reject, kth, next] = this.gates;
    const from = geometry.gutter;
    const to = geometry.width;
    /** @param {number} value */
    const x = (value) => toX(value, view.low, view.high, geometry);
    const top = box.top + box.head;
    const height = box.height - box.head;

    const acceptX = Number.isNaN(accept) ? to : Math.max(from, Math.min(to, x(accept)));
    const rejectX = Number.isNaN(reject) ? from : Math.max(from, Math.min(to, x(reject)));
    band(parts.acceptTint, acceptX, to, top, height);
    band(parts.rejectTint, from, rejectX, top, height);
    rule(parts.acceptLine, acceptX, top, height, acceptX > from && acceptX < to);
    rule(parts.rejectLine, rejectX, top, height, rejectX > from && rejectX < to);
    for (const { line, text, value, step } of [
      { line: parts.kthLine, text: parts.kthText, value: kth, step: 4 },
      { line: parts.nextLine, text: parts.nextText, value: next, step: -4 },
    ]) {
      const at = x(value);
      const visible = at > from && at < to;
      rule(line, at, top + 14, height - 14, visible);
      show(text, visible);
      if (visible) place(text, at + step, top + 11, step > 0 ? "start" : "end");
    }

    const base = box.top + box.height - 6;
    const names = [
      gateLabel(parts.acceptText, "accept", accept, acceptX, from, to, 1),
      gateLabel(parts.rejectText, "reject", reject, rejectX, from, to, -1),
    ];
    const [a, r] = names;
    const clash = a && r && a.from < r.to + 6 && r.from < a.to + 6;
    if (a) place(parts.acceptText, a.x, base, a.anchor);
    if (r) place(parts.rejectText, r.x, clash ? base - 13 : base, r.anchor);
  }

  /** @param {Geometry} geometry @param {number} position */
  drawCounts(geometry, position) {
    const { run, tokens } = this;
    const frame = stateFrame(run, position);
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
      if (side !== 0) hidden[run.lane[at]][side < 0 ? 0 : 1] += 1;
    }
    NAMES.forEach((name, id) => {
      putText(
        this.boxes[id].count,
        name === "accept" && run.words.reject ? `${total[id]} of ${run.k}` : String(total[id]),
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
    const words = committedWords(this.run, frame);
    show(this.committed, words !== "");
    putText(this.committed, words);
  }

  /**
   * One sentence for those who cannot see the lanes.
   * @param {number} position
   * @param {boolean} truth
   */
  summary(position, truth) {
    const { run } = this;
    const frame = stateFrame(run, position);
    const lanes = [1, 0, 2].filter((id) => run.words[NAMES[id]]);
    const parts = lanes.map((id) => {
      const arms = run.labels.filter((_, arm) => run.lane[frame * run.n + arm] === id);
      const word = run.words[NAMES[id]];
      const named = arms.length > 0 && arms.length <= 20;
      return `${arms.length} ${word}${named ? `: arms ${arms.join(", ")}` : ""}`;
    });
    const best = run.labels.filter((_, arm) => run.best[arm]);
    if (truth && best.length <= 20) parts.push(`truly best: arms ${best.join(", ")}`);
    const gates = run.gates.subarray(4 * frame, 4 * frame + 2);
    if (!Number.isNaN(gates[0])) parts.push(`accept gate at ${formatValue(gates[0])}`);
    if (!Number.isNaN(gates[1])) parts.push(`reject gate at ${formatValue(gates[1])}`);
    const committed = committedWords(run, frame);
    if (committed !== "") parts.push(committed);
    parts.push(...(this.bets?.summary(position) ?? []));
    return `${parts.join("; ")}.`;
  }
}

/**
 * The set committed to; nothing where its arms are all accepted, so that their lane says it.
 * @param {Run} run
 * @param {number} frame
 */
function committedWords(run, frame) {
  const arms = run.labels.map((_, arm) => arm);
  if (!arms.some((arm) => isChosen(run, frame * run.n + arm))) return "";
  const played = run.labels.filter((_, arm) => run.action[frame * run.n + arm] === 1);
  if (played.length > 12) return `committed to ${played.length} arms`;
  return `committed to ${played.length === 1 ? "arm" : "arms"} ${played.join(", ")}`;
}

/**
 * A lane's frame, its name in one or more lines, and its count below; nothing without a name.
 * @param {SVGElement} root
 * @param {string} name
 * @param {string} word
 */
function makeBox(root, name, word) {
  const rect = svg("rect", { class: "lane", x: 0.5, rx: 8 }, root);
  const title = svg("text", { class: `lane-name ${name}` }, root);
  const count = svg("text", { class: "lane-count" }, root);
  for (const node of [rect, title, count]) show(node, word !== "");
  return {
    count,
    /** @param {Box} box @param {number} width @param {boolean} narrow */
    resize(box, width, narrow) {
      put(rect, "y", px(box.top) + 0.5);
      put(rect, "width", Math.max(0, width - 1));
      put(rect, "height", Math.max(0, px(box.height - 1)));
      const lines = narrow ? [word] : wrapped(word, 11);
      title.replaceChildren();
      lines.forEach((line, k) => {
        svg("tspan", { x: 10, dy: k === 0 ? 0 : 16 }, title).textContent = line;
      });
      const top = box.top + (narrow ? 15 : 22);
      place(title, 10, top, "start");
      if (narrow) place(count, 10 + 8 * word.length + 10, top, "start");
      else place(count, 10, top + 2 + 16 * lines.length, "start");
    },
  };
}

/**
 * A text in lines of at most `most` characters where its words allow.
 * @param {string} text
 * @param {number} most
 */
function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @param {SVGElement} root */
function makeGates(root) {
  const layer = svg("g", { class: "gates" }, root);
  const shape = (/** @type {"rect" | "line"} */ name, /** @type {string} */ style) =>
    svg(name, { class: style }, layer);
  const words = (/** @type {string} */ style, text = "") => {
    const node = svg("text", { class: style }, layer);
    node.textContent = text;
    return node;
  };
  return {
    acceptTint: shape("rect", "tint accept"),
    rejectTint: shape("rect", "tint reject"),
    kthLine: shape("line", "rank"),
    nextLine: shape("line", "rank"),
    acceptLine: shape("line", "gate accept"),
    rejectLine: shape("line", "gate reject"),
    kthText: words("rank-label", "K-th"),
    nextText: words("rank-label", "next"),
    acceptText: words("gate-label accept"),
    rejectText: words("gate-label reject"),
  };
}

/**
 * @param {SVGElement} node
 * @param {number} from
 * @param {number} to
 * @param {number} top
 * @param {number} height
 */
function band(node, from, to, top, height) {
  put(node, "x", px(from));
  put(node, "width", Math.max(0, px(to - from)));
  put(node, "y", px(top) + 1);
  put(node, "height", Math.max(0, px(height - 2)));
}

/**
 * @param {SVGElement} node
 * @param {number} x
 * @param {number} top
 * @param {number} height
 * @param {boolean} visible
 */
function rule(node, x, top, height, visible) {
  show(node, visible);
  if (!visible) return;
  put(node, "x1", px(x));
  put(node, "x2", px(x));
  put(node, "y1", px(top));
  put(node, "y2", px(top + height));
}

/** @param {SVGElement} node @param {number} x @param {number} y @param {string} anchor */
function place(node, x, y, anchor) {
  put(node, "x", px(x));
  put(node, "y", px(y));
  put(node, "text-anchor", anchor);
}

/**
 * A gate's name beside its line; at the edge, with an arrow and its value, where it is out of view.
 * @param {SVGElement} node
 * @param {string} name
 * @param {number} value
 * @param {number} x
 * @param {number} from
 * @param {number} to
 * @param {number} side
 */
function gateLabel(node, name, value, x, from, to, side) {
  show(node, !Number.isNaN(value));
  if (Number.isNaN(value)) return null;
  const text =
    x >= to
      ? `${name} gate at ${formatValue(value)} \u2192`
      : x <= from
        ? `\u2190 ${name} gate at ${formatValue(value)}`
        : `${name} gate`;
  putText(node, text);
  const width = 6.8 * text.length;
  const away = x + 5 * side;
  const atEdge = x >= to || x <= from;
  const fits = away + side * width > from + 4 && away + side * width < to - 4;
  const rightwards = atEdge ? x <= from : fits === side > 0;
  const at = atEdge ? (x <= from ? from + 6 : to - 6) : rightwards ? x + 5 : x - 5;
  return rightwards
    ? { x: at, anchor: "start", from: at, to: at + width }
    : { x: at, anchor: "end", from: at - width, to: at };
}
