/**
 * What an algorithm that bets shows beyond sets and estimates: which arms are in its incumbent set,
 * whom it compares, how much of an arm's decision is certified, and how the leading bet stands.
 */

import { split, stateFrame } from "./clock.js";
import { LANES, ROLES } from "./decode.js";
import { approach, freshId, place, put, putText, px, show, svg, unset } from "./dom.js";
import { formatCount, formatWealth } from "./format.js";
import { halfWidth, RADIUS } from "./packing.js";
import { Cuts, fedBy, sharesAt } from "./shares.js";

/** @import { Bet, BettingRun, Geometry, Run, Tag } from "./types.d.ts" */
/** @import { Tokens } from "./tokens.js" */

/** Height of the strip above the lanes that holds the leading bet. */
export const STRIP = 44;
/** Time constant of what glides from arm to arm, in s. */
const TURN = 0.09;
/** What a letter of the strip takes, and a bold one of a tag, in px. */
const LETTER = 6.2;
const BOLD = 7.6;
const ROLE_NAMES = Object.entries(ROLES);

/**
 * The roles of an arm at a frame, in words; none in a run without bets.
 * @param {Run} run
 * @param {number} frame
 * @param {number} arm
 */
export function rolesOf(run, frame, arm) {
  if (run.marks === null) return [];
  const mark = run.marks[frame * run.n + arm];
  return ROLE_NAMES.filter(([, bit]) => mark & bit).map(([name]) => name);
}

/**
 * That an arm is not compared for now, in words; "" if it is.
 * @param {Run} run
 * @param {number} at frame · n + arm
 */
export function waitText(run, at) {
  if (run.waits === null || run.waits[at] === 0) return "";
  return `ahead of its time: waits until round ${formatCount(run.waits[at])}`;
}

/**
 * The leading bet at a position, its wealth followed between frames; null if there is none.
 * @param {BettingRun} run
 * @param {number} position
 * @returns {Bet | null}
 */
export function betAt(run, position) {
  const { i, f } = split(run, position);
  const frame = stateFrame(run, position);
  const [better, worse, wealth, threshold] = run.lead.subarray(4 * frame, 4 * frame + 4);
  if (better < 0 || run.phase[frame] === 1) return null;
  /** @param {number} g */
  const at = (g) => run.lead.subarray(4 * g, 4 * g + 4);
  /** @param {number} g */
  const same = (g) => g < run.count && at(g)[0] === better && at(g)[1] === worse;
  const followed = same(i) && same(i + 1);
  const logWealth = followed ? at(i)[2] + (at(i + 1)[2] - at(i)[2]) * f : wealth;
  return { better, worse, logWealth, threshold, certified: wealth >= threshold };
}

export class Bets {
  /** @type {Geometry} */
  geometry = unset();
  turning = false;
  length = 0;
  racing = false;
  /** Whether both tags have room for their words. */
  roomy = true;

  /**
   * `root` is a layer below the tokens, so that no line ever covers an arm.
   * @param {SVGElement} root
   * @param {BettingRun} run
   * @param {Tokens} tokens
   */
  constructor(root, run, tokens) {
    this.run = run;
    this.tokens = tokens;
    this.share = NaN;
    this.strip = makeStrip(root);
    this.cuts = new Cuts(root);
    this.edge = makeEdge(root);
    this.tags = [makeTag(root, "weakest"), makeTag(root, "challenger")];
    this.arcs = tokens.tokens.map(({ group }) =>
      svg("rect", { class: "arc", pathLength: 100, visibility: "hidden" }, group),
    );
  }

  /** Take back what it added to the tokens. */
  leave() {
    for (const arc of this.arcs) arc.remove();
    for (const token of this.tokens.tokens) {
      put(token.group, "data-incumbent", false);
      token.bet = "";
    }
  }

