/** The few DOM helpers that the views share. Text from data only ever becomes text nodes. */

/** @import { EventsOf, Find, OnPart, Point } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
let made = 0;

/**
 * An SVG element with attributes, in a parent if there is one.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} attributes
 * @param {Element} [parent]
 */
export function svg(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  parent?.append(node);
  return node;
}

/**
 * An HTML element of a class, with a text, in a parent; each may be missing.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [style]
 * @param {Element} [parent]
 * @param {string} [text]
 */
export function html(name, style, parent, text) {
  const node = document.createElement(name);
  if (style) node.className = style;
  if (text !== undefined) node.textContent = text;
  parent?.append(node);
  return node;
}

/**
 * A link to a place in the paper, as words and an address; nothing is loaded before a click. A `name`
 * makes it a mere arrow beside that name.
 * @param {HTMLElement} parent
 * @param {readonly string[]} place
 * @param {string} [name]
 */
export function paperLink(parent, [words, address], name) {
  const link = html("a", "place", parent, name ? "\u2197" : `${words} \u2197`);
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.title = `In the paper: ${words}`;
  link.setAttribute("aria-label", `${name ? `${name}, in` : "In"} the paper: ${words}`);
  return link;
}

/**
 * Write an attribute only where it changes: an untouched node costs the browser nothing.
 * @param {Element} node
 * @param {string} name
 * @param {unknown} value
 */
export function put(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/**
 * Write a text only where it changes, and into the node that is there: a new one costs more.
 * @param {Element} node
 * @param {string} text
 */
export function putText(node, text) {
  if (node.textContent === text) return;
  const { firstChild: only } = node;
  if (only instanceof Text && only.nextSibling === null) only.data = text;
  else node.textContent = text;
}

/** @param {Element} node @param {boolean} visible */
export function show(node, visible) {
  put(node, "visibility", visible ? "visible" : "hidden");
}

/**
 * Put a text somewhere: to the right of a point ("start"), around it, or to its left ("end").
 * @param {SVGElement} node
 * @param {number} x
 * @param {number} y
 * @param {string} anchor
 */
export function place(node, x, y, anchor) {
  put(node, "x", px(x));
  put(node, "y", px(y));
  put(node, "text-anchor", anchor);
}

/**
 * An id that no other player on the page uses.
 * @param {string} stem
 */
export function freshId(stem) {
  made += 1;
  return `dart-player-${stem}-${made}`;
}

/**
 * Pixels, to a tenth.
 * @param {number} value
 */
export function px(value) {
  return Math.round(value * 10) / 10;
}

/**
 * Move towards a target in wall time, to within a hundredth of a step; `tau` in seconds.
 * @param {number} now
 * @param {number} target
 * @param {number} dt
 * @param {number} tau
 * @param {number} close
 */
export function approach(now, target, dt, tau, close) {
  if (dt === Infinity || Math.abs(target - now) <= close || Number.isNaN(now)) return target;
  return target + (now - target) * Math.exp(-dt / tau);
}

/**
 * Where an event points to within a picture, in the picture's own units.
 * @param {HTMLElement} element
 * @param {MouseEvent} event
 * @param {number} scale
 * @returns {Point}
 */
export function placeIn(element, event, scale) {
  const { left, top } = element.getBoundingClientRect();
  return [(event.clientX - left) / scale, (event.clientY - top) / scale];
}

/**
 * Hear events of a target until a signal aborts.
 *
 * @template {EventTarget} Target
 * @template {keyof EventsOf<Target> & string} Type
 * @param {Target} target
 * @param {Type} type
 * @param {(event: EventsOf<Target>[Type]) => void} handler
 * @param {AbortSignal} signal
 */
export function listen(target, type, handler, signal) {
  target.addEventListener(type, /** @type {EventListener} */ (handler), { signal });
}

/**
 * Hear events of parts of the player until a signal aborts.
 * @param {Find} find
 * @param {AbortSignal} signal
 * @returns {OnPart}
 */
export function partListener(find, signal) {
  return (part, type, handler) => {
    find(part).addEventListener(type, /** @type {EventListener} */ (handler), { signal });
  };
}

/**
 * The innermost element that an event is about, through shadow trees; the page's root for none.
 * @param {Event} event
 * @returns {Element}
 */
export function targetOf(event) {
  const [target] = event.composedPath();
  return target instanceof Element ? target : document.documentElement;
}

/**
 * The start of a field that is set before anybody reads it, by a method that comes first.
 * @returns {any}
 */
export const unset = () => undefined;
