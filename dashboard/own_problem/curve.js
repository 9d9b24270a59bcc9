/** The count curve as points to be dragged; each is a slider to the keyboard and to screen readers. */

import { svg, targetOf } from "../../dart_player/js/dom.js";
import { bent, valueAfter } from "./bend.js";

/** @import { Component } from "../types.d.ts" */

const PLOT = { left: 44, right: 408, top: 14, bottom: 236 };
const KEY_PAUSE = 500; // ms: a key that is held down is one change

class Drawing {
  /** @type {number[]} */
  curve = [];
  /** @type {SVGGElement[]} */
  points = [];
  changed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;

  /** @param {ParentNode} parent @param {(curve: number[]) => void} tell */
  constructor(parent, tell) {
    this.find = /** @type {(part: string) => SVGGraphicsElement} */ (
      (part) => parent.querySelector(`[data-part="${part}"]`)
    );
    this.tell = tell;
    this.held = -1;
    const plot = this.find("plot");
    plot.addEventListener("pointerdown", (event) => this.grab(event));
    plot.addEventListener("pointermove", (event) => this.drag(event));
    for (const type of ["pointerup", "pointercancel"]) {
      plot.addEventListener(type, () => this.release());
    }
    plot.addEventListener("keydown", (event) => this.press(event));
    plot.addEventListener("keyup", () => this.release());
    plot.addEventListener("focusout", () => this.settle());
  }

  /**
   * New data: what a hand is about to change counts more.
   * @param {number[]} curve
   */
  update(curve) {
    if (this.changed) return;
    const isNew = curve.length !== this.curve.length;
    this.curve = curve;
    if (isNew) this.layout();
    this.draw();
  }

  layout() {
    const k = this.curve.length - 1;
    const axes = this.find("axes");
    axes.replaceChildren();
    for (const value of [0, 0.25, 0.5, 0.75, 1]) {
      const y = toY(value);
      svg("line", { class: "grid", x1: PLOT.left, x2: PLOT.right, y1: y, y2: y }, axes);
      svg("text", { x: PLOT.left - 8, y: y + 4, "text-anchor": "end" }, axes).textContent =
        String(value);
    }
    const every = Math.ceil(k / 12);
    for (let j = 0; j <= k; j += every) {
      const at = { x: this.toX(j), y: PLOT.bottom + 20, "text-anchor": "middle" };
      svg("text", at, axes).textContent = String(j);
    }
    const place = { x: (PLOT.left + PLOT.right) / 2, y: PLOT.bottom + 40, "text-anchor": "middle" };
    svg("text", place, axes).textContent = "arms that pay, j";
    const radius = k > 25 ? 4 : 7;
    this.points = this.curve.map((_, j) => {
      const range = { "aria-valuemin": 0, "aria-valuemax": 1, "aria-orientation": "vertical" };
      const name = { "aria-label": `g(${j})`, role: "slider", tabindex: 0 };
      const point = svg("g", { class: "point", ...name, ...range });
      svg("circle", { cx: this.toX(j), r: radius }, point);
      svg("text", { x: Math.min(this.toX(j), PLOT.right - 10) }, point);
      return point;
    });
    this.find("points").replaceChildren(...this.points);
  }

  draw() {
    const places = this.curve.map((g, j) => `${this.toX(j)} ${toY(g)}`);
    this.find("line").setAttribute("d", `M${places.join("L")}`);
    this.points.forEach((point, j) => {
      const [circle, text] = point.children;
      const y = toY(this.curve[j]);
      circle.setAttribute("cy", String(y));
      text.setAttribute("y", String(y < PLOT.top + 24 ? y + 24 : y - 13));
      const value = String(Number(this.curve[j].toFixed(4)));
      text.textContent = value;
      point.setAttribute("aria-valuenow", value);
      point.classList.toggle("held", j === this.held);
    });
  }

  /** @param {number} j */
  toX(j) {
    return PLOT.left + 8 + ((PLOT.right - PLOT.left - 16) * j) / Math.max(1, this.curve.length - 1);
  }

  /**
   * The point nearest to the pointer, and the value there.
   * @param {PointerEvent} event
   */
  under(event) {
    const box = this.find("plot").getBoundingClientRect();
    const scale = 420 / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const gaps = this.curve.map((_, j) => Math.abs(this.toX(j) - x));
    const value = (PLOT.bottom - y) / (PLOT.bottom - PLOT.top);
    return { j: gaps.indexOf(Math.min(...gaps)), value };
  }

  /** @param {PointerEvent} event */
  grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.find("plot").setPointerCapture(event.pointerId);
    this.held = this.under(event).j;
    this.points[this.held].focus({ preventScroll: true });
    this.drag(event);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (this.held < 0) return;
    this.bend(this.held, this.under(event).value);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const j = this.points.findIndex((point) => point.contains(targetOf(event)));
    if (j < 0) return;
    const beside =
      event.key === "ArrowLeft" ? j - 1 : event.key === "ArrowRight" ? j + 1 : undefined;
    const value = valueAfter(event.key, this.curve[j]);
    if (beside === undefined && value === null) return;
    event.preventDefault();
    event.stopPropagation(); // the player, which is below the dialog, has the same keys
    if (value !== null) this.bend(j, value);
    else if (beside !== undefined) this.points[beside]?.focus();
  }

  /** @param {number} j @param {number} value */
  bend(j, value) {
    this.curve = bent(this.curve, j, value);
    this.changed = true;
    this.draw();
  }

  /** The server hears of it once, when the hand or the key has come to rest. */
  release() {
    const byHand = this.held >= 0;
    this.held = -1;
    this.draw();
    clearTimeout(this.waiting);
    if (byHand) this.settle();
    else if (this.changed) this.waiting = setTimeout(() => this.settle(), KEY_PAUSE);
  }

  settle() {
    clearTimeout(this.waiting);
    if (!this.changed || this.held >= 0) return;
    this.changed = false;
    this.tell(this.curve);
  }
}

/** @param {number} value */
const toY = (value) => PLOT.bottom - (PLOT.bottom - PLOT.top) * value;

/** @type {WeakMap<ParentNode, Drawing>} */
const drawings = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<number[]>} component
 */
export default function mount({ data, parentElement, setTriggerValue }) {
  let drawing = drawings.get(parentElement);
  if (drawing === undefined) {
    drawing = new Drawing(parentElement, (curve) => setTriggerValue("curve", curve));
    drawings.set(parentElement, drawing);
  }
  drawing.update(data[0]);
  return () => {
    clearTimeout(drawing.waiting);
    drawings.delete(parentElement);
  };
}
