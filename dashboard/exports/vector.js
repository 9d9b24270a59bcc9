/** A chart as Plotly writes it in SVG, as what a page of a PDF draws: lines and letters, no pixels. */

/** What a browser was asked for and a PDF's own fonts or operators have not. */
export class NotDrawn extends Error {}

/**
 * What is drawn on a page, and the pairs of opacities (of areas and of lines) that it names.
 * @typedef {{ content: string, opacities: [number, number][] }} Drawing
 */

const SILENT = new Set(["defs", "metadata", "title", "desc", "style"]);
const GROUPS = new Set(["svg", "g"]);
// Letters beyond Latin-1: their codes in Helvetica (WinAnsi) and in the font Symbol.
const WINDOWS = new Map(
  Object.entries({ "€": 128, "…": 133, "‘": 145, "’": 146, "“": 147, "”": 148, "•": 149 }).concat(
    Object.entries({ "–": 150, "—": 151 }),
  ),
);
const GREEK = "αβχδεφγηι κλμνοπθρστυ ωξψζ";
const SYMBOLS = new Map([
  ...[...GREEK].map((letter, at) => /** @type {[string, number]} */ ([letter, 97 + at])),
  ...Object.entries({ Γ: 71, Δ: 68, Θ: 81, Λ: 76, Π: 80, Σ: 83, Φ: 70, Ω: 87 }),
  ...Object.entries({ "−": 45, "′": 162, "≤": 163, "∞": 165, "→": 174, "≥": 179, "≠": 185 }),
  ...Object.entries({ "≈": 187, "∈": 206, "√": 214 }),
]);
SYMBOLS.delete(" ");

/**
 * What draws an SVG that is in the document.
 * @param {SVGSVGElement} svg
 * @param {number} height in CSS pixels
 * @returns {Drawing}
 */
export function drawn(svg, height) {
  const root = svg.getScreenCTM();
  if (root === null) throw new NotDrawn("the picture is not shown");
  const inverse = root.inverse();
  /** @type {[number, number][]} */
  const opacities = [];
  const content = [`0.75 0 0 -0.75 0 ${0.75 * height} cm`];

  /** @param {SVGGraphicsElement} node */
  function matrix(node) {
    const its = node.getScreenCTM();
    if (its === null) throw new NotDrawn("a part is not shown");
    return inverse.multiply(its);
  }

  /** @param {number} area @param {number} line */
  function opacity(area, line) {
    let at = opacities.findIndex(([its, other]) => its === area && other === line);
    if (at < 0) at = opacities.push([area, line]) - 1;
    return `/G${at} gs`;
  }

  /** @param {Element} node @param {number} above opacity @param {string} clip @returns {void} */
  function visit(node, above, clip) {
    const name = node.localName;
    if (SILENT.has(name)) return;
    const style = getComputedStyle(node);
    if (style.display === "none") return;
    const its = /** @type {SVGGraphicsElement} */ (node);
    const within = node === svg ? "" : clip + clipping(svg, its, style, matrix);
    const clear = above * Number(style.opacity);
    if (clear === 0) return;
    if (GROUPS.has(name)) {
      for (const child of node.children) visit(child, clear, within);
    } else if (style.visibility !== "hidden") {
      const parts = name === "text" ? letters(its) : shape(its, style);
      for (const { style: of, draw } of parts) {
        const seen = opacity(clear * Number(of.fillOpacity), clear * Number(of.strokeOpacity));
        content.push(`q ${within}${seen} ${operands(matrix(its))} cm ${draw} Q`);
      }
    }
  }

  visit(svg, 1, "");
  return { content: content.join("\n"), opacities };
}

/**
 * What cuts off all beyond the rectangle that an element is clipped to, if it is.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} node
 * @param {CSSStyleDeclaration} style
 * @param {(node: SVGGraphicsElement) => DOMMatrix} matrix
 */
