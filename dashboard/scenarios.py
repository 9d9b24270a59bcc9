"""Scenarios: named problems to start from, each with its story and its settings.

To tune one, change its numbers here; every setting that a scenario does not name has the plain
default of its field. The small class example is `Settings.default()`, what an empty link means.
"""

from __future__ import annotations

from dataclasses import dataclass

from dart_player.naming import ARM, Thing
from dashboard.catalogue import choices
from dashboard.settings import Settings


@dataclass(frozen=True)
class Scenario:
    """A named problem: its title, what it stands for in one or two sentences, its settings.

    `thing` is what an arm is there, and several of them.
    """

    title: str
    story: str
    settings: Settings
    thing: Thing = ARM


ADS: Thing = ("ad", "ads")

# How often each of 20 search results is clicked when it is shown; the best four are above 0.2.
_CLICK_RATES = (
    *(0.11, 0.04, 0.23, 0.08, 0.31, 0.06, 0.14, 0.03, 0.09, 0.27),
    *(0.05, 0.17, 0.12, 0.02, 0.35, 0.07, 0.10, 0.20, 0.06, 0.15),
)


_BESIDE_FRONTIER = choices("dart.authors-code", "lints.unscaled", "cmab-sm.authors-code", "random")


def _c_and_lam(c: float, lam: float) -> tuple[tuple[str, float], ...]:
    return (("c", c), ("lam", lam))


def _paper(k: int, preset: str) -> Settings:
    """Return one experiment of the paper's section 7: N = 45 arms, T = 10⁶ rounds."""
    return Settings(n=45, k=k, horizon=1_000_000, reward="mean", arms="uniform", preset=preset)


