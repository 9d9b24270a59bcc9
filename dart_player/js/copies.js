/**
 * A crowd while it plays: copies of its tokens' pictures, on a canvas over the lanes.
 *
 * To move many elements costs a browser much, to copy pictures little. Each look of a token is painted
 * once, from its own elements and what the style sheet says of them: so how arms look stands in one
 * place. At rest, and under a pointer, the elements themselves are seen.
 */

import { html } from "./dom.js";
import { halfWidth, isLegible, RADIUS } from "./packing.js";
import { canPaint, contextOf, paint, Sheet, stylesOf } from "./painting.js";

/** @import { Look, Style, Token } from "./types.d.ts" */
/** @import { Tokens } from "./tokens.js" */

/** From so many arms on, in all lanes together, it is worth it. */
export const CROWD = 90;
/** What ring, lines and mark take around a token, in px at scale 1. */
const AROUND = 12;
/** So many looks are painted at a frame, lest one of them is late; the others wait as they were. */
const EACH = 8;
/**
 * How wide and high a sheet of looks is, in px, and how many there are before all begin anew. A sheet
 * for each look would take longest of all; a large one is slow, as browsers copy it when it changes.
 */
const SHEET = 320;
const SHEETS = 12;

export class Copies {
  /** Pixels of the canvas to a unit of the lanes; 0 while there are no copies. */
  ratio = 0;
  wanted = false;
  sheet = new Sheet(0);
  sheets = 0;
  /** On all sheets, by what was written to a token, and by its name where it can be read. @type {Map<string, Look>} */
  looks = new Map();
  /** What all tokens share that look alike but for their names. @type {Map<string, (Style | null)[]>} */
  kinds = new Map();
  /** What each arm looks like, and what was written to its token then. @type {Look[]} */
  shown = [];
  /** @type {string[]} */
  written = [];
  /** How many have none yet, and who is the first to get another one. */
  missing = 0;
  first = 0;

  /** @param {Element} picture @param {Tokens} tokens that are in it */
  constructor(picture, tokens) {
    this.picture = picture;
    this.tokens = tokens;
    this.canvas = html("canvas", "copies");
    this.context = contextOf(this.canvas);
  }

  /**
   * Show copies, as soon as there is one of each arm, or else the tokens. A token that is not seen is
   * not there either, but for the one that Tab leads to.
   * @param {boolean} wanted
   * @param {number} width of the lanes, in units
   */
  turn(wanted, width = 0) {
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    const around = wanted && canPaint() ? this.picture.parentElement : null; // to measure takes a layout
    const { clientWidth = 0, clientHeight = 0 } = around ?? {};
    this.canvas.width = Math.round(devicePixelRatio * clientWidth);
    this.canvas.height = Math.round(devicePixelRatio * clientHeight);
    this.ratio = clientWidth > 0 ? this.canvas.width / width : 0;
    [this.sheet, this.sheets] = [new Sheet(0), 0];
    this.looks.clear();
    this.kinds.clear();
    [this.shown, this.written] = [[], []];
    this.missing = this.tokens.tokens.length;
    this.first = 0;
    this.tokens.layer.classList.toggle("crowd", this.ratio > 0);
    this.cover(false);
  }

  /** Begin another sheet, for looks of at least a size; who is on an old one stays there. @param {number} size */
  turnSheet(size) {
    if (this.sheets === SHEETS) this.looks.clear();
    this.sheets = (this.sheets % SHEETS) + 1;
    this.sheet = new Sheet(Math.max(size, Math.round(SHEET * devicePixelRatio)));
  }

  /** @param {boolean} copied */
  cover(copied) {
    this.tokens.copied = copied;
    this.tokens.layer.classList.toggle("copied", copied);
    if (copied) this.picture.after(this.canvas);
    else this.canvas.remove();
  }

  /** To be called when everything that dresses the tokens has done so. */
  draw() {
    const { ratio, tokens } = this;
    if (ratio === 0) return;
    this.look();
    if (!tokens.copied && this.missing === 0) this.cover(true);
    if (tokens.copied) this.copy();
  }

  /** Who has changed gets another look, if it is there or may be painted; who has waited comes first. */
  look() {
    const { tokens } = this.tokens;
    let left = EACH;
    /** @type {number | undefined} */
    let waiting;
    for (let q = 0; q < tokens.length; q++) {
      const arm = (this.first + q) % tokens.length;
      const token = tokens[arm];
      const written = `${token.key} ${token.bet}`;
      if (written === this.written[arm]) continue;
      const kind = `${written} ${token.label.length} ${token.group.childElementCount}`;
      const key = isLegible(token.scale) ? `${kind} ${token.label}` : kind;
      let look = this.looks.get(key);
      if (!look) {
        if (left === 0) {
          waiting ??= arm;
          continue;
        }
        left -= 1;
        look = this.paint(token, kind);
        this.looks.set(key, look);
      }
      if (!this.shown[arm]) this.missing -= 1;
      [this.shown[arm], this.written[arm]] = [look, written];
    }
    this.first = waiting ?? 0;
  }

  /** @param {Token} token @param {string} kind */
  paint({ group, label, scale }, kind) {
    const styles = this.kinds.get(kind) ?? stylesOf(group);
    this.kinds.set(kind, styles);
    const zoom = this.ratio * scale;
    const half = halfWidth(label, scale) / scale;
    const size = 2 * Math.ceil((Math.max(half, RADIUS) + AROUND) * zoom);
    if (!this.sheet.hasRoom(size)) this.turnSheet(size);
    const { canvas, context } = this.sheet;
    const [x, y] = this.sheet.place(size);
    context.setTransform(zoom, 0, 0, zoom, x + size / 2, y + size / 2);
    paint(context, group, styles);
    const opacity = Number(getComputedStyle(group).opacity);
    return { sheet: canvas, x, y, size, opacity, scale };
  }

  copy() {
    const { canvas, context, ratio, shown, tokens } = this;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false; // copied to whole pixels, which costs half
    for (const [arm, { sheet, x, y, size, opacity, scale }] of shown.entries()) {
      const side = Math.round((size * tokens.scale[arm]) / scale);
      const left = Math.round(tokens.x[arm] * ratio - side / 2);
      const top = Math.round(tokens.y[arm] * ratio - side / 2);
      context.globalAlpha = opacity;
      context.drawImage(sheet, x, y, size, size, left, top, side, side);
    }
  }
}
