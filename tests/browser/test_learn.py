"""The Learn page in a browser: what a moment's texts name is there, on a wall and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from dashboard.learn import handout
from dashboard.lessons.moments import moments
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage, wait_until_ready

SLOW = 30_000
# How far the last of what is seen of the state is from "Why?", in px; and the state's last part.
_FREE = """root => {
  const part = name => root.querySelector(`[data-part=${name}]`);
  const state = part("head-state").getBoundingClientRect();
  const shown = [...part("head-state").children].filter(each => {
    const box = each.getBoundingClientRect();
    return box.top < state.bottom - 2;
  });
  const right = Math.max(...shown.map(each => each.getBoundingClientRect().right));
  return [part("why").getBoundingClientRect().left - right, shown.at(-1).textContent];
}"""


def picture(page: Page) -> FrameLocator:
    return page.frame_locator(".st-key-learn_picture iframe")


def answer(page: Page, number: int) -> None:
    page.locator(".st-key-learn_question").get_by_role("button").nth(number).click()


def test_the_slider_that_a_moment_speaks_of_is_there_once_it_is_answered(
    open_page: OpenPage,
) -> None:
    page = open_page("/learn?moment=hasty", viewport=(1280, 720)).page
    knobs = picture(page).get_by_role("slider", name=re.compile("how sure|when to stop"))
    expect(picture(page).locator("[data-part=lanes]").first).to_be_visible(timeout=SLOW)
    expect(knobs).to_have_count(0)
    answer(page, 1)
    expect(knobs).to_have_count(1, timeout=SLOW)
    knobs.focus()
    there = picture(page).locator("[data-constant=c] [data-there]")
    expect(there).not_to_have_count(0, timeout=SLOW)
    expect(picture(page).locator("[data-constant=c] [data-there=false]")).to_have_count(
        0, timeout=SLOW
    )
    for _ in range(3):
        knobs.press("ArrowRight")
    expect(picture(page).locator(".difference")).to_have_text(
        re.compile("instead of "), timeout=SLOW
    )


def test_both_racers_are_seen_before_it_is_asked_who_loses_less(open_page: OpenPage) -> None:
    page = open_page("/learn?moment=frontier", viewport=(390, 844), touch=True).page
    tabs = picture(page).locator(".racer-head")
    expect(tabs).to_have_text([re.compile("^DART"), re.compile("^Frontier")], timeout=SLOW)
    expect(picture(page).locator("[data-part=play]")).to_be_hidden()
    answer(page, 0)
    expect(picture(page).locator("[data-part=play]").first).to_be_visible(timeout=SLOW)


def test_a_long_state_leaves_why_free_on_a_small_phone(open_page: OpenPage) -> None:
    page = open_page("/?reward=max&lam=0.005", viewport=(360, 640), touch=True).page
    wait_until_ready(page)
    player = Player(page)
    free: dict[str, Any] = {}
    for share in (0.2, 0.86):
        player.scrub(share)
        player.wait_until_still()
        space, said = player.root.evaluate(_FREE)
        assert space >= 0, f"{said} lies under “Why?”"
        assert said.startswith("required lead"), said
        free[said] = space
    assert len(free) == 2


@pytest.mark.parametrize("made", [handout.handout, handout.notes])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_what_a_teacher_prints_has_three_pages(browser: Browser, made: Any, paper: str) -> None:
    page = browser.new_page()
    page.set_content(made(moments(), "http://school.example/learn"))
    assert page.pdf(format=paper).count(b"/Type /Page\n") == 3
    page.close()
