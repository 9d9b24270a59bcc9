/** A run as a video, drawn and recorded in the browser while it plays. */

/** @import { Clock } from "./types.d.ts" */
/** @import { Slide } from "./slide.js" */

const VIDEO = { width: 1280, height: 720 };
const TYPES = ["video/webm;codecs=vp9", "video/webm", "video/mp4"];
const BITS_PER_SECOND = 6_000_000;
/** The last picture stays this long, in seconds. */
const STAY = 1.5;

/** The kind of video that this browser can record; undefined if it cannot. */
export function videoType() {
  if (!window.MediaRecorder || !HTMLCanvasElement.prototype.captureStream) return undefined;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

/**
 * Play a slide from start to end, and return the video as a blob. It takes as long as playing.
 * `progress` is told the share that is done; a signal that aborts ends the video early. Fails with
 * an error that says why if there is no video.
 * @param {Slide} slide
 * @param {Clock} clock
 * @param {number} speed
 * @param {(share: number) => void} progress
 * @param {AbortSignal} signal
 */
export async function record(slide, clock, speed, progress, signal) {
  const canvas = Object.assign(document.createElement("canvas"), VIDEO);
  const context = contextOf(canvas);
  slide.draw(0, Infinity);
  await paint(slide, context);
  const type = videoType();
  const recorder = new MediaRecorder(canvas.captureStream(), {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => {
    parts.push(data);
  };
  /** @type {Error | null} */
  let failure = null;
  recorder.onerror = (event) => {
    failure = /** @type {any} */ (event).error ?? new Error("its recorder failed");
  };
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  // A tab that is not seen gets no frames: the video waits as well.
  const wait = () => {
    if (recorder.state === "inactive") return;
    if (document.hidden) recorder.pause();
    else recorder.resume();
  };
  document.addEventListener("visibilitychange", wait);
  const end = clock.duration + STAY * speed;
  let [played, before] = [0, performance.now()];
  try {
    while (played < end && !signal.aborted && failure === null) {
      const now = await new Promise(requestAnimationFrame);
      const dt = Math.min(0.25, Math.max(0, (now - before) / 1000));
      before = now;
      played += dt * speed;
      slide.draw(clock.fromPlay(Math.min(played, clock.duration)), dt);
      await paint(slide, context);
      progress(Math.min(1, played / end));
    }
  } finally {
    document.removeEventListener("visibilitychange", wait);
    if (recorder.state !== "inactive") recorder.stop();
  }
  if (failure !== null) throw failure;
  await stopped;
  if (parts.every(({ size }) => size === 0)) throw new Error("it recorded nothing");
  return new Blob(parts, { type: (type ?? TYPES[0]).split(";")[0] });
}

/**
 * The slide as a PNG blob, at its own size.
 * @param {Slide} slide
 * @returns {Promise<Blob>}
 */
export async function photograph(slide) {
  const { width, height } = slide.root;
  const canvas = document.createElement("canvas");
  canvas.width = width.baseVal.value;
  canvas.height = height.baseVal.value;
  await paint(slide, contextOf(canvas));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("it made no picture of the slide"));
    }, "image/png");
  });
}

/** @param {Slide} slide @param {CanvasRenderingContext2D} context */
async function paint(slide, context) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(slide.text)}`;
  await image.decode();
  context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height);
}

/** @param {HTMLCanvasElement} canvas */
function contextOf(canvas) {
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error("it has no canvas to draw on");
  return context;
}
