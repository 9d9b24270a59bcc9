/**
 * Predict first: alone, as the lecturer of a room, or on a phone in it.
 *
 * What is asked comes from the player (alone, lecturer) or from the server (phone). All text is
 * made here from numbers, labels of arms and words of lanes, and only ever becomes text nodes.
 */

import { listen, unset } from "../../dart_player/js/dom.js";
import { armText, capital } from "../../dart_player/js/naming.js";
import { claim, keep, kept, voter } from "./identity.js";

/** @import { Component, Guess, Question, ClassroomData } from "../types.d.ts" */

/** What the server has not heard is said again after so many ms: a page may be offline. */
const AGAIN = 2000;

class Panel {
  /** @type {ClassroomData} */
  data = unset();
  /** @type {Question | null} */
  question = null;
  /** @type {Guess | null} */
  choice = null;
  /**
   * The frame whose event has been seen.
   * @type {number | null | undefined}
   */
  passedFrame = null;
  /**
   * The position that the lecturer was last at.
   * @type {number | null}
   */
  lastAt = null;
  claimed = false;
  /** Whether the panel stands in the player's place for a question. */
  asks = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry = undefined;
  /** Which question the buttons of arms are of. */
  drawn = "";

  /** @param {ParentNode} parent @param {(said: object) => void} say */
  constructor(parent, say) {
    this.find = /** @type {(part: string) => HTMLElement} */ (
      (part) => parent.querySelector(`[data-part="${part}"]`)
    );
    this.lanes = [
      .../** @type {NodeListOf<HTMLButtonElement>} */ (parent.querySelectorAll("[data-lane]")),
    ];
    this.say = say;
    this.done = new AbortController();
    /** What is chosen so far: a lane, 0 for none, and an arm; only both together are a guess. */
    this.lane = 0;
    /** @type {number | null} */
    this.arm = null;
    this.secret = false;
    this.at = -1;
    this.score = { asked: 0, right: 0 };
    const { signal } = this.done;
    for (const button of this.lanes) {
      listen(button, "click", () => this.setLane(Number(button.dataset.lane)), signal);
    }
    listen(this.find("go"), "click", () => this.go(), signal);
    listen(window, "dart:hello", () => this.instruct(), signal);
    listen(window, "dart:place", ({ detail }) => this.place(detail.place), signal);
    listen(window, "dart:question", (event) => this.asked(event.detail), signal);
    listen(window, "dart:event", (event) => this.passed(event.detail), signal);
    listen(window, "dart:position", (event) => this.moved(event.detail), signal);
  }

  /**
   * New data from the server.
   * @param {ClassroomData} data
   */
  update(data) {
    if (data.run !== this.data?.run) this.question = null;
    this.data = data;
    this.instruct();
    this.claim();
    if (data.mode === "phone") this.follow(data);
    this.draw();
  }

  instruct() {
    if (!this.data) return;
    window.dispatchEvent(new CustomEvent("dart:asking", { detail: { open: this.asks } }));
    const { mode } = this.data;
    window.dispatchEvent(
      new CustomEvent("dart:class", {
        detail: { stops: mode !== "phone", follows: mode === "phone" },
      }),
    );
    if (mode === "phone") this.put(this.data.at);
  }

  /** A page that was reloaded says once whose it is: the lecturer's, or who has voted. */
  claim() {
    if (this.data.mode === "alone") return;
    const own = claim(this.data);
    if (this.data.mode === "phone" && !this.claimed) this.say(own);
    this.claimed = true;
  }

  /** @param {number} at */
  put(at) {
    window.dispatchEvent(new CustomEvent("dart:follow", { detail: { at } }));
  }

  // ------------------------------------------------------------ what the player says

  /**
   * The player has stopped before an event in which these arms may move.
   * @param {Question} question
   */
  asked({ frame, arms, answers }) {
    if (this.data.mode === "phone") return;
    this.question = { frame, arms, answers };
    this.forget();
    this.passedFrame = null;
    this.lead();
    this.draw();
  }

