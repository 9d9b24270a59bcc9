/**
 * Bundle the JavaScript of the player and of the app's other components, a file for each.
 *
 * What is built is committed, so that neither the app nor the wheel needs Node. Beside it stands
 * what it was built from (`sources.json`), by which a test knows without Node that it is stale.
 * `--check` builds nothing, and fails where the files are not what would be built.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, version } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Entry points by what is built of them. */
const BUNDLES = {
  "dart_player/built": ["dart_player/js/player.js"],
  "dashboard/built": [
    "dashboard/arrival/arrival.js",
    "dashboard/classroom/classroom.js",
    "dashboard/classroom/poll.js",
    "dashboard/drafting/draft.js",
    "dashboard/exports/pictures.js",
    "dashboard/game/game.js",
    "dashboard/learn/progress.js",
    "dashboard/own_problem/curve.js",
    "dashboard/phone/phone.js",
    "dashboard/presenting/presenting.js",
    "dashboard/printing/printing.js",
    "dashboard/speaking/speaking.js",
    "dashboard/watch/reach.js",
  ],
};

/** No module: it stands in the page itself, before all others. */
const FIRST = "dashboard/arrival/arrival.js";

/** @param {string | Uint8Array} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** The text built of an entry point, and the files that went into it. @param {string} entry */
async function bundled(entry) {
  // A variable with a name of its own, so that a page that has the text in it can call it.
  const name = /** @type {string} */ (entry.split("/")[0]);
  const isFirst = entry === FIRST;
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    charset: "utf8",
    // A file that somebody saved opens in what is years old. The first script of a page says so
    // where the app cannot.
    target: isFirst ? "es2015" : ["chrome90", "firefox90", "safari14.1"],
    format: "iife",
    globalName: isFirst ? undefined : name,
    banner: { js: "// Built by `make player`: edit its sources instead." },
    footer: { js: isFirst ? "" : `export default ${name}.default;` },
    legalComments: "none",
    metafile: true,
    write: false,
  });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs).sort() };
}

/** Files and what has to be in them. */
async function wanted() {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [folder, entries] of Object.entries(BUNDLES)) {
    /** @type {Record<string, {sha256: string, sources: Record<string, string>}>} */
    const sources = {};
    for (const entry of entries) {
      const { text, inputs } = await bundled(entry);
      const name = entry.split("/").at(-1) ?? "";
      files.set(`${folder}/${name}`, text);
      const hashes = inputs.map((input) => [input, sha256(readFileSync(join(ROOT, input)))]);
      sources[name] = { sha256: sha256(text), sources: Object.fromEntries(hashes) };
    }
    files.set(
      `${folder}/sources.json`,
      `${JSON.stringify({ esbuild: version, bundles: sources }, null, 2)}\n`,
    );
  }
  return files;
}

const files = await wanted();
if (process.argv.includes("--check")) {
  const stale = [...files].filter(
    ([name, text]) =>
      !existsSync(join(ROOT, name)) || readFileSync(join(ROOT, name), "utf8") !== text,
  );
  if (stale.length > 0) {
    console.error(`Not what would be built: ${stale.map(([name]) => name).join(", ")}.`);
    console.error("Run `make player` and commit what it builds.");
    process.exit(1);
  }
} else {
  for (const [name, text] of files) {
    await mkdir(dirname(join(ROOT, name)), { recursive: true });
    await writeFile(join(ROOT, name), text);
    console.log(`${name}: ${Buffer.byteLength(text).toLocaleString("en-US")} bytes`);
  }
}
