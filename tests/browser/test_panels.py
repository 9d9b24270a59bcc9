"""The panels of the player: an arm that is asked, pseudo-code, and slow motion."""

from __future__ import annotations

from functools import cache

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from dart_core.terms import STAGES
from dashboard.settings import Settings
from dashboard.watch.model import watch
from tests.browser.player_driver import Player, events_of
from tests.browser.visits import OpenPage
from tests.links import ONE_BY_ONE, from_query, to_query

SINGLE = to_query(ONE_BY_ONE)


@cache
def events() -> list[int]:
    """Return the frames at which something happens in that run."""
    return events_of(watch(ONE_BY_ONE))


_FRAMES = """milliseconds => new Promise(done => {
  let count = 0;
  const begin = performance.now();
  const look = now => {
    count += 1;
    if (now - begin < milliseconds) requestAnimationFrame(look);
    else done(1000 * count / (now - begin));
  };
  requestAnimationFrame(look);
})"""


def test_an_arm_answers_with_the_playhead_and_closes_with_escape(open_page: OpenPage) -> None:
    visit = open_page(f"/?{SINGLE}&at=1500", clipboard=True)
    player, page = Player(visit.page), visit.page
    expect(player.part("arm-panel")).to_be_hidden()
    page.locator(".token[data-arm='4'] .body").click()
    panel = player.part("arm-panel")
    expect(panel).to_contain_text("Ad 5")
    expect(panel).to_contain_text("λ = 0.02 stops it before")
    expect(panel).to_contain_text("With λ halved to 0.01")
    player.part("truth").uncheck()
    expect(panel).not_to_contain_text("truly pays")
    player.part("asked").select_option("1")
    expect(panel).to_contain_text("out")
    player.part("copy").click()
    expect(player.part("copied")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert from_query(link.split("?")[1])[1].arm == 1
    player.press_in_player("Escape")
    expect(panel).to_be_hidden()
    assert not visit.errors


_FOCUSED = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node.getAttribute("aria-label") ?? "";
}"""


def test_an_arm_is_reached_and_asked_by_keyboard_and_axe_finds_nothing(
    open_page: OpenPage,
) -> None:
    visit = open_page(f"/?{SINGLE}&at=92&panels=both", color_scheme="dark")
    player, page = Player(visit.page), visit.page
    player.root.focus()
    for _ in range(12):  # past the constants and the rivals
        page.keyboard.press("Tab")
        if page.evaluate(_FOCUSED).startswith("ad "):
            break
    assert page.evaluate(_FOCUSED).startswith("ad 1: out")
    for key, arm in (("ArrowRight", 2), ("ArrowDown", 3), ("ArrowLeft", 2), ("ArrowUp", 1)):
        page.keyboard.press(key)
        assert page.evaluate(_FOCUSED).startswith(f"ad {arm}: ")
    page.keyboard.press("ArrowUp")
    expect(player.part("tip")).to_contain_text("ad 12: undecided")
    page.keyboard.press("Space")
    expect(player.part("arm-panel")).to_contain_text("Ad 12")
    player.expect_frame(events()[3])
    page.keyboard.press("Home")  # all other keys stay the player's
    player.expect_frame(0)
    page.locator(".token[data-arm='4'] .body").click()
    page.keyboard.press("ArrowRight")
    player.expect_frame(events()[1])
    expect(player.part("arm-panel")).to_contain_text("Ad 5")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert not visit.errors


def test_a_link_opens_slow_motion_at_the_step_that_was_seen(open_page: OpenPage) -> None:
    visit = open_page(f"/?{SINGLE}&at=92&panels=both", clipboard=True)
    player, page = Player(visit.page), visit.page
    for _ in range(6):
        page.get_by_label("Next step").click()
    steps = player.part("steps")
    said, seen = steps.inner_text(), player.frame
    assert "7 of 16" in said
    assert "In the paper: Algorithm 1, line 9" in said
    player.part("copy").click()
    expect(player.part("copied")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page(f"/?{link.split('?')[1]}")
    again = Player(other.page)
    expect(again.part("steps")).to_contain_text("7 of 16")
    assert again.part("steps").inner_text() == said
    assert again.frame == seen
    expect(other.page.locator(".code [data-lit=true]")).to_contain_text("see one number")
    place = again.part("steps").locator("a")
    assert place.get_attribute("href") == STAGES["see"].url
    assert not other.errors


def test_slow_motion_steps_through_an_epoch_and_lights_the_pseudo_code(
    open_page: OpenPage,
) -> None:
    visit = open_page(f"/?{SINGLE}&at=92&panels=both&arm=5")
    player, page = Player(visit.page), visit.page
    forth, back = page.get_by_label("Next step"), page.get_by_label("Previous step")
    steps, lit = player.part("steps"), page.locator(".code [data-lit=true]")
    expect(steps).to_contain_text("Pass 23 begins after 88 rounds")
    for said, line in (
        ("is cut into 4 groups of 3", "cut C into"),
        ("Round 89: ", "play A ∪ G"),
        ("what they earn on average. What each single", "see one number"),
        ("takes the number in", "for i in G"),
    ):
        forth.click()
        expect(steps).to_contain_text(said)
        expect(lit).to_have_count(1)
        expect(lit).to_contain_text(line)
    back.click()
    expect(steps).to_contain_text("One number comes back")
    while forth.is_enabled():
        forth.click()
    expect(steps).to_contain_text("out")
    player.expect_frame(events()[3])
    expect(page.locator(".code [data-lit=true]", has_text="reject i with")).to_have_count(1)
    player.part("play").click()
    player.expect_playing()
    assert page.evaluate(_FRAMES, 1000) >= 30  # 50 and more on a machine that is free
    assert not visit.errors


def test_what_is_proved_about_an_arm_is_drawn_and_said(open_page: OpenPage) -> None:
    """Frontier at the end: an accepted arm is above nine, a pointer on another shows that one's."""
    query = to_query(Settings(algorithm="frontier", preset="guaranteed"))
    visit = open_page(f"/?{query}&at=20000&arm=11")
    player, page = Player(visit.page), visit.page
    lines = page.locator(".lanes .proved:not([visibility=hidden])")
    panel = player.part("arm-panel")
    expect(panel).to_contain_text("it is in with 9")
    above = page.locator(".lanes .proved:not([visibility=hidden])[data-side=above]")
    assert above.count() >= 9
    player.part("asked").select_option("")
    expect(lines).to_have_count(0)
    page.locator(".token[data-arm='5'] .body").hover()
    expect(player.part("tip")).to_contain_text("certified worse than")
    expect(lines.first).to_be_attached()
    assert not visit.errors


