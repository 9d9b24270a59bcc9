"""The record of random sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import NO_ESTIMATES, AlgorithmSpec, Note, Numbers, Preset, Said
from dart_core.algorithms.shared.played_story import PLAYED_READING, PLAYED_WORDS, milestones

if TYPE_CHECKING:
    import numpy as np

    from dart_core.problem import Problem
    from dart_core.run import Run
    from dart_core.world import Log, World


def run(problem: Problem, world: World, log: Log, key: np.uint64, _: Numbers) -> None:
    """Play random sets."""
    from dart_core.algorithms.random.kernel import run_random
    from dart_core.algorithms.shared.accept_reject import all_active

    arms = all_active(problem.n_arms, problem.k)
    run_random(world, log, arms, key, problem.k, problem.horizon)


def narrate(run: Run) -> list[Note]:
    """Tell which sets are played as time goes on."""
    text = f"Every round plays {run.problem.k} of the {run.problem.n_arms} arms, drawn at random."
    return [Note(0, text, ()), *milestones(run)]


def outlook(problem: Problem, _numbers: Numbers) -> tuple[Said, str, Said]:
    """Return what will happen, and no warning and no caveat."""
    few = "an arm" if problem.k == 1 else f"{problem.k} arms"
    return Said(f"Every round plays {few} drawn at random. Nothing is ever learnt."), "", Said("")


WORDS = {**PLAYED_WORDS, "axis": NO_ESTIMATES}
LISTING = Listing(
    ((0, "start play", "in every round: play *K* arms drawn at random"),),
)
RANDOM = AlgorithmSpec(
    name="random",
    label="random",
    line="Plays arms drawn at random in every round, and learns nothing.",
    presets={"uniform": Preset("uniform", dash="6 4")},
    colour=("#59606e", "#a4abb7"),
    marker="bowtie",
    reading=PLAYED_READING,
    listing=LISTING,
    run=run,
    source="baseline",
    regret_bound="Θ(T)",
    cost_per_step="O(K)",
    words=WORDS,
    narrate=narrate,
    outlook=outlook,
)
