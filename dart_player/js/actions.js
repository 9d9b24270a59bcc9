/** What a visitor can do with the player, by button or key. */

import { nextEvent, previousEvent } from "./clock.js";
import { frameOf } from "./timeline.js";

/** @import { Actions, ActionsOwner, Timeline } from "./types.d.ts" */

/**
 * @param {ActionsOwner} player
 * @returns {Actions}
 */
export function actionsOf(player) {
  /**
   * What moves the playhead: not while a lecturer does.
   * @param {(timeline: Timeline, share: number) => void} action
   * @returns {(share?: number) => void}
   */
  const led = (action) => (share) => {
    if (player.timeline && !player.classroom.follows) action(player.timeline, share ?? 0);
  };
  return {
    toggle: led(() => (player.playing ? player.pause() : player.play())),
    previous: led((timeline) => player.seekTo(previousEvent(timeline, player.forgiving()))),
    next: led((timeline) => player.seekTo(nextEvent(timeline, player.seek?.to ?? player.position))),
    replay: led(() => {
      player.moveTo(0);
      player.play();
    }),
    home: led(() => player.seekTo(0)),
    end: led((timeline) => {
      player.pause();
      player.seekTo(timeline.count - 1);
    }),
    seekShare: led((_, share) =>
      player.moveTo(player.clock.fromPlay(share * player.clock.duration)),
    ),
    setSpeed: (speed) => player.prefer({ speed }),
    setClock: (clock) => player.prefer({ clock }),
    setYAxis: (yaxis) => player.prefer({ yaxis }),
    setTruth: (truth) => player.prefer({ truth }),
    setPanels: (panels) => player.prefer({ panels }),
    setArm: (arm) => player.prefer({ arm }),
    goTo: (frame) => {
      player.playing = false;
      if (player.timeline) player.moveTo(frameOf(player.timeline, player.racers.chosen, frame));
    },
    escape: () => player.opening.escape() || player.card.escape() || player.panels.escape(),
    copyLink: () => player.copyLink(),
  };
}