  /** @param {Geometry} geometry @param {boolean} racing */
  resize(geometry, racing) {
    this.geometry = geometry;
    this.share = NaN; // written anew, without gliding
    for (const tag of this.tags) tag.arm = -1;
    const { frame, name, left, right, short, track, full } = this.strip;
    for (const node of [frame, left, right]) show(node, !racing);
    show(name, !racing && !geometry.narrow);
    const { from, to, y } = racing ? inLane(geometry) : inStrip(geometry);
    put(frame, "width", Math.max(0, geometry.width - 1));
    put(left, "x", from);
    put(right, "x", to);
    if (geometry.narrow) place(short, from - 5, y + 8, "end");
    else place(short, from, y - 5, "start");
    const words = this.tags.reduce((sum, { width }) => sum + width + 10, 0);
    this.roomy = words <= geometry.width - geometry.gutter;
    this.racing = racing;
    for (const bar of [track, full]) {
      put(bar, "x", from);
      put(bar, "y", y);
    }
    put(track, "width", Math.max(0, px(to - from)));
    this.length = to - from;
  }

  /**
   * Draw after the tokens, whose places it follows. True while something still moves.
   * @param {number} position
   * @param {number} dt
   */
  draw(position, dt) {
    const frame = stateFrame(this.run, position);
    const bet = betAt(this.run, position);
    this.drawArms(position, frame);
    this.drawEdge(bet);
    const turning = this.drawTags(frame, dt);
    return this.drawStrip(bet, frame, dt) || turning;
  }

  /** @param {Bet | null} bet @param {number} frame @param {number} dt */
  drawStrip(bet, frame, dt) {
    const { left, right, full } = this.strip;
    const target = bet === null ? 0 : clamp(bet.logWealth / bet.threshold);
    const before = this.share;
    // A bet is followed exactly; another bet in the lead needs a glide.
    const jump = this.turning || Math.abs(target - before) > 0.04;
    this.share = jump ? approach(before, target, dt, TURN, 0.004) : target;
    this.turning = this.share !== target;
    const { short, track } = this.strip;
    show(short, this.racing && bet !== null);
    for (const bar of [track, full]) show(bar, !this.racing || bet !== null);
    put(full, "width", px(this.share * this.length));
    put(full, "data-certified", bet?.certified === true);
    const { narrow } = this.geometry;
    const words = betWords(this.run, bet, frame, narrow);
    const grown = bet === null ? "" : wealthWords(bet, narrow);
    const shares = bet === null ? [] : sharesAt(this.run, frame);
    const whole = also(words, fedBy(this.run, shares));
    const fits = (whole.length + grown.length + 4) * LETTER <= this.length;
    putText(left, fits ? whole : words);
    putText(right, grown);
    const { from, y } = this.racing ? inLane(this.geometry) : inStrip(this.geometry);
    this.cuts.draw(shares, from, y, this.share * this.length);
    return this.turning;
  }

  /**
   * The outline of an arm fills up: certified shares of what accepts an incumbent, or rejects others.
   * @param {number} position
   * @param {number} frame
   */
  drawArms(position, frame) {
    const { run, arcs, tokens } = this;
    const { i, f } = split(run, position);
    const later = f > 0 ? i + 1 : i;
    for (let arm = 0; arm < run.n; arm++) {
      const [at, now, next] = [frame, i, later].map((g) => g * run.n + arm);
      const inside = (run.marks[at] & ROLES.incumbent) !== 0;
      const same = ((run.marks[now] ^ run.marks[next]) & ROLES.incumbent) === 0;
      const share = same
        ? run.progress[now] + (run.progress[next] - run.progress[now]) * f
        : run.progress[at];
      const arc = arcs[arm];
      const token = tokens.tokens[arm];
      const percent = run.lane[at] === LANES.active ? Math.round((100 * share) / 255) : 0;
      const half = halfWidth(token.label, token.scale) / token.scale;
      const bet = [inside, percent, half].join();
      if (bet === token.bet) continue;
      token.bet = bet;
      put(token.group, "data-incumbent", inside);
      show(arc, percent > 0);
      if (percent === 0) continue;
      put(arc, "x", px(-half));
      put(arc, "y", -RADIUS);
      put(arc, "width", px(2 * half));
      put(arc, "height", 2 * RADIUS);
      put(arc, "rx", RADIUS);
      put(arc, "stroke-dasharray", `${percent} 100`);
    }
  }

