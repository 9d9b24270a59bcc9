"""How smoothly a large run plays."""

from tests.browser.player_driver import Player, query_of
from tests.browser.visits import OpenPage

SECONDS = 2
ENOUGH = 40  # distinct positions a second; 60 with a core of its own, but CI shares its cores
TRIALS = 3


def test_papers_run_of_a_million_rounds_plays_smoothly(open_page: OpenPage) -> None:
    player = Player(open_page(query_of("The paper's experiment, K = 4")).page)
    player.part("play").click()
    player.expect_moved_from(0)
    rates: list[float] = []
    while len(rates) < TRIALS and max(rates, default=0) < ENOUGH:
        rates.append(len(player.positions(1000 * SECONDS)) / SECONDS)
    print(f"Distinct positions a second: {rates}")
    assert max(rates) >= ENOUGH
