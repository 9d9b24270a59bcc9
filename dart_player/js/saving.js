/** The menu "Save": the moment on screen as a picture, the whole run as a video. */

import { photograph, record, videoType } from "./record.js";
import { download, pngWithFacts, svgWithFacts } from "./save.js";
import { Slide, sheetAround } from "./slide.js";

export class Saving {
  /** `shown` gives what is on screen: root, run, position, clock and preferences. */
  constructor(find, shown, signal) {
    this.find = find;
    this.shown = shown;
    this.signal = signal;
    const on = (part, handler) => find(part).addEventListener("click", handler, { signal });
    on("save-svg", () => this.save("svg", (slide) => this.svg(slide)));
    on("save-png", () => this.save("png", (slide) => this.png(slide)));
    on("record", () => (this.recording ? this.recording.abort() : this.video()));
    find("record").hidden = videoType() === undefined;
    const menu = find("saving");
    menu.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        menu.open = false;
        find("save").focus();
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (!event.composedPath().includes(menu) && !this.recording) menu.open = false;
      },
      { signal },
    );
    signal.addEventListener("abort", () => this.recording?.abort());
  }

  slide() {
    const { run, root, position, preferences, classroom } = this.shown();
    const slide = new Slide(run, preferences, sheetAround(root), classroom.predicts);
    slide.draw(position, Infinity);
    return slide;
  }

  async save(suffix, make) {
    const { run } = this.shown();
    if (!run) return;
    this.find("saving").open = false;
    download(await make(this.slide()), `${run.about.file}.${suffix}`);
  }

  svg(slide) {
    return new Blob([svgWithFacts(slide.plainText(), slide.run.about)], { type: "image/svg+xml" });
  }

  async png(slide) {
    const bytes = new Uint8Array(await (await photograph(slide)).arrayBuffer());
    return new Blob([pngWithFacts(bytes, slide.run.about)], { type: "image/png" });
  }

  async video() {
    const { run, clock, preferences } = this.shown();
    if (!run) return;
    const button = this.find("record");
    const say = (share) => (button.textContent = `Stop recording (${Math.round(100 * share)} %)`);
    this.recording = new AbortController();
    say(0);
    const { signal } = this.recording;
    const blob = await record(this.slide(), clock, preferences.speed, say, signal);
    this.recording = null;
    if (this.signal.aborted) return; // the player is gone
    button.textContent = "Video";
    this.find("saving").open = false;
    download(blob, `${run.about.file}.${blob.type === "video/mp4" ? "mp4" : "webm"}`);
  }
}
