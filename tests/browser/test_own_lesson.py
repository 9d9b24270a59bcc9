"""A lesson of one's own in a browser: made on three pages, edited, saved, opened again, linked."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage, wait_until_ready

SLOW = 60_000


def share(page: Page, place: str) -> None:
    """Add what a page shows."""
    page.get_by_role("link", name=place, exact=True).click()
    wait_until_ready(page)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog").get_by_role("button", name="Add to my lesson").click(timeout=SLOW)
    # The note that says so goes by itself, sooner than a page of charts may be drawn.
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=SLOW)
    wait_until_ready(page)


def moments(page: Page) -> list[str]:
    """Return what the moments of the lesson are called, in order."""
    titles = page.locator("[class*=_moment]").get_by_test_id("stExpander").locator("summary")
    return [text.partition(". ")[2].strip() for text in titles.all_inner_texts()]


def expect_moments(page: Page, *titles: str) -> None:
    for at, title in enumerate(titles):
        expect(moment(page, at).locator("summary")).to_contain_text(
            f"{at + 1}. {title}", timeout=SLOW
        )
    wait_until_ready(page)
    assert moments(page) == list(titles)


def moment(page: Page, at: int) -> Locator:
    return page.locator(f"[class*='_{at}_moment']").get_by_test_id("stExpander")


def written(page: Page, at: int, label: str, text: str) -> None:
    """Write into a box of a moment, and leave it."""
    box = moment(page, at).get_by_role("textbox", name=label, exact=True)
    box.fill(text)
    box.blur()
    wait_until_ready(page)


def ask(page: Page, at: int, kind: str) -> None:
    """Choose the kind of a moment's question; a page that is drawn anew closes a list again."""
    wait_until_ready(page)
    option = page.get_by_role("option", name=kind)
    for _ in range(10):
        if not option.is_visible():
            moment(page, at).get_by_role("combobox", name="Question").click()
            page.wait_for_timeout(500)
        else:
            option.click()
            break
    expect(moment(page, at).get_by_role("textbox", name="Your question")).to_be_visible(
        timeout=SLOW
    )


def upload(page: Page, name: str, text: str) -> None:
    page.get_by_text("Open a lesson from a file").first.click()
    files = page.locator("input[type=file]")
    files.set_input_files({"name": name, "mimeType": "application/json", "buffer": text.encode()})


def test_a_lesson_is_made_on_three_pages_saved_and_opened(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page("/", viewport=(1280, 720)).page
    player = Player(page)
    player.press_in_player("ArrowRight")
    player.part("moment").click()
    expect(page.get_by_text("Added to your lesson")).to_be_visible(timeout=SLOW)
    share(page, "Compare")
    share(page, "Play")
    page.get_by_role("link", name="Teach", exact=True).click()
    expect_moments(page, *3 * ["A small class example"])

    for at, name in enumerate(("Look", "Rank", "Try")):
        moment(page, at).locator("summary").click()
        written(page, at, "Title of the moment", name)
    expect(moment(page, 0).get_by_text("Answer of the run")).to_be_visible(timeout=SLOW)
    ask(page, 1, "A question of your own")
    written(page, 1, "Your question", "Who is best?")
    written(page, 1, "Answers, one a line", "DART\nFrontier")
    moment(page, 2).get_by_role("button", name="Earlier").click()
    expect_moments(page, "Look", "Try", "Rank")

    link = page.locator("a[href*='made=']").first.get_attribute("href")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    text = file.read_text("utf-8")
    assert [each["title"] for each in json.loads(text)["moments"]] == ["Look", "Try", "Rank"]

    page.get_by_role("button", name="New lesson").click()
    expect(moment(page, 0)).to_have_count(0, timeout=SLOW)
    upload(page, "broken.json", text[:-20])
    expect(page.get_by_role("alert").filter(has_text="damaged")).to_be_visible(timeout=SLOW)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Open it").click(timeout=SLOW)
    expect_moments(page, "Look", "Try", "Rank")

    assert link is not None
    assert len(link) <= 2_000
    student = open_page(f"/learn?{urlsplit(link).query}").page
    expect(student.get_by_role("heading", name="1. Look")).to_be_visible(timeout=SLOW)
    student.get_by_role("button", name="Next: Try").click()
    expect(student.get_by_role("heading", name="2. Try")).to_be_visible(timeout=SLOW)
    wait_until_ready(student)
    frame = student.frame_locator(".st-key-learn_picture iframe")
    expect(frame.locator("[data-part=game]")).to_be_visible(timeout=SLOW)
    student.get_by_role("button", name="Next: Rank").click()
    student.get_by_role("button", name="Frontier").click(timeout=SLOW)
    expect(student.get_by_text("Your answer is noted")).to_be_visible(timeout=SLOW)
