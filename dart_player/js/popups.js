/** What opens over the picture for a moment: it closes on Escape and on a press elsewhere. */

import { listen, put } from "./dom.js";

/** @import { Find } from "./types.d.ts" */

/**
 * Let a menu close; `stays` says while it may not.
 * @param {HTMLDetailsElement} menu
 * @param {AbortSignal} signal
 * @param {() => boolean} stays
 */
export function closing(menu, signal, stays = () => false) {
  const opener = /** @type {HTMLElement} */ (menu.querySelector("summary"));
  closes(menu, { isOpen: () => menu.open && !stays(), close, opener }, signal);
  function close() {
    menu.open = false;
  }
}

/**
 * The button "More" of a narrow player, and what it brings up.
 * @param {Find} find
 * @param {AbortSignal} signal
 */
export function unfolding(find, signal) {
  const [root, opener, more] = [find("player"), find("open-more"), find("more")];
  const isOpen = () => root.dataset.more === "open";
  /** @param {boolean} open */
  const show = (open) => {
    put(root, "data-more", open ? "open" : "closed");
    put(opener, "aria-expanded", open);
  };
  listen(opener, "click", () => show(!isOpen()), signal);
  const close = () => show(false);
  closes(more, { isOpen, close, opener }, signal);
  // A panel that was asked for is to be seen.
  for (const part of /** @type {const} */ (["open-steps", "open-code", "copy"])) {
    listen(find(part), "click", close, signal);
  }
  listen(find("asked"), "change", close, signal);
}

/**
 * @param {HTMLElement} popup
 * @param {{isOpen: () => boolean, close: () => void, opener: HTMLElement}} its
 * @param {AbortSignal} signal
 */
function closes(popup, { isOpen, close, opener }, signal) {
  const leave = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !isOpen() || event.defaultPrevented) return;
    event.preventDefault();
    close();
    opener.focus();
  };
  for (const part of new Set([popup, opener])) listen(part, "keydown", leave, signal);
  const elsewhere = (/** @type {PointerEvent} */ event) => {
    const path = event.composedPath();
    if (isOpen() && !path.includes(popup) && !path.includes(opener)) close();
  };
  listen(document, "pointerdown", elsewhere, signal);
}
