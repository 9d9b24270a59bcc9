/**
 * The run as one picture of slide size: lanes, chart, story, and where they come from.
 *
 * It has its own lanes and chart, always light, so that it looks the same whatever the size and
 * the theme of the page.
 */

import { Chart, colours } from "./chart.js";
import { makeClock, timeAt } from "./clock.js";
import { put, putText, svg } from "./dom.js";
import { formatCount, formatRegret } from "./format.js";
import { Lanes } from "./lanes.js";
import { entrantsOf, said } from "./racing.js";
import { regretAt } from "./regret.js";
import { makeTimeline, ownPosition } from "./timeline.js";
import { timeScale } from "./timescale.js";

/** @import { About, Preferences, Show } from "./types.d.ts" */

export const SLIDE = { width: 960, height: 540 };
/** A slide has 1920 × 1080 pixels: letters of the page's size would be too small on it. */
export const SCALE = 2;
/** More racers take more of the width; names stand above their lanes. */
const LANES_AT = { x: 20, y: 68, width: 548, height: 372, more: 52, head: 20, gap: 12 };
const CHART_AT = { x: 584, y: 88, width: 356, height: 352 };
const HEAD = "font-size: 13px; font-weight: 700; fill: var(--curve)";
const STORY_AT = { x: 236, y: 478, width: 704, lines: 3 };

export class Slide {
  /** @type {string | null} */
  told = null;

  /**
   * `css`: the player's own style sheet, which travels inside the picture; `predicts`: whether what
   * comes next is still to be guessed.
   * @param {Show} show
   * @param {Preferences} preferences
   * @param {string} css
   * @param {boolean} predicts
   */
  constructor(show, { clock, yaxis, truth }, css, predicts) {
    const { width, height } = SLIDE;
    const { runs } = show;
    const betting = runs.some(({ lead }) => lead !== null);
    this.show = show;
    this.timeline = makeTimeline(runs);
    this.entrants = entrantsOf(runs);
    this.about = show.about;
    this.predicts = predicts;
    this.root = svg("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width: SCALE * width,
      height: SCALE * height,
    });
    svg("style", {}, this.root).textContent = css;
    const player = svg(
      "g",
      {
        class: "player",
        "data-theme": "light",
        "data-truth": truth ? "shown" : "hidden",
        "data-bets": betting,
        "data-asks": predicts,
        "data-racers": runs.length,
      },
      this.root,
    );
    svg("rect", { width, height, fill: "#ffffff" }, player);
    const picture = svg("g", { class: "picture" }, player);
    /** @param {number} x @param {number} y @param {string} style @param {string} said */
    const text = (x, y, style, said = "") => {
      const node = svg("text", { x, y, style }, picture);
      node.textContent = said;
      return node;
    };
    const { about } = show;
    text(20, 34, "font-size: 19px; font-weight: 700", about.title);
    text(20, 54, quiet(12), about.facts);
    const wider = LANES_AT.more * (runs.length - 1);
    text(
      CHART_AT.x + wider + 8,
      80,
      "font-size: 12.5px; font-weight: 600",
      "regret: what not knowing has cost",
    );
    this.time = text(20, STORY_AT.y, "font-size: 15px; font-weight: 700");
    this.state = text(20, STORY_AT.y + 18, quiet(12.5));
    this.story = svg("text", { x: STORY_AT.x, y: STORY_AT.y, style: "font-size: 13px" }, picture);
    text(20, 524, quiet(9), smallPrint(about, betting, truth));
    text(20, 534, quiet(8), about.citation);

