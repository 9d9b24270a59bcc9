"""Scenarios: named problems to start from, each with its story and its settings.

To tune one, change its numbers here; every setting that a scenario does not name has the plain
default of its field. The small class example is `Settings.default()`, what an empty link means.
"""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.catalogue import choices
from dashboard.settings import Settings


@dataclass(frozen=True)
class Scenario:
    """A named problem: its title, what it stands for in one or two sentences, its settings."""

    title: str
    story: str
    settings: Settings


# How often each of 20 search results is clicked when it is shown; the best four are above 0.2.
_CLICK_RATES = (
    *(0.11, 0.04, 0.23, 0.08, 0.31, 0.06, 0.14, 0.03, 0.09, 0.27),
    *(0.05, 0.17, 0.12, 0.02, 0.35, 0.07, 0.10, 0.20, 0.06, 0.15),
)


def _c_and_lam(c: float, lam: float) -> tuple[tuple[str, float], ...]:
    return (("c", c), ("lam", lam))


def _paper(k: int, preset: str) -> Settings:
    """Return one experiment of the paper's section 7: N = 45 arms, T = 10⁶ rounds."""
    return Settings(n=45, k=k, horizon=1_000_000, reward="mean", arms="uniform", preset=preset)


SCENARIOS: tuple[Scenario, ...] = (
    Scenario(
        "A small class example",
        "Twelve arms, of which the best three are to be found from the mean of their rewards.",
        Settings.default(),
    ),
    *(
        Scenario(
            f"The paper's experiment, K = {k}",
            f"45 arms with means drawn from U[0, 1], {k} of them played in each of a million "
            "rounds, with the constants of the authors' own code.",
            _paper(k, "authors-code"),
        )
        for k in (2, 4, 8)
    ),
    Scenario(
        "The paper's experiment as printed, K = 4",
        "With the λ printed in Algorithm 1, 1.54 here, the first Δ = 1 is already too small. "
        "DART commits after its first epoch of 12 rounds, almost blindly.",
        _paper(4, "paper-v2"),
    ),
    Scenario(
        "Frontier on the paper's problem",
        "The same 45 arms, but swaps inside the best set known replace DART's random groups. "
        "Beside it DART, CMAB-SM, random, and LinTS, which knows that the reward is a mean.",
        Settings(
            n=45,
            k=4,
            horizon=1_000_000,
            algorithm="frontier",
            preset="guaranteed",
            companions=choices(
                "dart.authors-code", "lints.unscaled", "cmab-sm.authors-code", "random"
            ),
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
    ),
    Scenario(
        "Cross-selling",
        "A shop sells bundles of 4 out of 24 items; items that are wanted together add profit "
        "beyond their own.",
        Settings(
            n=24,
            k=4,
            horizon=100_000,
            reward="quadratic",
            arms_seed=2,
            seed=2,
            constants=_c_and_lam(0.06, 0.01),
        ),
    ),
    Scenario(
        "Daily campaign",
        "Each round 5 of 30 sub-campaigns run, and only their average success is known.",
        Settings(
            n=30,
            k=5,
            horizon=100_000,
            reward="mean",
            arms_seed=5,
            seed=5,
            constants=_c_and_lam(0.1, 0.01),
        ),
    ),
    Scenario(
        "One hard pair",
        "Of ten arms the best three are wanted, and most are easy to place. Only the third and "
        "the fourth best, 0.05 apart, take long to tell apart.",
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
        "Every arm has the mean ½, but some scatter more, and a round pays its best arm. The arms "
        "that scatter most are best, though no mean says so.",
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
        "All arms share one Gaussian noise, and three of twelve are a little better: the "
        "construction behind the paper's lower bound.",
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


def scenario_of(settings: Settings) -> Scenario | None:
    """Return the scenario that has these settings, whatever the two seeds, or None."""
    seeds = ("arms_seed", "seed")
    mine = {name: value for name, value in vars(settings).items() if name not in seeds}
    for scenario in SCENARIOS:
        its = vars(scenario.settings)
        if all(its[name] == value for name, value in mine.items()):
            return scenario
    return None