  /**
   * The event has been seen.
   * @param {{frame: number}} event
   */
  passed({ frame }) {
    if (this.question?.frame !== frame || this.passedFrame === frame) return;
    this.passedFrame = frame;
    if (this.data.mode === "alone" && this.choice) {
      this.score.asked += 1;
      this.score.right += this.isRight(this.choice) ? 1 : 0;
    }
    this.lead();
    this.draw();
  }

  /** @param {{at: number}} position */
  moved({ at }) {
    if (Math.abs(at - this.at) < 0.005) return;
    this.at = at;
    this.lead();
  }

  /** All of it each time: of two messages close together the server may see the last one only. */
  lead() {
    if (this.data.mode !== "host") return;
    const frame = this.question?.frame ?? -1;
    const shown = frame >= 0 && this.passedFrame === frame;
    this.say({ at: this.at, frame, shown });
    const isHeard = () => {
      const { at, question, revealed } = this.data;
      const asked = frame < 0 || (question?.frame === frame && revealed === shown);
      return asked && Math.abs(at - this.at) < 0.005;
    };
    this.again(() => isHeard() || this.lead());
  }

  /** @param {() => void} act */
  again(act) {
    clearTimeout(this.retry);
    this.retry = setTimeout(act, AGAIN);
  }

  // ------------------------------------------------------------ what the phone hears

  /** @param {ClassroomData} data */
  follow({ question, at }) {
    if (at !== this.lastAt) this.put(at);
    this.lastAt = at;
    const isNew = question?.frame !== this.question?.frame;
    this.question = question;
    this.passedFrame = this.data.revealed ? question?.frame : null;
    // Another tab of this browser may have chosen since: they share one vote.
    const choice = remembered(this.data, question);
    if (isNew || `${choice}` !== `${this.choice}`) {
      this.forget();
      if (choice) [this.arm, this.lane] = choice;
    }
    this.choice = choice;
    this.vote();
  }

  /** Tell the server what it does not know yet. */
  vote() {
    if (
      !this.question ||
      !this.isOpen() ||
      !this.choice ||
      `${this.choice}` === `${this.data.mine}`
    )
      return;
    this.say({ vote: this.choice, frame: this.question.frame, voter: voter() });
    this.again(() => this.vote());
  }

  // ------------------------------------------------------------ what the visitor does

  /** @param {number} lane */
  setLane(lane) {
    this.lane = lane;
    this.guess();
  }

  /** @param {number} arm */
  choose(arm) {
    this.arm = arm;
    this.guess();
  }

  /** Nothing is chosen before somebody chooses. */
  forget() {
    [this.choice, this.arm, this.lane] = [null, null, 0];
  }

  guess() {
    if (!this.isOpen()) return;
    const lane = this.data.race ? 1 : this.lane; // a racer is all that there is to choose
    if (this.arm !== null && lane > 0) this.choice = [this.arm, lane];
    if (this.choice && this.data.mode === "phone") {
      remember(this.data, this.question, this.choice);
      this.vote();
    }
    this.draw();
  }

  go() {
    if (this.data.mode !== "phone" && !this.isOpen()) this.close();
    window.dispatchEvent(new CustomEvent("dart:go"));
  }

  /** What was asked has been answered and seen: the chart comes back. */
  close() {
    this.question = null;
    this.draw();
  }

  /**
   * Stand over the player's place for a question while there is one; else where the page has it.
   * @param {HTMLElement} place
   */
  place(place) {
    const panel = this.find("panel");
    panel.style.cssText = "";
    panel.classList.toggle("over", this.asks);
    if (!this.asks) return;
    panel.style.cssText = "left: 0; top: 0";
    const [from, to] = [panel.getBoundingClientRect(), place.getBoundingClientRect()];
    const left = `${to.left - from.left}px`;
    const top = `${to.top - from.top}px`;
    panel.style.cssText = `left: ${left}; top: ${top}; width: ${to.width}px; height: ${to.height}px`;
  }

  isOpen() {
    return this.question !== null && this.passedFrame !== this.question.frame;
  }

  /** @param {Guess} guess */
  isRight([arm, lane]) {
    return this.question?.answers.some(([a, to]) => a === arm && to === lane) ?? false;
  }

