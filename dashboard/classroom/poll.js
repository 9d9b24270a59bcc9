/**
 * A question of a lesson, for the host of a room or on a phone in it.
 *
 * What others chose comes from the server only when the vote is closed. All text only ever becomes
 * text nodes.
 */

import { put, putText } from "../../dart_player/js/dom.js";
import { claim, keep, kept, voter } from "./identity.js";

/** @import { Component, PollData } from "../types.d.ts" */

/** What the server has not heard is said again after so many ms: a page may be offline. */
const AGAIN = 2000;

class Poll {
  /** @param {ParentNode} parent @param {(said: object) => void} say */
  constructor(parent, say) {
    this.find = /** @type {(part: string) => HTMLElement} */ (
      (part) => parent.querySelector(`[data-part="${part}"]`)
    );
    this.say = say;
    /** @type {PollData | null} */
    this.data = null;
    this.claimed = false;
    /** What the options were drawn of: buttons stay while somebody presses them. */
    this.drawn = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /**
     * The question that the host wants closed.
     * @type {string | undefined}
     */
    this.closing = undefined;
    this.find("poll-close").addEventListener("click", () => this.close());
  }

  /** @param {PollData} data */
  update(data) {
    this.data = data;
    const own = claim(data);
    if (data.mode === "phone" && !this.claimed) this.say(own);
    this.claimed = true;
    this.tell();
    this.draw(data);
  }

  close() {
    this.closing = this.data?.question?.name;
    this.tell();
  }

  /** Where this browser keeps what it chose. */
  get place() {
    return `dart-vote:${this.data?.code}:${this.data?.question?.name}`;
  }

  /** The answer that was chosen here, from 0; null before. */
  get choice() {
    const found = this.data?.question ? kept(this.place) : null;
    return found === null ? null : Number(found);
  }

  /** @param {number} option */
  choose(option) {
    if (!this.data || this.data.revealed) return;
    keep(this.place, String(option));
    this.tell();
    this.draw(this.data);
  }

  /** Tell the server what it does not know yet. */
  tell() {
    clearTimeout(this.retry);
    const { data, choice } = this;
    if (data?.mode === "host") {
      this.tellOfHost(data);
      return;
    }
    if (!data?.question || data.revealed || choice === null) return;
    if (data.mine?.[0] === choice) return;
    this.say({ vote: [choice, 0], name: data.question.name, voter: voter() });
    this.retry = setTimeout(() => this.tell(), AGAIN);
  }

  /** @param {PollData} data */
  tellOfHost({ question, revealed }) {
    if (!question || revealed || question.name !== this.closing) return;
    this.say({ close: this.closing });
    this.retry = setTimeout(() => this.tell(), AGAIN);
  }

  /** @param {PollData} data */
  draw({ mode, question, revealed, votes, voters, joined, mine, score, best }) {
    const host = mode === "host";
    put(this.find("poll-text"), "aria-level", host ? 2 : 1); // a phone shows nothing else
    putText(this.find("poll-title"), question && !host ? question.title : "");
    putText(
      this.find("poll-text"),
      question ? question.text : "You are in. Wait for the first question.",
    );
    const drawn = JSON.stringify([mode, question, revealed, votes]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.find("options").replaceChildren(
        ...(question?.options ?? []).map((text, option) => {
          const count = votes.find(([at]) => at === option)?.[1] ?? 0;
          return this.option(text, option, host, revealed, count, Math.max(1, voters));
        }),
      );
    }
    for (const node of this.find("options").querySelectorAll("button")) {
      put(node, "aria-pressed", Number(node.dataset.option) === this.choice);
    }
    const asks = question !== null && question.options.length > 0;
    const all = `${voters} of ${joined} ${joined === 1 ? "has" : "have"} voted`;
    putText(this.find("poll-count"), asks && (host || revealed) ? all : "");
    putText(this.find("poll-verdict"), asks ? this.verdict(host, revealed, mine, score) : "");
    putText(this.find("poll-why"), revealed ? (question?.why ?? "") : "");
    this.find("best").replaceChildren(
      ...(best ?? []).map(([who, right, asked]) => {
        const line = document.createElement("li");
        line.textContent = `${who}: ${right} of ${asked}`;
        return line;
      }),
    );
    putText(this.find("poll-spoken"), this.aloud());
    this.find("poll-close").hidden = !host || !question || revealed;
  }

  /** What has just come, as one text: a question, a vote that was heard, the answer with all votes. */
  aloud() {
    const part = (/** @type {string} */ name) => this.find(name).textContent;
    const { question, revealed, votes } = /** @type {PollData} */ (this.data);
    if (!question) return part("poll-text");
    if (!revealed) return part("poll-verdict") || `Question: ${part("poll-text")}`;
    const counted = question.options.map(
      (text, option) => `${text}: ${votes.find(([at]) => at === option)?.[1] ?? 0}.`,
    );
    const right = question.right === null ? "" : `The answer: ${question.options[question.right]}.`;
    const said = [part("poll-verdict"), right, part("poll-why"), "Votes:", ...counted];
    return said.filter(Boolean).join(" ");
  }

  /**
   * @param {string} text @param {number} option @param {boolean} host @param {boolean} revealed
   * @param {number} count @param {number} of
   */
  option(text, option, host, revealed, count, of) {
    const right = revealed && this.data?.question?.right === option;
    const node = document.createElement(host ? "div" : "button");
    node.className = right ? "option right" : "option";
    node.dataset.option = String(option);
    if (node instanceof HTMLButtonElement) {
      node.type = "button";
      node.disabled = revealed;
      node.addEventListener("click", () => this.choose(option));
    }
    const said = document.createElement("span");
    said.className = "said";
    said.textContent = right ? `✓ ${text}` : text;
    node.append(said);
    if (revealed) {
      const share = document.createElement("span");
      share.className = "share";
      share.style.width = `${(100 * count) / of}%`;
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = String(count);
      node.prepend(share);
      node.append(number);
    }
    return node;
  }

  /**
   * @param {boolean} host @param {boolean} revealed @param {[number, number] | null | undefined} mine
   * @param {[number, number] | undefined} score
   */
  verdict(host, revealed, mine, score) {
    if (host) return "";
    if (!revealed) return this.choice === null ? "" : "Your answer is in. You can still change it.";
    const told = score ? ` Your score: ${score[0]} of ${score[1]}.` : "";
    if (!mine)
      return `${this.choice === null ? "You did not vote." : "Your answer came too late."}${told}`;
    const right = this.data?.question?.right;
    if (right === null) return "This question has no right answer.";
    return `${mine[0] === right ? "Right!" : "Not this time."}${told}`;
  }
}

/** @type {WeakMap<ParentNode, Poll>} */
const polls = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<PollData>} component
 */
export default function mount({ data, parentElement, setTriggerValue }) {
  let poll = polls.get(parentElement);
  if (poll === undefined) {
    poll = new Poll(parentElement, (said) => setTriggerValue("said", said));
    polls.set(parentElement, poll);
  }
  poll.update(data[0]);
  const shown = poll;
  return () => {
    clearTimeout(shown.retry);
    polls.delete(parentElement);
  };
}
