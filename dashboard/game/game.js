/** The game on the page. The server deals once; no round of it needs the server again. */

import { targetOf, unset } from "../../dart_player/js/dom.js";
import { armCount, armText, capital } from "../../dart_player/js/naming.js";
import { areOn, switching } from "../../dart_player/js/shortcuts.js";
import { armOfKey, averages, checkedActions, counted, named, short, tapped } from "./book.js";
import { jointReward } from "./rewards.js";

/** @import { Component, Dealt, Round } from "../types.d.ts" */

// ms: who presses one time more after the last round is not to lose the result.
const BREATH = 1_000;

/** @type {WeakMap<ParentNode, Game>} */
const games = new WeakMap(); // by the element that Streamlit calls with, again and again
/** @type {Map<string, number[][]>} */
const kept = new Map(); // actions by game: they outlive a look at another page

class Game {
  /** @type {Dealt} */
  dealt = unset();
  /** @type {number[]} */
  chosen = [];
  /** @type {Round[]} */
  rounds = [];
  ended = Number.NEGATIVE_INFINITY; // when the last round of a game was played here

  /** @param {ParentNode} root @param {(played: object | null) => void} tell */
  constructor(root, tell) {
    this.tell = tell;
    this.part = /** @type {(name: string) => HTMLElement} */ (
      (name) => root.querySelector(`[data-part="${name}"]`)
    );
    this.left = new AbortController();
    const { signal } = this.left;
    this.part("play").addEventListener("click", () => this.play(), { signal });
    /** @param {KeyboardEvent} event */
    const key = (event) => this.press(event);
    this.part("game").addEventListener("keydown", key, { signal });
    switching(/** @type {HTMLInputElement} */ (this.part("keys")), signal);
  }

  /**
   * Begin a game, or go on with one that was begun.
   * @param {Dealt} dealt
   */
  deal(dealt) {
    if (this.dealt?.id === dealt.id) return;
    this.dealt = dealt;
    this.chosen = [];
    const actions = checkedActions(kept.get(dealt.id) ?? stored(dealt.id), dealt);
    this.rounds = actions.map((arms, t) => ({ arms, reward: jointReward(dealt, t, arms) }));
    this.part("arms").replaceChildren(...Array.from({ length: dealt.n }, (_, i) => this.arm(i)));
    const rows = Math.ceil(dealt.n / 10);
    this.part("arms").style.setProperty("--columns", String(Math.ceil(dealt.n / rows)));
    this.part("lead").textContent =
      `Choose ${armCount(dealt, dealt.k)} and press Play. ` +
      "Each shows what its rounds earned on average.";
    this.part("rounds").replaceChildren();
    for (const t of this.rounds.keys()) this.list(t);
    this.say("");
    this.draw();
    this.fold(this.isOver());
    if (this.isOver()) this.tellAll();
  }

  /** @param {number} i */
  arm(i) {
    const button = document.createElement("button");
    button.type = "button";
    for (const [name, text] of [
      ["name", this.dealt.labels[i]],
      ["seen", ""],
    ]) {
      const span = document.createElement("span");
      span.className = name;
      span.textContent = text;
      button.append(span);
    }
    button.addEventListener("click", () => this.tap(i));
    return button;
  }

  isOver() {
    return this.rounds.length === this.dealt.table.length;
  }

  /** @param {number} arm */
  tap(arm) {
    if (this.isOver()) return;
    this.chosen = tapped(this.chosen, arm, this.dealt.k);
    this.draw();
  }