  /**
   * The leading bet among the arms: an arrow from the better to the worse.
   * @param {Bet | null} bet
   */
  drawEdge(bet) {
    const { line } = this.edge;
    show(line, bet !== null);
    if (bet === null) return;
    const { x, y, scale } = this.tokens;
    const { better: a, worse: b } = bet;
    const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
    const length = Math.hypot(dx, dy) || 1;
    const bend = Math.min(40, 0.3 * length);
    const [midX, midY] = [(x[a] + x[b]) / 2 + (bend * dy) / length, (y[a] + y[b]) / 2 - bend];
    const away = Math.hypot(x[b] - midX, y[b] - midY) || 1;
    const short = (RADIUS + 7) * scale[b];
    const endX = x[b] + ((midX - x[b]) / away) * short;
    const endY = y[b] + ((midY - y[b]) / away) * short;
    put(line, "d", `M${px(x[a])} ${px(y[a])}Q${px(midX)} ${px(midY)} ${px(endX)} ${px(endY)}`);
    put(line, "data-certified", bet.certified);
  }

  /**
   * Words on the lane's first line, each with a line down to its arm.
   * @param {number} frame
   * @param {number} dt
   */
  drawTags(frame, dt) {
    const { run, geometry, tokens } = this;
    const box = geometry.lanes[0];
    const base = box.top + box.head + 12;
    let moving = false;
    for (const tag of this.tags) {
      const arm = run.phase[frame] === 1 ? -1 : this.armOf(frame, ROLES[tag.role]);
      show(tag.line, arm >= 0);
      show(tag.text, arm >= 0 && this.isWritten(tag));
      if (arm < 0) {
        tag.arm = -1;
        continue;
      }
      const glides = tag.arm >= 0 && (tag.arm !== arm || tag.turning);
      tag.x = glides ? approach(tag.x, tokens.x[arm], dt, TURN, 0.5) : tokens.x[arm];
      tag.turning = tag.x !== tokens.x[arm];
      tag.arm = arm;
      moving ||= tag.turning;
      const foot = Math.max(base + 3, tokens.y[arm] - (RADIUS + 2) * tokens.scale[arm]);
      put(tag.line, "d", `M${px(tag.x)} ${px(base - 9)}L${px(tag.x)} ${px(foot)}`);
    }
    this.placeTags(base);
    return moving;
  }

  /** Where there is no room for both words, one of them stands. @param {Tag} tag */
  isWritten({ role }) {
    return this.geometry.ranks && (this.roomy || role === "weakest");
  }

  /**
   * The tag on the left reads towards the left, so that the two never clash, except at an edge.
   * @param {number} base
   */
  placeTags(base) {
    const shown = this.tags
      .filter((tag) => tag.arm >= 0 && this.isWritten(tag))
      .sort((a, b) => a.x - b.x);
    const [from, to] = [this.geometry.gutter + 4, this.geometry.width - 6];
    let end = from;
    shown.forEach((tag, q) => {
      const leftwards = shown.length === 2 ? q === 0 : tag.x > (from + to) / 2;
      const wish = leftwards ? tag.x - 4 - tag.width : tag.x + 4;
      const room = shown.length === 2 && q === 0 ? shown[1].width + 10 : 0;
      const at = Math.max(end, Math.min(to - room - tag.width, wish));
      put(tag.text, "x", px(at));
      put(tag.text, "y", px(base));
      end = at + tag.width + 10;
    });
  }

  /** @param {number} frame @param {number} bit */
  armOf(frame, bit) {
    const { n, marks } = this.run;
    return marks.subarray(frame * n, (frame + 1) * n).findIndex((mark) => (mark & bit) !== 0);
  }

