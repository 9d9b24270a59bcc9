"""Compare in a real browser: a study that streams in, is shared, stopped, and opened in Watch."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from dashboard.catalogue import choices
from dashboard.serving.studies import ALONE
from dashboard.settings import Settings
from tests.browser.player_driver import Player
from tests.browser.server import App
from tests.browser.test_accessibility import expect_no_violation
from tests.browser.visits import OpenPage
from tests.links import to_query

PROGRESS = re.compile(r"(\d+) of 500 runs")
PHONE = (390, 844)
CURVES = ".js-plotly-plot .scatterlayer .js-line"
QUICK = Settings(
    n=10, k=2, horizon=5_000, runs=10, seed=5, rivals=choices("cmab-sm.authors-code", "random")
)
LONG = Settings(
    n=45,
    k=4,
    horizon=2_000_000,
    runs=100,
    preset="authors-code",
    rivals=choices("csar.est1", "cmab-sm.authors-code", "lints.unscaled", "random"),
    vary="horizon",
)


def path(settings: Settings) -> str:
    return f"/compare?{to_query(settings)}"


def start(page: Page) -> None:
    """Begin a study that takes long: it waits to be asked."""
    button = page.get_by_role("button", name="Compare", exact=True)
    expect(button).to_be_visible(timeout=30_000)
    expect(page.get_by_text(re.compile(r"500 runs, at most \d+ (min|s) on"))).to_be_visible()
    button.click()


def finished(page: Page) -> None:
    expect(page.get_by_text("Click a dot to open that very run in Watch.")).to_be_visible(
        timeout=60_000
    )


def test_a_study_is_ranked_and_a_click_opens_a_run_in_watch(open_page: OpenPage) -> None:
    page = open_page(path(QUICK)).page
    finished(page)
    expect(
        page.get_by_text("has the least regret").or_(page.get_by_text("cannot be"))
    ).to_have_count(1)
    expect(page.locator(CURVES).first).to_be_attached()
    assert page.locator(CURVES).count() >= 3
    points = page.locator(".js-plotly-plot").nth(1).locator(".points path.point")
    expect(points).to_have_count(30)
    points.first.scroll_into_view_if_needed()
    points.first.click(force=True)  # one click, and it is that very run
    expect(page).to_have_url(re.compile(r"^[^?]*/\?"), timeout=30_000)
    expect(page).to_have_url(re.compile(r"algorithm=(dart|cmab-sm|random)"))
    Player(page)
    page.get_by_role("link", name="Compare").click()
    finished(page)  # what was clicked there is done: nothing is clicked again


def test_coming_back_to_a_page_changes_nothing(open_page: OpenPage) -> None:
    """A widget that a browser draws anew must not begin with its first option."""
    settings = replace(QUICK, runs=25, redraw=True, horizon=2_000)
    page = open_page(path(settings)).page
    finished(page)
    for other in ("Theory", "Watch"):
        page.get_by_role("link", name=other).click()
        if other == "Watch":
            Player(page)
        else:
            expect(page.get_by_role("heading", name=other)).to_be_visible(timeout=20_000)
        page.wait_for_timeout(1_500)  # what the other page sends of itself has been heard
        page.get_by_role("link", name="Compare").click()
        finished(page)
        page.get_by_role("button", name="More").click()
        runs = page.get_by_test_id("stSlider").filter(has_text="Runs")
        expect(runs.get_by_test_id("stSliderThumbValue")).to_have_text("25")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Same arms, new luck").click()
        expect(page).to_have_url(re.compile(r"[?&]seed=(?!5&)\d+"))
        assert "runs=25&redraw=1" in page.url


def test_two_sweeps_at_once_have_buttons_of_their_own(open_page: OpenPage) -> None:
    page = open_page(f"/sensitivity?{to_query(LONG)}").page  # neither ends by itself meanwhile
    for button in ("Run the sweep", "Try every parameter alone"):
        page.get_by_role("button", name=button).click()
    stops = page.get_by_role("button", name="Stop", exact=True)
    expect(stops).to_have_count(2, timeout=20_000)
    stops.last.click()
    expect(stops).to_have_count(1, timeout=20_000)
    stops.click()
    expect(page.get_by_role("button", name="Run again")).to_have_count(2, timeout=20_000)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_the_code_of_charts_is_asked_for_with_the_page(open_page: OpenPage) -> None:
    """Once, and before Streamlit would: it waits for the first chart."""
    page = open_page(path(QUICK)).page
    finished(page)
    charts, server = (
        page.evaluate(
            """ending => performance.getEntriesByType("resource")
               .filter(file => ending.test(file.name)).map(file => file.startTime)""",
            ending,
        )
        for ending in (re.compile(r"/PlotlyChart[^/]*\.js$"), re.compile(r"/_stcore/health$"))
    )
    assert len(charts) == 1
    assert charts[0] < server[0]  # where Streamlit's own code begins to look for its server


def test_settings_go_along_between_pages(open_page: OpenPage) -> None:
    page = open_page(path(QUICK)).page
    finished(page)
    page.get_by_role("link", name="Watch").click()
    Player(page)
    expect(page).to_have_url(re.compile(r"n=10&k=2&t=5000"))
    page.get_by_role("link", name="Compare").click()
    finished(page)
    expect(page.get_by_text("10 runs of each algorithm")).to_be_visible()


def test_a_long_study_streams_in_and_is_stopped(open_page: OpenPage) -> None:
    page = open_page(path(LONG)).page
    start(page)
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible(timeout=30_000)
    expect(page.locator(CURVES).first).to_be_attached(timeout=30_000)
    expect(page.get_by_text(re.compile(r"of 500 runs"))).to_be_visible()
    begin = time.monotonic()
    stop.click()
    expect(page.get_by_text("Stopped: what is finished stays.")).to_be_visible(timeout=15_000)
    assert time.monotonic() - begin < 8
    expect(page.locator(CURVES).first).to_be_attached()


def test_visitors_with_equal_settings_share_a_study(open_page: OpenPage, app: App) -> None:
    """Who comes later sees what is there; who leaves ends nothing while another looks.

    Meanwhile a third visitor is served, and the server's log has one line for each study.
    """
    settings, logged = replace(LONG, seed=77), len(app.log)
    first = open_page(path(settings)).page
    start(first)
    until(lambda: runs_done(first) >= 5)
    before = runs_done(first)
    second = open_page(path(settings)).page
    expect(second.get_by_text(PROGRESS)).to_be_visible(timeout=30_000)
    assert runs_done(second) >= before
    first.goto(urljoin(first.url, "/_stcore/health"))  # ends its session: a page without one
    left_at = runs_done(second)
    third = open_page(path(replace(QUICK, seed=78))).page
    finished(third)
    assert runs_done(second) < 500
    second.wait_for_timeout(1_000 * (ALONE + 1))
    until(lambda: runs_done(second) > left_at)
    second.get_by_role("button", name="Stop", exact=True).click()
    expect(second.get_by_text("Stopped: what is finished stays.")).to_be_visible(timeout=15_000)
    assert sum("500 runs" in line for line in app.log[logged:].splitlines()) == 1


def runs_done(page: Page) -> int:
    """Return the number before "of 500 runs"."""
    found = PROGRESS.search(page.get_by_text(PROGRESS).text_content(timeout=30_000) or "")
    assert found
    return int(found[1])


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_compare_on_a_phone_fits(open_page: OpenPage) -> None:
    page = open_page(path(QUICK), viewport=PHONE, touch=True).page
    finished(page)
    width = page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= PHONE[0]


def test_sensitivity_sweeps_and_says_what_matters(open_page: OpenPage) -> None:
    settings = Settings(
        n=8, k=2, horizon=3_000, runs=5, points=3, rivals=choices("lints.unscaled"), vary="horizon"
    )
    page = open_page(f"/sensitivity?{to_query(settings)}", color_scheme="dark").page
    expect(page.get_by_text("How fast regret grows with T")).to_be_visible(timeout=60_000)
    expect(page.locator(CURVES).first).to_be_attached()
    for kind in ("what you can set", "what the problem is"):
        expect(page.get_by_text(f"Of {kind}, ")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_hidden(timeout=60_000)
    expect_no_violation(page)
