/** The moment on screen: the link that opens it, and how it becomes one of the visitor's lesson. */

import { framesBack, timeAt } from "./clock.js";
import { makeLink } from "./link.js";

/** @import { Find, Linked, Show, Tell, Timeline } from "./types.d.ts" */

/**
 * The link that opens a run at a position.
 * @param {string} settings @param {Timeline} timeline @param {number} position
 * @param {Omit<Linked, "time" | "back">} shown
 */
export function linkTo(settings, timeline, position, shown) {
  const time = timeAt(timeline, position);
  const back = framesBack(timeline, position) || null;
  return makeLink(window.location, settings, { time, back, ...shown });
}

/**
 * Let a visitor add the moment that the player shows; a saved file has nowhere to add it to.
 * @param {{find: Find, tell: Tell | null, show: Show | null, timeline: Timeline | null, position: number}} player
 * @param {AbortSignal} signal
 */
export function offerMoment(player, signal) {
  const button = player.find("moment");
  button.hidden = player.tell === null;
  const add = () => {
    const { timeline, show, position } = player;
    if (!timeline || !show) return;
    const at = Math.round(timeAt(timeline, position));
    player.tell?.({ name: "moment", id: show.runs[0].id, at });
  };
  button.addEventListener("click", add, { signal });
}