  /**
   * For those who cannot see the picture.
   * @param {number} position
   */
  summary(position) {
    const { run } = this;
    const frame = stateFrame(run, position);
    const bet = betAt(run, position);
    const named = ROLE_NAMES.map(([name, bit]) => {
      const arms = run.labels.filter((_, arm) => run.marks[frame * run.n + arm] & bit);
      return arms.length > 0 ? `${name}: ${arms.length > 20 ? arms.length : arms.join(", ")}` : "";
    });
    if (bet === null) return named.filter((text) => text !== "");
    const words = also(betWords(run, bet, frame, false), fedBy(run, sharesAt(run, frame)));
    return [...named, `${words}, ${wealthWords(bet)}`].filter((text) => text !== "");
  }
}

/** @param {BettingRun} run @param {Bet | null} bet @param {number} frame @param {boolean} narrow */
function betWords(run, bet, frame, narrow) {
  if (bet === null) {
    return run.phase[frame] === 1 ? "no more bets" : "no bets yet: random groups are played";
  }
  const [a, b] = [run.labels[bet.better], run.labels[bet.worse]];
  const [one] = run.thing;
  if (bet.certified) return `certified: ${one} ${a} is better than ${one} ${b}`;
  return narrow
    ? `bet: ${one} ${a} better than ${b}`
    : `bet: ${one} ${a} is better than ${one} ${b}`;
}

/** @param {string} words @param {string} more */
function also(words, more) {
  return more === "" ? words : `${words}, ${more}`;
}

/** @param {Bet} bet @param {boolean} narrow */
function wealthWords({ logWealth, threshold, certified }, narrow = false) {
  const now = `${narrow ? "" : "grown to "}${formatWealth(logWealth)}`;
  if (certified) return now;
  return `${now} of ${formatWealth(threshold)}`;
}

/** Where the bar of the leading bet stands in its own strip. @param {Geometry} geometry */
function inStrip({ narrow, gutter, width }) {
  return { from: narrow ? 10 : gutter, to: width - 12, y: 24 };
}

/** In a race: in the lane of estimates, below the arms or below its name. @param {Geometry} geometry */
function inLane({ narrow, gutter, width, lanes: [{ top, height }] }) {
  return narrow
    ? { from: 34, to: width - 12, y: top + height - 14 }
    : { from: 10, to: gutter - 12, y: top + 64 };
}

/** @param {SVGElement} root */
function makeStrip(root) {
  const height = STRIP - 6;
  const frame = svg("rect", { class: "lane", x: 0.5, y: 0.5, rx: 8, height }, root);
  const name = svg("text", { class: "lane-name" }, root);
  svg("tspan", { x: 10, y: 17 }, name).textContent = "bet in";
  svg("tspan", { x: 10, y: 32 }, name).textContent = "the lead";
  const short = svg("text", { class: "bet-words" }, root);
  short.textContent = "bet";
  const bar = { height: 8, rx: 4 };
  return {
    frame,
    name,
    short,
    left: svg("text", { class: "bet-words", y: 17 }, root),
    right: svg("text", { class: "bet-words", y: 17, "text-anchor": "end" }, root),
    track: svg("rect", { class: "track", ...bar }, root),
    full: svg("rect", { class: "wealth", ...bar }, root),
  };
}

/** @param {SVGElement} root */
function makeEdge(root) {
  const id = freshId("arrow");
  const attributes = { id, viewBox: "0 0 8 8", refX: 6, refY: 4, orient: "auto" };
  const marker = svg("marker", { ...attributes, markerWidth: 5, markerHeight: 5 }, root);
  svg("path", { class: "arrow", d: "M0 0L8 4L0 8Z" }, marker);
  return { line: svg("path", { class: "edge", "marker-end": `url(#${id})` }, root) };
}

/** @param {SVGElement} root @param {Tag['role']} role @returns {Tag} */
function makeTag(root, role) {
  const line = svg("path", { class: "tag-line" }, root);
  const text = svg("text", { class: `tag ${role}` }, root);
  text.textContent = role;
  return { role, line, text, arm: -1, x: NaN, turning: false, width: BOLD * role.length };
}

/** @param {number} share */
function clamp(share) {
  return Math.max(0, Math.min(1, share));
}
