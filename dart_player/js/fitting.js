/**
 * The player takes the window it is in: how high it is, how large its type, and what stands where.
 *
 * It measures its place on the page and writes the rest of the window's height to its style sheet;
 * nobody has to scroll while it plays. Pictures are drawn in units of the scale: where type grows,
 * so do arms, and pointing is still exact.
 */

import { listen, put, putText } from "./dom.js";

/** @import { Find, StoryEvent } from "./types.d.ts" */

/** The smallest letters, in units; those of the pictures and the style sheet are no smaller. */
const SMALLEST = 11.5;
/** Larger type than that leaves too little room beside each other, in units. */
const LEAST_WIDTH = 340;
/** Below these heights, in units, the page may scroll. */
const LEAST_HEIGHT = { wide: 280, stack: 400 };
/** Where so little is left below what stands above, the player is as high as the window. */
const BAR = 72;
/** With less room than this, in units, a narrow player has its chart behind a button. */
const CHART_FROM = 740;
/** A narrow player as low as this has no room for a race and for sliders. */
const SHORT = 600;
/** The play button before the first play, in units; never larger than a share of the lanes. */
const PLAY = { size: 72, share: 0.3, at: 0.62, low: 260, lower: 0.72, air: 6, least: 40 };
/** A wide player as low as this says less in words. */
const LOW = 380;

/**
 * Side by side, or one above the other; sizes in units.
 * @param {number} width
 * @param {number} height
 */
export function layoutOf(width, height) {
  return width < 560 || (width < 800 && height > width) ? "stack" : "wide";
}

/**
 * How large a unit is, in pixels: type is at least a share `least` of the window's height.
 * @param {number} least
 * @param {number} width
 * @param {number} height
 */
export function scaleOf(least, width, height) {
  return Math.max(1, Math.min((least * height) / SMALLEST, width / LEAST_WIDTH));
}

/**
 * How high the player may be, in pixels: what is left of the window below its place. Where that is
 * too little, as much as a window shows that has scrolled to it.
 * @param {number} left
 * @param {number} window
 * @param {number} least
 */
export function roomOf(left, window, least) {
  return left >= least ? left : Math.max(least, Math.min(window - BAR, 2 * least));
}

export class Fitting {
  scale = 1;

  /**
   * `focus` is called when the page begins to show nothing else.
   * @param {Find} find
   * @param {() => void} focus
   * @param {AbortSignal} signal
   */
  constructor(find, focus, signal) {
    this.find = find;
    this.root = find("player");
    this.focus = focus;
    this.scroller = scrollerOf(this.root);
    this.fit();
    listen(window, "resize", () => this.fit(), signal);
    const above = new ResizeObserver(() => this.fit());
    for (let node = outside(this.root); node && node !== this.scroller; node = outside(node)) {
      above.observe(node);
    }
    above.observe(this.scroller);
    signal.addEventListener("abort", () => above.disconnect());
  }

  fit() {
    const { root, scroller } = this;
    const width = root.clientWidth;
    if (width === 0) return;
    const style = getComputedStyle(root);
    const least = Number(style.getPropertyValue("--least-type")) || 0;
    const below = Number.parseFloat(style.getPropertyValue("--below")) || 0;
    const page = scroller === document.documentElement;
    const top = page ? -window.scrollY : scroller.getBoundingClientRect().top - scroller.scrollTop;
    const left = scroller.clientHeight - (root.getBoundingClientRect().top - top) - below;
    const scale = scaleOf(least, width, window.innerHeight);
    const guess = layoutOf(width / scale, left / scale);
    const room = roomOf(left, scroller.clientHeight, LEAST_HEIGHT[guess] * scale);
    const layout = layoutOf(width / scale, room / scale);
    const away = layout === "stack" && room / scale < CHART_FROM;
    this.scale = scale;
    root.style.setProperty("--scale", scale.toFixed(4));
    root.style.setProperty("--room", `${Math.floor(room)}px`);
    put(root, "data-layout", layout);
    put(root, "data-chart", away ? "away" : "there");
    const low = layout === "wide" && room / scale < LOW;
    put(root, "data-low", low);
    put(root, "data-short", layout === "stack" && room / scale < SHORT);
    put(root, "data-tabs", low || layout === "stack");
    put(root, "data-folds", low || layout === "stack");
    const presents = least > 0;
    const before = root.dataset.presents === "true";
    put(root, "data-presents", presents);
    if (presents && !before) this.focus();
  }

  /** Before the first play its button stands over the lanes, below the arms that wait in line. */
  placePlay() {
    const around = this.find("play").offsetParent;
    if (around === null) return;
    const from = around.getBoundingClientRect();
    const to = this.find("racers").getBoundingClientRect();
    const tokens = this.root.querySelectorAll(".token[data-arm] .body");
    const lowest = Math.max(...[...tokens].map((token) => token.getBoundingClientRect().bottom));
    const below = to.bottom - lowest - 2 * PLAY.air; // negative: arms stand everywhere
    const room = below < PLAY.least ? Infinity : below;
    const size = Math.min(PLAY.size * this.scale, PLAY.share * to.height, room);
    const wanted = to.height < PLAY.low * this.scale ? PLAY.lower : PLAY.at;
    const clear = lowest + PLAY.air + size / 2 - to.top;
    const at = room < Infinity ? Math.max(wanted * to.height, clear) : wanted * to.height;
    const { style } = this.root;
    style.setProperty("--play-size", `${Math.round(size)}px`);
    style.setProperty("--play-x", `${Math.round(to.left - from.left + to.width / 2)}px`);
    style.setProperty("--play-y", `${Math.round(to.top - from.top + at)}px`);
  }

  /**
   * Room for the longest sentence beside what may stand there, so that nothing else moves while it
   * changes, and the same run has the same room in every window of a size.
   * @param {StoryEvent[]} events
   */
  keepRoom(events) {
    const [story, why] = [this.find("story"), this.find("why")];
    const { hidden } = why;
    why.hidden = !events.some(({ exact }) => exact !== "");
    const [longest = ""] = events
      .map(({ text }) => text)
      .sort((one, other) => other.length - one.length);
    const now = story.textContent;
    story.style.minHeight = "";
    putText(story, longest);
    const { height } = story.getBoundingClientRect();
    putText(story, now ?? "");
    why.hidden = hidden;
    story.style.minHeight = `${Math.ceil(height)}px`;
  }
}

/**
 * The element around a node, out of its shadow tree where it has one.
 * @param {Element} node
 * @returns {Element | null}
 */
function outside(node) {
  const tree = node.getRootNode();
  return node.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null);
}

/**
 * What scrolls the player: an element around it, or else the page.
 * @param {Element} root
 */
function scrollerOf(root) {
  for (let node = outside(root); node; node = outside(node)) {
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  }
  return document.documentElement;
}
