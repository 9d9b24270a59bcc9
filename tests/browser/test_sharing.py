"""Sharing and presenting: the dialog's link opens the same elsewhere; one key makes it large."""

import html
import io
import re
from urllib.parse import urlsplit
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import expect

from dashboard.links.link import Link
from dashboard.settings import Settings
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage
from tests.links import from_query

SLOW = 30_000  # ms: a page opened on a loaded machine
PRESENTING = "document.documentElement.classList.contains('presenting')"


def test_the_dialog_shows_a_link_and_its_code(open_page: OpenPage) -> None:
    page = open_page("/?title=Mind+arm+4&lock=all").page
    Player(page)
    expect(page.get_by_role("heading", name="Mind arm 4")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    links = dialog.get_by_test_id("stCode").locator("code")
    expect(links.first).to_contain_text("?z=")
    address = links.first.inner_text()
    assert from_query(urlsplit(address).query)[0] == Settings.default()
    dialog.get_by_role("tab", name="QR code").click()
    box = dialog.locator(".st-key-qr img").bounding_box()
    assert box is not None
    assert box["height"] > 400  # read from the last row
    elsewhere = open_page(f"/?{urlsplit(address).query}").page
    Player(elsewhere)
    expect(elsewhere.get_by_role("heading", name="Mind arm 4")).to_be_visible(timeout=SLOW)
    expect(elsewhere.get_by_role("slider", name="Arms N")).to_be_disabled(timeout=SLOW)


def test_a_link_that_is_pasted_elsewhere_shows_its_run(app_url: str) -> None:
    """A chat or a course page reads what is served, runs nothing, and gets the picture."""
    settings = Settings(n=9, k=2, horizon=500)
    pictures = []
    for query in (Link(settings).query(), Link(settings).short(), "", "n=9&k=2&t=10000000"):
        with urlopen(f"{app_url}/?{query}") as answer:
            text = answer.read().decode()
        its = {
            name: html.unescape(said)
            for name, said in re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', text)
        }
        assert its["url"] == f"{app_url}/?{query}".rstrip("?")
        if query and "10000000" not in query:
            assert its["title"] == "DART: which 2 of these 9 arms pay best?"
        with urlopen(its["image"]) as answer:
            assert answer.headers["Content-Type"] == "image/png"
            pictures.append(answer.read())
        size = Image.open(io.BytesIO(pictures[-1])).size
        assert size == (int(its["image:width"]), int(its["image:height"]))
    assert pictures[0] == pictures[1]
    assert len(set(pictures)) >= 2


def test_one_key_makes_it_large(open_page: OpenPage) -> None:
    page = open_page().page
    player, button = Player(page), page.locator("[data-part=present]")
    height = player.root.bounding_box()
    player.press_in_player("p")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    larger = player.root.bounding_box()
    assert height is not None
    assert larger is not None
    assert larger["height"] > height["height"]
    lanes = player.part("lanes").bounding_box()
    token = page.locator(".token").first.bounding_box()
    assert lanes is not None
    assert token is not None
    page.mouse.move(token["x"] + token["width"] / 2, token["y"] + token["height"] / 2)
    expect(player.part("tip")).to_contain_text("ad ")  # pointing works in the zoomed picture
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.get_by_role("textbox", name="Instance seed").focus()
    page.keyboard.press("p")
    assert page.evaluate(PRESENTING) is False  # a letter typed into a box is a letter


def test_a_frame_shows_the_bare_player(open_page: OpenPage) -> None:
    page = open_page("/?embed=true").page
    Player(page)
    for gone in ("stSidebar", "stHeader"):
        expect(page.get_by_test_id(gone)).to_be_hidden()
    expect(page.get_by_role("heading")).to_have_count(0)


def test_what_a_lesson_hides_of_the_player_is_out_of_reach(open_page: OpenPage) -> None:
    page = open_page("/?hide=chart,speed,transport,asking,save&panels=code").page
    player = Player(page)
    for gone in ("chart", "speed", "play", "scrubber", "asked", "saving"):
        expect(player.part(gone)).to_be_hidden()
    expect(player.part("code-panel")).to_be_visible()
    before = player.frame
    player.press("ArrowRight", "End", "+")
    page.locator(".token").nth(3).click()
    player.wait_until_drawn()
    assert player.frame == before
    assert player.preferences["speed"] == "1"
    expect(player.part("arm-panel")).to_be_hidden()
    player.part("truth").uncheck()  # what is left works
    expect(page.locator(".token .best").first).to_be_hidden()