function clipping(svg, node, style, matrix) {
  const [, id] = style.clipPath.match(/#([^"')]+)/) ?? [];
  if (id === undefined) return "";
  const box = svg.querySelector(`#${CSS.escape(id)} > rect`);
  if (box === null) throw new NotDrawn("what is cut off is no rectangle");
  const { x, y, width, height } = sizes(box);
  const at = matrix(node);
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([a, b]) => new DOMPoint(a, b).matrixTransform(at));
  const line = corners.map((point, k) => `${short(point.x)} ${short(point.y)} ${k ? "l" : "m"}`);
  return `${line.join(" ")} h W n `;
}

/** @param {Element} box */
function sizes(box) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(box.getAttribute(name) ?? 0),
  );
  return /** @type {{ [name: string]: number } & Record<"x" | "y" | "width" | "height", number>} */ ({
    x,
    y,
    width,
    height,
  });
}

/** @param {Element} node @param {CSSStyleDeclaration} style */
function shape(node, style) {
  let path = "";
  if (node.localName === "path") path = pathOf(node.getAttribute("d") ?? "");
  else if (node.localName === "rect") {
    const { x, y, width, height } = sizes(node);
    path = `${[x, y, width, height].map(short).join(" ")} re`;
  } else throw new NotDrawn(node.localName);
  const area = isFlat(path) ? null : colour(style.fill);
  const wide = Number.parseFloat(style.strokeWidth);
  const line = wide > 0 ? colour(style.stroke) : null;
  if (path === "" || (area === null && line === null)) return [];
  const how = area && line ? "B" : area ? "f" : "S";
  const dashes = (style.strokeDasharray.match(/[\d.]+/g) ?? []).join(" ");
  const pen = line
    ? `${line} RG ${short(wide)} w [${dashes}] 0 d ${style.strokeMiterlimit || 4} M `
    : "";
  return [{ style, draw: `${area ? `${area} rg ` : ""}${pen}${path} ${how}` }];
}

/**
 * Whether a path has no area: what an SVG then leaves empty, a PDF would paint as a hair.
 * @param {string} path
 */
export function isFlat(path) {
  const parts = path.split(/ m\b/).slice(1);
  return parts.length > 0 && parts.every((part) => (part.match(/ [lc]\b/g) ?? []).length < 2);
}

/** Red, green and blue from 0 to 1; null for none. @param {string} css */
function colour(css) {
  const parts = css.match(/[\d.]+/g)?.map(Number) ?? [];
  if (parts.length < 3 || parts[3] === 0) return null;
  if (parts.length > 3) throw new NotDrawn("a colour that shines through");
  return parts.map((part) => short(part / 255)).join(" ");
}

/** The letters of a text, in runs of one font. @param {Element} node */
function letters(node) {
  const text = /** @type {SVGTextContentElement} */ (node);
  const parts = [];
  let before = 0; // letters of the text nodes that came before
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.nodeValue ?? "";
    const style = getComputedStyle(/** @type {Element} */ (walker.currentNode.parentNode));
    const size = Number.parseFloat(style.fontSize);
    for (const run of runs(words, Number(style.fontWeight) >= 600)) {
      const { x, y } = text.getStartPositionOfChar(before + run.at);
      const ink = colour(style.fill) ?? "0 0 0";
      const place = `1 0 0 -1 ${short(x)} ${short(y)} Tm`;
      const draw = `${ink} rg BT /${run.font} ${size} Tf ${place} <${run.codes}> Tj ET`;
      parts.push({ style, draw });
    }
    before += words.length;
  }
  return parts;
}

/**
 * The parts of a text that one font has, with the codes of their letters.
 * @param {string} words
 * @param {boolean} bold
 */
export function runs(words, bold) {
  /** @type {{ font: string, at: number, codes: string }[]} */
  const found = [];
  for (const [at, letter] of [...words].entries()) {
    if (letter === "\u200b") continue; // no width: where a line may break
    const code = letter.codePointAt(0) ?? 0;
    const latin = (code >= 32 && code < 127) || (code >= 160 && code < 256);
    const plain = latin ? code : WINDOWS.get(letter);
    const used = plain ?? SYMBOLS.get(letter);
    if (used === undefined) throw new NotDrawn(letter);
    const font = plain === undefined ? "Symbol" : bold ? "Bold" : "Plain";
    const last = found.at(-1);
    const hex = used.toString(16).padStart(2, "0");
    if (last?.font === font) last.codes += hex;
    else found.push({ font, at, codes: hex });
  }
  return found;
}

