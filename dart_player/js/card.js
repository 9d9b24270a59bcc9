/**
 * The card at the end: what was found, whether it was right, what it cost, and what to do next.
 *
 * It opens by itself only where the run was played to its end; later, and after a link to the end,
 * a button brings it back. Where a lesson or a question is open the page does not ask for it.
 */

import { LANES, MOST_RUNS } from "./decode.js";
import { html, listen, put } from "./dom.js";
import { endingOf, meaning, shortName } from "./ending.js";

/** @import { Act, CardOwner, Show } from "./types.d.ts" */

/** What a visitor can go on with, and what the button says. */
const STEPS = /** @type {const} */ ({
  luck: "Same arms, new luck",
  arms: "New arms",
});

/** Against these there is no race. */
const IDLE = ["guessing", "oracle"];

export class Card {
  /** @type {Show | null} */
  show = null;
  isOpen = false;
  /** Nothing is said where the page does not want it, and nowhere before the end. */
  allowed = false;
  said = "";

  /** @param {CardOwner} player @param {AbortSignal} signal */
  constructor(player, signal) {
    this.player = player;
    this.card = player.find("card");
    this.opener = player.find("card-open");
    put(this.card, "role", "region");
    put(this.card, "aria-label", "How it ended");
    listen(this.opener, "click", () => this.open(true), signal);
  }

  /**
   * New data: what was open for another run is closed.
   * @param {Show} show
   */
  load(show) {
    if (show.id !== this.show?.id) this.isOpen = false;
    this.show = show;
    this.said = "";
  }

  /** @param {boolean} [byHand] */
  open(byHand = false) {
    this.isOpen = true;
    this.player.paint();
    if (byHand) this.card.querySelector("button")?.focus({ preventScroll: true });
  }

  close() {
    const inside = this.card.contains(/** @type {Node | null} */ (focused(this.card)));
    this.isOpen = false;
    this.player.paint();
    if (inside) this.opener.focus({ preventScroll: true });
  }

  /** Close what Escape closes; true if it was open. */
  escape() {
    if (this.card.hidden) return false;
    this.close();
    return true;
  }

  /** @param {boolean} ended @param {boolean} truth @param {boolean} predicts */
  draw(ended, truth, predicts) {
    const { show } = this;
    this.allowed = ended && !predicts && show?.start.next !== undefined;
    if (!ended) this.isOpen = false;
    if (this.allowed && show !== null && this.isOpen) this.write(show, truth);
    const hidden = !(this.allowed && this.isOpen);
    if (this.card.hidden !== hidden) this.card.hidden = hidden;
    if (!hidden) this.place();
    const offered = this.allowed && !this.isOpen;
    if (this.opener.hidden === offered) this.opener.hidden = !offered;
    // For the styles: behind `:has` WebKit overlooks what is shown later.
    put(this.player.root, "data-ended", offered);
  }

  /** Where it is a sheet, it leaves the arms that are in to be seen. */
  place() {
    const { lanes, fitting, find } = this.player;
    const box = lanes.geometry?.lanes[LANES.accept];
    if (!box) return;
    const stage = this.card.offsetParent?.getBoundingClientRect().top ?? 0;
    const above = find("lanes").getBoundingClientRect().top - stage;
    const top = above + fitting.scale * (box.top + box.height) + 4;
    this.card.style.setProperty("--card-top", `${Math.round(top)}px`);
  }

  /** @param {Show} show @param {boolean} truth */
  write(show, truth) {
    const { title, lines } = endingOf(show, truth);
    const said = [title, ...lines].join(" ");
    if (said === this.said) return;
    this.said = said;
    this.card.replaceChildren();
    const close = html("button", "close", this.card, "\u00d7");
    close.type = "button";
    close.setAttribute("aria-label", "Close (Escape)");
    close.addEventListener("click", () => this.close());
    html("h2", "card-title", this.card, title);
    for (const line of lines) html("p", "card-line", this.card, line);
    if (lines.length > 0) html("p", "card-meaning", this.card, meaning(show.runs[0]));
    this.writeSteps(show, html("div", "card-steps", this.card));
  }

  /** @param {Show} show @param {HTMLElement} steps */
  writeSteps(show, steps) {
    const next = show.start.next ?? [];
    const { tell } = this.player;
    const [, several] = show.problem.thing;
    if (tell !== null && next.includes("play")) way(steps, "Try to beat it", `play?${show.link}`);
    const knob = this.player.find("knobs").querySelector("input");
    if (knob !== null && !this.player.find("knobs").hidden) {
      const button = step(steps, `Change ${knob.getAttribute("aria-label")}`);
      button.addEventListener("click", () => {
        this.close();
        knob.focus();
        knob.scrollIntoView({ block: "nearest" });
      });
    }
    if (tell === null) return;
    const rival = nextRival(show);
    if (rival) {
      const button = step(steps, `Race ${shortName(rival.label)}`);
      button.addEventListener("click", () => {
        this.player.playNext = true;
        tell({ name: "race", choice: rival.choice, id: show.runs[0].id });
      });
    }
    for (const [name, text] of Object.entries(STEPS)) {
      if (!next.includes(/** @type {keyof typeof STEPS} */ (name))) continue;
      const button = step(steps, text.replace("arms", several));
      button.addEventListener("click", () => {
        this.player.playNext = true;
        tell(/** @type {Act} */ ({ name, id: show.runs[0].id }));
      });
    }
    if (show.start.lesson) way(steps, "Next lesson", show.start.lesson);
  }
}

/**
 * Who is to be raced next: of those that are offered at first sight, the first who is not in yet.
 * @param {Show} show
 */
function nextRival({ rivals, runs }) {
  if (runs.length >= MOST_RUNS) return undefined;
  return rivals.find(({ racing, more, label }) => !racing && !more && !IDLE.includes(label));
}

/** @param {HTMLElement} parent @param {string} text */
function step(parent, text) {
  const button = html("button", "card-step", parent, text);
  button.type = "button";
  return button;
}

/**
 * A way to another page.
 * @param {HTMLElement} parent
 * @param {string} text
 * @param {string} address
 */
function way(parent, text, address) {
  html("a", "card-step", parent, text).href = address;
}

/** @param {Node} node */
function focused(node) {
  const tree = /** @type {Document | ShadowRoot} */ (node.getRootNode());
  return tree.activeElement;
}