    /** @param {{x: number, y: number}} place */
    const part = ({ x, y }) => svg("g", { transform: `translate(${x} ${y})` }, picture);
    const { gap } = LANES_AT;
    const each = (LANES_AT.width + wider + gap) / runs.length;
    const head = runs.length > 1 ? LANES_AT.head : 0;
    this.racers = runs.map((run, r) => {
      const [x, y] = [LANES_AT.x + r * each, LANES_AT.y + head];
      const lanes = new Lanes(part({ x, y }), run);
      lanes.race(runs.length > 1);
      lanes.resize(each - gap, LANES_AT.height - head, runs.length > 1);
      const name = text(x + 2, LANES_AT.y + 12, `${colours(run.curve)}; ${HEAD}`);
      put(name, "class", "coloured");
      return { run, lanes, name };
    });
    const chart = { ...CHART_AT, x: CHART_AT.x + wider, width: CHART_AT.width - wider };
    this.chart = new Chart(part(chart), document.createElement("div"), show);
    this.chart.resize(chart.width, chart.height);
    this.chart.layout(timeScale(this.timeline, makeClock(this.timeline, clock), clock), yaxis);
  }

  /**
   * Draw a position; `dt` as for the lanes.
   * @param {number} position
   * @param {number} dt
   */
  draw(position, dt) {
    const { show, timeline, entrants } = this;
    const time = timeAt(timeline, position);
    for (const [r, { run, lanes, name }] of this.racers.entries()) {
      lanes.draw(ownPosition(timeline, r, position), dt, false);
      const cost = formatRegret(regretAt(run.curve, time));
      if (show.runs.length > 1) putText(name, `${entrants[r].name} \u00b7 regret ${cost}`);
    }
    this.chart.draw(time, this.predicts);
    putText(this.time, `Round ${formatCount(time)}`);
    const { state, standing, story } = said(show, timeline, entrants, position);
    putText(this.state, state);
    const told = [standing, story].filter(Boolean).join(" ");
    if (told === this.told) return;
    this.told = told;
    this.story.replaceChildren();
    broken(told, STORY_AT.width / 6.9, STORY_AT.lines).forEach((line, k) => {
      const span = svg("tspan", { x: STORY_AT.x, dy: k === 0 ? 0 : 17 }, this.story);
      span.textContent = line;
    });
  }

  /** The text of the picture as it is now. */
  get text() {
    return new XMLSerializer().serializeToString(this.root);
  }

  /** The picture as one that needs no style sheet: what other programs can read. */
  plainText() {
    const frame = document.createElement("iframe"); // nothing of the page's look reaches into it
    frame.style.cssText = "position: absolute; width: 0; height: 0; border: 0; opacity: 0";
    document.body.append(frame);
    const inside = /** @type {Window} */ (frame.contentWindow);
    const copy = inside.document.importNode(this.root, true);
    inside.document.body.append(copy);
    inline(copy, (node) => inside.getComputedStyle(node));
    const text = new XMLSerializer().serializeToString(copy);
    frame.remove();
    return text;
  }
}

/**
 * The style sheet that is in force around an element.
 * @param {Element} element
 */
export function sheetAround(element) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const { styleSheets, adoptedStyleSheets = [] } = root; // the latter only since Safari 16.4
  return [...styleSheets, ...adoptedStyleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map((rule) => rule.cssText)
    .join("\n");
}

const INHERITED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
];

/**
 * Write what the style sheet says into each element's attributes, and take the sheet away.
 * @param {SVGElement} root
 * @param {(node: Element) => CSSStyleDeclaration} styleOf
 */
function inline(root, styleOf) {
  const nodes = [root, ...root.querySelectorAll("*")].filter((node) => node.localName !== "style");
  const found = nodes.map((node) => {
    const parent = node === root ? null : node.parentElement;
    const [its, above] = [styleOf(node), parent && styleOf(parent)];
    const names = INHERITED.filter(
      (name) => its.getPropertyValue(name) !== above?.getPropertyValue(name),
    );
    const written = names.map((name) => [name, plainColour(its.getPropertyValue(name))]);
    if (its.opacity !== "1") written.push(["opacity", its.opacity]);
    const hidden = its.visibility === "hidden" && node.childElementCount === 0;
    return { written, gone: (its.display === "none" || hidden) && node.localName !== "tspan" };
  });
  nodes.forEach((node, k) => {
    for (const { name } of [...node.attributes]) {
      if (name === "class" || name === "style" || name.startsWith("data-")) {
        node.removeAttribute(name);
      }
    }
    for (const [name, value] of found[k].written) put(node, name, value);
  });
  for (const [k, node] of nodes.entries()) if (found[k].gone) node.remove();
  root.querySelector("style")?.remove();
}

/**
 * A mixed colour as other programs write it.
 * @param {string} value
 */
function plainColour(value) {
  const parts = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value);
  return parts ? `rgb(${parts.slice(1).map((part) => Math.round(255 * Number(part)))})` : value;
}

/**
 * A text in at most `most` lines of about `width` characters; what is left out shows as "…".
 * @param {string} text
 * @param {number} width
 * @param {number} most
 */
export function broken(text, width, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length > most) lines[most - 1] += " …";
  return lines.slice(0, most);
}

/** @param {number} size */
function quiet(size) {
  return `font-size: ${size}px; fill: var(--muted)`;
}

/**
 * What the marks mean, and where the run comes from.
 * @param {About} about
 * @param {boolean} betting
 * @param {boolean} truth
 */
function smallPrint(about, betting, truth) {
  const bets = ["shaded: in the best set known", "arc: how much is certified"];
  const parts = [...(truth ? ["▲ truly one of the best"] : []), "ring: played now"];
  if (betting) parts.push(...bets);
  if (about.version) parts.push(about.version, `seed ${about.seed}`);
  if (about.version) parts.push(`instance seed ${about["instance seed"]}`);
  return parts.join(" · ");
}
