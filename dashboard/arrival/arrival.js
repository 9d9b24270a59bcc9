/**
 * What a page of the app says and does before the app itself is there, and while it is cut off.
 *
 * It stands in the page's own answer, before all other scripts, and in plain words takes the place
 * of a blank page: where the browser is too old, the network lets no live connection through, or a
 * course page shows the app in a frame that keeps it from working. It is built for old browsers.
 */

import { keepTexts } from "./translation.js";

/** Milliseconds without a connection: at the start, and after there was one. */
const PATIENCE = { first: 8000, later: 2500 };
const TICK = 500;
const NAMES_OF_SCRIPTS = /^[\w ]*$/;
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ku|ps|sd|syr|ug|ur|yi)\b/i;
const STYLE = `
.arrival { position: fixed; z-index: 1000000; top: 64px; left: 50%; transform: translateX(-50%);
  box-sizing: border-box; width: min(34rem, calc(100vw - 24px)); padding: 14px 18px;
  border: 2px solid #0b62c4; border-radius: 10px; background: #fff; color: #0f151d;
  font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  box-shadow: 0 4px 24px rgba(0, 0, 0, 0.25); }
.arrival p { margin: 0.3rem 0 0; }
/* Beside a running picture: in Streamlit's bar, whose links wait too, left of the buttons. */
.arrival.brief { top: 4px; left: auto; right: 16.5rem; transform: none; width: auto;
  max-width: min(34rem, calc(100vw - 17rem)); padding: 4px 12px; font-size: 14px; line-height: 1.3; }
.arrival.brief :is(strong, p) { display: inline; }
@media (max-width: 640px) {
  .arrival.brief { left: 8px; right: 3.2rem; max-width: none; padding: 3px 8px; font-size: 13px; }
}
.arrival a { color: #0b62c4; }
@media (prefers-color-scheme: dark) {
  .arrival { border-color: #4f93ec; background: #181c24; color: #e9ecf1; }
  .arrival a { color: #7db6f8; }
}
`;

const script = document.currentScript;
const base = script?.getAttribute("data-base") || "/";
const saved = { text: "Watch a saved run, which needs no connection", href: `${base}saved.html` };

/** @typedef {{text: string, href: string}} Way */

/** @type {HTMLElement | null} */
let box = null;

/** @param {string} title @param {string} text @param {Way[]} ways @param {string} kind */
function say(title, text, ways, kind = "") {
  if (!document.body) {
    document.addEventListener("DOMContentLoaded", () => say(title, text, ways, kind));
    return;
  }
  if (box === null) {
    const style = document.createElement("style");
    style.textContent = STYLE;
    box = document.createElement("div");
    box.setAttribute("role", "status");
    document.body.appendChild(style);
    document.body.appendChild(box);
  }
  box.hidden = false;
  box.className = `arrival ${kind}`;
  if (box.getAttribute("data-said") === title) return;
  box.setAttribute("data-said", title);
  box.textContent = "";
  add(box, "strong", title);
  add(box, "p", text);
  for (const { text, href } of ways) {
    const link = add(add(box, "p", ""), "a", text);
    link.setAttribute("href", href);
  }
}

function beQuiet() {
  if (box === null) return;
  box.hidden = true;
  box.removeAttribute("data-said");
}

/** @param {HTMLElement} parent @param {string} tag @param {string} text */
function add(parent, tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  parent.appendChild(node);
  return node;
}

/** Whether the browser is one that Streamlit still serves: Chrome 110, Firefox 115, Safari 16.4. */
function isRecent() {
  try {
    /(?<=a)b/; // Safari 16.4; as a literal it would break this script before that
    return typeof (/** @type {any} */ ([]).toSorted) === "function"; // the two others
  } catch {
    return false;
  }
}

/** Whether the page may keep what it needs while it is open. */
function mayStore() {
  try {
    return window.localStorage !== null;
  } catch {
    return false;
  }
}

function connect() {
  new MutationObserver(closeDialog).observe(document, { childList: true, subtree: true });
  let connected = false;
  let since = Date.now();
  setInterval(() => {
    const app = document.querySelector('[data-testid="stApp"]');
    const state = app?.getAttribute("data-test-connection-state");
    if (state === "CONNECTED") {
      connected = true;
      since = Date.now();
      beQuiet();
      return;
    }
    if (Date.now() - since < (connected ? PATIENCE.later : PATIENCE.first)) return;
    if (connected) {
      const text = " What you see goes on; changes wait until it is back.";
      say("Connection lost.", text, [], "brief");
      return;
    }
    fetch(`${base}_stcore/health`, { cache: "no-store" }).then(
      ({ ok }) => (ok ? sayBlocked() : sayAway()),
      sayAway,
    );
  }, TICK);
}

function sayBlocked() {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  const text =
    "The page has loaded, but its live connection does not get through. Something on the way, often a school's filter, " +
    `blocks WebSocket connections. Ask whoever runs the network to allow them to ${address}, or try another network.`;
  sayUnlessConnected("No live connection", text, [saved]);
}

function sayAway() {
  const text = "You may be offline, or the server is just starting. The page goes on trying.";
  sayUnlessConnected("The server does not answer", text, []);
}

/** @param {string} title @param {string} text @param {Way[]} ways */
function sayUnlessConnected(title, text, ways) {
  if (!document.querySelector('[data-test-connection-state="CONNECTED"]')) say(title, text, ways);
}

/** Streamlit's own dialog tells to run a command, and lies over the picture: it is never seen. */
function closeDialog() {
  if (document.querySelector('[data-test-connection-state="CONNECTED"]')) return;
  for (const dialog of document.querySelectorAll('[role="dialog"]')) {
    if (!/^\s*Connection error/.test(dialog.textContent || "")) continue;
    const close = dialog.querySelector('button[aria-label="Close"]');
    if (close instanceof HTMLElement) close.click();
  }
}

/**
 * Streamlit fills sliders from the left, whatever the language; the library that moves them turns
 * them around where the browser's language is written from the right.
 */
function pinDirection() {
  if (!RIGHT_TO_LEFT.test(navigator.language)) return;
  Object.defineProperty(navigator, "language", { get: () => "en" });
}

/**
 * Until the app has named its page, Streamlit writes the name of a script into the browser's tab,
 * a word or two; the title that was served stays instead.
 */
function keepTitle() {
  const served = document.title;
  const observer = new MutationObserver(() => {
    if (document.title === served) return;
    if (NAMES_OF_SCRIPTS.test(document.title)) document.title = served;
    else observer.disconnect();
  });
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

if (!isRecent()) {
  const text =
    "It needs Chrome or Edge 110, Firefox 115, Safari 16.4, or a later one. A saved run plays in older browsers too.";
  say("This browser is too old for the live app", text, [saved]);
} else if (!mayStore()) {
  if (window.top === window) {
    const text =
      "Your browser forbids this site to store anything, even while the page is open. Allow site data for it, then load the page again.";
    say("The app cannot start", text, [saved]);
  } else {
    const text =
      "The frame around this page is sandboxed. Whoever made the page can add allow-same-origin to the frame's sandbox, or show a saved animation (HTML) instead.";
    const ways = [saved, { text: "Open it in a tab of its own", href: location.href }];
    say("The app cannot start in this frame", text, ways);
  }
} else {
  pinDirection();
  keepTitle();
  keepTexts();
  connect();
}