  /**
   * With the focus on the game a digit chooses; with the last arm chosen, Enter is on Play.
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!areOn() || targetOf(event).matches("input:not([type=checkbox])")) return;
    const arm = this.dealt ? armOfKey(event.key, this.dealt.n) : null;
    if (arm === null) return;
    this.tap(arm);
    if (this.chosen.length === this.dealt.k) this.part("play").focus({ preventScroll: true });
  }

  play() {
    const { dealt, chosen, rounds } = this;
    if (this.isOver()) {
      if (performance.now() - this.ended < BREATH) return;
      this.again();
      return;
    }
    if (chosen.length < dealt.k) {
      this.say(`Choose ${dealt.k - chosen.length} more.`);
      return;
    }
    const reward = jointReward(dealt, rounds.length, chosen);
    rounds.push({ arms: [...chosen], reward });
    this.list(rounds.length - 1);
    this.keep();
    const left = dealt.table.length - rounds.length;
    const what = chosen.length === 1 ? "earned" : "together earned";
    const then = left ? `${counted(left, "round")} left.` : "Your result is below.";
    this.say(`Round ${rounds.length}: ${named(chosen, dealt)} ${what} ${short(reward)}. ${then}`);
    this.draw();
    if (left) return;
    this.fold(true);
    this.ended = performance.now();
    this.tellAll();
  }

  again() {
    this.rounds = [];
    this.chosen = [];
    this.keep();
    this.part("rounds").replaceChildren();
    this.fold(false);
    this.tell(null);
    this.say(`The same ${this.dealt.thing[1]} and the same luck once more.`);
    this.draw();
  }

  /** Once it is over the result comes next, not the rounds. @param {boolean} away */
  fold(away) {
    /** @type {HTMLDetailsElement} */ (this.part("past")).open = !away;
  }

  tellAll() {
    this.tell({ id: this.dealt.id, actions: this.rounds.map(({ arms }) => arms) });
  }

  keep() {
    const actions = this.rounds.map(({ arms }) => arms);
    kept.set(this.dealt.id, actions);
    try {
      sessionStorage.setItem(`game-${this.dealt.id}`, JSON.stringify(actions));
    } catch {
      // a browser that stores nothing forgets the game when the page is loaded again
    }
  }

  /** @param {number} t */
  list(t) {
    const { arms, reward } = this.rounds[t];
    const item = document.createElement("li");
    item.value = t + 1;
    const paid = document.createElement("b");
    paid.textContent = short(reward);
    item.append(named(arms, this.dealt), paid);
    this.part("rounds").prepend(item);
  }

  /** @param {string} text */
  say(text) {
    this.part("said").textContent = text;
  }

  draw() {
    const { dealt, rounds, chosen } = this;
    const over = this.isOver();
    const all = dealt.table.length;
    const total = rounds.reduce((sum, { reward }) => sum + reward, 0);
    this.part("round").textContent = over
      ? `All ${all} rounds played`
      : `Round ${rounds.length + 1} of ${all}`;
    this.part("earned").textContent = rounds.length
      ? `earned ${short(total)}, ${short(total / rounds.length)} a round`
      : "";
    this.part("done").style.width = `${(100 * rounds.length) / all}%`;
    const seen = averages(rounds, dealt.n);
    [...this.part("arms").children].forEach((button, arm) => {
      const { plays, mean } = seen[arm];
      const isChosen = chosen.includes(arm);
      button.setAttribute("aria-pressed", String(isChosen));
      button.setAttribute("aria-disabled", String(over));
      const past = plays
        ? `, average ${short(mean)} in ${counted(plays, "round")}`
        : ", not played yet";
      button.setAttribute("aria-label", `${capital(armText(dealt, arm))}${past}`);
      button.children[1].textContent = plays ? `${mean.toFixed(2)} · ${plays}×` : "";
    });
    const play = this.part("play");
    play.textContent = over ? "Play the same once more" : `Play round ${rounds.length + 1}`;
    play.classList.toggle("go", !over && chosen.length === dealt.k);
    play.setAttribute("aria-disabled", String(!over && chosen.length < dealt.k));
    const last = rounds.at(-1);
    this.part("paid").textContent = last ? short(last.reward) : "–";
    this.part("bar").style.width = `${100 * (last?.reward ?? 0)}%`;
    this.part("past").hidden = rounds.length === 0;
  }
}

/** @param {string} id @returns {unknown} */
function stored(id) {
  try {
    return JSON.parse(sessionStorage.getItem(`game-${id}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<Dealt>} component
 */
export default function mount({ data, parentElement, setStateValue }) {
  let game = games.get(parentElement);
  if (!game) {
    game = new Game(parentElement, (played) => setStateValue("played", played));
    games.set(parentElement, game);
  }
  game.deal(data[0]);
  return () => {
    game.left.abort();
    games.delete(parentElement);
  };
}
