"""Settings of the pages that run studies: how many runs, what is varied, what is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from dart_core.parameters import TITLES
from dashboard.catalogue import CATALOGUE, WELL_KNOWN, Choice, choices, sensible
from dashboard.schema.choices import Choices
from dashboard.schema.fields import setting
from dashboard.schema.kinds import OneOf, Values, Whole

MAX_RUNS = 1_000
MOST_COMPARED = 8
MOST_VALUES = 25
MAIN = "main"  # the first main constant of the watched algorithm, whichever that is
RIVALS = choices(*(sensible(name) for name in WELL_KNOWN if name != "dart"))
# What a sweep can change: names of `dart_core.sweep`, except that N is called n here.
OF_THE_PROBLEM = {"n" if name == "n_arms" else name: text for name, text in TITLES.items()}
_OWNED = [(name, const) for name, entry in CATALOGUE.items() for const in entry.tunables]
_SHARED = {const for _, const in _OWNED if sum(const == other for _, other in _OWNED) > 1}
SYMBOLS = {name: each.symbol for e in CATALOGUE.values() for name, each in e.tunables.items()}
PARAMETERS = {
    MAIN: "main constant",
    **OF_THE_PROBLEM,
    **{f"{name}.{const}": f"{SYMBOLS[const]} of {CATALOGUE[name].label}" for name, const in _OWNED},
    **{f"{const}*": f"{symbol}, multiplied" for const, symbol in SYMBOLS.items()},
    **{
        f"{name}.{const}*": f"{SYMBOLS[const]} of {CATALOGUE[name].label} alone, multiplied"
        for name, const in _OWNED
        if const in _SHARED
    },
}


@dataclass(frozen=True)
class StudyChoices:
    """The part of `dashboard.settings.Settings` that changes nothing for a single run."""

    runs: int = setting(
        Whole(1, MAX_RUNS),
        25,
        "Runs",
        "How often each algorithm runs in a study, with other luck every time.",
        since=2,
        affects="study",
    )
    redraw: bool = setting(
        OneOf({False: "the same in all runs", True: "drawn anew for every run"}),
        False,
        "Arms of a study",
        "Whether runs differ in luck alone, or in their arms as well, as in the paper's figures.",
        since=2,
        affects="study",
    )
    band: str = setting(
        OneOf(
            {
                "mean": "mean, 95 % interval of the mean",
                "min-max": "mean, least and greatest run",
                "quantiles": "median, 95 % of the runs",
            }
        ),
        "mean",
        "Band",
        "What is drawn around a curve; the paper draws the least and the greatest run.",
        since=2,
        affects="chart",
    )
    axes: str = setting(
        OneOf(
            {
                "linear": "linear",
                "log-t": "log t",
                "log-regret": "log regret",
                "log": "both log",
                "over-log": "R(t) / log t",
                "over-root": "R(t) / √t",
            }
        ),
        "linear",
        "Axes",
        "How regret is drawn: on which axes, or divided by what it may grow like.",
        since=2,
        affects="chart",
    )
    theory: bool = setting(
        OneOf({False: "hidden", True: "shown"}),
        False,
        "Theory curves",
        "The paper's upper and lower bound and the shape of √T beside the measurements.",
        since=2,
        affects="chart",
    )
    vary: str = setting(
        OneOf(PARAMETERS),
        MAIN,
        "Vary",
        "What takes several values on the page Sensitivity.",
        since=2,
        affects="sweep",
    )
    vary_too: str = setting(
        OneOf({"nothing": "nothing else", **PARAMETERS}),
        "nothing",
        "Vary too",
        "A second parameter: every value of the one meets every value of the other.",
        key="vary2",
        since=2,
        affects="sweep",
    )
    points: int = setting(
        Whole(2, 9),
        5,
        "Values",
        "How many values a varied parameter takes.",
        since=2,
        affects="sweep",
    )
    values: tuple[float, ...] | None = setting(
        Values(MOST_VALUES),
        None,
        "Values of it",
        "Which values it takes, instead of some around its present one.",
        none="",
        since=4,
        affects="sweep",
    )
    values_too: tuple[float, ...] | None = setting(
        Values(MOST_VALUES),
        None,
        "Values of the second",
        "Which values the second parameter takes.",
        key="values2",
        none="",
        since=4,
        affects="sweep",
    )
    rivals: tuple[Choice, ...] = setting(
        Choices(MOST_COMPARED),
        RIVALS,
        "Compare with",
        f"Other algorithms, on the same luck: up to {MOST_COMPARED}.",
        key="vs",
        since=4,
        affects="study",
    )
