/** A live region: what is written into it is read aloud, if it was there before. */

import { html, put, putText } from "../../dart_player/js/dom.js";

/** @import { Component } from "../types.d.ts" */

/** A browser takes so long, in ms, to notice a new region; until then what is written is not said. */
const NOTICED = 150;
const UNSEEN =
  "position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%)";

/** @type {WeakMap<ParentNode, Element>} */
const regions = new WeakMap();

/**
 * The region in its place: behind a closed root, as who searches the page is to find the sentence that
 * is on it, once.
 * @param {ParentNode} parent
 */
function regionIn(parent) {
  const place = /** @type {HTMLElement} */ (parent.querySelector("[data-part=said]"));
  const region = html("p");
  put(region, "role", "status");
  put(region, "aria-live", "polite");
  put(region, "style", UNSEEN);
  place.attachShadow({ mode: "closed" }).append(region);
  return region;
}

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<string>} component
 */
export default function mount({ data: [text], parentElement }) {
  const region = regions.get(parentElement) ?? regionIn(parentElement);
  regions.set(parentElement, region);
  setTimeout(() => putText(region, text), NOTICED); // in the order of the calls
}