  // ------------------------------------------------------------ what is seen

  draw() {
    const { mode, labels, words, voters = 0, joined = 0 } = this.data;
    const { question } = this;
    const shown = question !== null && question !== undefined;
    this.find("panel").hidden = !shown && mode !== "phone";
    this.ask(shown);
    this.find("asked").hidden = !shown || mode === "host";
    this.find("tally").replaceChildren();
    put(this.find("verdict"), "");
    if (!shown) {
      put(this.find("spoken"), mode === "phone" ? "Wait for the next question." : "");
      this.conceal(false);
      put(this.find("title"), "Wait for the next question");
      put(this.find("count"), "The lecturer moves the clock.");
      this.find("go").hidden = true;
      return;
    }
    const open = this.isOpen();
    this.conceal(open);
    const { race } = this.data;
    const asks = race
      ? "Who will be done first?"
      : `Which ${this.data.thing[0]} moves next, and where?`;
    put(this.find("title"), open ? asks : race ? "Done first:" : "Who moved:");
    this.find("ways").hidden = race;
    for (const button of this.lanes) {
      const lane = Number(button.dataset.lane);
      put(button, words[lane]);
      button.setAttribute("aria-checked", String(lane === this.lane));
      button.disabled = !open;
    }
    this.drawArms(labels, open, question);
    const room = `${voters} of ${joined} ${joined === 1 ? "has" : "have"} voted`;
    const { asked, right } = this.score;
    put(this.find("count"), mode === "alone" ? (asked ? `${right} of ${asked} right` : "") : room);
    if (mode !== "alone" && !open) this.drawTally(words);
    put(this.find("verdict"), open ? this.chosen(words) : this.outcome(words));
    put(this.find("spoken"), this.aloud(open));
    const go = this.find("go");
    go.hidden = mode === "phone";
    put(go, !open ? "Go on" : mode === "host" ? "Close the vote and show" : guessed(this.choice));
  }

  /**
   * What has just come, as one text: a question, a guess that was heard, the answer with all votes.
   * @param {boolean} open
   */
  aloud(open) {
    const part = (/** @type {string} */ name) => this.find(name).textContent;
    if (open) return part("verdict") || `Question: ${part("title")}`;
    const said = [part("title"), part("verdict")];
    const { mode, votes, words } = this.data;
    if (mode !== "alone") {
      const counted = votes.map(([arm, lane, n]) => `${this.named(arm, words[lane])}: ${n}.`);
      said.push("Votes:", ...counted);
    }
    return said.join(" ");
  }

  /**
   * Ask the player for the place that a question takes, or give it back.
   * @param {boolean} asks
   */
  ask(asks) {
    if (asks === this.asks) return;
    this.asks = asks;
    window.dispatchEvent(new CustomEvent("dart:asking", { detail: { open: asks } }));
  }

