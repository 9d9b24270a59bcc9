/** The menu "Save": the moment on screen as a picture, the whole run as a video. */

import { putText } from "./dom.js";
import { closing } from "./popups.js";
import { photograph, record, videoType } from "./record.js";
import { download, pngWithFacts, svgWithFacts } from "./save.js";
import { Slide, sheetAround } from "./slide.js";

/** @import { Find, PartName, Show, Shown } from "./types.d.ts" */

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
    closing(find("saving"), signal, () => this.recording !== null);
    signal.addEventListener("abort", () => this.recording?.abort());
  }

  /** @param {Show} show */
  slide(show) {
    const { root, position, preferences, classroom } = this.shown();
    const slide = new Slide(show, preferences, sheetAround(root), classroom.predicts);
    slide.draw(position, Infinity);
    return slide;
  }

  /** @param {string} suffix @param {(slide: Slide) => Blob | Promise<Blob>} make */
  async save(suffix, make) {
    const { show } = this.shown();
    if (!show) return;
    this.find("saving").open = false;
    this.tell("");
    try {
      download(await make(this.slide(show)), `${show.about.file}.${suffix}`);
    } catch (error) {
      this.tell(`No picture: ${reason(error)} Try another browser.`);
    }
  }

  /** @param {Slide} slide */
  svg(slide) {
    return new Blob([svgWithFacts(slide.plainText(), slide.about)], { type: "image/svg+xml" });
  }

  /** @param {Slide} slide */
  async png(slide) {
    const bytes = new Uint8Array(await (await photograph(slide)).arrayBuffer());
    return new Blob([pngWithFacts(bytes, slide.about)], { type: "image/png" });
  }

  async video() {
    const { show, clock, preferences } = this.shown();
    if (!show) return;
    const button = this.find("record");
    /** @param {number} share */
    const say = (/** @type {number} */ share) => {
      button.textContent = `Stop recording (${Math.round(100 * share)} %)`;
    };
    this.recording = new AbortController();
    this.tell("");
    say(0);
    const { signal } = this.recording;
    try {
      const blob = await record(this.slide(show), clock, preferences.speed, say, signal);
      if (!this.signal.aborted) this.hand(blob, show.about.file);
    } catch (error) {
      this.tell(`No video: ${reason(error)} Try Chrome or Firefox, or save a picture.`);
    } finally {
      this.recording = null;
      button.textContent = "Video";
      this.find("saving").open = false;
    }
  }

  /** @param {string} text */
  tell(text) {
    putText(this.find("copied"), text);
  }

  /** @param {Blob} blob @param {string} file */
  hand(blob, file) {
    download(blob, `${file}.${blob.type === "video/mp4" ? "mp4" : "webm"}`);
  }
}

/**
 * Why this browser made no file, as the rest of a sentence.
 * @param {unknown} error
 */
function reason(error) {
  const said = error instanceof Error ? error.message : String(error);
  return `this browser cannot make one (${said.replace(/[.\s]+$/, "")}).`;
}
