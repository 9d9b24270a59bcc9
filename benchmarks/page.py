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
DRAG = """input => new Promise(done => {
  const times = [], picture = input.getRootNode().querySelector("[data-part=lanes-picture]");
  function next() {
    if (times.length === 42) return done(times.sort((a, b) => a - b));
    input.value = ((times.length * 8) % 21) * 50;
    const begin = performance.now();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    picture.getBBox();  // styles and layout: all that comes before the browser paints
    times.push(performance.now() - begin);
    setTimeout(next, 60);
  }
  next();
})"""
NEAR = """([slider]) => new Promise(done => {
  const begin = performance.now(), seen = [];
  window.addEventListener("dart:family", ({ detail }) => {
    const bytes = JSON.stringify(detail).length;
    seen.push({ seconds: (performance.now() - begin) / 1000, bytes });
    if (detail.next === null) done(seen);
  });
  slider.closest(".knob").dispatchEvent(new PointerEvent("pointerenter"));
})"""
FRAME_RATE = """() => new Promise(done => {
  let seen = 0;
  const begin = performance.now();
  function tick(now) {
    seen += 1;
    if (now - begin < 4000) requestAnimationFrame(tick);
    else done((seen - 1) / (now - begin) * 1000);
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
            rows += _knob(_open(browser, f"{app.url}/"), "default problem", 0.5, 0.5)
            rows.append(_slider(page))
            rows.append(_frame_rate(page, "default problem, playback"))
            big = f"{app.url}/?n=45&k=4&t=1000000&preset=authors-code"
            large = _open(browser, big)
            rows += _knob(large, "N = 45, T = 10⁶", 1, 4)
            rows.append(_frame_rate(large, "N = 45, T = 10⁶, playback"))
            race = _open(browser, f"{big}&race=frontier.guaranteed,csar.est1,lints.unscaled")
            race.locator("[data-racers='4']").wait_for(timeout=120_000)
            rows.append(_frame_rate(race, "race of four, N = 45, T = 10⁶, playback"))
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
    page.add_init_script('localStorage.setItem("dart:seen", "1")')  # no opening in the way
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


def _knob(page: Page, what: str, first: float, last: float) -> list[Row]:
    """Come near λ and wait for its family, then drag it.

    Parameters
    ----------
    page : Page
    what : str
        The problem.
    first, last : float
        Goals for the nearest values and for all of them, in seconds.
    """
    wait_until_ready(page)
    slider = page.locator("[data-constant=lam] input")
    seen = slider.evaluate("node => (" + NEAR + ")([node])")
    begin, end = seen[0]["seconds"], seen[-1]["seconds"]
    kilobytes = sum(each["bytes"] for each in seen) / 1000
    times = slider.evaluate(DRAG)
    slowest = f"slowest {times[-1]:.0f} ms"
    return [
        Row(f"near λ to its nearest values, {what}", begin, "s", first, False),
        Row(f"near λ to its whole family, {what}", end, "s", last, False),
        Row(f"a family, {what}", kilobytes, "kB", 500, False),
        Row(f"λ dragged to the next picture, {what}", times[21], "ms", 16, False, slowest),
    ]


def _frame_rate(page: Page, what: str) -> Row:
    """Count the frames of the browser, which are late where one takes too long, while it plays."""
    wait_until_ready(page)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(500)
    rate = page.evaluate(FRAME_RATE)
    if page.locator("[data-playing='true']").count() == 0:
        raise RuntimeError(f"{what}: expected it to play for 4.5 s; it had stopped")
    page.get_by_role("button", name="Pause", exact=True).click()  # else it slows the next one
    return Row(what, float(rate), "frames/s", 59, True)  # of 60; one a second may be late
