/** The few DOM helpers that the views share. Text from data only ever becomes text nodes. */

const SVG = "http://www.w3.org/2000/svg";
let made = 0;

export function svg(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent?.append(node);
  return node;
}

/** An HTML element of a class, with a text, in a parent; each may be missing. */
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

/** Write an attribute only where it changes: an untouched node costs the browser nothing. */
export function put(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

export function putText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function show(node, visible) {
  put(node, "visibility", visible ? "visible" : "hidden");
}

/** An id that no other player on the page uses. */
export function freshId(stem) {
  made += 1;
  return `dart-player-${stem}-${made}`;
}

/** Pixels, to a tenth. */
export function px(value) {
  return Math.round(value * 10) / 10;
}

/** Move towards a target in wall time, to within a hundredth of a step; `tau` in seconds. */
export function approach(now, target, dt, tau, close) {
  if (dt === Infinity || Math.abs(target - now) <= close || Number.isNaN(now)) return target;
  return target + (now - target) * Math.exp(-dt / tau);
}

/** Where an event points to within an element, in the element's own pixels: it may be zoomed. */
export function placeIn(element, event) {
  const box = element.getBoundingClientRect();
  const zoom = element.offsetWidth > 0 ? box.width / element.offsetWidth : 1;
  return [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
}
