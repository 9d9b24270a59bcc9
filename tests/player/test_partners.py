"""What an arm's groups truly average."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import dart_core as dc
from dart_player.partners import group_means


@pytest.mark.parametrize("reward", ["mean", "max", "min"])
@pytest.mark.parametrize("k", [1, 3, 7])
def test_it_is_the_average_over_all_groups_that_hold_the_arm(reward: str, k: int) -> None:
    problem = dc.Problem(np.linspace(0.1, 0.9, 7), k, 1_000, reward)
    groups = list(combinations(range(7), k))
    told = group_means(problem)
    assert told is not None
    for arm, value in enumerate(told):
        own = [problem.expected_reward(group) for group in groups if arm in group]
        assert value == pytest.approx(np.mean(own), abs=1e-12)


def test_it_is_left_out_where_there_are_too_many_groups_to_look_at() -> None:
    means = np.linspace(0.1, 0.9, 45)
    assert group_means(dc.Problem(means, 4, 1_000, "max")) is None
    assert group_means(dc.Problem(means, 4, 1_000, "mean")) is not None
