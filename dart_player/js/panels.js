/**
 * The panels in the place of the chart: one arm, the pseudo-code, slow motion. Each is open or
 * closed; so is the chart itself where there is no room for it.
 */

import { ArmPanel } from "./arm.js";
import { CodePanel } from "./code.js";
import { partListener, put, putText, unset } from "./dom.js";
import { anArm } from "./naming.js";
import { SlowPanel } from "./slow.js";

/** @import { Actions, Find, PanelName, PartName, Preferences, Run, Told } from "./types.d.ts" */

/** What may be open besides an arm: by name, as the link has it. */
export const PANELS = ["none", "code", "steps", "both"];

/**
 * The name of what is open once a part, "code" or "steps", is opened or closed.
 * @param {string} panels
 * @param {PanelName} part
 */
export function toggled(panels, part) {
  const other = part === "code" ? "steps" : "code";
  const hasOther = panels === other || panels === "both";
  const has = panels === part || panels === "both";
  if (has) return hasOther ? other : "none";
  return hasOther ? "both" : part;
}

export class Panels {
  panels = PANELS[0];
  asked = -1;
  /** Where a narrow player has the chart behind its button. */
  regret = false;
  /** @type {Run} */
  run = unset();
  /** @type {ArmPanel} */
  arm = unset();
  /** @type {CodePanel} */
  code = unset();
  /** @type {SlowPanel} */
  slow = unset();

  /**
   * `actions`: setPanels, setArm, goTo a frame.
   * @param {Find} find
   * @param {Actions} actions
   * @param {AbortSignal} signal
   */
  constructor(find, actions, signal) {
    this.find = find;
    this.actions = actions;
    const on = partListener(find, signal);
    const asked = find("asked");
    on("asked", "change", () => {
      actions.setArm(asked.value === "" ? null : Number(asked.value));
    });
    on("close-arm", "click", () => this.close("asked", () => actions.setArm(null)));
    on("open-chart", "click", () => this.showChart(!this.regret));
    for (const part of /** @type {PanelName[]} */ (["code", "steps"])) {
      const turn = () => {
        actions.setPanels(toggled(this.panels, part));
        // What is told and what is shown begin together.
        if (part === "steps" && this.isOpen("steps")) this.slow.go(this.slow.step);
      };
      on(`open-${part}`, "click", turn);
      on(`close-${part}`, "click", () => this.close(`open-${part}`, turn));
    }
  }

  /**
   * `told` is the part and the step of slow motion to begin with; returns its frame, or −1.
   * @param {Run} run
   * @param {Told} told
   */
  load(run, told) {
    this.run = run;
    const select = this.find("asked");
    /** @param {string} value @param {string} text */
    const option = (value, text) => {
      const node = document.createElement("option");
      node.value = value;
      putText(node, text);
      return node;
    };
    const arms = run.labels.map((label, arm) =>
      option(String(arm + 1), `${run.thing[0]} ${label}`),
    );
    select.replaceChildren(option("", `Ask ${anArm(run)}`), ...arms);
    this.arm = new ArmPanel(this.find("arm"), run);
    this.code = new CodePanel(this.find("code"), run);
    this.slow = new SlowPanel(this.find("steps"), run, this.actions.goTo);
    return this.slow.resume(told);
  }

  /** The part and the step that slow motion tells, if it is open. */
  told() {
    return this.isOpen("steps") ? this.slow.told() : {};
  }

  /**
   * Show what the preferences say is open: `arm` counts from 1, null for none.
   * @param {Preferences} preferences
   */
  apply({ arm, panels }) {
    this.panels = panels;
    this.has("code", this.run.code !== null);
    this.has("steps", this.slow.parts.length > 0);
    const asked = arm !== null && arm <= this.run.n ? arm : null;
    this.find("asked").value = asked === null ? "" : String(asked);
    this.find("arm-panel").hidden = asked === null;
    this.asked = asked === null ? -1 : asked - 1;
    if (asked === null) this.arm.arm = -1;
    else if (this.arm.arm !== asked - 1) this.arm.ask(asked - 1);
    const open = asked !== null || this.isOpen("code") || this.isOpen("steps");
    put(this.find("player"), "data-panels", open ? "open" : "closed");
    if (open) this.showChart(false);
  }

  /**
   * Show or hide one panel and its button, which is there only if the run has what to show.
   * @param {PanelName} part
   * @param {boolean} possible
   */
  has(part, possible) {
    const open = possible && [part, "both"].includes(this.panels);
    this.find(`${part}-panel`).hidden = !open;
    this.find(`open-${part}`).hidden = !possible;
    put(this.find(`open-${part}`), "aria-pressed", open);
  }

  /** @param {boolean} open */
  showChart(open) {
    this.regret = open;
    put(this.find("open-chart"), "aria-pressed", open);
    put(this.find("player"), "data-regret", open ? "open" : "closed");
    // They share one place.
    if (open && this.panels !== PANELS[0]) this.actions.setPanels(PANELS[0]);
    if (open && this.asked >= 0) this.actions.setArm(null);
  }

  /** @param {PanelName} part */
  isOpen(part) {
    return !this.find(`${part}-panel`).hidden;
  }

  /** @param {number} position @param {boolean} truth @param {boolean} predicts */
  draw(position, truth, predicts) {
    this.arm.draw(position, truth, predicts);
    const slow = this.isOpen("steps");
    if (slow) this.slow.open(position);
    if (this.isOpen("code")) this.code.draw(position, slow ? this.slow.stepAt(position) : null);
  }

  /**
   * What the lanes show in place of a position: a step of slow motion, while one is at hand.
   * @param {number} position
   */
  staged(position) {
    return this.isOpen("steps") ? this.slow.staged(position) : null;
  }

  /** Close what Escape closes, one thing at a time; true if something was open. */
  escape() {
    if (this.run === undefined) return false;
    const { actions } = this;
    const part = this.isOpen("steps") ? "steps" : "code";
    if (this.asked >= 0) this.close("asked", () => actions.setArm(null));
    else if (this.isOpen(part)) {
      this.close(`open-${part}`, () => actions.setPanels(toggled(this.panels, part)));
    } else if (this.regret) this.showChart(false);
    else return false;
    return true;
  }

  /**
   * A panel that closes hands the focus to the control that opens it.
   * @param {PartName} opener
   * @param {() => void} closing
   */
  close(opener, closing) {
    const tree = /** @type {Document | ShadowRoot} */ (this.find("player").getRootNode());
    const inside = tree.activeElement?.closest("[data-part=panels]");
    closing();
    const one = /** @type {HTMLElement} */ (this.find(opener));
    if (inside) (one.offsetParent ? one : this.find("open-more")).focus();
  }
}
