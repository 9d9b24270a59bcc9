"""Arms of one's own: pasted, corrected where they are wrong, played with, and what links say."""

import re
from urllib.parse import urlsplit

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.player_driver import expect_facts
from tests.browser.visits import OpenPage
from tests.links import from_query


def paste(page: Page, table: str) -> None:
    box = page.get_by_label("Paste a table")
    box.fill(table)
    box.press("Control+Enter")


def test_arms_are_pasted_corrected_and_played(open_page: OpenPage) -> None:
    visit = open_page()
    page = visit.page
    page.get_by_role("button", name="Your own arms").click()
    paste(page, "name;mean\nLogo;12,5%\n<b>Photo</b>;abc")
    expect(page.get_by_text("line 3: expected a number in [0, 1]")).to_be_visible()
    expect(page.get_by_role("button", name="Use these arms")).to_have_count(0)
    paste(page, "name;mean\nLogo;12,5%\n<b>Photo</b>;0,31\nVideo;0,2\n=A1;0,1")
    page.get_by_role("button", name="Use these arms").click()
    expect_facts(page, "N = 4 arms, choose K = 3")
    labels = page.locator(".token .label")
    expect(labels).to_have_text(["Logo", "<b>Phot…", "Video", "=A1"])
    settings, _, notices = from_query(urlsplit(page.url).query)
    assert (settings.means, notices) == ((0.125, 0.31, 0.2, 0.1), [])
    assert visit.errors == []


def test_a_thousand_arms_are_played_and_missed_elsewhere(open_page: OpenPage) -> None:
    visit = open_page()
    page = visit.page
    page.get_by_role("button", name="Your own arms").click()
    means = np.random.default_rng(0).random(1_000)
    paste(page, "\n".join(f"{mean:.4f}" for mean in means))
    expect(page.get_by_text("A link cannot hold so much").first).to_be_visible()
    page.get_by_role("button", name="Use these arms").click()
    expect_facts(page, "N = 1000 arms")
    expect(page.locator(".token")).to_have_count(1_000)
    assert visit.errors == []
    there = urlsplit(page.url)
    assert len(there.query) < 1_000
    other = open_page(f"{there.path}?{there.query}").page
    expect(other.get_by_text("the session in which its sender gave these arms")).to_be_visible()


def test_the_count_curve_is_drawn_by_hand_and_by_keys(open_page: OpenPage) -> None:
    page = open_page("/?n=8&k=4&reward=curve&curve=0,0.1,0.3,0.6,1").page
    page.get_by_role("button", name="Draw the curve").click()
    points = page.get_by_role("slider", name="g(")
    expect(points).to_have_count(5, timeout=30_000)
    box = points.nth(3).locator("circle").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, 2_000, steps=4)  # down to 0: the points before it come along
    page.mouse.up()
    expect(points.nth(1)).to_have_attribute("aria-valuenow", "0")
    points.nth(4).press("PageDown")
    points.nth(4).press("ArrowLeft")
    points.nth(3).press("ArrowUp")
    expect(points.nth(3)).to_have_attribute("aria-valuenow", "0.01")
    page.get_by_role("button", name="Use this curve").click()
    expect(page).to_have_url(re.compile("curve=0%2C0%2C0%2C0.01%2C0.9"))
