/** A lesson that is kept in the browser beside the server: what it holds is told once, then kept. */

/** @import { Component } from "../types.d.ts" */

/** @param {string} place @returns {string} */
export function kept(place) {
  try {
    return window.localStorage.getItem(place) ?? "";
  } catch {
    return ""; // no storage here: then it lasts as long as the page
  }
}

/** @param {string} place @param {string} text */
function keep(place, text) {
  try {
    if (text === "") window.localStorage.removeItem(place);
    else window.localStorage.setItem(place, text);
  } catch {
    // As above.
  }
}

/**
 * Streamlit's entry point: `text` is null while the server asks what is kept here.
 * @param {Component<{place: string, ask: string | null, text: string | null}>} component
 */
export default function mount({ data, setStateValue }) {
  const [{ place, ask, text }] = data;
  if (text !== null) keep(place, text);
  else setStateValue("kept", { ask, text: kept(place) });
}
