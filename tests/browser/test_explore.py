"""A researcher's way from a constant to a single run, by clicks; and the pages on paper."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from dashboard.catalogue import choices
from dashboard.links.link import Link
from dashboard.sensitivity.words import CLICK
from dashboard.settings import Settings
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage, wait_until_ready
from tests.links import to_query

POINT = ".scatterlayer .points path.point"
POINTS = f".js-plotly-plot {POINT}"
WIDTH = "each => each.querySelector('.svg-container').clientWidth"
# What a browser does before it prints, and the widths that it then finds, all at once: a window of
# a test is not paper, and Plotly fits its charts to it again a moment later.
PRINTED = """() => {
  dispatchEvent(new Event('beforeprint'));
  return [...document.querySelectorAll('.js-plotly-plot')]
    .filter((each) => each.clientWidth > 0)
    .map((each) => each._fullLayout.width);
}"""
A4, ON_PAPER = 672, 0.8  # CSS pixels between A4's margins; the zoom of a printed chart


WAIT = 2.5  # s that a researcher waits at most, on a machine that does nothing else


class Way:
    """What a visitor clicks and waits for: how many clicks, and the seconds of each wait."""

    def __init__(self) -> None:
        self.count = 0
        self.waits: dict[str, float] = {}

    def on(self, what: Locator) -> None:
        what.click()
        self.count += 1

    def at(self, page: Page, box: FloatRect | None) -> None:
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.count += 1

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        begin = perf_counter()
        yield
        self.waits[what] = perf_counter() - begin


def farthest_right(points: Locator) -> FloatRect | None:
    """The box of the point with the greatest x, in view."""
    points.first.scroll_into_view_if_needed()
    boxes = [point.bounding_box() for point in points.all()]
    return max((box for box in boxes if box), key=lambda box: box["x"])


def typed(page: Page, label: str, text: str) -> None:
    box = page.get_by_role("textbox", name=label, exact=True)
    box.fill(text)
    box.press("Enter")


def test_a_researcher_gets_from_a_constant_to_a_run_and_its_files(open_page: OpenPage) -> None:
    """Under twelve clicks and no long wait at N = 12, T = 10,000; nothing has to be started."""
    page, way = open_page("/sensitivity").page, Way()
    expect(page.get_by_text("loses least at λ = ")).to_be_visible(timeout=30_000)  # λ's curve
    assert page.locator(POINTS).count() >= 18
    with way.waiting("another range"):
        typed(page, "to", "0,1")  # with a decimal comma
        expect(page.get_by_text(re.compile(r"loses least at λ = 0\.1\b"))).to_be_visible(
            timeout=30_000
        )
    expect(page).to_have_url(re.compile(r"values=0\.002(,|%2C).*(,|%2C)0\.1(&|$)"), timeout=20_000)
    expect(page.get_by_role("textbox", name="to", exact=True)).to_have_value("0.1")
    expect(page.get_by_role("button", name="Run the sweep")).to_have_count(0)
    there = page.get_by_role("button", name=re.compile(r"Compare at λ = 0\.1$"))
    expect(there).to_be_visible(timeout=30_000)  # what the sentence says, as the last it was
    wait_until_ready(page)
    with way.waiting("the point of the best value"):
        way.at(page, farthest_right(page.locator(".js-plotly-plot").first.locator(POINT)))
        expect(page.get_by_text(re.compile(r"^λ = 0\.1: regret"))).to_be_visible(timeout=30_000)
        expect(page.get_by_text(CLICK)).to_have_count(0, timeout=30_000)
    with way.waiting("the study there"):
        way.on(there)
        expect(page.get_by_role("heading", name="Compare")).to_be_visible(timeout=20_000)
        expect(page.get_by_text("Click a dot to open")).to_be_visible(timeout=30_000)
    expect(page).to_have_url(re.compile(r"lam=0\.1(&|$)"))
    for rival in ("CSAR", "CMAB-SM"):  # three rivals stay
        with way.waiting(f"the study without {rival}"):
            way.on(page.get_by_role("button", name=rival, exact=True))
            expect(page.locator(".st-key-finals").get_by_text(rival)).to_have_count(
                0, timeout=30_000
            )
    expect(page.get_by_text(re.compile("has the least regret|cannot be told apart"))).to_be_visible(
        timeout=30_000
    )
    wait_until_ready(page)
    way.on(page.get_by_text("Save and reproduce"))
    with way.waiting("the table"), page.expect_download() as table:
        way.on(page.get_by_role("button", name="Runs (CSV)"))
    assert table.value.suggested_filename.endswith("-runs.csv")
    with way.waiting("the picture"), page.expect_download() as picture:
        way.on(page.get_by_role("button", name="Cumulative regret as PNG"))
    assert picture.value.suggested_filename.endswith("-regret.png")
    with way.waiting("the worst run"):
        way.at(page, farthest_right(page.locator(".st-key-finals").locator(POINT)))
        player = Player(page)
    player.press("End")
    assert way.count < 12
    assert Link.parse(page.url.partition("?")[2]).settings.horizon == 10_000
    slack = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert max(way.waits.values()) <= WAIT * slack, way.waits


def test_what_matters_most_leads_to_its_sweep(open_page: OpenPage) -> None:
    settings = Settings(n=6, k=2, horizon=500, runs=3, rivals=choices("random"))
    page = open_page(f"/sensitivity?{to_query(settings)}").page
    expect(page.get_by_text("Click a bar to see regret")).to_be_visible(timeout=60_000)
    bars = page.locator('[class*="st-key-tornado-what-the-problem"] .barlayer .point path')
    bars.first.scroll_into_view_if_needed()
    bars.first.click(force=True)
    expect(page).to_have_url(re.compile(r"vary=(horizon|k|n|reward|gap)(&|$)"), timeout=20_000)


def test_a_wrong_number_is_asked_about_and_the_chart_stays(open_page: OpenPage) -> None:
    page = open_page("/sensitivity").page
    expect(page.get_by_text("loses least at λ = ")).to_be_visible(timeout=30_000)
    typed(page, "to", "1,000")
    expect(page.get_by_text("Is 1,000 1000, or 1.000?")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("textbox", name="to", exact=True)).to_have_value("1,000")
    expect(page.get_by_text("loses least at λ = ")).to_be_visible()
    assert "values=" not in page.url


def test_a_dear_study_keeps_the_old_chart_pale_and_names_its_price(open_page: OpenPage) -> None:
    quick = Settings(n=8, k=2, horizon=2_000, runs=5, rivals=choices("random"))
    page = open_page(f"/compare?{to_query(quick)}").page
    expect(page.get_by_text("Click a dot to open")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="LinTS", exact=True).click()
    expect(page.locator(".legendtext", has_text="LinTS").first).to_be_visible(timeout=60_000)
    dear = replace(quick, horizon=2_000_000, runs=200)
    page.evaluate("query => history.pushState({}, '', '?' + query)", to_query(dear))
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("button", name="Compare", exact=True)).to_be_visible(timeout=30_000)
    expect(page.get_by_text(re.compile(r"runs, at most .* on \d+ cores"))).to_be_visible()
    old = page.locator(".st-key-outdated-last-compare")
    expect(old.locator(".js-plotly-plot")).to_be_visible()
    assert float(old.evaluate("each => getComputedStyle(each).opacity")) < 0.5


@pytest.mark.parametrize("name", ["compare", "sensitivity", "theory", "paper"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_on_paper_has_whole_charts_and_no_controls(
    open_page: OpenPage, name: str, scheme: str
) -> None:
    page = open_page(f"/{name}", color_scheme=scheme).page  # type: ignore[arg-type] # one of two
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_attached(timeout=60_000)
    page.wait_for_timeout(2_000)  # more charts come
    if name == "paper":
        expect(page.get_by_role("heading", name="Lemma 2")).to_be_visible(timeout=60_000)
        wait_until_ready(page)
    tables = page.locator(".dvn-scroller")
    if name == "compare":
        expect(tables).not_to_have_count(0, timeout=30_000)
    charts = page.locator(".js-plotly-plot:visible")
    screen = [each.evaluate(WIDTH) for each in charts.all()]
    assert screen
    expect(page.get_by_role("tab")).to_have_count(0)  # what is not open would not be on paper
    hints = page.get_by_text(re.compile("^(Click|Choose) "))
    assert (hints.count() > 0) == (name in ("compare", "sensitivity"))
    closed = page.locator("details:has(table)")
    for width in page.evaluate(PRINTED):
        assert 0 < width * ON_PAPER <= A4 + 1
    page.emulate_media(media="print")
    for gone in ("stSidebar", "stHeader", "stButton", "stButtonGroup", "stPopover", "stSlider"):
        for each in page.get_by_test_id(gone).all():
            expect(each).to_be_hidden()
    for hint in hints.all():
        expect(hint).to_be_hidden()
    for chart in page.locator(".js-plotly-plot").all():
        kept = chart.evaluate(
            "each => getComputedStyle(each.closest('[data-testid=stElementContainer]')).breakInside"
        )
        assert kept == "avoid"
    for table in tables.all():  # nothing of it is below its box
        assert table.evaluate("each => each.scrollHeight - each.clientHeight") <= 2
    for part in closed.all():
        assert part.evaluate("each => each.open")
    for table in page.get_by_test_id("stTable").locator("table").all():  # breaks between rows
        assert table.evaluate("each => getComputedStyle(each).display") == "table"
    said = page.locator(".st-key-on-paper")
    assert said.count() == (name == "paper")
    for each in said.all():
        expect(each).to_be_visible()
    ink = page.locator(".js-plotly-plot text").first
    assert ink.evaluate("each => getComputedStyle(each).fill") == "rgb(0, 0, 0)"
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(charts.first).to_be_visible()
    for part in closed.all():
        assert not part.evaluate("each => each.open")
    for each in said.all():
        expect(each).to_be_hidden()
    page.wait_for_function(
        "width => Math.abs(document.querySelector('.svg-container').clientWidth - width) < 3",
        arg=screen[0],
    )


def test_a_page_is_printed_on_few_sheets(open_page: OpenPage) -> None:
    page = open_page("/compare").page
    expect(page.get_by_text("Click a dot to open")).to_be_visible(timeout=60_000)
    for paper in ("A4", "Letter"):
        file = page.pdf(format=paper)
        sheets = len(re.findall(rb"/Type\s*/Page\b", file))
        assert 1 <= sheets <= 3, paper
