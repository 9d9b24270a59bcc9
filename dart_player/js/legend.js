/** The key behind "?": each mark that is in the picture, and whose regret is drawn. */

import { colours } from "./chart.js";
import { LANES } from "./decode.js";
import { html, listen, put, svg } from "./dom.js";
import { shareOf } from "./family.js";
import { capital } from "./naming.js";
import { briefLabels } from "./regret.js";

/** @import { Find, Run, Show } from "./types.d.ts" */

/** Which marks there are in a run, whenever. @type {Record<string, (run: Run) => boolean>} */
const IN_RUN = {
  lit: () => true,
  active: ({ blank, outcome }) => !blank && outcome.settles,
  whisker: ({ intervals }) => intervals,
  accept: ({ outcome }) => outcome.settles,
  slot: ({ outcome }) => outcome.settles,
  reject: ({ outcome, words }) => outcome.settles && Boolean(words.reject),
  gates: ({ gates }) => gates.some((value, at) => at % 4 < 2 && !Number.isNaN(value)),
  ranks: ({ gates }) => gates.some((value, at) => at % 4 > 1 && !Number.isNaN(value)),
  chosen: ({ n, lane, phase, action }) =>
    lane.some(
      (its, at) => its === LANES.active && phase[Math.floor(at / n)] === 1 && action[at] === 1,
    ),
  bets: ({ lead }) => lead !== null,
  moved: ({ events }) => events.some(({ arms }) => arms.length > 0),
  quiet: ({ events }) => events.some(({ arms }) => arms.length === 0),
};

export class Legend {
  /** @type {Show | null} */
  show = null;

  /** @param {Find} find @param {AbortSignal} signal */
  constructor(find, signal) {
    this.find = find;
    this.curves = find("legend-curves");
    const help = find("help");
    listen(help, "toggle", () => help.open && this.write(), signal);
  }

  /** @param {Show} show */
  load(show) {
    this.show = show;
    if (this.find("help").open) this.write();
  }

  write() {
    const { show, find } = this;
    if (show === null) return;
    for (const row of find("help").querySelectorAll("[data-mark]")) {
      const name = row.getAttribute("data-mark") ?? "";
      row.toggleAttribute("hidden", !this.has(show, name));
    }
    this.writeCurves(show);
  }

  /**
   * Whether a mark is in the picture.
   * @param {Show} show
   * @param {string} name
   */
  has({ runs, knobs }, name) {
    if (name in IN_RUN) return runs.some(IN_RUN[name]);
    const root = this.find("player");
    if (name === "best") return root.dataset.truth !== "hidden" && root.dataset.secret !== "true";
    if (name === "crowd") return root.querySelector(".token[data-named=false]") !== null;
    if (this.find("knobs").hidden) return false;
    if (name === "preset") return knobs.some(({ marks }) => marks.length > 0);
    const inside = (/** @type {number} */ share) => share > 0 && share < 1;
    return knobs.some((knob) => knob.useful.some((value) => inside(shareOf(knob, value))));
  }

  /** Whose regret it is, in plain words. @param {Show} show */
  writeCurves({ curves, runs }) {
    const names = briefLabels(curves.map(({ label }) => label));
    this.curves.replaceChildren();
    if (this.find("player").dataset.hides?.split(" ").includes("chart")) return;
    html("p", "legend-title", this.curves, "Whose regret is drawn (faint: still to come)");
    curves.forEach((curve, c) => {
      const row = html("p", "coloured", this.curves);
      put(row, "style", colours(curve));
      const key = svg("svg", { class: "key", viewBox: "0 0 22 10", "aria-hidden": "true" }, row);
      svg("path", { class: "curve", d: "M0 5H22", "stroke-dasharray": curve.style.dash }, key);
      const text = html("span", "", row);
      html("b", "", text, capital(names[c]));
      const watched = c === 0 ? ", which you watch" : c < runs.length ? ", which races" : "";
      text.append(`${watched}${curve.about && ": "}${curve.about}`);
    });
  }
}
