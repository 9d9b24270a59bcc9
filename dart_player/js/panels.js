/** The panels below the lanes: one arm, the pseudo-code, slow motion. Each is open or closed. */

import { ArmPanel } from "./arm.js";
import { CodePanel } from "./code.js";
import { put, putText } from "./dom.js";
import { SlowPanel } from "./slow.js";

/** What may be open besides an arm: by name, as the link has it. */
export const PANELS = ["none", "code", "steps", "both"];

/** The name of what is open once a part, "code" or "steps", is opened or closed. */
export function toggled(panels, part) {
  const other = part === "code" ? "steps" : "code";
  const hasOther = panels === other || panels === "both";
  const has = panels === part || panels === "both";
  if (has) return hasOther ? other : "none";
  return hasOther ? "both" : part;
}

export class Panels {
  /** `actions`: setPanels, setArm, goTo a frame. */
  constructor(find, actions, signal) {
    this.find = find;
    this.actions = actions;
    const on = (part, type, handler) => find(part).addEventListener(type, handler, { signal });
    on("asked", "change", (event) => {
      actions.setArm(event.target.value === "" ? null : Number(event.target.value));
    });
    on("close-arm", "click", () => this.close("asked", () => actions.setArm(null)));
    for (const part of ["code", "steps"]) {
      const turn = () => actions.setPanels(toggled(this.panels, part));
      on(`open-${part}`, "click", turn);
      on(`close-${part}`, "click", () => this.close(`open-${part}`, turn));
    }
  }

  /** `told` is the part and the step of slow motion to begin with; returns its frame, or −1. */
  load(run, told) {
    this.run = run;
    const select = this.find("asked");
    const option = (value, text) => {
      const node = document.createElement("option");
      node.value = value;
      putText(node, text);
      return node;
    };
    const arms = run.labels.map((label, arm) => option(String(arm + 1), `arm ${label}`));
    select.replaceChildren(option("", "an arm"), ...arms);
    this.arm = new ArmPanel(this.find("arm"), run);
    this.code = new CodePanel(this.find("code"), run);
    this.slow = new SlowPanel(this.find("steps"), run, this.actions.goTo);
    return this.slow.resume(told);
  }

  /** The part and the step that slow motion tells, if it is open. */
  told() {
    return this.isOpen("steps") ? this.slow.told() : {};
  }

  /** Show what the preferences say is open: `arm` counts from 1, null for none. */
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
  }

  /** Show or hide one panel and its button, which is there only if the run has what to show. */
  has(part, possible) {
    const open = possible && [part, "both"].includes(this.panels);
    this.find(`${part}-panel`).hidden = !open;
    this.find(`open-${part}`).hidden = !possible;
    put(this.find(`open-${part}`), "aria-pressed", open);
  }

  isOpen(part) {
    return !this.find(`${part}-panel`).hidden;
  }

  draw(position, truth, predicts) {
    this.arm.draw(position, truth, predicts);
    const slow = this.isOpen("steps");
    if (slow) this.slow.open(position);
    if (this.isOpen("code")) this.code.draw(position, slow ? this.slow.stepAt(position) : null);
  }

  /** Close what Escape closes; true if something was open. */
  escape() {
    if (this.arm === undefined || this.arm.arm < 0) return false;
    this.close("asked", () => this.actions.setArm(null));
    return true;
  }

  /** A panel that closes hands the focus to the control that opens it. */
  close(opener, closing) {
    const root = this.find("player").getRootNode();
    const inside = root.activeElement?.closest("[data-part=panels]");
    closing();
    if (inside) this.find(opener).focus();
  }
}