def test_slow_motion_shows_what_has_been_played_by_then_and_says_one_t(
    open_page: OpenPage,
) -> None:
    visit = open_page(f"/?{SINGLE}&panels=both")
    player, page = Player(visit.page), visit.page
    page.get_by_label("What is told step by step").select_option(index=0)
    for _ in range(5):
        page.get_by_label("Next step").click()
    expect(player.part("steps")).to_contain_text("6 of 16")
    expect(player.part("steps")).to_contain_text("Round 2: ")
    expect(player.part("head-time")).to_have_text("Round 2")
    measured = page.locator(".token[aria-label*='estimate ']:not([aria-label*='no estimate'])")
    expect(measured).to_have_count(3)
    expect(page.locator(".token[aria-label*='no estimate yet']")).to_have_count(9)
    expect(page.locator(".token .lit[visibility=visible]")).to_have_count(3)
    page.get_by_label("Next step").click()
    page.get_by_label("Next step").click()
    expect(measured).to_have_count(6)
    expect(player.part("head-time")).to_have_text("Round 2")
    player.part("play").click()  # the run goes on, and is shown as it is
    expect(page.locator(".token[aria-label*='no estimate yet']")).to_have_count(0, timeout=20_000)
    assert not visit.errors


def test_the_bar_of_capital_is_cut_into_the_shares_of_those_who_feed_it(
    open_page: OpenPage,
) -> None:
    own = Settings(k=4, horizon=60_000, arms_seed=7, seed=7, algorithm="frontier", preset="capital")
    page = open_page(f"/?{to_query(own)}&at=4000").page
    strip = page.locator(".bet-words").filter(has_text="fed by 2 of the 3 arms it met")
    expect(strip).to_be_visible(timeout=60_000)
    ends = [
        page.locator(f"{name}:visible").evaluate(
            "each => [each.getBoundingClientRect().left, each.getBoundingClientRect().right]"
        )
        for name in (".wealth", ".cut", ".shade")
    ]
    (bar, end), (cut, _), (shade, shaded) = ends
    assert bar < cut < shade
    assert abs(shaded - end) <= 1
