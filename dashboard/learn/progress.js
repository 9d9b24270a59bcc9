/** Which moments a visitor has answered, kept in the browser and nowhere else. */

/** @import { Component } from "../types.d.ts" */

const PLACE = "dart-learn";
/** Of moments; lessons of one's own come and go. */
const MOST = 400;

/** By the name of a moment: the answer that was given, from 1. @returns {Record<string, number>} */
export function kept() {
  try {
    const read = JSON.parse(window.localStorage.getItem(PLACE) ?? "{}");
    return read !== null && typeof read === "object" && !Array.isArray(read) ? read : {};
  } catch {
    return {}; // no storage here, or not ours: then it lasts as long as the page
  }
}

/** @param {Record<string, number>} answers */
function keep(answers) {
  try {
    window.localStorage.setItem(
      PLACE,
      JSON.stringify(Object.fromEntries(Object.entries(answers).slice(-MOST))),
    );
  } catch {
    // As above.
  }
}

let told = "";
let shown = "";

/**
 * A moment is read from its top, wherever the one before was left: also the first one of a page.
 * @param {string} moment
 */
function begin(moment) {
  if (moment !== shown) document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0 });
  shown = moment;
}

/**
 * Streamlit's entry point: what is answered in this session joins what is kept.
 * @param {Component<{answers: Record<string, number>, forget: boolean, moment: string}>} component
 */
export default function mount({ data, setStateValue }) {
  const [{ answers, forget, moment }] = data;
  begin(moment);
  const all = forget ? answers : { ...kept(), ...answers };
  keep(all);
  const text = JSON.stringify(all);
  if (text !== told && text !== JSON.stringify(answers)) setStateValue("answers", all);
  told = text;
}
