/** The frame of one lane, with its name and its count. */

import { place, put, px, show, svg } from "./dom.js";

/** @import { Box } from "./types.d.ts" */

/** The longest count that may follow a narrow lane's name; where it cannot, it stands at the edge. */
const COUNT = "100";

/**
 * A lane's frame, its name in one or more lines, and its count below; nothing without a name.
 * @param {SVGElement} root
 * @param {string} name
 */
export function makeBox(root, name) {
  const rect = svg("rect", { class: "lane", x: 0.5, rx: 8 }, root);
  const title = svg("text", { class: `lane-name ${name}` }, root);
  const count = svg("text", { class: "lane-count" }, root);
  return {
    count,
    /** @param {Box} box @param {number} width @param {boolean} narrow @param {string} word */
    resize(box, width, narrow, word) {
      for (const node of [rect, title, count]) show(node, word !== "");
      put(rect, "y", px(box.top) + 0.5);
      put(rect, "width", Math.max(0, width - 1));
      put(rect, "height", Math.max(0, px(box.height - 1)));
      const lines = narrow ? [word] : wrapped(word, 11);
      title.replaceChildren();
      lines.forEach((line, k) => {
        svg("tspan", { x: 10, dy: k === 0 ? 0 : 16 }, title).textContent = line;
      });
      const low = box.height < 46;
      const top = box.top + (narrow || low ? 15 : 22);
      place(title, 10, top, "start");
      const beside = 20 + 8 * word.length;
      if (narrow && beside <= width - 8 * COUNT.length) place(count, beside, top, "start");
      else if (narrow) place(count, width - 6, top, "end");
      else place(count, 10, top + (low ? -2 : 2) + 16 * lines.length, "start");
    },
  };
}

/**
 * A text in lines of at most `most` characters where its words allow.
 * @param {string} text
 * @param {number} most
 */
function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
