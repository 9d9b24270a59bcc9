"""Joint rewards of 0/1 arms from their definitions, and their expectations by enumeration."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

# "mean", "quadratic", "max", "min", ("at-least", m), or the count curve (g(0), …, g(K)).
Reward: TypeAlias = str | tuple[str, int] | tuple[float, ...]


def joint_reward(reward: Reward, outcomes: Sequence[int]) -> float:
    """Return f(x_1, …, x_K) for the 0/1 rewards `outcomes` of the K arms of an action."""
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
    return float(reward[ones])


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
