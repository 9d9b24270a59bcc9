"""A class joins: three clicks to a running room, codes typed and scanned, and who may lead."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.visits import OpenPage

SLOW = 90_000  # ms: rooms are looked at once a second, on a machine that draws five pages
PHONE = (390, 844)


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-part={name}]")


def phone(open_page: OpenPage, path: str, number: int) -> Page:
    script = f"// phone {number}: another script is another browser"
    return open_page(path, viewport=PHONE, touch=True, wait=False, script=script).page


def typed(open_page: OpenPage, code: str, nickname: str) -> Page:
    """Join as somebody in the last row does: the address, the code, a nickname."""
    page = phone(open_page, "/join", 0)
    page.get_by_role("textbox", name="Code").fill(code.lower(), timeout=SLOW)
    page.get_by_role("textbox", name="Nickname").fill(nickname)
    page.get_by_role("button", name="Join", exact=True).click()
    return page


def test_a_class_is_running_after_four_clicks_at_most(open_page: OpenPage) -> None:
    host = open_page("/", viewport=(1280, 720)).page
    host.get_by_role("link", name="Teach").click()
    host.get_by_role("button", name="Start a class").first.click(timeout=SLOW)
    shown = host.locator(".join-code")
    expect(shown).to_have_text(re.compile(r"^[B-Z]{4}$"), timeout=SLOW)
    code = shown.inner_text()
    expect(host.locator(".join-address")).to_have_text(f"{urlsplit(host.url).netloc}/join")
    image = host.locator(".st-key-join_qr img").bounding_box()
    assert image
    assert image["height"] > 480, "read from the last row"
    phones = [typed(open_page, code, "Anna")]
    phones += [phone(open_page, f"/?room={code}", number) for number in (1, 2)]
    for page in phones:
        expect(part(page, "poll-text")).to_have_text("Which of the three was it?", timeout=SLOW)
    expect(host.locator(".st-key-join_count")).to_have_text("3 joined", timeout=SLOW)
    host.get_by_role("button", name="Begin").click()
    expect(part(host, "poll-close")).to_be_visible(timeout=SLOW)

    for number, page in enumerate(phones):
        options = part(page, "options").get_by_role("button")
        expect(options).to_have_count(3)
        expect(part(page, "options").locator("[aria-pressed=true]")).to_have_count(0)
        options.nth(2 if number == 0 else 1).click()
    expect(part(host, "poll-count")).to_have_count(1, timeout=SLOW)  # the page before it has gone
    expect(part(host, "poll-count")).to_have_text("3 of 3 have voted", timeout=SLOW)
    for page in (host, *phones):
        expect(page.locator(".option .number")).to_have_count(0)  # how many, and no more
        expect(part(page, "poll-why")).to_have_text("")

    student = phone(open_page, urlsplit(host.url)._replace(scheme="", netloc="").geturl(), 3)
    expect(part(student, "poll-text")).to_have_text("Which of the three was it?", timeout=SLOW)
    expect(part(student, "poll-close")).to_be_hidden()
    expect(student.get_by_role("button", name="End class")).to_have_count(0)
    host.reload()
    expect(part(host, "poll-close")).to_be_visible(timeout=SLOW)
    expect(host.locator(".st-key-room_bar")).to_contain_text("4 joined", timeout=SLOW)

    part(host, "poll-close").click()
    numbers = host.locator(".option .number")
    expect(numbers).to_have_count(3, timeout=SLOW)
    assert numbers.all_text_contents() == ["0", "2", "1"]
    expect(part(phones[0], "poll-verdict")).to_have_text("Right! Your score: 1 of 1.", timeout=SLOW)
    expect(part(phones[1], "poll-verdict")).to_contain_text("Not this time.", timeout=SLOW)
    aloud = part(phones[0], "poll").get_by_role("status")
    expect(aloud).to_have_attribute("aria-live", "polite")
    expect(aloud).to_have_text(re.compile(r"^Right! Your score: 1 of 1\. The answer: .+ Votes: .+"))
    expect(part(host, "best").locator("li").first).to_have_text("Anna: 1 of 1")


def test_a_wrong_code_says_so(open_page: OpenPage) -> None:
    page = typed(open_page, "bbbb", "")
    expect(page.get_by_text("There is no such room")).to_be_visible(timeout=SLOW)
