"""Play in a real browser: rewards and regret are the core's, and a dare opens the same game."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from playwright.sync_api import Browser, Page, expect

import dart_core as dc
from dashboard.game import model as playing
from dashboard.links.game_state import GameState
from dashboard.settings import Settings
from tests.browser.test_accessibility import expect_no_violation
from tests.browser.visits import OpenPage
from tests.links import from_query, game_of, to_query

SLOW = 60_000  # ms: kernels that are compiled first
GAME_FOLDER = Path(playing.__file__).parent
SETTINGS = replace(Settings.default(), n=8, k=2, seed=5)
GAME = playing.of_game(SETTINGS, 10)
# Taps on new arms, round by round; one tap too many replaces the arm that was tapped first.
TAPS = [(1, 2), (3, 4), (5, 6), (7, 8), (), (2,), (7,), (), (8,), ()]


def actions() -> list[list[int]]:
    chosen: list[int] = []
    played = []
    for taps in TAPS:
        chosen = [*chosen, *(arm - 1 for arm in taps)][-2:]
        played.append(list(chosen))
    return played


def test_rewards_in_the_browser_are_the_core_s_to_the_last_bit(browser: Browser) -> None:
    count = {"mean", "quadratic", "max", "min", "at-least", "curve"}
    cases = [(reward, "bernoulli") for reward in sorted(count)]
    cases += [(r, law) for r in ("mean", "quadratic", "max", "min") for law in ("beta", "shared")]
    games: list[dict[str, Any]] = []
    wanted = []
    for reward, law in cases:
        game = replace(
            GAME,
            n=9,
            k=4,
            horizon=60,
            reward=reward,
            at_least=2,
            curve=(0.0, 0.1, 0.3, 0.7, 1.0) if reward == "curve" else None,
            law=law,
            arms="groups" if law == "shared" else "uniform",
        )
        _, deal = playing.dealing(game)
        dealt = deal(np.zeros(1, dtype=np.int64))
        random = np.random.default_rng(3)
        played = [random.permutation(9)[:4].tolist() for _ in range(60)]
        games.append({"dealt": dealt.payload(), "played": played})
        # The browser sums in the order of the arms' numbers, whatever the order of the taps.
        run = dc.outcome(dealt.problem, np.sort(played, axis=1), seed=game.seed)
        wanted.append(run.rewards.tolist())
    page = browser.new_page()
    source = b64encode((GAME_FOLDER / "rewards.js").read_bytes()).decode()
    got = page.evaluate(
        """async ([source, games]) => {
          const { jointReward } = await import(`data:text/javascript;base64,${source}`);
          return games.map(({ dealt, played }) => played.map((a, t) => jointReward(dealt, t, a)));
        }""",
        [source, games],
    )
    page.close()
    assert got == wanted


def play_by_hand(page: Page, *, touch: bool) -> None:
    """Play all of `TAPS`, by the finger or by the keyboard alone."""
    play = page.locator('[data-part="play"]')
    for taps in TAPS:
        for arm in taps:
            if touch:
                page.get_by_role("button", name=re.compile(rf"^Arm {arm},")).tap()
            else:
                page.keyboard.press(str(arm))
        if touch:
            play.tap()
        else:
            expect(play).to_be_focused()
            page.keyboard.press("Enter")


def expect_result(page: Page) -> None:
    """Everything on the page must be what the core says of these actions."""
    run = dc.outcome(GAME.problem(), actions(), seed=GAME.seed)
    expect(page.get_by_text(f"Your regret is {run.regret[-1]:.2f}: ")).to_be_visible(timeout=SLOW)
    paid = [float(text) for text in page.locator("ol b").all_text_contents()]
    np.testing.assert_allclose(paid[::-1], run.rewards, atol=5e-4)


def test_a_game_by_keyboard_has_the_core_s_regret_and_dares_a_friend(open_page: OpenPage) -> None:
    visit = open_page(f"/play?{to_query(SETTINGS)}&rounds=10")
    page = visit.page
    expect(page.get_by_text("Round 1 of 10")).to_be_visible(timeout=SLOW)
    before = visit.messages
    page.get_by_role("button", name="Arm 1, not").press("1")
    expect(page.get_by_role("button", name="Arm 1, not")).to_have_attribute("aria-pressed", "true")
    page.locator('[data-part="play"]').press("Enter")
    expect(page.get_by_role("status").filter(has_text="Choose 1 more.")).to_be_visible()
    page.keyboard.press("1")  # taken back
    assert visit.messages == before  # a round is none of the server's business
    play_by_hand(page, touch=False)
    expect_result(page)
    expect(page.get_by_text("Dare a friend")).to_be_visible(timeout=SLOW)
    expect_no_violation(page)
    link = page.locator("code.language-plaintext", has_text="?z=").inner_text()
    query = urlsplit(link).query
    regret = dc.outcome(GAME.problem(), actions(), seed=GAME.seed).regret[-1]
    assert from_query(query)[0] == SETTINGS
    assert game_of(query)[0] == GameState(10, round(float(regret), 2))
    page.get_by_role("link", name="Teach").click()  # nothing lies over the links to other pages
    expect(page.get_by_text("What students will see")).to_be_visible(timeout=SLOW)
    page.get_by_role("link", name="Play").click()
    expect_result(page)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("The same, spelled out").click()
    expect(dialog.locator("code", has_text="&rounds=10").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("encountered an error")).to_have_count(0)

    phone = open_page(f"/play?{query}", viewport=(390, 844), touch=True, color_scheme="dark").page
    expect(phone.get_by_text(f"regret {regret:.2f}".rstrip("0"))).to_be_visible(timeout=SLOW)
    expect(phone.get_by_text("Round 1 of 10")).to_be_visible()
    for button in phone.locator('[data-part="game"] button').all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    expect_no_violation(phone)
    play_by_hand(phone, touch=True)
    expect_result(phone)
    expect(phone.get_by_text("as much as")).to_be_visible()
    phone.reload()
    expect_result(phone)  # nothing is lost
    phone.get_by_role("button", name="Play the same once more").tap()
    expect(phone.get_by_text("Round 1 of 10")).to_be_visible()
    expect(phone.get_by_text("Your result", exact=True)).to_have_count(0, timeout=SLOW)
