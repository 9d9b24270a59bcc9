"""A constant under the finger: dragged by mouse and by keyboard, before the server is asked."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.player_driver import Player, Sidebar
from tests.browser.visits import OpenPage, wait_until_ready

PATH = "/?n=14&k=3&t=20000&seed=3&c=0.1&lam=0.03"


def knob(page: Page, constant: str = "lam") -> Locator:
    return page.locator(f"[data-constant={constant}] input")


def reached(page: Page) -> Locator:
    """Come near λ, and wait until all of its family is there."""
    slider = knob(page)
    slider.hover()
    expect(page.locator("[data-constant=lam] [data-there=false]")).to_have_count(0, timeout=30_000)
    return slider


def test_dragging_swaps_picture_and_curve_at_the_same_moment_and_letting_go_sets_it(
    open_page: OpenPage,
) -> None:
    visit = open_page(PATH)
    page, player = visit.page, Player(visit.page)
    player.scrub(0.6)
    page.wait_for_timeout(400)
    slider = reached(page)
    t, tokens, sent = player.t, player.tokens, page.url
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    at = box["x"] + 9 + (box["width"] - 18) * float(slider.evaluate("node => node.value")) / 1000
    before = visit.messages
    page.mouse.move(at, y)
    page.mouse.down()
    page.mouse.move(at + 70, y, steps=5)
    player.wait_until_drawn()
    said = page.locator(".difference")
    expect(said).to_have_text(re.compile(r"^λ 0\.03 → [\d.]+: stops looking at .* instead of "))
    assert "before: λ 0.03" in " ".join(page.locator(".curve-label").all_text_contents())
    assert (player.t, page.url) == (t, sent)
    assert player.tokens != tokens
    assert visit.messages == before, "nobody was asked"
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"lam=0\.(?!03&)\d+&"), timeout=30_000)
    value = page.locator("[data-constant=lam] .knob-value").inner_text()
    wait_until_ready(page)
    assert f"lam={value}&" in page.url
    assert player.t == t
    expect(said).to_have_text(re.compile(rf"^λ 0\.03 → {re.escape(value)}:"))
    sidebar = Sidebar(page).root
    sidebar.get_by_text("Advanced: constants").click()
    expect(sidebar.get_by_role("textbox", name="λ")).to_have_value(value)


def test_keys_move_it_from_value_to_value_and_rest_sets_it(open_page: OpenPage) -> None:
    page = open_page(PATH).page
    player = Player(page)
    reached(page)
    slider = knob(page)
    slider.focus()
    player.scrub(0.6)
    slider.focus()
    t = player.t
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    expect(page.locator(".difference")).to_have_text(re.compile("^λ 0.03 → "))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Stops looking at .* Regret"))
    assert player.t == t
    expect(page).to_have_url(re.compile(r"lam=0\.(?!03&)\d+&"), timeout=30_000)
    wait_until_ready(page)
    expect(slider).to_be_focused()


def test_nothing_is_asked_for_before_somebody_comes_near(open_page: OpenPage) -> None:
    page = open_page(
        PATH, script="window.addEventListener('dart:reach', () => (window.near = 1))"
    ).page
    Player(page)
    page.wait_for_timeout(500)
    assert page.evaluate("window.near") is None
    knob(page).hover()
    page.wait_for_function("window.near === 1")


def test_a_lesson_that_locks_the_constants_locks_the_slider(open_page: OpenPage) -> None:
    page = open_page(f"{PATH}&lock=const").page
    Player(page)
    expect(knob(page)).to_be_disabled()
    hidden = open_page(f"{PATH}&hide=const").page
    Player(hidden)
    expect(knob(hidden)).to_have_count(0)
