"""Small problems on which it is hard not to err, and what counts as an error."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import dart_core as dc

REWARDS = ("mean", "quadratic", "max", "min", ("at-least", 2))
OF_ANY_ARMS = REWARDS[:4]
LAWS = ("beta", "lower bound")


def hard_problems(count: int, horizon: int, first: int = 0) -> Iterator[dc.Problem]:
    """Yield problems with N in 4 … 8, K in 1 … 3, gaps near 0.04, ties, or all equal.

    Parameters
    ----------
    count, horizon : int
        How many; T of each.
    first : int, default 0
        The number of the first: the same number is always the same problem.
    """
    for number in range(first, first + count):
        random = np.random.default_rng(number)
        k, means = _means(random, number)
        reward = REWARDS[int(random.integers(len(REWARDS)))]
        if reward == ("at-least", 2) and k < 2:
            reward = "mean"
        yield dc.Problem(random.permutation(np.clip(means, 0.0, 1.0)), k, horizon, reward)


def hard_problems_of(law: str, count: int, horizon: int, first: int = 0) -> Iterator[dc.Problem]:
    """Yield such problems with rewards between 0 and 1, in which the arms are still ordered.

    Parameters
    ----------
    law : {"beta", "lower bound"}
        Beta arms of equal a + b, from all but 0/1 to all but constant: the one of greater mean is
        better under every joint reward. Or the paper's arms, which share their luck in a round:
        K' of them, not always K, are better by 0.1 or less.
    count, horizon : int
        How many; T of each.
    first : int, default 0
        The number of the first: the same number is always the same problem.
    """
    for number in range(first, first + count):
        random = np.random.default_rng((number, LAWS.index(law)))
        k, means = _means(random, number)
        reward = OF_ANY_ARMS[int(random.integers(len(OF_ANY_ARMS)))]
        if law == "beta":
            # Few laws in all: each has a table of its own, which takes longer than a run.
            size, means = 10.0 ** int(random.integers(-1, 3)), means.round(2).clip(0.1, 0.9)
            # 0.1·(1 − 0.9) is a hair below 0.01, the least that an arm may have.
            arms = [
                dc.Beta(size * mean, max(0.01, size * (1.0 - mean)))
                for mean in random.permutation(means)
            ]
            yield dc.Problem(arms, k, horizon, reward)
        else:
            n, better = means.size, int(random.integers(1, 4))
            gap, sigma = 10.0 ** random.uniform(-3.0, -1.0), 10.0 ** random.uniform(-2.0, 0.0)
            best = random.permutation(n)[:better]
            yield dc.Problem(dc.LowerBound(n, better, gap, sigma, best), k, horizon, reward)


def _means(random: np.random.Generator, number: int) -> tuple[int, NDArray[np.float64]]:
    """Return K and the means of problem `number`."""
    n, k = int(random.integers(4, 9)), int(random.integers(1, 4))
    middle = random.uniform(0.2, 0.8)
    kind = number % 4
    if kind == 0:  # steps of about 0.04 from arm to arm
        return k, middle + 0.04 * (np.arange(n) - n / 2) * random.uniform(0.5, 1.5)
    means = np.full(n, middle)
    if kind == 1:  # two groups: K arms are better, by 0.04 or less
        means[:k] += random.uniform(0.0, 0.04)
    elif kind == 2:  # several arms share the K-th place
        means += random.choice([-0.04, 0.0, 0.04], n)
    return k, means


def wrong_moves(run: dc.Run) -> set[int]:
    """Return the arms whose accept or reject agrees with no best set."""
    means, k = run.problem.mean_array, run.problem.k
    down = np.append(np.sort(means)[::-1], -1.0)
    inside, outside = down[k - 1], down[k]
    accepted, rejected = run.moves.arm[run.moves.to == 1], run.moves.arm[run.moves.to == 2]
    wrong = {int(i) for i in accepted if means[i] < inside}
    return wrong | {int(i) for i in rejected if means[i] > outside}
