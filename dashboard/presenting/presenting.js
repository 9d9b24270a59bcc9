/** The button and the key P: they put a class on the page, and app.css does the rest. */

import { targetOf } from "../../dart_player/js/dom.js";

/** @import { Component } from "../types.d.ts" */

const CLASS = "presenting";
let opened = false; // the link is heard once; what the visitor does later counts more

/** @param {boolean} on @param {Element} button */
function show(on, button) {
  document.documentElement.classList.toggle(CLASS, on);
  button.setAttribute("aria-pressed", String(on));
  window.dispatchEvent(new Event("resize")); // the player measures itself anew
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
      if (event.key === "p" || event.key === "P") show(!isOn(), button);
      else if (event.key === "Escape" && isOn()) show(false, button);
    };
    document.addEventListener("keydown", key, { signal });
  }
  if (!opened && data?.[0]) show(true, button);
  opened = true;
  button.setAttribute("aria-pressed", String(isOn()));
  return () => {
    bound.get(parentElement)?.abort();
    bound.delete(parentElement);
  };
}
