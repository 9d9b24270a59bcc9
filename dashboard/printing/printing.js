/** Draws charts as wide as paper while a browser prints, and then again as they were. */

/** @import { Component } from "../types.d.ts" */

const PAPER = 672; // CSS pixels between the margins of A4, the narrower of the two
const SMALLER = 0.8; // than on the screen: print is finer, see print.css

/** @type {Map<HTMLElement, {width: number, height: number}>} */
const before = new Map();

/** Closed parts that hold a table, which paper shows: open while a browser prints. @type {HTMLDetailsElement[]} */
let opened = [];

/** Before printing: the block of text is as wide as the paper, and a chart keeps its share. */
function fit() {
  opened = [...document.querySelectorAll("details")].filter(
    (part) => !part.open && part.querySelector("table") !== null,
  );
  for (const part of opened) part.open = true;
  const block = document.querySelector('[data-testid="stMainBlockContainer"]');
  if (!(block instanceof HTMLElement)) return;
  const { paddingLeft, paddingRight, colorScheme } = getComputedStyle(block);
  const sides = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
  const share = Math.min(1, PAPER / (block.clientWidth - sides));
  document.documentElement.style.setProperty("--print-zoom", String(share));
  document.documentElement.classList.toggle("dark-page", colorScheme.includes("dark"));
  for (const chart of charts()) {
    const { clientWidth: width, clientHeight: height } = chart;
    if (width === 0 || !isDrawn(chart)) continue; // in a tab that is not open, or not yet there
    chart.closest('[data-testid="stElementContainer"]')?.setAttribute("style", room(height));
    if (share === 1) continue; // on a phone it is as wide as it may be
    before.set(chart, { width, height });
    window.Plotly?.relayout(chart, { width: Math.floor((width * share) / SMALLER), height });
  }
}

/** After printing. */
function restore() {
  for (const [chart, size] of before) if (isDrawn(chart)) window.Plotly?.relayout(chart, size);
  before.clear();
  for (const part of opened) part.open = false;
  opened = [];
}

/** Whether Plotly has drawn a chart and Streamlit has not replaced it. @param {HTMLElement} chart */
function isDrawn(chart) {
  return chart.isConnected && chart.querySelector(".main-svg") !== null;
}

/** What a chart takes on paper, see print.css. @param {number} height */
function room(height) {
  return `--print-height: ${Math.ceil(height * SMALLER)}px`;
}

function charts() {
  return /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".js-plotly-plot"));
}

/** @type {WeakMap<ParentNode, AbortController>} */
const bound = new WeakMap();

/** @param {Component<string>} component */
export default function mount({ parentElement }) {
  if (!bound.has(parentElement)) {
    const done = new AbortController();
    bound.set(parentElement, done);
    window.addEventListener("beforeprint", fit, { signal: done.signal });
    window.addEventListener("afterprint", restore, { signal: done.signal });
  }
  return () => {
    bound.get(parentElement)?.abort();
    bound.delete(parentElement);
  };
}
