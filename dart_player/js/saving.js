/** The menu "Save": the moment on screen as a picture, the whole run as a video. */

import { listen } from "./dom.js";
import { photograph, record, videoType } from "./record.js";
import { download, pngWithFacts, svgWithFacts } from "./save.js";
import { Slide, sheetAround } from "./slide.js";

/** @import { Find, PartName, Run, Shown } from "./types.d.ts" */

export class Saving {
  /** @type {AbortController | null} */
  recording = null;

  /**
   * `shown` gives what is on screen: root, run, position, clock and preferences.
   * @param {Find} find
   * @param {() => Shown} shown
   * @param {AbortSignal} signal
   */
  constructor(find, shown, signal) {
    this.find = find;
    this.shown = shown;
    this.signal = signal;
    /** @param {PartName} part @param {() => void} handler */
    const on = (part, handler) => find(part).addEventListener("click", handler, { signal });
    on("save-svg", () => this.save("svg", (slide) => this.svg(slide)));
    on("save-png", () => this.save("png", (slide) => this.png(slide)));
    on("record", () => (this.recording ? this.recording.abort() : this.video()));
    find("record").hidden = videoType() === undefined;
    const menu = find("saving");
    listen(
      menu,
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        menu.open = false;
        find("save").focus();
      },
      signal,
    );
    listen(
      document,
      "pointerdown",
      (event) => {
        if (!event.composedPath().includes(menu) && !this.recording) menu.open = false;
      },
      signal,
    );
    signal.addEventListener("abort", () => this.recording?.abort());
  }

  /** @param {Run} run */
  slide(run) {
    const { root, position, preferences, classroom } = this.shown();
    const slide = new Slide(run, preferences, sheetAround(root), classroom.predicts);
    slide.draw(position, Infinity);
    return slide;
  }

  /** @param {string} suffix @param {(slide: Slide) => Blob | Promise<Blob>} make */
  async save(suffix, make) {
    const { run } = this.shown();
    if (!run) return;
    this.find("saving").open = false;
    download(await make(this.slide(run)), `${run.about.file}.${suffix}`);
  }

  /** @param {Slide} slide */
  svg(slide) {
    return new Blob([svgWithFacts(slide.plainText(), slide.run.about)], { type: "image/svg+xml" });
  }

  /** @param {Slide} slide */
  async png(slide) {
    const bytes = new Uint8Array(await (await photograph(slide)).arrayBuffer());
    return new Blob([pngWithFacts(bytes, slide.run.about)], { type: "image/png" });
  }

  async video() {
    const { run, clock, preferences } = this.shown();
    if (!run) return;
    const button = this.find("record");
    /** @param {number} share */
    const say = (/** @type {number} */ share) => {
      button.textContent = `Stop recording (${Math.round(100 * share)} %)`;
    };
    this.recording = new AbortController();
    say(0);
    const { signal } = this.recording;
    const blob = await record(this.slide(run), clock, preferences.speed, say, signal);
    this.recording = null;
    if (this.signal.aborted) return; // the player is gone
    button.textContent = "Video";
    this.find("saving").open = false;
    download(blob, `${run.about.file}.${blob.type === "video/mp4" ? "mp4" : "webm"}`);
  }
}
