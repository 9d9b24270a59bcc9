"""The record of the oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dart_core.algorithms.listing import Listing
from dart_core.algorithms.random.spec import WORDS
from dart_core.algorithms.record import AlgorithmSpec, Note, Numbers, Preset, Said
from dart_core.algorithms.shared.played_story import PLAYED_READING
from dart_core.algorithms.shared.sentences import arm_list

if TYPE_CHECKING:
    import numpy as np

    from dart_core.problem import Problem
    from dart_core.run import Run
    from dart_core.world import Log, World


def run(problem: Problem, world: World, log: Log, _key: np.uint64, _: Numbers) -> None:
    """Play the best set."""
    from dart_core.algorithms.oracle.kernel import run_oracle
    from dart_core.algorithms.shared.accept_reject import all_active

    arms = all_active(problem.n_arms, problem.k)
    arms.a[:] = problem.optimal_set
    run_oracle(world, log, arms, problem.horizon)


def narrate(run: Run) -> list[Note]:
    """Tell which set it is."""
    best = arm_list(run.problem.optimal_set)
    return [Note(0, f"The oracle knows the best set, {best}, and plays it in every round.", ())]


def outlook(_problem: Problem, _numbers: Numbers) -> tuple[Said, str, Said]:
    """Return what will happen, and no warning and no caveat."""
    return Said("Every round plays the best set, which only an oracle knows."), "", Said("")


LISTING = Listing(
    ((0, "start commit", "in every round: play the best set"),),
)
ORACLE = AlgorithmSpec(
    name="oracle",
    label="oracle",
    line="Knows the best set and plays it in every round: no regret.",
    presets={"best-set": Preset("the best set", dash="2 3")},
    colour=("#59606e", "#a4abb7"),
    marker="hourglass",
    reading=PLAYED_READING,
    listing=LISTING,
    run=run,
    source="baseline: knows the means",
    regret_bound="0",
    cost_per_step="O(1)",
    words=WORDS,
    narrate=narrate,
    outlook=outlook,
)
