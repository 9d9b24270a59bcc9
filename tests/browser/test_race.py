"""A race as a visitor meets it: rivals come by a click, share one clock, and a link keeps them."""

from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from dart_player.assets import MOUNT, markup, script, styles
from dashboard.catalogue import CATALOGUE, choices
from dashboard.settings import Settings
from dashboard.watch.model import watch
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage
from tests.links import to_query

QUICK = Settings(n=8, k=2, horizon=3_000, seed=5, constants=(("c", 0.1), ("lam", 0.02)))
SLOW = 30_000


def expect_racers(page: Page, *names: str) -> None:
    player = page.locator("[data-part=player]")
    expect(player).to_have_attribute("data-racers", str(len(names)), timeout=SLOW)
    expect(page.locator(".racer-name:visible")).to_have_text(list(names), timeout=SLOW)


def test_rivals_join_by_a_click_and_a_link_opens_the_same_race(open_page: OpenPage) -> None:
    page = open_page(f"/?{to_query(QUICK)}", clipboard=True).page
    player = Player(page)
    player.press_in_player("ArrowRight")
    player.wait_until_still()
    before = player.t
    rivals = player.part("rivals")
    rivals.get_by_role("button", name="Frontier", exact=True).click()
    expect_racers(page, "DART", "Frontier")
    assert player.t == before, "who comes in leaves the clock as it is"
    rivals.get_by_role("button", name="CSAR", exact=True).click()
    expect_racers(page, "DART", "Frontier", "CSAR")
    assert page.locator(".lanes-panel:visible").count() == 3

    player.press_in_player(" ")
    player.expect_playing()
    player.expect_moved_from(player.frame)
    player.pause()
    player.press("End")
    player.wait_until_still()
    assert player.t == QUICK.horizon
    expect(player.part("standing")).to_contain_text("was first to")
    costs = page.locator(".racer-cost:visible").all_inner_texts()
    player.press("ArrowLeft")
    player.wait_until_still()
    shown = (player.frame, player.part("standing").inner_text(), player.sentence)
    player.part("copy").click()
    preset = CATALOGUE["frontier"].default_preset
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert f"race=frontier.{preset},csar.est1" in link.replace("%2C", ",")

    again = open_page(link[link.index("/?") :]).page
    expect_racers(again, "DART", "Frontier", "CSAR")
    other = Player(again)
    other.wait_until_still()
    assert (other.frame, other.part("standing").inner_text(), other.sentence) == shown
    other.press_in_player("End")
    other.wait_until_still()
    assert again.locator(".racer-cost:visible").all_inner_texts() == costs


def test_a_player_that_is_mounted_again_shows_each_racer_once(
    browser: Browser, tmp_path: Path
) -> None:
    """Streamlit may take a player down and put another into the same nodes."""
    shown = watch(replace(QUICK, race=choices("frontier.guaranteed")))["player"]
    again = f"""window.again = data => {{
      window.leave?.();
      window.leave = {MOUNT}({{ data: [data], parentElement: document.body }});
    }};"""
    file = tmp_path / "player.html"
    file.write_text(
        f"<style>{styles()}</style>{markup()}<script type=module>{script()}{again}</script>",
        encoding="utf-8",
    )
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(file.as_uri())
    page.wait_for_function("() => Boolean(window.again)")
    for _ in range(2):
        page.evaluate("data => window.again(data)", shown | {"rivals": []})
        expect_racers(page, "DART", "Frontier")
        expect(page.locator(".lanes-panel:visible")).to_have_count(2)
    page.close()


def test_presented_the_title_says_who_races_and_all_lanes_begin_at_one_height(
    open_page: OpenPage,
) -> None:
    rivals = choices("frontier.guaranteed", "csar.est1", "lints.unscaled")
    race = replace(QUICK, race=rivals)
    window = (1024, 768)
    page = open_page(f"/?{to_query(race)}&present=1&at=900", viewport=window).page
    expect_racers(page, "DART", "Frontier", "CSAR", "LinTS")
    title = page.get_by_text("Same arms, same luck: DART against Frontier, CSAR and LinTS")
    expect(title).to_be_visible()
    expect(Player(page).part("race-time")).to_have_text("Round 900 of 3,000")
    panels = page.locator(".lanes-panel:visible")
    firsts = panels.evaluate_all(
        "panels => panels.map(panel => Math.min(...[...panel.querySelectorAll('.lane')]"
        ".filter(lane => lane.checkVisibility({ visibilityProperty: true }))"
        ".map(lane => Math.round(lane.getBoundingClientRect().top))))"
    )
    assert len(firsts) == 4
    assert len(set(firsts)) == 1
    heads = page.locator(".racer-head:visible, .chart-head select").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect())"
        ".map(({ left, right, height }) => [left, right, height])"
    )
    assert all(0 <= left < right <= window[0] for left, right, _ in heads)
    assert len({round(height) for *_, height in heads[:4]}) == 1, "on one line each"


def test_on_a_phone_racers_are_tabs_over_one_picture(open_page: OpenPage) -> None:
    race = replace(QUICK, race=choices("frontier.guaranteed"))
    page = open_page(f"/?{to_query(race)}", viewport=(390, 844)).page
    expect_racers(page, "DART", "Frontier")
    assert page.locator(".lanes-panel:visible").count() == 1
    head = page.locator(".racer-head", has_text="Frontier")
    head.click()
    expect(head).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lanes-panel:visible").locator("[data-part=lanes]")).to_be_visible()
    assert page.locator(".lanes-panel:visible").get_attribute("data-chosen") == "true"


def test_who_predicts_a_race_is_asked_once_who_will_be_done_first(open_page: OpenPage) -> None:
    race = replace(QUICK, race=choices("frontier.guaranteed", "random"))
    page = open_page(f"/?{to_query(race)}&predict=1&speed=16").page
    expect_racers(page, "DART", "Frontier", "guessing")
    player = Player(page)
    player.part("play").click()
    expect(player.part("title")).to_have_text("Who will be done first?", timeout=SLOW)
    player.expect_playing(False)
    assert player.t == 0, "before anything gives it away"
    player.part("arms").get_by_role("button", name="Frontier").click()
    expect(player.part("verdict")).to_have_text("Your guess: Frontier · guaranteed.")
    player.part("go").click()
    expect(player.part("title")).to_have_text("Done first:", timeout=SLOW)
    player.expect_playing(False)
    expect(player.part("standing")).to_contain_text("was first to")
