"""Given actions: against the references, and against algorithms that play the same actions."""

# An own algorithm has the arguments of the contract, used or not.
# ruff: noqa: ARG002

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dart_core as dc
from dart_core import own
from dart_core.algorithms.registry import REGISTRY
from dart_core.outcome import arm_rewards, outcome
from tests.reference import luck
from tests.reference.rewards import best, expected, joint_reward

BINARY = [0.0, 1.0, 0.3, 0.55, 0.55, 0.9]
LAWS = [0.3, dc.Beta(2, 5), dc.Uniform(0.1, 0.7), dc.Constant(0.4), dc.Beta(5, 2)]
REWARDS: list[Any] = ["mean", "quadratic", "max", "min"]
COUNTS: list[Any] = [("at-least", 2), (0.0, 0.1, 0.7, 1.0)]
SEED = 2**64 - 3


@pytest.fixture
def recorded() -> Iterator[dict[str, Any]]:
    """An own algorithm that plays `actions`, written down with what it was paid."""
    book: dict[str, Any] = {"actions": [], "rewards": []}

    class Player:
        def reset(self, problem: Any, rng: Any) -> None:
            book["rewards"].clear()

        def select(self, t: int) -> Any:
            return book["actions"][t - 1]

        def update(self, t: int, action: Any, reward: float) -> None:
            book["rewards"].append(reward)

    dc.register("recorded", Player, label="Recorded", description="Plays.", source="a test")
    yield book
    del REGISTRY["recorded"], own.REGISTERED["recorded"]


def some_actions(n: int, k: int, rounds: int) -> list[list[int]]:
    every = list(itertools.permutations(range(n), k))
    order = np.random.default_rng(n).permutation(len(every))[:rounds]
    return [list(every[i]) for i in order]


@pytest.mark.parametrize(
    ("arms", "reward"),
    [*((BINARY, r) for r in REWARDS + COUNTS), *((LAWS, r) for r in REWARDS)],
    ids=str,
)
def test_rewards_and_regret_match_the_references(arms: list[Any], reward: Any) -> None:
    problem = dc.Problem(arms, 3, 40, reward)
    actions = some_actions(len(arms), 3, 40)
    got = outcome(problem, actions, seed=SEED)
    table = [[luck.reward(SEED, arms, t, i) for i in range(len(arms))] for t in range(1, 41)]
    assert arm_rewards(problem, 40, seed=SEED).tolist() == table
    binary = arms is BINARY
    outcomes = [
        [int(row[i]) if binary else float(row[i]) for i in action]
        for row, action in zip(table, actions, strict=True)
    ]
    assert got.rewards.tolist() == [joint_reward(reward, each) for each in outcomes]
    mu_best = best(reward, arms, 3)
    lost = [mu_best - expected(reward, [arms[i] for i in action]) for action in actions]
    np.testing.assert_allclose(got.regret, np.cumsum(lost), rtol=0, atol=1e-9)


@pytest.mark.parametrize("arms", [BINARY, LAWS, dc.LowerBound(6, 3, gap=0.2)], ids=str)
def test_an_algorithm_that_plays_the_same_gets_the_same_bits(
    arms: Any, recorded: dict[str, Any]
) -> None:
    problem = dc.Problem(arms, 3, 50, "mean")
    recorded["actions"] = some_actions(problem.n_arms, 3, 50)
    run = dc.simulate(problem, "recorded", seed=7)
    got = outcome(problem, recorded["actions"], seed=7)
    assert got.rewards.tolist() == recorded["rewards"]
    assert got.regret.tolist() == run.regret.tolist()
    some = outcome(problem, recorded["actions"][:20], seed=7)
    assert some.regret.tolist() == run.regret[:20].tolist()


def test_shared_noise_is_in_the_table() -> None:
    problem = dc.Problem(dc.LowerBound(6, 3, gap=0.2), 3, 50, "max")
    actions = some_actions(6, 3, 50)
    table = arm_rewards(problem, 50, seed=1)
    want = [float(table[t, action].max()) for t, action in enumerate(actions)]
    assert outcome(problem, actions, seed=1).rewards.tolist() == want


def test_the_best_set_has_no_regret() -> None:
    problem = dc.Problem.random(8, 3, 10, "quadratic", seed=2)
    assert outcome(problem, [problem.optimal_set] * 10).regret.tolist() == [0.0] * 10


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([], "rows of K = 2"),
        ([[0, 1]] * 6, r"array of shape \(6, 2\)"),
        ([[0, 1, 2]], r"array of shape \(1, 3\)"),
        ([[0, 1], [0]], "rows of K = 2"),
        ([[0.0, 1.0]], "whole numbers"),
        ([[0, 1], [2, 2]], r"round 2: expected K = 2 different arms from 0 to 3, got \[2, 2\]"),
        ([[0, 4]], r"got \[0, 4\]"),
        ([[-1, 0]], r"got \[-1, 0\]"),
        ("01", "rows of K = 2"),
    ],
)
def test_what_is_no_action_is_refused(actions: Any, says: str) -> None:
    problem = dc.Problem([0.1, 0.2, 0.3, 0.4], 2, 5)
    with pytest.raises(dc.FieldError, match=says):
        outcome(problem, actions)


def test_a_table_no_longer_than_the_horizon() -> None:
    with pytest.raises(dc.FieldError, match="rounds: expected a whole number from 1 to 5, got 6"):
        arm_rewards(dc.Problem([0.1, 0.2], 1, 5), 6)
