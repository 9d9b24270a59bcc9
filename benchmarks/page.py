"""What a visitor waits for: first paint, a slider, frames; in a real browser on this machine."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.table import Row
from scripts import browser as chromium
from tests.browser.server import ROOT, serve
from tests.browser.visits import wait_until_ready

FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FRAME_RATE = """root => new Promise(done => {
  let seen = 0, last = null;
  const begin = performance.now();
  function tick(now) {
    const at = root.getAttribute("data-frame");
    if (at !== last) { seen += 1; last = at; }
    if (now - begin < 4000) requestAnimationFrame(tick);
    else done(seen / (now - begin) * 1000);
  }
  requestAnimationFrame(tick);
})"""


def measure() -> list[Row]:
    """Start the server as `make run` does, visit it, and time what a visitor sees."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = chromium.find()
        if path is None:
            raise SystemExit("Expected a Chromium; there is none. Run `make browser`.")
        as_root = hasattr(os, "geteuid") and os.geteuid() == 0
        flags = [*FLAGS, *(["--no-sandbox"] if as_root else [])]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        begin = perf_counter()
        with serve(ROOT / "app.py", Path(folder) / "log") as app:
            page = _open(browser, app.url)
            start = perf_counter() - begin
            rows = [Row("`streamlit run` to first paint, warm caches", start, "s", 4, False)]
            begin = perf_counter()
            _open(browser, app.url)
            rows.append(Row("next visitor to first paint", perf_counter() - begin, "s", 4, False))
            page.wait_for_timeout(8000)  # meanwhile the kernels come from their cache
            rows.append(_slider(page))
            rows.append(_frame_rate(page, "default problem, playback"))
            big = f"{app.url}/?n=45&k=4&t=1000000&preset=authors-code"
            rows.append(_frame_rate(_open(browser, big), "N = 45, T = 10⁶, playback"))
        for context in browser.contexts:  # pages that play on would slow down what follows
            context.close()
        cold = Path(folder) / "cold"
        cold.mkdir()
        os.environ["NUMBA_CACHE_DIR"] = str(cold)
        begin = perf_counter()
        with serve(ROOT / "app.py", Path(folder) / "log") as app:
            _open(browser, app.url)
            seconds = perf_counter() - begin
        rows.append(
            Row("`streamlit run` to first paint, no kernel compiled", seconds, "s", 4, False)
        )
        del os.environ["NUMBA_CACHE_DIR"]
        browser.close()
        return rows


def _open(browser: Browser, url: str) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(url)
    page.locator("[data-t]").first.wait_for(timeout=120_000)
    return page


def _slider(page: Page) -> Row:
    """Move K by one and wait for the new run's first frame; the median of several moves.

    Each value of K is a run that nobody has asked for before.
    """
    wait_until_ready(page)
    slider = page.get_by_role("slider", name="Chosen arms K")
    root = page.locator("[data-run]").first
    times = []
    for _ in range(7):
        before = root.get_attribute("data-run")
        begin = perf_counter()
        slider.press("ArrowRight")
        page.wait_for_function(
            "([node, old]) => node.getAttribute('data-run') !== old",
            arg=[root.element_handle(), before],
            polling="raf",
        )
        times.append(perf_counter() - begin)
        page.wait_for_timeout(300)
    median = sorted(times)[len(times) // 2] * 1000
    beside = f"{min(times) * 1000:.0f} to {max(times) * 1000:.0f} ms"
    return Row("widget to first frame, default problem", median, "ms", 300, False, beside)


def _frame_rate(page: Page, what: str) -> Row:
    wait_until_ready(page)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(500)
    rate = page.locator("[data-t]").first.evaluate(FRAME_RATE)
    return Row(what, float(rate), "frames/s", 50, True)
