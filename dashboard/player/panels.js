/** The panels below the lanes: one arm, the pseudo-code, slow motion. Each is open or closed. */

import { ArmPanel } from "./arm.js";
import { put, putText } from "./dom.js";

export const PANELS = ["none", "code", "steps", "both"];

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
  }

  load(run) {
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
  }

  /** Show what the preferences say is open: `arm` counts from 1, null for none. */
  apply({ arm }) {
    const asked = arm !== null && arm <= this.run.n ? arm : null;
    this.find("asked").value = asked === null ? "" : String(asked);
    this.find("arm-panel").hidden = asked === null;
    if (asked === null) this.arm.arm = -1;
    else if (this.arm.arm !== asked - 1) this.arm.ask(asked - 1);
    put(this.find("player"), "data-panels", asked === null ? "closed" : "open");
  }

  draw(position, truth) {
    this.arm.draw(position, truth);
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