/**
 * A path of an SVG in the operators of a PDF.
 * @param {string} d
 */
export function pathOf(d) {
  const tokens = d.match(/[a-z]|[-+]?(?:\d*\.\d+|\d+\.?)(?:e[-+]?\d+)?/gi) ?? [];
  const out = [];
  let [at, command, x, y, startX, startY] = [0, "", 0, 0, 0, 0];
  const next = () => Number(tokens[at++]);
  /** @param {string} operator */
  const to = (operator) => out.push(`${short(x)} ${short(y)} ${operator}`);
  while (at < tokens.length) {
    if (/[a-z]/i.test(/** @type {string} */ (tokens[at]))) {
      command = /** @type {string} */ (tokens[at++]);
    }
    const [fromX, fromY] = command === command.toLowerCase() ? [x, y] : [0, 0];
    const kind = command.toUpperCase();
    if (kind === "Z") {
      out.push("h");
      [x, y, command] = [startX, startY, ""];
    } else if (kind === "M" || kind === "L") {
      [x, y] = [fromX + next(), fromY + next()];
      to(kind === "M" ? "m" : "l");
      if (kind === "M") [startX, startY, command] = [x, y, command === "M" ? "L" : "l"];
    } else if (kind === "H" || kind === "V") {
      if (kind === "H") x = fromX + next();
      else y = fromY + next();
      to("l");
    } else if (kind === "A") {
      const [rx, ry, , large, sweep] = [next(), next(), next(), next(), next()];
      const [endX, endY] = [fromX + next(), fromY + next()];
      if (rx !== ry) throw new NotDrawn("an ellipse");
      out.push(...arc(x, y, endX, endY, rx, large === 1, sweep === 1));
      [x, y] = [endX, endY];
    } else throw new NotDrawn(`path ${command}`);
  }
  return out.join(" ");
}

/**
 * Part of a circle in curves of a quarter or less (SVG 2, B.2.4).
 * @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2
 * @param {number} radius @param {boolean} large @param {boolean} sweep
 */
function arc(x1, y1, x2, y2, radius, large, sweep) {
  const [half, rise] = [(x2 - x1) / 2, (y2 - y1) / 2];
  const apart = Math.hypot(half, rise);
  if (apart === 0) return [];
  const r = Math.max(radius, apart);
  const off = (Math.sqrt(r * r - apart * apart) / apart) * (large === sweep ? -1 : 1);
  const [cx, cy] = [x1 + half - rise * off, y1 + rise + half * off];
  const from = Math.atan2(y1 - cy, x1 - cx);
  let turn = Math.atan2(y2 - cy, x2 - cx) - from;
  if (sweep && turn <= 0) turn += 2 * Math.PI;
  if (!sweep && turn >= 0) turn -= 2 * Math.PI;
  const steps = Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9);
  const step = turn / steps;
  const pull = (4 / 3) * Math.tan(step / 4) * r;
  return [...Array(steps).keys()].map((k) => {
    const [a, b] = [from + k * step, from + (k + 1) * step];
    const [ax, ay, bx, by] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
    const points = [cx + r * ax - pull * ay, cy + r * ay + pull * ax];
    points.push(cx + r * bx + pull * by, cy + r * by - pull * bx, cx + r * bx, cy + r * by);
    return `${points.map(short).join(" ")} c`;
  });
}

/** @param {DOMMatrix} m */
function operands(m) {
  return [m.a, m.b, m.c, m.d, m.e, m.f].map(short).join(" ");
}

/** A number without the digits that nobody sees. @param {number} value */
function short(value) {
  return String(Math.round(value * 1000) / 1000);
}
