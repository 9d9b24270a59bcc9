/** The pseudo-code panel: its lines, the ones that are at work, and the variables' values. */

import { html, paperLink, put, putText } from "./dom.js";
import { stagesAt, valuesAt } from "./stages.js";

/** @import { Run, SlowStep } from "./types.d.ts" */

/**
 * The pieces of a text: *x* is a variable, _x or _{xy} below, ^x or ^{xy} above; anything else is
 * plain. A lone * that nothing closes stays what it is.
 * @param {string} text
 * @returns {[string, string][]}
 */
export function pieces(text) {
  /** @type {[string, string][]} */
  const found = [];
  const marks = /\*([^*\s][^*]*)\*|_\{([^}]*)\}|_([^\s{])|\^\{([^}]*)\}|\^([^\s{])/gu;
  let from = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > from) found.push(["", text.slice(from, match.index)]);
    const [all, variable, longSub, sub, longSup, sup] = match;
    if (variable !== undefined) found.push(["i", variable]);
    else if (longSub !== undefined || sub !== undefined) found.push(["sub", longSub ?? sub]);
    else found.push(["sup", longSup ?? sup]);
    from = match.index + all.length;
  }
  if (from < text.length) found.push(["", text.slice(from)]);
  return found;
}

export class CodePanel {
  /** @param {HTMLElement} root @param {Run} run */
  constructor(root, run) {
    this.run = run;
    root.replaceChildren();
    this.lines = [];
    this.values = [];
    if (run.code === null) return;
    html("h2", "panel-title", root, run.code.title);
    const { about, stages: places } = run.places;
    if (about) {
      const line = html("p", "in-paper", root, "In the paper: ");
      paperLink(line, about);
      if (Object.keys(places).length > 0) line.append("; its lines stand at the right");
    }
    const list = html("ol", "code", root);
    for (const [depth, stages, text] of run.code.lines) {
      const node = html("li", "", list);
      node.style.setProperty("--depth", String(depth));
      typeset(node, text);
      const own = stages.split(" ");
      const [place, , numbers] = places[own.find((stage) => places[stage]) ?? ""] ?? [];
      if (place) put(html("span", "numbers", node, numbers), "title", `In the paper: ${place}`);
      this.lines.push({ node, stages: own });
    }
    const symbols = html("dl", "symbols", root);
    for (const [symbol, meaning, key] of run.code.symbols) {
      const pair = html("div", "", symbols);
      put(pair, "title", meaning);
      typeset(html("dt", "", pair), symbol);
      this.values.push({ pair, node: html("dd", "", pair), key });
    }
    const legend = html("details", "meanings", root);
    html("summary", "", legend, "What the symbols mean");
    const meanings = html("dl", "answers", legend);
    for (const [symbol, meaning, , place] of run.code.symbols) {
      typeset(html("dt", "", meanings), symbol);
      const said = html("dd", "", meanings, `${meaning}\u00a0`);
      if (place.length > 0) paperLink(said, place, meaning);
    }
  }

  /**
   * Light the lines of a position, or of a step of slow motion: its stage, and its one number.
   * @param {number} position
   * @param {SlowStep | null} step
   */
  draw(position, step) {
    const stages = step ? step.stages : stagesAt(this.run, position);
    for (const { node, stages: own } of this.lines) {
      const lit = own.some((stage) => stages.includes(stage));
      put(node, "data-lit", lit);
      if (lit) put(node, "aria-current", "step");
      else node.removeAttribute("aria-current");
    }
    /** @type {Record<string, string>} */
    const values = { ...valuesAt(this.run, position), ...step?.values };
    for (const { pair, node, key } of this.values) {
      const value = values[key] ?? "";
      pair.hidden = value === "";
      putText(node, value);
    }
  }
}

/** @param {HTMLElement} node @param {string} text */
export function typeset(node, text) {
  for (const [tag, piece] of pieces(text)) {
    if (tag === "") node.append(piece);
    else html(/** @type {"i" | "sub" | "sup"} */ (tag), "", node, piece);
  }
}
