/**
 * Predict first: alone, as the lecturer of a room, or on a phone in it.
 *
 * What is asked comes from the player (alone, lecturer) or from the server (phone). All text is
 * made here from numbers, labels of arms and words of lanes, and only ever becomes text nodes.
 */

import { listen, unset } from "../../dart_player/js/dom.js";

/** @import { Component, Guess, Question, ClassroomData } from "../types.d.ts" */

const VOTER = "dart-voter";
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
    this.lane = 1;
    this.at = -1;
    this.score = { asked: 0, right: 0 };
    const { signal } = this.done;
    for (const button of this.lanes) {
      listen(button, "click", () => this.setLane(Number(button.dataset.lane)), signal);
    }
    listen(this.find("go"), "click", () => this.go(), signal);
    listen(window, "dart:hello", () => this.instruct(), signal);
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
    const { mode, code, key } = this.data;
    if (mode === "host") keep(`dart-host:${code}`, key);
    const host = kept(`dart-host:${code}`);
    if (mode === "phone" && !this.claimed) this.say({ voter: voter(), ...(host && { host }) });
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
    this.choice = null;
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
    if (isNew || `${choice}` !== `${this.choice}`) this.lane = choice?.[1] ?? 1;
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
    if (this.choice) this.choose(this.choice[0]);
    this.draw();
  }

  /** @param {number} arm */
  choose(arm) {
    if (!this.isOpen()) return;
    this.choice = [arm, this.lane];
    if (this.data.mode === "phone") {
      remember(this.data, this.question, this.choice);
      this.vote();
    }
    this.draw();
  }

  go() {
    window.dispatchEvent(new CustomEvent("dart:go"));
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
    const { mode, labels, words, voters = 0 } = this.data;
    const { question } = this;
    const shown = question !== null && question !== undefined;
    this.find("panel").hidden = !shown && mode !== "phone";
    this.find("asked").hidden = !shown || mode === "host";
    this.find("tally").replaceChildren();
    put(this.find("verdict"), "");
    if (!shown) {
      put(this.find("title"), "Wait for the next question");
      put(this.find("count"), "The lecturer moves the clock.");
      this.find("go").hidden = true;
      return;
    }
    const open = this.isOpen();
    put(this.find("title"), open ? "Which arm moves next, and where?" : "Who moved:");
    for (const button of this.lanes) {
      const lane = Number(button.dataset.lane);
      put(button, words[lane]);
      button.setAttribute("aria-checked", String(lane === this.lane));
      button.disabled = !open;
    }
    this.drawArms(labels, open, question);
    const room = mode === "alone" ? "" : `${voters} ${voters === 1 ? "vote" : "votes"}`;
    const { asked, right } = this.score;
    put(this.find("count"), mode === "alone" ? (asked ? `${right} of ${asked} right` : "") : room);
    if (mode === "host" || (mode === "phone" && !open)) this.drawTally(labels, words, open);
    put(this.find("verdict"), open ? this.chosen(labels, words) : this.outcome(labels, words));
    const go = this.find("go");
    go.hidden = mode === "phone";
    put(go, !open ? "Go on" : mode === "host" ? "Close the vote and show" : guessed(this.choice));
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
          button.setAttribute("aria-label", `Arm ${labels[arm]}`);
          button.addEventListener("click", () => this.choose(arm));
          return button;
        }),
      );
    }
    for (const button of arms.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.arm) === this.choice?.[0]));
      button.disabled = !open;
    }
  }

  /** @param {string[]} labels @param {string[]} words @param {boolean} open */
  drawTally(labels, words, open) {
    const votes = [...this.data.votes].sort((a, b) => b[2] - a[2]).slice(0, 8);
    const most = Math.max(1, ...votes.map(([, , count]) => count));
    for (const [arm, lane, count] of votes) {
      const name = document.createElement("span");
      const right = !open && this.isRight([arm, lane]);
      put(name, `${right ? "✓ " : ""}arm ${labels[arm]} ${words[lane]}`);
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

  /** @param {string[]} labels @param {string[]} words */
  chosen(labels, words) {
    if (!this.choice) return "";
    const [arm, lane] = this.choice;
    return `Your guess: arm ${labels[arm]}, ${words[lane]}.`;
  }

  /** @param {string[]} labels @param {string[]} words */
  outcome(labels, words) {
    const told = (this.question?.answers ?? []).map(
      ([arm, lane]) => `arm ${labels[arm]} ${words[lane]}`,
    );
    const answer = `${told.join(", ")}.`;
    if (this.data.mode === "host") {
      const right = this.data.votes
        .filter(([arm, lane]) => this.isRight([arm, lane]))
        .reduce((sum, [, , count]) => sum + count, 0);
      return `${answer} ${right} of ${this.data.voters} were right.`;
    }
    if (!this.choice) return answer;
    const { mode, mine } = this.data;
    const late = mode === "phone" && mine !== undefined && `${mine}` !== `${this.choice}`;
    if (late) return `Your guess came too late. ${answer}`;
    return `${this.isRight(this.choice) ? "You were right" : "Not this time"}: ${answer}`;
  }

  destroy() {
    this.done.abort();
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

/** A random number that this browser keeps: a reloaded phone votes once. */
function voter() {
  let found = kept(VOTER);
  if (!found) {
    found = Array.from(crypto.getRandomValues(new Uint32Array(4)), (x) => x.toString(36)).join("");
    keep(VOTER, found);
  }
  return found;
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

/** @type {Map<string, string>} */
const memory = new Map(); // where a browser stores nothing

/** @param {string} key @returns {string | null} */
function kept(key) {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // private windows: this tab remembers, until it is reloaded
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
