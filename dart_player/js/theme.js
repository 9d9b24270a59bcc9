/** Light or dark: read off the page's background, as Streamlit tells components no more. */

/** @param {Element} element */
export function themeOf(element) {
  const background = getComputedStyle(element).getPropertyValue("--st-background-color").trim();
  const rgb = parseColor(background);
  if (rgb === null) {
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  return luminance(rgb) < 0.4 ? "dark" : "light";
}

/**
 * [r, g, b] in 0..255 of #rgb, #rrggbb or rgb(…); null for anything else.
 * @param {string} text
 */
export function parseColor(text) {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{1,2})?$/i.exec(text)?.[1];
  if (hex) {
    const wide = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
    return [0, 2, 4].map((at) => parseInt(wide.slice(at, at + 2), 16));
  }
  const parts = /^rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)/.exec(text);
  return parts ? parts.slice(1, 4).map(Number) : null;
}

/**
 * Perceived lightness, 0 black to 1 white.
 * @param {number[]} rgb
 */
function luminance([r, g, b]) {
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}
