/** The link to a run at a position, and getting it onto the clipboard. */

import { putText } from "./dom.js";

/** @import { Controls, Find, Linked } from "./types.d.ts" */

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

/** Whether this is a touch device with a sheet of its own to send links with. */
const hasSheet = () =>
  typeof navigator.share === "function" && window.matchMedia("(pointer: coarse)").matches;

/**
 * True if the device's own sheet was shown, whatever was done there.
 * @param {string} link
 */
async function offered(link) {
  if (!hasSheet()) return false;
  try {
    await navigator.share({ title: document.title, url: link });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError"; // it was closed
  }
}

/** Shares links where a device can, copies them elsewhere, and says so for a while. */
export class Copying {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  forget = undefined;

  /** @param {Find} find @param {Controls} controls @param {AbortSignal} signal */
  constructor(find, controls, signal) {
    this.find = find;
    this.controls = controls;
    if (hasSheet()) putText(find("copy"), "Share link");
    signal.addEventListener("abort", () => clearTimeout(this.forget));
  }

  /** @param {string} link */
  async copy(link) {
    if (await offered(link)) return;
    const copied = await copyText(link, this.find("link"));
    if (copied) this.find("copy").focus();
    this.controls.say("copied", copied ? "Link copied" : "Copy this link:");
    clearTimeout(this.forget);
    if (copied) this.forget = setTimeout(() => this.controls.say("copied", ""), 4000);
  }
}
