"""The two ends of every regret chart: a random set each round, and the best set each round."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.accept_reject import Arms, all_active, describe
from dart_core.algorithms.base import AlgorithmSpec, Note, Numbers, as_they_are, no_constants
from dart_core.algorithms.dart_story import arm_list
from dart_core.algorithms.linear import mark_played
from dart_core.algorithms.played_story import milestones
from dart_core.compile import kernel
from dart_core.problem import Problem
from dart_core.streams import below
from dart_core.world import Log, World, frame_due, play, settle, snapshot, stopped

if TYPE_CHECKING:
    from dart_core.simulation import Run


@kernel
def run_random(world: World, log: Log, arms: Arms, key: np.uint64, K: int, T: int) -> None:
    """Play K arms drawn uniformly without replacement in every round."""
    N = world.mean.shape[0]
    describe(arms, 0, 0.0, 0.0)
    snapshot(log, 0, arms.state, arms.sets, arms.mu, arms.width, arms.a)
    draws = 0
    for t in range(1, T + 1):
        if stopped(log):
            break
        for q in range(K):
            j = q + below(key, np.uint64(draws), N - q)
            draws += 1
            arms.C[q], arms.C[j] = arms.C[j], arms.C[q]
            arms.a[q] = arms.C[q]
        play(world, log, arms.a, t)
        if frame_due(log, t):
            mark_played(arms.sets, arms.a)
            snapshot(log, t, arms.state, arms.sets, arms.mu, arms.width, arms.a)
    mark_played(arms.sets, arms.a)
    settle(world, log, T, T, arms.state, arms.sets, arms.mu, arms.width, arms.a)


@kernel
def run_oracle(world: World, log: Log, arms: Arms, T: int) -> None:
    """Play `arms.a`, the best set, which only an oracle knows, in every round: no regret."""
    describe(arms, 0, 0.0, 0.0)
    snapshot(log, 0, arms.state, arms.sets, arms.mu, arms.width, arms.a)
    mark_played(arms.sets, arms.a)
    settle(world, log, 0, T, arms.state, arms.sets, arms.mu, arms.width, arms.a)


def _play_random(problem: Problem, world: World, log: Log, key: np.uint64, _: Numbers) -> None:
    arms = all_active(problem.n_arms, problem.k)
    run_random(world, log, arms, key, problem.k, problem.horizon)


def _play_oracle(problem: Problem, world: World, log: Log, _key: np.uint64, _: Numbers) -> None:
    arms = all_active(problem.n_arms, problem.k)
    arms.a[:] = problem.optimal_set
    run_oracle(world, log, arms, problem.horizon)


def _says(text: str) -> Callable[[Problem, Numbers], tuple[str, str, str]]:
    return lambda _problem, _numbers: (text, "", "")


def _tell_random(run: Run) -> list[Note]:
    text = f"Every round plays {run.problem.k} of the {run.problem.n_arms} arms, drawn at random."
    return [Note(0, text, ()), *milestones(run)]


def _tell_oracle(run: Run) -> list[Note]:
    best = arm_list(run.problem.optimal_set)
    return [Note(0, f"The oracle knows the best set, {best}, and plays it in every round.", ())]


_WORDS = MappingProxyType(
    {
        "accept": "played now",
        "active": "not played now",
        "reject": None,
        "axis": "no estimates",
        "epoch": None,
        "delta": None,
    }
)
RANDOM = AlgorithmSpec(
    name="random",
    label="random",
    presets={"uniform": {}},
    run=_play_random,
    check=no_constants,
    resolve=as_they_are,
    feedback="full-bandit",
    source="baseline",
    regret_bound="Θ(T)",
    cost_per_step="O(K)",
    words=_WORDS,
    narrate=_tell_random,
    outlook=_says("Every round plays K arms drawn at random; nothing is learnt."),
)
ORACLE = AlgorithmSpec(
    name="oracle",
    label="oracle",
    presets={"best-set": {}},
    run=_play_oracle,
    check=no_constants,
    resolve=as_they_are,
    feedback="full-bandit",
    source="baseline: knows the means",
    regret_bound="0",
    cost_per_step="O(1)",
    words=_WORDS,
    narrate=_tell_oracle,
    outlook=_says("Every round plays the best set, which only an oracle knows."),
)
