/** Parts that a teacher's link leaves out: in the HTML each has its name as `data-hide`. */

import { put } from "./dom.js";

/**
 * Leave out the parts of these names, and show all others.
 * @param {HTMLElement} root
 * @param {string[]} names
 */
export function hide(root, names) {
  put(root, "data-hides", names.join(" "));
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll("[data-hide]")
  )) {
    part.toggleAttribute("data-hidden", names.includes(part.dataset.hide ?? ""));
  }
}

/**
 * Whether a part is left out: then no key and no click elsewhere reaches it either.
 * @param {Element} part
 */
export function isHidden(part) {
  return part.closest("[data-hidden]") !== null;
}
