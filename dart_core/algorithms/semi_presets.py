"""CUCB and CTS, references that see every arm's reward: presets, forecasts, story, registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.accept_reject import all_active
from dart_core.algorithms.base import (
    AlgorithmSpec,
    Constants,
    Note,
    Numbers,
    as_they_are,
    no_constants,
)
from dart_core.algorithms.cts import run_cts
from dart_core.algorithms.cucb import run_cucb
from dart_core.algorithms.played import PLAYED_WORDS
from dart_core.algorithms.played_story import milestones
from dart_core.errors import real_number
from dart_core.problem import Problem
from dart_core.world import Log, World

if TYPE_CHECKING:
    from dart_core.simulation import Run

CUCB_PRESETS: Mapping[str, Constants] = MappingProxyType({"printed": {"c": 1.5}})
CTS_PRESETS: Mapping[str, Constants] = MappingProxyType({"beta": {}})


def check_cucb(constants: Constants) -> None:
    """Refuse a constant of the radius that makes no sense."""
    real_number("c", constants["c"], 0.0, 1e9)


def run_cucb_on(
    problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers
) -> None:
    """Run CUCB; it draws no random number."""
    del key
    n, k = problem.n_arms, problem.k
    scratch, X = np.zeros(n), np.zeros(k)
    run_cucb(world, log_, all_active(n, k), scratch, X, problem.horizon, float(numbers["c"]))


def run_cts_on(problem: Problem, world: World, log_: Log, key: np.uint64, _: Numbers) -> None:
    """Run CTS."""
    n, k = problem.n_arms, problem.k
    paid, X = np.zeros(n, dtype=np.int64), np.zeros(k)
    run_cts(world, log_, all_active(n, k), paid, np.zeros(n), X, key, problem.horizon)


def outlook(problem: Problem, _numbers: Numbers) -> tuple[str, str, str]:
    """Return a forecast, a warning ("" if there is none) and a caveat, without running."""
    text = "It sees the reward of every arm it plays, which no full-bandit algorithm does."
    caveat = "A reference, not a competitor: its bound is for semi-bandit feedback."
    if not problem.reward.monotone:
        warning = (
            "This reward can fall when more arms pay: the top K by mean, which it looks for, need "
            "not be the best set."
        )
        return (text, warning, caveat)
    return (text, "", caveat)


def narrate(run: Run) -> list[Note]:
    """Tell who is played as time goes on."""
    how = {
        "cucb": "Each round plays the K arms with the highest mean + radius",
        "cts": "Each round draws one value from every arm's posterior and plays the K highest",
    }[run.algorithm.name]
    return [Note(0, f"{how}; it sees every arm's reward.", ()), *milestones(run)]


CUCB = AlgorithmSpec(
    name="cucb",
    label="CUCB",
    presets=CUCB_PRESETS,
    run=run_cucb_on,
    check=check_cucb,
    resolve=as_they_are,
    feedback="semi-bandit",
    source="Chen, Wang, Yuan (2013)",
    regret_bound="O(sqrt(NKT log T)) for the sum of the arms, with semi-bandit feedback",
    cost_per_step="O(N)",
    limits="sees every arm's reward",
    narrate=narrate,
    words=PLAYED_WORDS,
    outlook=outlook,
)
CTS = AlgorithmSpec(
    name="cts",
    label="CTS",
    presets=CTS_PRESETS,
    run=run_cts_on,
    check=no_constants,
    resolve=as_they_are,
    feedback="semi-bandit",
    source="Wang, Chen (2018)",
    regret_bound="O(N log(K) log(T)/Δ_min) and terms free of T, for the sum of the arms, "
    "with semi-bandit feedback",
    cost_per_step="O(N)",
    limits="sees every arm's reward",
    narrate=narrate,
    words=PLAYED_WORDS,
    outlook=outlook,
)
