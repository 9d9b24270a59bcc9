"""A lecturer's path at a projector's size: from a scenario to the end card, without a scroll."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.player_driver import Player, Sidebar
from tests.browser.test_knobs import knob, reached
from tests.browser.visits import OpenPage, wait_until_ready

PROJECTOR = (1280, 720)
SLOW = 30_000


def expect_unscrolled(page: Page) -> None:
    """Nothing was scrolled, and all of the player's bars are in the window."""
    scrolled = page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTop")
    assert scrolled == 0
    box = page.locator("[data-part=player] .bars").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PROJECTOR[1] + 1.5


def test_scenario_race_present_drag_event_arm_and_end_without_a_scroll(
    open_page: OpenPage,
) -> None:
    page = open_page(viewport=PROJECTOR).page
    player = Player(page)
    Sidebar(page).choose("Start from", "Two groups")
    expect(page.get_by_role("heading", name=re.compile("these 16"))).to_be_visible(timeout=SLOW)
    wait_until_ready(page)
    expect_unscrolled(page)

    player.part("rivals").get_by_role("button", name="Frontier", exact=True).click()
    expect(player.root).to_have_attribute("data-racers", "2", timeout=SLOW)
    wait_until_ready(page)
    expect_unscrolled(page)

    page.get_by_role("button", name="Present").click()
    expect(player.root).to_have_attribute("data-presents", "true")
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()
    slider = reached(page)
    for _ in range(9):
        slider.press("ArrowRight")
    expect(page.locator(".difference")).to_have_text(re.compile("instead of "))
    expect(page).to_have_url(re.compile(r"lam=0\.(?!01&)\d+&"), timeout=SLOW)
    wait_until_ready(page)
    expect_unscrolled(page)
    assert knob(page).get_attribute("aria-valuetext")

    player.press_in_player("ArrowRight")
    player.press("ArrowRight")
    player.wait_until_still()
    assert player.sentence
    token = page.locator("[data-part=lanes]:visible").first.locator(".token").first
    token.click()
    expect(player.part("arm-panel")).to_be_visible()
    expect_unscrolled(page)
    player.press("Escape")
    expect(player.part("arm-panel")).not_to_be_visible()
    expect(player.root).to_have_attribute("data-presents", "true")

    player.part("speed").select_option("16")
    page.keyboard.press(" ")
    expect(player.part("card")).to_be_visible(timeout=SLOW)
    expect_unscrolled(page)
    player.press("Escape")
    expect(player.part("card")).not_to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(player.root).to_have_attribute("data-presents", "false")


def test_legends_stay_below_the_axes_where_charts_get_wider(open_page: OpenPage) -> None:
    page = open_page("/sensitivity", viewport=PROJECTOR).page
    charts = page.locator(".js-plotly-plot:has(.legend)")
    expect(charts).to_have_count(2, timeout=SLOW)

    def is_below(width: int) -> None:
        for chart in charts.all():
            expect(chart.locator(".legend")).to_be_visible()
        page.wait_for_function(
            """least => [...document.querySelectorAll(".js-plotly-plot:has(.legend)")].every(
              chart => {
              const of = part => chart.querySelector(part).getBoundingClientRect();
              return of(".xtitle").bottom <= of(".legend").top && chart.clientWidth > least;
            })""",
            arg=width,
            timeout=10_000,
        )

    page.get_by_role("button", name="Present").click()
    is_below(500)
    page.get_by_role("button", name="Leave").click()
    page.get_by_test_id("stSidebar").hover()
    page.get_by_test_id("stSidebarCollapseButton").locator("button").click()
    is_below(500)
    page.set_viewport_size({"width": 1440, "height": 720})
    is_below(600)