SCENARIOS: tuple[Scenario, ...] = (
    Scenario(
        "A small class example",
        "There are twelve ads. Each round shows three of them, and only their average success is "
        "known. Which three are best?",
        Settings.default(),
        ADS,
    ),
    *(
        Scenario(
            f"The paper's experiment, K = {k}",
            f"45 arms, {k} of them played in each of a million rounds, with the constants of the "
            "authors' own code. How good an arm is was drawn at random between 0 and 1.",
            _paper(k, "authors-code"),
        )
        for k in (2, 4, 8)
    ),
    Scenario(
        "The paper's experiment as printed, K = 4",
        "DART stops looking once the lead it asks for is below λ. The λ printed in the paper is "
        "1.54 here, and the first lead is 1: it decides almost blindly, after 12 rounds.",
        _paper(4, "paper-v2"),
    ),
    Scenario(
        "Frontier on the paper's problem",
        "The same 45 arms, but instead of random groups Frontier plays the best set it knows, "
        "with one arm swapped. Compared with DART, CMAB-SM, guessing, and LinTS, which knows that "
        "the pay-off is an average.",
        Settings(
            n=45,
            k=4,
            horizon=1_000_000,
            algorithm="frontier",
            preset="guaranteed",
            companions=_BESIDE_FRONTIER,
            rivals=_BESIDE_FRONTIER,
        ),
    ),
    Scenario(
        "Slowest server",
        "Every file is read from 3 of 15 servers at once, and a round pays only if all three "
        "answer in time.",
        Settings(
            n=15,
            k=3,
            horizon=50_000,
            reward="min",
            arms_seed=4,
            seed=4,
            constants=_c_and_lam(0.06, 0.01),
        ),
        ("server", "servers"),
    ),
    Scenario(
        "Cascading clicks",
        "A page shows 4 of 20 results, and all that counts is whether the visitor clicks on "
        "any of them.",
        Settings(
            n=20,
            k=4,
            horizon=100_000,
            reward="max",
            arms="given",
            means=_CLICK_RATES,
            seed=1,
            constants=_c_and_lam(0.12, 0.01),
        ),
        ("result", "results"),
    ),
    Scenario(
        "Cross-selling",
        "A shop sells bundles of 4 out of 24 items. Items that are wanted together earn more than "
        "each by itself.",
        Settings(
            n=24,
            k=4,
            horizon=100_000,
            reward="quadratic",
            arms_seed=2,
            seed=2,
            constants=_c_and_lam(0.06, 0.01),
        ),
        ("item", "items"),
    ),
    Scenario(
        "Daily campaign",
        "Each day 5 of 30 campaigns run, and only their average success is known.",
        Settings(
            n=30,
            k=5,
            horizon=100_000,
            reward="mean",
            arms_seed=5,
            seed=5,
            constants=_c_and_lam(0.1, 0.01),
        ),
        ("campaign", "campaigns"),
    ),
    Scenario(
        "One hard pair",
        "Which three of ten arms are best? Most are easy to place. Only the third and the fourth "
        "best, 0.05 apart, take long to tell apart.",
        Settings(
            n=10,
            k=3,
            horizon=100_000,
            arms="pair",
            gap=0.05,
            arms_seed=3,
            seed=3,
            constants=_c_and_lam(0.12, 0.005),
        ),
    ),
    Scenario(
        "Equal means, unequal luck (Assumption 2 broken)",
        "Every arm pays ½ on average, but some scatter more, and a round pays what its best arm "
        "pays. So the arms that scatter most are best, though no average says so.",
        Settings(
            n=12,
            k=3,
            horizon=50_000,
            reward="max",
            arms="groups",
            gap=0.0,
            law="varied",
            spread=0.9,
            arms_seed=1,
            seed=1,
            constants=_c_and_lam(0.02, 0.005),
        ),
    ),
    Scenario(
        "The lower bound’s arms",
        "Three of twelve arms are a little better, and all arms share their luck. These are the "
        "arms behind the paper's proof that no algorithm can do much better.",
        Settings(
            n=12,
            k=3,
            horizon=50_000,
            arms="groups",
            gap=0.05,
            law="shared",
            arms_seed=1,
            seed=1,
            constants=_c_and_lam(0.01, 0.005),
        ),
    ),
    Scenario(
        "Two groups",
        "Four good arms among sixteen: every good one pays with chance 0.65, every bad one "
        "with 0.35.",
        Settings(
            n=16,
            k=4,
            horizon=50_000,
            arms="groups",
            gap=0.3,
            arms_seed=5,
            seed=5,
            constants=_c_and_lam(0.06, 0.01),
        ),
    ),
)


_OF_THE_ARMS = ("n", "k", "arms", "gap", "means", "names", "data", "law", "spread")
_OF_THE_PROBLEM = (*_OF_THE_ARMS, "reward", "at_least", "curve")

# How often each ad of the class hour is clicked: they stay ads whatever a group of them pays.
_CLASS_HOUR = Settings(
    n=12,
    k=3,
    arms="given",
    means=(0.22, 0.35, 0.15, 0.41, 0.58, 0.28, 0.64, 0.19, 0.71, 0.33, 0.47, 0.25),
)


def thing_of(settings: Settings) -> Thing:
    """Return what an arm is in the scenario with this problem, whatever the luck; else an arm."""
    for scenario in SCENARIOS:
        if _are_alike(settings, scenario.settings, _OF_THE_PROBLEM):
            return scenario.thing
    return ADS if _are_alike(settings, _CLASS_HOUR, _OF_THE_ARMS) else ARM


def _are_alike(one: Settings, other: Settings, names: tuple[str, ...]) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in names)


def scenario_of(settings: Settings) -> Scenario | None:
    """Return the scenario that has these settings, whatever the seeds and the race, or None."""
    free = ("arms_seed", "seed", "race")
    mine = {name: value for name, value in vars(settings).items() if name not in free}
    for scenario in SCENARIOS:
        its = vars(scenario.settings)
        if all(its[name] == value for name, value in mine.items()):
            return scenario
    return None
