"""Joint rewards from their definitions, and their expectations by enumeration and quadrature."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from scipy import integrate

from tests.reference.rows import Column, outcomes_by_row

# A reward's name, ("at-least", m), or the count curve (g(0), …, g(K)).
Reward: TypeAlias = str | tuple[str, int] | tuple[float, ...]


def joint_reward(reward: Reward, outcomes: Sequence[int]) -> float:
    """Return f(x_1, …, x_K) for the rewards `outcomes` of the K arms of an action."""
    if any(isinstance(x, float) for x in outcomes):
        return joint_reward_of_reals(reward, outcomes)
    k, ones = len(outcomes), sum(outcomes)
    if reward == "mean":
        return ones / k
    if reward == "quadratic":
        pairs = sum(outcomes[i] * outcomes[j] for i in range(k) for j in range(i, k))
        return 2 * pairs / (k * (k + 1))
    if reward == "max":
        return float(max(outcomes))
    if reward == "min":
        return float(min(outcomes))
    if reward[0] == "at-least":
        return float(ones >= int(reward[1]))
    assert not isinstance(reward, str), f"{reward} needs its definition here, see CONTRIBUTING.md"
    return float(reward[ones])


def joint_reward_of_reals(reward: Reward, outcomes: Sequence[float]) -> float:
    """Return f in the order of operations that gives the core's bits."""
    k, total, squares = len(outcomes), 0.0, 0.0
    for x in outcomes:
        total += x
        squares += x * x
    if reward == "mean":
        return total / k
    if reward == "quadratic":
        return (total * total + squares) / (k * (k + 1))
    assert reward in {"max", "min"}
    return float(max(outcomes) if reward == "max" else min(outcomes))


def expected_by_enumeration(reward: Reward, means: Sequence[float]) -> float:
    """Return E f over all 2^K outcomes of independent Bernoulli arms with these means."""
    return math.fsum(
        math.prod(p if x else 1.0 - p for p, x in zip(means, outcomes, strict=True))
        * joint_reward(reward, outcomes)
        for outcomes in itertools.product((0, 1), repeat=len(means))
    )


def best_by_enumeration(reward: Reward, means: Sequence[float], k: int) -> float:
    """Return the largest expected joint reward over all sets of `k` arms."""
    return max(
        expected_by_enumeration(reward, action) for action in itertools.combinations(means, k)
    )


@cache
def expected_by_counts(reward: Reward, means: tuple[float, ...]) -> float:
    """Return E f from the distribution of the number of ones, in O(K²).

    For long runs, where 2^K outcomes a round are too many; `test_rewards_reference` checks it
    against the enumeration.
    """
    k = len(means)
    chance = [1.0]
    for p in means:
        chance = [
            (chance[ones] if ones < len(chance) else 0.0) * (1.0 - p)
            + (chance[ones - 1] * p if ones else 0.0)
            for ones in range(len(chance) + 1)
        ]
    return math.fsum(
        chance[ones] * joint_reward(reward, [1] * ones + [0] * (k - ones)) for ones in range(k + 1)
    )


def expected(reward: Reward, arms: Sequence[Any]) -> float:
    """Return E f of arms that are numbers (0/1 arms), laws or columns of a table, in any order."""
    if all(isinstance(arm, float) for arm in arms):
        return expected_by_counts(reward, tuple(sorted(arms)))
    if any(isinstance(arm, Column) for arm in arms):
        each = [joint_reward(reward, outcomes) for outcomes in outcomes_by_row(arms)]
        return math.fsum(each) / len(each)
    return expected_of_laws(reward, tuple(sorted(arms, key=repr)))


def best(reward: Reward, arms: Sequence[Any], k: int) -> float:
    """Return the best action's expectation; numbers: the top K (the curve must not fall)."""
    if all(isinstance(arm, float) for arm in arms):
        return expected(reward, sorted(arms)[-k:])
    return max(expected(reward, action) for action in itertools.combinations(arms, k))


@cache
def expected_of_laws(reward: Reward, arms: tuple[Any, ...]) -> float:
    """Return E f from the laws' own moments and distribution functions (E X = ∫ 1 − F)."""
    k = len(arms)
    means = [arm if isinstance(arm, float) else arm.mean for arm in arms]
    seconds = [arm if isinstance(arm, float) else arm.second_moment for arm in arms]
    if reward == "mean":
        return math.fsum(means) / k
    if reward == "quadratic":
        pairs = [a * b for a, b in itertools.combinations(means, 2)]
        return 2 * math.fsum(seconds + pairs) / (k * (k + 1))

    def factor(arm: Any, x: float) -> float:
        below = 1.0 - arm if isinstance(arm, float) else float(arm.cdf(np.array([x]))[0])
        return below if reward == "max" else 1.0 - below

    def product(x: float) -> float:
        return math.prod(factor(arm, x) for arm in arms)

    def smoothed(u: float, a: float, b: float) -> float:
        """Return the integrand over u in [0, 1]; a law may start and end as steeply as √x."""
        return product(a + (b - a) * u * u * (3 - 2 * u)) * (b - a) * 6 * u * (1 - u)

    laws = [arm for arm in arms if not isinstance(arm, float)]
    cuts = sorted({0.0, 1.0, *(x for law in laws for x in law.breaks)})
    total = math.fsum(
        integrate.quad(smoothed, 0.0, 1.0, args=(a, b), limit=200, epsabs=1e-13)[0]
        for a, b in itertools.pairwise(cuts)
    )
    return 1.0 - total if reward == "max" else total
