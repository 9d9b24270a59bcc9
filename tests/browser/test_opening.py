"""The opening of a first visit, and the card at the end of a run."""

from __future__ import annotations

import re
from time import monotonic

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.player_driver import HORIZON, Player
from tests.browser.visits import OpenPage

SLOW = 40_000  # ms: the whole run, on a machine that is busy


def caption(page: Page) -> Locator:
    return page.locator(".opening")


def test_who_comes_first_is_shown_around_once(open_page: OpenPage) -> None:
    visit = open_page(newcomer=True)
    page, player = visit.page, Player(visit.page)
    expect(caption(page)).to_contain_text("These are the 12")
    expect(player.part("play")).to_be_hidden()
    go_on = caption(page).locator(".opening-next")
    go_on.click()
    expect(caption(page)).to_contain_text("only one number comes back")
    expect(page.locator(".token.lit")).to_have_count(3)
    assert Axe().run(page).violations_count == 0
    for _ in range(5):
        go_on.click()
    expect(caption(page)).to_contain_text("What is known after these")
    go_on.click()
    expect(caption(page)).to_contain_text("Now press play")
    go_on.click()
    expect(caption(page)).to_be_hidden()
    expect(caption(page)).to_be_visible(timeout=SLOW)  # at the first arms that move
    player.expect_playing(False)
    expect(page.locator(".token.lit")).to_have_count(3)
    what, why = player.sentence.split(": ")
    expect(caption(page).locator(".opening-title")).to_have_text(f"{what}.")
    expect(caption(page)).to_contain_text(why[1:])
    page.keyboard.press("Escape")
    expect(caption(page)).to_have_count(0)
    expect(page.locator(".token.unlit")).to_have_count(0)
    page.goto(page.url.split("?")[0])
    Player(page)
    expect(caption(page)).to_have_count(0)
    assert not visit.errors


def test_whatever_else_a_visitor_does_ends_the_opening(open_page: OpenPage) -> None:
    visit = open_page(newcomer=True, reduced_motion="reduce", viewport=(390, 844))
    page = visit.page
    go_on = caption(page).get_by_role("button", name="Next")
    go_on.focus()
    page.keyboard.press("Enter")
    expect(caption(page)).to_contain_text("only one number comes back")
    page.keyboard.press("Enter")  # without motion, all rounds at once
    expect(caption(page)).to_contain_text("What is known after these")
    box, arms = caption(page).bounding_box(), page.locator(".token .body")
    assert box
    for arm in arms.all():
        its = arm.bounding_box()
        assert its
        beside = its["x"] >= box["x"] + box["width"] or its["x"] + its["width"] <= box["x"]
        assert (
            beside or its["y"] >= box["y"] + box["height"] or its["y"] + its["height"] <= box["y"]
        )
    page.keyboard.press("Escape")
    expect(caption(page)).to_have_count(0)
    assert not visit.errors


def test_the_default_story_ends_in_a_card(open_page: OpenPage) -> None:
    visit = open_page()
    page, player = visit.page, Player(visit.page)
    card, again = player.part("card"), player.part("card-open")
    expect(caption(page)).to_have_count(0)
    began = monotonic()
    player.part("play").click()
    expect(card).to_be_visible(timeout=SLOW)
    assert monotonic() - began < 25  # fifteen seconds, and a machine that is busy
    expect(card).to_contain_text("3, 7 and 9 are the best three")
    expect(card).to_contain_text("Finding them took 3,388 rounds and cost 542 in regret")
    expect(card).to_contain_text(
        "Guessing for all 10,000 rounds would have cost 4,002; Frontier 179"
    )
    assert Axe().run(page).violations_count == 0
    arms, its = player.part("lanes").bounding_box(), card.bounding_box()
    assert arms
    assert its
    assert its["x"] >= arms["x"] + arms["width"]
    player.press_in_player("Escape")
    expect(card).to_be_hidden()
    again.click()
    expect(card).to_be_visible()
    player.part("truth").uncheck()
    expect(card).not_to_contain_text("the best")
    expect(card).not_to_contain_text("regret")
    player.part("truth").check()
    link = card.get_by_role("link", name="Try to beat it").get_attribute("href")
    assert link is not None
    assert link.startswith("play?")
    card.get_by_role("button", name="Race Frontier").click()
    expect(card).to_be_hidden()
    player.expect_playing()
    expect(page).to_have_url(re.compile("race=frontier"))
    player.part("speed").select_option("16")
    expect(card).to_be_visible(timeout=SLOW)
    expect(card).to_contain_text(re.compile(r"was done first, after [\d,]+ rounds"))
    expect(card).to_contain_text("DART after 3,388.")
    card.get_by_role("button", name="new luck").click()
    expect(card).to_be_hidden()
    player.expect_playing()
    expect(page).to_have_url(re.compile("seed=10"))
    assert not visit.errors


@pytest.mark.parametrize("query", ["say=Look", "predict=1"])
def test_no_card_in_a_lesson_or_a_question(open_page: OpenPage, query: str) -> None:
    player = Player(open_page(f"/?at={HORIZON}&{query}").page)
    player.wait_until_still()
    expect(player.part("card")).to_be_hidden()
    expect(player.part("card-open")).to_be_hidden()


def test_a_link_to_the_end_shows_the_end_and_offers_the_card(open_page: OpenPage) -> None:
    player = Player(open_page(f"/?at={HORIZON}").page)
    expect(player.part("card-open")).to_be_visible()
    expect(player.part("card")).to_be_hidden()
