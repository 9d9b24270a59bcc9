"""Small problems on which it is hard not to err, and what counts as an error."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import dart_core as dc

REWARDS = ("mean", "quadratic", "max", "min", ("at-least", 2))


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
        n, k = int(random.integers(4, 9)), int(random.integers(1, 4))
        middle = random.uniform(0.2, 0.8)
        kind = number % 4
        if kind == 0:  # steps of about 0.04 from arm to arm
            means = middle + 0.04 * (np.arange(n) - n / 2) * random.uniform(0.5, 1.5)
        elif kind == 1:  # two groups: K arms are better, by 0.04 or less
            means = np.full(n, middle)
            means[:k] += random.uniform(0.0, 0.04)
        elif kind == 2:  # several arms share the K-th place
            means = middle + random.choice([-0.04, 0.0, 0.04], n)
        else:
            means = np.full(n, middle)
        reward = REWARDS[int(random.integers(len(REWARDS)))]
        if reward == ("at-least", 2) and k < 2:
            reward = "mean"
        yield dc.Problem(random.permutation(np.clip(means, 0.0, 1.0)), k, horizon, reward)


def wrong_moves(run: dc.Run) -> set[int]:
    """Return the arms whose accept or reject agrees with no best set."""
    means, k = run.problem.mean_array, run.problem.k
    down = np.append(np.sort(means)[::-1], -1.0)
    inside, outside = down[k - 1], down[k]
    accepted, rejected = run.moves.arm[run.moves.to == 1], run.moves.arm[run.moves.to == 2]
    wrong = {int(i) for i in accepted if means[i] < inside}
    return wrong | {int(i) for i in rejected if means[i] > outside}
