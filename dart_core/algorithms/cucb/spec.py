"""The record of CUCB."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.cucb.bounds import BOUNDS
from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import AlgorithmSpec, Note, Numbers, Preset
from dart_core.algorithms.shared import tunables
from dart_core.algorithms.shared.played_story import (
    PLAYED_READING,
    PLAYED_WORDS,
    SEES_READING,
    milestones,
)
from dart_core.algorithms.shared.semi_bandit import outlook

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.run import Run
    from dart_core.world import Log, World

_PAPER = r"""@inproceedings{cucb,
  author = {Chen, Wei and Wang, Yajun and Yuan, Yang},
  title = {Combinatorial Multi-Armed Bandit: General Framework and Applications},
  booktitle = {International Conference on Machine Learning},
  series = {Proceedings of Machine Learning Research},
  volume = {28},
  number = {1},
  pages = {151--159},
  year = {2013},
}"""


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run CUCB."""
    from dart_core.algorithms.cucb.kernel import run_cucb
    from dart_core.algorithms.shared.accept_reject import all_active

    n, k = problem.n_arms, problem.k
    scratch, X, c = np.zeros(n), np.zeros(k), float(numbers["c"])
    run_cucb(world, log_, all_active(n, k), scratch, X, key, problem.horizon, c)


def narrate(run: Run) -> list[Note]:
    """Tell who is played as time goes on."""
    exact = (
        "Each round plays the K arms with the highest mean + radius; it sees every arm's reward."
    )
    text = (
        "Every round CUCB plays the arms that may still be best: average so far, plus a bonus for "
        "being little known. It sees what every single arm pays."
    )
    return [Note(0, text, (), exact), *milestones(run)]


READING = (
    PLAYED_READING
    + SEES_READING
    + "\n\n**The marks.** Token: mean of the arm's own rewards; whisker: bonus."
)
LISTING = Listing(
    (
        (0, "start", "*n*_i = 0 for every arm"),
        (0, "play", "in every round: index_i = *μ̂*_i + √(*c* log *t* / *n*_i), ∞ if *n*_i = 0"),
        (1, "play", "play the *K* arms with the highest index"),
        (1, "play", "see the reward of every arm played; average each into its *μ̂*_i"),
    ),
)
CUCB = AlgorithmSpec(
    name="cucb",
    label="CUCB",
    revision=2,
    line="Sees what every single arm pays; plays those that may be best.",
    presets={"printed": Preset("as printed", {"c": 1.5})},
    tunables={"c": replace(tunables.C, takes=(0.0, 1e9))},
    main=("c",),
    colour=("#a02c72", "#ec8fc6"),
    marker="diamond-open",
    reading=READING,
    listing=LISTING,
    bounds=BOUNDS,
    run=run,
    feedback="semi-bandit",
    cites=(_PAPER,),
    source="Chen, Wang, Yuan (2013)",
    regret_bound="O(sqrt(NKT log T)) for the sum of the arms, with semi-bandit feedback",
    cost_per_step="O(N)",
    limits="sees every arm's reward",
    narrate=narrate,
    words=PLAYED_WORDS,
    outlook=outlook,
)
