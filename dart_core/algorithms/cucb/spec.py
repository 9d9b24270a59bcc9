"""The record of CUCB."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import AlgorithmSpec, Constants, Note, Numbers, as_they_are
from dart_core.algorithms.shared.played_story import PLAYED_WORDS, milestones
from dart_core.algorithms.shared.semi_bandit import outlook
from dart_core.errors import real_number

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.run import Run
    from dart_core.world import Log, World

PRESETS: Mapping[str, Constants] = MappingProxyType({"printed": {"c": 1.5}})


def check(constants: Constants) -> None:
    """Refuse a constant of the radius that makes no sense."""
    real_number("c", constants["c"], 0.0, 1e9)


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run CUCB; it draws no random number."""
    from dart_core.algorithms.cucb.kernel import run_cucb
    from dart_core.algorithms.shared.accept_reject import all_active

    del key
    n, k = problem.n_arms, problem.k
    scratch, X = np.zeros(n), np.zeros(k)
    run_cucb(world, log_, all_active(n, k), scratch, X, problem.horizon, float(numbers["c"]))


def narrate(run: Run) -> list[Note]:
    """Tell who is played as time goes on."""
    text = "Each round plays the K arms with the highest mean + radius; it sees every arm's reward."
    return [Note(0, text, ()), *milestones(run)]


CUCB = AlgorithmSpec(
    name="cucb",
    label="CUCB",
    presets=PRESETS,
    run=run,
    check=check,
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
