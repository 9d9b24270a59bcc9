"""Problems at the edge of what is allowed: each watched to its end, raced, and its slider moved."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from dashboard.catalogue import choices
from dashboard.settings import Settings
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage
from tests.links import to_query

BASE = Settings(n=12, k=3, horizon=3_000, seed=5, constants=(("c", 0.1), ("lam", 0.02)))
EDGES = {
    "two arms": replace(BASE, n=2, k=1),
    "all arms": replace(BASE, n=6, k=6),
    "one of a hundred": replace(BASE, n=100, k=1),
    "five of a hundred": replace(BASE, n=100, k=5),
    "max": replace(BASE, reward="max"),
    "min": replace(BASE, reward="min"),
    "own curve": replace(BASE, reward="curve", curve=(0.0, 0.1, 0.9, 1.0)),
    "own named arms": replace(
        BASE, n=3, k=2, arms="given", means=(0.2, 0.5, 0.8), names=("Logo", "<b>Foto</b>", "Ünï 3")
    ),
}
RACE = choices("frontier.capital", "random")
SLOW = 60_000


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_an_edge_is_watched_raced_and_tried(open_page: OpenPage, name: str, phone: bool) -> None:
    """Errors on the page or in the console fail any test that opens one."""
    settings = replace(EDGES[name], race=RACE)
    size = (390, 844) if phone else (1440, 900)
    page = open_page(f"/?{to_query(settings)}", viewport=size, touch=phone).page
    player = Player(page)
    expect(player.root).to_have_attribute("data-racers", "3", timeout=SLOW)
    player.press_in_player("ArrowRight")
    player.press_in_player("End")
    expect(player.root).to_have_attribute("data-t", str(settings.horizon))
    player.wait_until_still()
    assert re.search(r"\S", player.sentence)
    chart = player.part("chart-picture").get_attribute("aria-label") or ""
    assert chart.startswith(f"Regret at round {settings.horizon:,}: DART")
    knobs = page.locator("[data-constant] input:visible")
    if settings.n == settings.k:
        expect(knobs).to_have_count(0)  # there is one set: no constant changes anything
        return
    slider = page.locator("[data-constant=lam] input")
    slider.focus()
    expect(page.locator("[data-constant=lam] [data-there=false]")).to_have_count(0, timeout=SLOW)
    slider.focus()
    slider.press("ArrowRight")
    expect(page.locator(".difference")).to_have_text(re.compile("^λ 0.02 → "))
