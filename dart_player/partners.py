"""What the average of an arm's groups truly is: that is what the estimates of DART estimate."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

import dart_core as dc

_MOST_GROUPS = 1_000  # groups that are looked at one by one: some ten ms


def group_means(problem: dc.Problem) -> list[float] | None:
    """Return each arm's expected joint reward beside K − 1 random other arms; None if too costly.

    The partners are any other arms, each choice as likely as any other: the groups of an epoch
    while no arm is settled. The mean of K rewards has a closed form; other joint rewards are
    averaged over all groups, if these are few.

    Parameters
    ----------
    problem : Problem
    """
    n, k = problem.n_arms, problem.k
    if problem.reward.name == "mean":
        means = problem.mean_array
        others = (means.sum() - means) / (n - 1)
        exact: list[float] = ((means + (k - 1) * others) / k).tolist()
        return exact
    if comb(n, k) > _MOST_GROUPS:
        return None
    total = np.zeros(n)
    for group in combinations(range(n), k):
        total[list(group)] += problem.expected_reward(group)
    averages: list[float] = (total / comb(n - 1, k - 1)).tolist()
    return averages
