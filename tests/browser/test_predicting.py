"""Predict first: alone, and in a room that is gone."""

from xml.etree import ElementTree

from playwright.sync_api import Locator, Page, expect

from dashboard.catalogue import choices
from dashboard.settings import Settings
from tests.browser.player_driver import Player
from tests.browser.test_exports import saved_from_player
from tests.browser.visits import OpenPage
from tests.links import ONE_BY_ONE, to_query

SLOW = 30_000  # ms: rooms are looked at once a second, on a machine that draws several pages
FIRST = "ad 1 out"  # what happens first in that run


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-part={name}]")


def arm(page: Page, label: str) -> Locator:
    return part(page, "arms").get_by_role("button", name=f"Ad {label}", exact=True)


def test_alone_it_stops_asks_and_says_who_was_right(open_page: OpenPage) -> None:
    page = open_page(f"/?{to_query(ONE_BY_ONE)}&predict=1&speed=16").page
    player = Player(page)
    expect(part(page, "panel")).to_be_hidden()
    part(page, "play").click()
    expect(arm(page, "1")).to_be_visible(timeout=SLOW)
    player.expect_playing(False)
    expect(part(page, "story")).not_to_contain_text(" out:")  # nothing is told before
    part(page, "panel").get_by_role("radio", name="out").click()
    arm(page, "1").click()
    expect(part(page, "verdict")).to_have_text("Your guess: ad 1, out.")
    part(page, "go").click()
    expect(part(page, "verdict")).to_have_text(f"You were right: {FIRST}.", timeout=SLOW)
    expect(part(page, "count")).to_have_text("1 of 1 right")
    expect(part(page, "story")).to_contain_text("1 is out")


def test_a_saved_picture_gives_nothing_away(open_page: OpenPage) -> None:
    leaving, drawn = {}, {}
    link = to_query(Settings(n=12, k=3, horizon=20_000, companions=choices("random")))
    for more in ("", "&predict=1"):
        page = open_page(f"/?{link}{more}").page
        player = Player(page)
        svg = ElementTree.fromstring(saved_from_player(page, "Picture (SVG)"))
        texts = [node.text or "" for node in svg.iter() if node.tag.endswith("}text")]
        leaving[more] = [text for text in texts if text.startswith("↑")]
        drawn[more] = sum(node.tag.endswith("}path") for node in svg.iter())
    assert leaving[""]  # names of curves where they will leave the axis
    assert not leaving["&predict=1"]
    assert drawn["&predict=1"] < drawn[""]  # curves end where the player stands
    page.get_by_text("Save", exact=True).click()
    expect(player.part("save-svg")).to_be_visible()
    expect(player.part("record")).to_be_hidden()


def test_a_room_that_is_gone_says_so(open_page: OpenPage) -> None:
    page = open_page("/?predict=1&room=BCDF").page
    Player(page)
    expect(page.get_by_text("There is no such room")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Go on alone").click()
    expect(page.get_by_role("button", name="Start a class")).to_be_visible(timeout=SLOW)
