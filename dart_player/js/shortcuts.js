/**
 * Shortcuts of one character (+, −, P, digits): who dictates, or whose screen reader has keys of its
 * own, switches them off, for all pages of this browser. They act only where the focus is on what
 * they are for.
 */

const KEY = "dart:keys";
/** Where nothing can be remembered, it counts while the page is open. */
let off = false;

export function areOn() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return !off;
  }
}

/** @param {boolean} on */
export function switchTo(on) {
  off = !on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // see `off`
  }
}

/**
 * Let a box switch them.
 * @param {HTMLInputElement} box
 * @param {AbortSignal} signal
 */
export function switching(box, signal) {
  box.checked = areOn();
  box.addEventListener("change", () => switchTo(box.checked), { signal });
}
