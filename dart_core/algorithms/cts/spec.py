"""The record of CTS."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import AlgorithmSpec, Note, Numbers, Preset
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

_PAPER = r"""@inproceedings{cts,
  author = {Wang, Siwei and Chen, Wei},
  title = {Thompson Sampling for Combinatorial Semi-Bandits},
  booktitle = {International Conference on Machine Learning},
  series = {Proceedings of Machine Learning Research},
  volume = {80},
  pages = {5114--5122},
  year = {2018},
}"""


def run(problem: Problem, world: World, log_: Log, key: np.uint64, _: Numbers) -> None:
    """Run CTS."""
    from dart_core.algorithms.cts.kernel import run_cts
    from dart_core.algorithms.shared.accept_reject import all_active

    n, k = problem.n_arms, problem.k
    paid, X = np.zeros(n, dtype=np.int64), np.zeros(k)
    run_cts(world, log_, all_active(n, k), paid, np.zeros(n), X, key, problem.horizon)


def narrate(run: Run) -> list[Note]:
    """Tell who is played as time goes on."""
    exact = (
        "Each round draws one value from every arm's posterior and plays the K highest; it sees "
        "every arm's reward."
    )
    text = (
        "Every round CTS draws a mean for each arm that fits what it has seen, and plays the arms "
        "with the highest draws. It sees what every single arm pays."
    )
    return [Note(0, text, (), exact), *milestones(run)]


READING = (
    PLAYED_READING
    + SEES_READING
    + "\n\n**The marks.** Token: mean of the arm's own rewards; whisker: one standard deviation."
)
LISTING = Listing(
    (
        (0, "start", "every arm: paid_i = unpaid_i = 0"),
        (0, "play", "in every round: draw *θ*_i from Beta(1 + paid_i, 1 + unpaid_i)"),
        (1, "play", "play the *K* arms with the highest *θ*_i"),
        (1, "play", "see the reward of every arm played; count it as paid or unpaid"),
    ),
)
CTS = AlgorithmSpec(
    name="cts",
    label="CTS",
    line="Sees what every single arm pays; imagines how good each may be, and plays the best.",
    presets={"beta": Preset("Beta beliefs", dash="7 4")},
    colour=("#b3275c", "#ff8fb1"),
    marker="triangle-up-open",
    reading=READING,
    listing=LISTING,
    run=run,
    feedback="semi-bandit",
    cites=(_PAPER,),
    source="Wang, Chen (2018)",
    regret_bound="O(N log(K) log(T)/Δ_min) and terms free of T, for the sum of the arms, "
    "with semi-bandit feedback",
    cost_per_step="O(N)",
    limits="sees every arm's reward",
    narrate=narrate,
    words=PLAYED_WORDS,
    outlook=outlook,
)