  /** @param {string[]} labels @param {boolean} open @param {Question} question */
  drawArms(labels, open, question) {
    const arms = this.find("arms");
    const { frame } = question;
    if (this.drawn !== `${this.data.run}:${frame}`) {
      this.drawn = `${this.data.run}:${frame}`;
      arms.replaceChildren(
        ...question.arms.map((arm) => {
          const button = document.createElement("button");
          button.type = "button";
          button.dataset.arm = String(arm);
          button.textContent = labels[arm];
          button.setAttribute(
            "aria-label",
            this.data.race ? labels[arm] : capital(armText(this.data, arm)),
          );
          button.addEventListener("click", () => this.choose(arm));
          return button;
        }),
      );
    }
    for (const button of arms.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.arm) === this.arm));
      button.disabled = !open;
    }
  }

  /**
   * Have the player hide what would answer the question, while it is open.
   * @param {boolean} secret
   */
  conceal(secret) {
    if (secret === this.secret) return;
    this.secret = secret;
    window.dispatchEvent(new CustomEvent("dart:secret", { detail: { secret } }));
  }

  /** @param {string[]} words */
  drawTally(words) {
    const votes = [...this.data.votes].sort((a, b) => b[2] - a[2]).slice(0, 8);
    const most = Math.max(1, ...votes.map(([, , count]) => count));
    for (const [arm, lane, count] of votes) {
      const name = document.createElement("span");
      const right = this.isRight([arm, lane]);
      put(name, `${right ? "✓ " : ""}${this.named(arm, words[lane])}`);
      const track = document.createElement("span");
      const bar = document.createElement("div");
      bar.className = right ? "bar right" : "bar";
      bar.style.width = `${(100 * count) / most}%`;
      track.append(bar);
      const number = document.createElement("span");
      put(number, String(count));
      this.find("tally").append(name, track, number);
    }
  }

  /**
   * An answer in words: an arm and where it goes, or a racer.
   * @param {number} arm
   * @param {string} lane
   */
  named(arm, lane, between = " ") {
    const { labels, race } = this.data;
    return race ? labels[arm] : `${armText(this.data, arm)}${between}${lane}`;
  }

  /** @param {string[]} words */
  chosen(words) {
    if (this.data.mode === "host") return "";
    if (!this.choice) {
      if (this.arm !== null) return `${capital(armText(this.data, this.arm))}: in or out?`;
      return this.lane > 0 ? `Which ${this.data.thing[0]} is ${words[this.lane]} next?` : "";
    }
    const [arm, lane] = this.choice;
    return `Your guess: ${this.named(arm, words[lane], ", ")}.`;
  }

  /** @param {string[]} words */
  outcome(words) {
    const told = (this.question?.answers ?? []).map(([arm, lane]) => this.named(arm, words[lane]));
    const answer = `${told.join(", ")}.`;
    if (this.data.mode === "host") {
      const right = this.data.votes
        .filter(([arm, lane]) => this.isRight([arm, lane]))
        .reduce((sum, [, , count]) => sum + count, 0);
      return `${answer} ${right} of ${this.data.voters} ${right === 1 ? "was" : "were"} right.`;
    }
    const { mode, mine, score } = this.data;
    const tally = mode === "phone" && score ? ` Your score: ${score[0]} of ${score[1]}.` : "";
    if (!this.choice) return `${answer}${tally}`;
    const late = mode === "phone" && mine !== undefined && `${mine}` !== `${this.choice}`;
    if (late) return `Your guess came too late. ${answer}${tally}`;
    return `${this.isRight(this.choice) ? "You were right" : "Not this time"}: ${answer}${tally}`;
  }

  destroy() {
    this.done.abort();
    this.conceal(false);
    this.ask(false);
    clearTimeout(this.retry);
    window.dispatchEvent(
      new CustomEvent("dart:class", { detail: { stops: false, follows: false } }),
    );
    // Another panel may have come before this one goes: it speaks up.
    window.dispatchEvent(new CustomEvent("dart:hello"));
  }
}

/** @param {Guess | null} choice */
const guessed = (choice) => (choice ? "Show" : "Show without guessing");

/** @param {HTMLElement} node @param {string} text */
function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {ClassroomData} data @param {Question | null} question */
const placeOf = (data, question) => `dart-vote:${data.code}:${data.run}:${question?.frame}`;
/** @param {ClassroomData} data @param {Question | null} question @param {Guess} choice */
const remember = (data, question, choice) => keep(placeOf(data, question), JSON.stringify(choice));

/** @param {ClassroomData} data @param {Question | null} question @returns {Guess | null} */
function remembered(data, question) {
  try {
    return question ? JSON.parse(kept(placeOf(data, question)) ?? "null") : null;
  } catch {
    return null;
  }
}

/** @type {WeakMap<ParentNode, Panel>} */
const panels = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<ClassroomData>} component
 */
export default function mount({ data, parentElement, setTriggerValue }) {
  let panel = panels.get(parentElement);
  if (panel === undefined) {
    panel = new Panel(parentElement, (said) => setTriggerValue("said", said));
    panels.set(parentElement, panel);
  }
  panel.update(data[0]);
  return () => {
    panel.destroy();
    panels.delete(parentElement);
  };
}
