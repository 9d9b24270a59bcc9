/** The panel of one arm: its answers, and the history of its estimate as a small chart. */

import { answers } from "./asking.js";
import { isMoment, split, stateFrame } from "./clock.js";
import { freshId, html, paperLink, put, putText, px, svg, unset } from "./dom.js";
import { formatTick, niceTicks } from "./format.js";
import { armText, capital } from "./naming.js";

/** @import { Interval, Point, Run } from "./types.d.ts" */

const WIDTH = 300;
const HEIGHT = 120;
const LEFT = 34;
const FLOOR = HEIGHT - 16;

export class ArmPanel {
  /** @type {string | null} */
  key = null;
  /** @type {number[]} */
  x = unset();
  /** @type {SVGRectElement} */
  clip = unset();
  /** @type {SVGLineElement} */
  now = unset();

  /** @param {HTMLElement} root @param {Run} run */
  constructor(root, run) {
    this.run = run;
    this.root = root;
    root.replaceChildren();
    this.name = html("h2", "panel-title", root);
    this.chart = svg("svg", { class: "history", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    root.append(this.chart);
    this.list = html("dl", "answers", root);
    this.arm = -1;
  }

  /** @param {number} arm */
  ask(arm) {
    this.arm = arm;
    this.key = null;
    putText(this.name, capital(armText(this.run, arm)));
    this.drawHistory();
  }

  /**
   * Bring the panel to a position; what is said changes with the frame alone.
   * @param {number} position
   * @param {boolean} truth
   * @param {boolean} predicts
   */
  draw(position, truth, predicts) {
    if (this.arm < 0) return;
    const { i, f } = split(this.run, position);
    const x = this.x[i] + f * ((this.x[i + 1] ?? this.x[i]) - this.x[i]);
    put(this.clip, "width", px(Math.max(0, x - LEFT)));
    put(this.now, "transform", `translate(${px(x)} 0)`);
    const frame = stateFrame(this.run, position);
    const key = [frame, truth, predicts].join();
    if (key === this.key) return;
    this.key = key;
    this.write(answers(this.run, frame, this.arm, truth, predicts));
  }

  /** @param {[string, string][]} said */
  write(said) {
    while (this.list.children.length > 2 * said.length) this.list.lastElementChild?.remove();
    said.forEach(([term, text], k) => {
      const name =
        /** @type {HTMLElement} */ (this.list.children[2 * k]) ?? html("dt", "", this.list);
      const value = this.list.children[2 * k + 1] ?? html("dd", "", this.list);
      if (name.dataset.term !== term) {
        name.dataset.term = term;
        name.textContent = `${term}\u00a0`;
        const place = this.run.places.asked[term];
        if (place) paperLink(name, place, term);
      }
      putText(value, text);
    });
  }

  /** Drawn once for an arm; the playhead uncovers it. Time is logarithmic, as decisions are. */
  drawHistory() {
    const { run, arm, chart } = this;
    chart.replaceChildren();
    put(
      chart,
      "aria-label",
      `Estimate of ${armText(run, arm)} over time, and what would settle it`,
    );
    const end = Math.log1p(run.t[run.count - 1]) || 1;
    this.x = Array.from(run.t, (t) => LEFT + ((WIDTH - LEFT - 4) * Math.log1p(t)) / end);
    const first = Math.min(run.born[arm], run.count - 1);
    const [low, high] = range(run, arm, first);
    /** @param {number} value */
    const y = (value) => 6 + ((FLOOR - 6) * (high - value)) / (high - low);
    const { ticks, step } = niceTicks(low, high, 5);
    for (const tick of ticks) {
      svg(
        "line",
        { class: "grid", x1: LEFT, x2: WIDTH - 4, y1: px(y(tick)), y2: px(y(tick)) },
        chart,
      );
      const text = svg("text", { x: LEFT - 4, y: px(y(tick)) + 4, "text-anchor": "end" }, chart);
      putText(text, formatTick(tick, step));
    }
    const name = svg("text", { x: WIDTH - 4, y: HEIGHT - 3, "text-anchor": "end" }, chart);
    putText(name, "rounds, logarithmic");
    const id = freshId("history");
    const shape = svg("clipPath", { id }, chart);
    this.clip = svg("rect", { x: LEFT, y: 0, width: 0, height: FLOOR }, shape);
    const layer = svg("g", { "clip-path": `url(#${id})` }, chart);
    const frames = Array.from({ length: run.count - first }, (_, k) => first + k);
    /** @type {(f: number, value: number) => Point} */
    const point = (f, value) => [this.x[f], y(value)];
    if (run.intervals) {
      /** @param {number} sign */
      const edge = (sign) => (/** @type {number} */ f) => {
        const at = f * run.n + arm;
        return point(f, run.estimate[at] + sign * run.width[at]);
      };
      const outline = [...frames.map(edge(1)), ...[...frames].reverse().map(edge(-1))];
      svg("path", { class: "band", d: `${line(outline)}Z` }, layer);
    }
    for (const [gate, style] of ["accept", "reject"].entries()) {
      const open = frames.filter(
        (f) => run.lane[f * run.n + arm] === 0 && !Number.isNaN(run.gates[4 * f + gate]),
      );
      const points = open.map((f) => point(f, run.gates[4 * f + gate]));
      svg("path", { class: `gate-path ${style}`, d: line(points) }, layer);
    }
    const own = frames.map((f) => point(f, run.estimate[f * run.n + arm]));
    svg("path", { class: "estimate", d: line(own) }, layer);
    this.now = svg("line", { class: "now", x1: 0, x2: 0, y1: 0, y2: FLOOR }, chart);
    for (let f = 1; f < run.count; f++) {
      const to = run.lane[f * run.n + arm];
      if (!isMoment(run, f - 1) || to === run.lane[(f - 1) * run.n + arm]) continue;
      const centre = { cx: px(this.x[f]), cy: px(y(run.estimate[f * run.n + arm])), r: 4 };
      svg("circle", { ...centre, class: `moved ${to === 1 ? "accept" : "reject"}` }, layer);
    }
  }
}

/**
 * Room for the estimates; intervals and gates may leave it.
 * @param {Run} run
 * @param {number} arm
 * @param {number} first
 * @returns {Interval}
 */
function range(run, arm, first) {
  let [low, high] = [Infinity, -Infinity];
  for (let f = first; f < run.count; f++) {
    const value = run.estimate[f * run.n + arm];
    [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  const pad = Math.max(0.05, 0.15 * (high - low));
  return [low - pad, high + pad];
}

/** @param {Point[]} points */
function line(points) {
  return points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${px(x)} ${px(y)}`).join("");
}
