"""A class on a wall and on phones: nothing is covered, a game has few taps, results go along."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from playwright.sync_api import FloatRect, Locator, Page, expect

from dashboard.lessons.moments import moments
from tests.browser.test_join import PHONE, SLOW, part, phone, typed
from tests.browser.visits import OpenPage

WALL = (1280, 720)
# What a newcomer does: try every ad once, then keep to the best and change one at a time.
TRIES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (7, 8, 9), (7, 9, 5), (), (4,), (5,), ()]


def box(part_of_page: Locator) -> FloatRect:
    """Where it is; a page that is drawn anew may be without it for a moment."""
    for _ in range(50):
        expect(part_of_page).to_be_visible(timeout=SLOW)
        if found := part_of_page.bounding_box():
            return found
    raise AssertionError("it comes and goes")


def expect_inside(found: FloatRect, size: tuple[int, int]) -> None:
    assert found["x"] >= -1
    assert found["y"] >= -1
    assert found["x"] + found["width"] <= size[0] + 1
    assert found["y"] + found["height"] <= size[1] + 1


def expect_apart(one: FloatRect, other: FloatRect) -> None:
    assert (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


def expect_from_the_top(page: Page) -> None:
    """Wait until nothing is scrolled away."""
    expect(page.locator(".st-key-heading h1")).to_be_in_viewport(ratio=1, timeout=SLOW)
    assert page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTop") == 0


def play(page: Page) -> list[int]:
    """Play `TRIES` with a finger; return how often it came down, round by round."""
    game = page.locator("[data-part=game]")
    expect(game).to_be_visible(timeout=SLOW)
    chosen: list[int] = []
    taps = []
    for number, wanted in enumerate(TRIES, 1):
        new = [arm for arm in wanted if arm not in chosen]
        for arm in new:
            game.get_by_role("button", name=re.compile(rf"^Ad {arm},")).tap()
        chosen = [*chosen, *new][-3:]
        game.locator("[data-part=play]").tap()
        taps.append(len(new) + 1)
        expect(game.locator("[aria-label='Past rounds, the last one first'] li")).to_have_count(
            number
        )
    return taps


def test_an_hour_on_the_wall_and_on_phones(open_page: OpenPage, tmp_path: Path) -> None:
    host = open_page("/teach", viewport=WALL).page
    host.locator(".st-key-start_one-number").get_by_role("button", name="Start a class").click()
    shown = host.locator(".join-code")
    expect(shown).to_have_text(re.compile(r"^[B-Z]{4}$"), timeout=SLOW)
    code = shown.inner_text()
    anna, other = typed(open_page, code, "Anna"), phone(open_page, f"/?room={code}", 1)
    for page in (anna, other):
        expect(part(page, "options").get_by_role("button")).to_have_count(3, timeout=SLOW)
        expect(part(page, "options").locator("[aria-pressed=true]")).to_have_count(0)
        expect_inside(box(part(page, "options")), PHONE)
    host.get_by_role("button", name="Begin").click()
    expect(part(host, "poll-close")).to_be_visible(timeout=SLOW)

    expect_from_the_top(host)
    lanes = host.frame_locator(".st-key-learn_picture iframe").locator("[data-part=lanes]")
    expect(lanes.first).to_be_visible(timeout=SLOW)
    for each in (lanes.first, part(host, "poll"), part(host, "poll-close")):
        expect_inside(box(each), WALL)
    expect_apart(box(lanes.first), box(part(host, "poll")))
    part(anna, "options").get_by_role("button").nth(2).tap()
    part(other, "options").get_by_role("button").nth(0).tap()
    expect(part(host, "poll-count")).to_have_text("2 of 2 have voted", timeout=SLOW)
    part(host, "poll-close").click()
    expect(part(host, "best").locator("li")).to_have_text(
        ["Anna: 1 of 1", re.compile(r"^phone \d: 0 of 1$")], timeout=SLOW
    )
    expect_apart(box(lanes.first), box(part(host, "poll")))

    host.get_by_role("button", name="Next: ").click()
    expect(host.get_by_role("heading", name=re.compile("What not knowing costs"))).to_be_visible(
        timeout=SLOW
    )
    expect_from_the_top(host)
    expect(host.get_by_text("0 finished, all with the same ads")).to_be_visible(timeout=SLOW)
    anna.get_by_role("button", name="Play the 10 rounds").tap(timeout=SLOW)
    taps = play(anna)
    assert sum(taps) / len(taps) < 4
    assert max(taps[5:]) <= 2, "one ad changed: that ad, and Play"
    expect(anna.get_by_text("In your class: number 1 of 1")).to_be_visible(timeout=SLOW)
    expect(host.get_by_text(re.compile(r"^1\. Anna: regret \d+\.\d\d$"))).to_be_visible(
        timeout=SLOW
    )
    host.get_by_role("button", name="Results").click()
    with host.expect_download() as saved:
        host.get_by_role("button", name="Save results (CSV)").click(timeout=SLOW)
    assert saved.value.suggested_filename == f"dart-class-{code}.csv"
    saved.value.save_as(tmp_path / "class.csv")
    rows = list(csv.reader(io.StringIO((tmp_path / "class.csv").read_text("utf-8-sig"))))
    question = moments()[0]
    assert rows[0] == ["who", "right", "answered", question.question, "regret of the game"]
    assert rows[1][3:] == [question.answers[2], ""]
    assert rows[2][:4] == ["Anna", "1", "1", question.answers[2]]
    assert float(rows[2][4]) > 0
    assert rows[3][1:] == ["0", "1", question.answers[0], ""]


def test_a_game_on_a_phone_is_played_without_a_scroll(open_page: OpenPage) -> None:
    link = moments()[1].parsed().query()
    page = open_page(f"/play?{link}&rounds=10", viewport=PHONE, touch=True).page
    expect(page.locator("[data-part=game]")).to_be_visible(timeout=SLOW)
    bar = box(page.locator(".st-key-phone"))
    assert bar["y"] > PHONE[1] / 2
    below = box(page.locator("[data-part=play]"))
    assert below["y"] + below["height"] <= bar["y"], "Play lies under the bar"
