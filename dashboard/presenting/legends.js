/**
 * Legends stay below their axes. Plotly leaves one that needs fewer rows where it was, over the axis,
 * when its page gets wider: in Present, without the sidebar, in a larger window.
 */

const REDRAWN = 600; // ms, after which charts are as wide as their new place
let width = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

const page = new ResizeObserver(([{ contentRect }]) => {
  const before = width;
  width = contentRect.width;
  if (before === 0 || before === width) return; // it came, or is higher
  clearTimeout(waiting);
  waiting = setTimeout(placeLegends, REDRAWN);
});

/** From now on, on this page. */
export function keepLegends() {
  const main = document.querySelector("[data-testid=stMainBlockContainer]");
  if (main) page.observe(main);
}

function placeLegends() {
  for (const chart of document.querySelectorAll(".js-plotly-plot")) {
    const y = /** @type {any} */ (chart).layout?.legend?.y;
    if (y !== undefined)
      window.Plotly?.relayout(/** @type {HTMLElement} */ (chart), { "legend.y": y });
  }
}
