/** The link to a run at a position, and getting it onto the clipboard. */

/** @import { Linked } from "./types.d.ts" */

/**
 * The page's address with all settings and the player's own state, as far as it has any.
 * @param {Pick<Location, 'origin' | 'pathname'>} location
 * @param {string} settings
 * @param {Linked} state
 */
export function makeLink(location, settings, state) {
  const { time, speed, clock, truth, yaxis, panels, back, arm, part, step } = state;
  const query = new URLSearchParams({
    at: String(Math.round(time)),
    speed: String(speed),
    clock,
    truth: truth ? "1" : "0",
    yaxis,
    panels,
  });
  for (const [name, number] of Object.entries({ back, arm, part, step })) {
    if (number != null) query.set(name, String(number));
  }
  const all = settings === "" ? String(query) : `${settings}&${query}`;
  return `${location.origin}${location.pathname}?${all}`;
}

/**
 * True if the text is on the clipboard. Outside secure contexts only the old command works.
 * @param {string} text
 * @param {HTMLInputElement} field
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.value = text;
    field.hidden = false;
    field.focus();
    field.select();
    const copied = document.execCommand("copy");
    field.hidden = copied;
    return copied;
  }
}
