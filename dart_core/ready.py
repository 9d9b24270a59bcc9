"""Kernels compiled before their time is taken: a tiny run of the same algorithm."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.registry import Algorithm, algorithm
from dart_core.errors import DartError
from dart_core.own_run import Rules, run_own
from dart_core.problem import Problem
from dart_core.simulation import checkpoint_times, simulate
from dart_core.world import make_log, make_world

PROBLEM = Problem([0.9, 0.6, 0.4, 0.1], k=2, horizon=200)
_READY = set[tuple[str, str]]()  # in this process; Numba itself lets threads compile in turn


def make_ready(chosen: Algorithm) -> None:
    """Compile what runs of an algorithm need, unless this process has done so.

    The kernels' types depend neither on the problem nor on the constants. An algorithm of the
    user's own is not touched: it is Python, and may remember that it was asked.
    """
    own = chosen.spec.own_source != ""
    key = ("", "") if own else (chosen.name, chosen.preset)
    if key in _READY:
        return
    if own:
        warm_own()
    else:
        with suppress(DartError):  # one that cannot run here says so where it is asked to
            simulate(PROBLEM, algorithm(chosen.name, preset=chosen.preset), frames=0)
    _READY.add(key)


def warm_own() -> None:
    """Compile the round that algorithms of one's own are played with."""
    log = make_log(PROBLEM.n_arms, PROBLEM.k, checkpoint_times(200), np.array([0, 200]), None)
    run_own("first", _First(), PROBLEM, make_world(PROBLEM, 0), log, np.uint64(0))


class _First:
    """The smallest algorithm of one's own: it plays the first K arms."""

    def reset(self, problem: Rules, rng: np.random.Generator) -> None:
        del rng
        self.action = np.arange(problem.k)

    def select(self, t: int) -> NDArray[np.int64]:
        del t
        return self.action

    def update(self, t: int, action: NDArray[np.int64], reward: float) -> None:
        """Learn nothing."""
