/** The button and the key P: they put a class on the page, and app.css does the rest. */

import { targetOf } from "../../dart_player/js/dom.js";
import { areOn } from "../../dart_player/js/shortcuts.js";
import { keepLegends } from "./legends.js";

/** @import { Component } from "../types.d.ts" */

const CLASS = "presenting";
let opened = false; // the link is heard once; what the visitor does later counts more
/**
 * What had the focus before.
 * @type {Element | null}
 */
let before = null;

/** @param {boolean} on @param {Element} button */
function show(on, button) {
  const isNew = on !== document.documentElement.classList.contains(CLASS);
  if (isNew && on) before = document.activeElement;
  document.documentElement.classList.toggle(CLASS, on);
  label(on, button);
  window.dispatchEvent(new Event("resize")); // the player measures itself anew, and takes the focus
  if (isNew && !on && before instanceof HTMLElement) before.focus({ preventScroll: true });
}

/** @param {boolean} on @param {Element} button */
function label(on, button) {
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("title", on ? "Leave (Escape)" : "Presentation view (P)");
  const words = /** @type {Element} */ (button.querySelector("span"));
  words.textContent = on ? "Leave" : "Present";
}

/**
 * True where a letter is typed, or means something else.
 * @param {KeyboardEvent} event
 */
function isTyped(event) {
  const target = targetOf(event);
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    (target instanceof HTMLElement && target.isContentEditable) ||
    target.matches("input:not([type=range], [type=checkbox], [type=radio]), textarea, select")
  );
}

/**
 * True where P may act: with the focus on the player, or on the button.
 * @param {KeyboardEvent} event @param {Element} button
 */
function isMeant(event, button) {
  const path = event.composedPath();
  const isPlayer = (/** @type {EventTarget} */ node) =>
    node instanceof HTMLElement && node.dataset.part === "player";
  return areOn() && (path.includes(button) || path.some(isPlayer));
}

/** @type {WeakMap<ParentNode, AbortController>} */
const bound = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<boolean>} component
 */
export default function mount({ data, parentElement }) {
  const button = /** @type {Element} */ (parentElement.querySelector('[data-part="present"]'));
  const isOn = () => document.documentElement.classList.contains(CLASS);
  if (!bound.has(parentElement)) {
    const done = new AbortController();
    const { signal } = done;
    bound.set(parentElement, done);
    button.addEventListener("click", () => show(!isOn(), button), { signal });
    /** @param {KeyboardEvent} event */
    const key = (event) => {
      if (isTyped(event)) return;
      if (event.key === "p" || event.key === "P") {
        if (isMeant(event, button)) show(!isOn(), button);
      } else if (event.key === "Escape" && isOn()) show(false, button);
    };
    window.addEventListener("keydown", key, { signal }); // after whatever else Escape may close
  }
  if (!opened && data?.[0]) show(true, button);
  opened = true;
  label(isOn(), button);
  keepLegends();
  return () => {
    bound.get(parentElement)?.abort();
    bound.delete(parentElement);
  };
}
