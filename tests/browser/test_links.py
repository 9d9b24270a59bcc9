"""Links: a copied link shows the same picture elsewhere; a bad one is explained and harmless."""

from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from dashboard.settings import Settings
from tests.browser.player_driver import Player, Sidebar, expect_facts, query_of
from tests.browser.visits import OpenPage
from tests.links import from_query

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
NO_COPYING = f"{NO_CLIPBOARD} document.execCommand = () => false;"
PASTE = """() => {
  const field = document.createElement('textarea');
  document.body.append(field);
  field.focus();
}"""


def picture(player: Player) -> dict[str, Any]:
    """Return everything that the player shows, as data."""
    player.wait_until_still()
    return {
        "t": player.t,
        "sentence": player.sentence,
        "head": player.part("head-state").inner_text(),
        "regret": player.regret,
        "tokens": player.tokens,
        "lanes": player.part("lanes-picture").get_attribute("aria-label"),
        "chart": player.part("chart-picture").get_attribute("aria-label"),
        "preferences": player.preferences,
        "heading": player.page.locator(".st-key-heading").inner_text(),
        "forecast": player.page.locator(".st-key-forecast").inner_text(),
    }


def test_copied_link_shows_the_identical_picture_elsewhere(open_page: OpenPage) -> None:
    page = open_page(query_of("Two groups"), clipboard=True).page
    sidebar, player = Sidebar(page), Player(page)
    sidebar.slide("Chosen arms K", "ArrowRight")
    expect_facts(page, "choose K = 5")
    expect(player.part("lanes-picture")).to_contain_text("of 5")
    for _ in range(5):
        player.press_in_player("ArrowRight")
    player.expect_moved_from(0)
    player.part("speed").select_option("4")
    player.part("clock").select_option("log")
    player.part("yaxis").select_option("all")
    player.part("truth").uncheck()
    player.part("truth").blur()
    player.wait_until_still()
    player.part("copy").click()
    expect(player.part("copied")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")

    settings, start, notices = from_query(urlsplit(link).query)
    assert notices == []
    assert (settings.k, start.speed, start.clock, start.yaxis) == (5, 4.0, "log", "all")
    assert start.at == player.t > 0
    assert not start.truth
    parts = urlsplit(link)
    elsewhere = Player(open_page(f"{parts.path}?{parts.query}").page)
    assert picture(elsewhere) == picture(player)
    for one in (player, elsewhere):
        one.press_in_player("End")
        expect(one.root).to_have_attribute("data-t", "50000")
    assert picture(elsewhere) == picture(player)


@pytest.mark.parametrize(
    ("script", "said"),
    [(NO_CLIPBOARD, "Link copied"), (NO_COPYING, "Copy this link:")],
    ids=["old copying", "by hand"],
)
def test_link_can_be_copied_without_a_clipboard_permission(
    open_page: OpenPage, script: str, said: str
) -> None:
    player = Player(open_page(script=script).page)
    player.scrub(0.5)
    player.part("copy").click()
    expect(player.part("copied")).to_have_text(said)
    if said == "Link copied":
        player.page.evaluate(PASTE)
        player.press("Control+V")
        link = player.page.locator("textarea").last.input_value()
    else:
        expect(player.part("link")).to_be_focused()
        link = player.part("link").input_value()
    settings, start, notices = from_query(urlsplit(link).query)
    assert (settings, start.at, notices) == (Settings.default(), player.t, [])


def test_damaged_link_is_explained_and_the_app_goes_on(open_page: OpenPage) -> None:
    page = open_page("/?v=1&n=9&k=99&t=abc&reward=mean&seed=1e400&nonsense=7&at=-3").page
    expect(page.get_by_text("Part of this link could not be read.")).to_be_visible()
    for line in (
        "k: 99 came, expected",
        "t: abc came, expected a whole number from 1 to 2,000,000",
        "seed: 1e400 came, expected",
        "nonsense: unknown setting, ignored.",
        "at: -3 came",
    ):
        expect(page.get_by_text(line)).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_text("Traceback")).to_have_count(0)
    Sidebar(page).slide("Chosen arms K", "ArrowLeft")
    expect_facts(page, "N = 9 arms, choose K = 8")
    expect(page.get_by_text("Part of this link could not be read.")).to_have_count(0)
    player = Player(page)
    player.part("play").click()
    player.expect_playing()


def test_hostile_link_is_shown_as_plain_text_and_runs_nothing(open_page: OpenPage) -> None:
    run = "window.hostile=1"
    values = {
        "n": f"<img src=x onerror={run}>",
        "k": f"[click](javascript:{run})",
        "reward": "\u202etxt.exe",
        "preset": "$\\href{javascript:alert(1)}{x}$",
        "arms": ":material/home: **bold**",
        f"<script>{run}</script>": "1",
        f"](javascript:{run})": "1",
    }
    query = "&".join(f"{quote(key)}={quote(value)}" for key, value in values.items())
    page = open_page(f"/?v=1&{query}").page
    notices = page.get_by_test_id("stText")
    expect(notices.filter(has_text="n: <img src=x onerror=")).to_be_visible()
    expect(notices.filter(has_text="k: [click](javascript:")).to_be_visible()
    expect(notices.filter(has_text=":material/home: **bold**")).to_be_visible()
    expect(notices.filter(has_text="<script>")).to_be_visible()
    text = page.locator("body").inner_text()
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") & set(text)
    assert page.evaluate("window.hostile") is None
    expect(page.locator("img[src=x], a[href^=javascript]")).to_have_count(0)
    Player(page).expect_frame(0)


def test_two_visitors_do_not_disturb_each_other(open_page: OpenPage) -> None:
    one = open_page().page
    other = open_page(query_of("Two groups"), color_scheme="dark").page
    first, second = Player(one), Player(other)
    first.part("play").click()
    first.expect_playing()
    Sidebar(other).slide("Arms N", "ArrowRight")
    expect_facts(other, "N = 17 arms")
    expect_facts(one, "N = 12 arms")
    first.expect_playing()
    first.expect_moved_from(0)
    second.expect_frame(0)
    second.expect_playing(False)
    Sidebar(one).slide("Chosen arms K", "ArrowLeft")
    expect_facts(one, "choose K = 2")
    expect_facts(other, "N = 17 arms, choose K = 4")
    assert (len(first.tokens), len(second.tokens)) == (12, 17)
