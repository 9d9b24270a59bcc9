/** A bet that several arms feed: whose share of its bar is how long, and how many feed it, in words. */

import { put, px, show, svg } from "./dom.js";

/** @import { BettingRun, Share } from "./types.d.ts" */

/** Width of the cut between two shares of a bar, in px. */
const CUT = 2;

/**
 * The arms that the worse arm of the leading bet was compared with, each with its share of the bar;
 * those that feed it come first, the greatest share in front. None for a bet on a pair alone.
 * @param {BettingRun} run
 * @param {number} frame
 * @returns {Share[]}
 */
export function sharesAt(run, frame) {
  if (run.shares === null) return [];
  return [...run.shares.subarray(frame * run.n, (frame + 1) * run.n)]
    .map((share, arm) => ({ arm, share }))
    .filter(({ share }) => !Number.isNaN(share))
    .sort((a, b) => b.share - a.share);
}

/**
 * How many of them feed the bet; "" where there is but one to be named.
 * @param {BettingRun} run
 * @param {Share[]} shares
 */
export function fedBy({ thing: [, many] }, shares) {
  const fed = shares.filter(({ share }) => share > 0).length;
  if (shares.length < 2) return "";
  const some = fed === shares.length ? `all ${fed}` : `${fed} of the ${shares.length}`;
  return `fed by ${some} ${many} it met`;
}

/** The cuts of a bar into shares, over the bar itself. */
export class Cuts {
  /** @type {SVGElement[]} */
  #cuts = [];
  /** @type {SVGElement[]} */
  #shades = [];
  #root;

  /** @param {SVGElement} root */
  constructor(root) {
    this.#root = svg("g", { class: "shares" }, root);
  }

  /**
   * Every second share is paler, and a cut stands between each two.
   * @param {Share[]} shares
   * @param {number} x where the bar begins
   * @param {number} y
   * @param {number} length of its full part
   */
  draw(shares, x, y, length) {
    const fed = shares.filter(({ share }) => share > 0);
    const height = 8;
    while (this.#cuts.length < fed.length - 1) {
      this.#shades.push(svg("rect", { class: "shade", height }, this.#root));
      this.#cuts.push(svg("rect", { class: "cut", height, width: CUT }, this.#root));
    }
    let end = 0;
    this.#cuts.forEach((cut, q) => {
      const shade = this.#shades[q];
      const there = q < fed.length - 1;
      show(cut, there);
      show(shade, there && q % 2 === 0);
      if (!there) return;
      end += fed[q].share;
      put(cut, "x", px(x + end * length - CUT / 2));
      put(shade, "x", px(x + end * length));
      put(shade, "width", px(fed[q + 1].share * length));
      put(cut, "y", y);
      put(shade, "y", y);
    });
  }
}
