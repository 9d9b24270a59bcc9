"""Speed of LinTS beside the textbook: a new inverse and a multivariate normal in every round."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

import dart_core as dc
from benchmarks.table import Row, best_seconds
from dart_core.algorithms.lints.spec import LINTS
from dart_core.algorithms.registry import Algorithm

HORIZON = 20_000  # short, so that the best of many runs has the core for itself
TURNS = 20  # kernel and textbook in turn, so that a disturbed minute hits both
WARM_UP = 200  # the first rounds are quicker: B is still close to a diagonal matrix
GOAL_MICROSECONDS = 1.5
GOAL_RATIO = 400.0


def speed() -> list[Row]:
    """Measure LinTS, N = 45, mean reward, environment included, against the textbook in turn."""
    rows = []
    means = np.random.default_rng(0).random(45)
    chosen = Algorithm(LINTS, "unscaled")
    for k in (2, 4, 8):
        problem = dc.Problem(means, k=k, horizon=HORIZON)
        run = partial(dc.simulate, problem, chosen, frames=0)
        textbook = Textbook(means, k)
        run()
        for _ in range(WARM_UP):
            textbook.step()
        turns = [(best_seconds(run, 10), best_seconds(textbook.step, 15)) for _ in range(TURNS)]
        fast, slow = (min(seconds) for seconds in zip(*turns, strict=True))
        fast /= HORIZON
        beside = f"the textbook takes {slow * 1e6:,.0f} µs"
        rows += [
            Row(f"LinTS kernel, K = {k}", fast * 1e6, "µs a step", GOAL_MICROSECONDS, False),
            Row(f"LinTS beside the textbook, K = {k}", slow / fast, "×", GOAL_RATIO, True, beside),
        ]
    return rows


class Textbook:
    """LinTS as one would write it down."""

    def __init__(self, means: NDArray[np.float64], k: int) -> None:
        self.means, self.k = means, k
        # the generator that the goal names
        self.random = np.random.RandomState(0)
        self.B, self.f = np.eye(means.size), np.zeros(means.size)

    def step(self) -> None:
        """Play one round."""
        inverse = np.linalg.inv(self.B)
        theta = self.random.multivariate_normal(inverse @ self.f, 0.5**2 * inverse)
        b = np.zeros(self.means.size)
        b[np.argsort(-theta)[: self.k]] = 1 / self.k
        r = float(b @ (self.random.random_sample(self.means.size) < self.means))
        self.B += np.outer(b, b)
        self.f += b * r
