"""Frontier's kernel against its plain reference, round by round."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dart_core.algorithms.frontier.spec import FRONTIER
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case, cases
from tests.reference.frontier import frontier


@settings(max_examples=150, deadline=None)
@given(cases(max_horizon=1_500), SEEDS, st.sampled_from([0.1, 0.5, 1.0, 2.0, 5.0]))
def test_every_round_agrees(case: Case, seed: int, L: float) -> None:
    assert_same_rounds(case, seed, choose(FRONTIER, "bold", L=L), partial(frontier, L=L))


@pytest.mark.parametrize("k", [1, 2, 7, 22, 44, 45])
@pytest.mark.parametrize("reward", ["mean", "max"])
def test_45_arms(k: int, reward: str) -> None:
    """Rows cut at 16 tests, more references than 30, certificates by the hundred."""
    case = Case(tuple(((7 * i) % 45 + 0.5) / 45 for i in range(45)), k, 15_000, reward)
    run = assert_same_rounds(case, k, choose(FRONTIER, "bold", L=1.0), partial(frontier, L=1.0))
    assert run.moves.t.size > 20 or k >= 22 or reward == "max"


@pytest.mark.parametrize("horizon", [1, 2, 29, 30, 31, 36, 37, 38, 39, 40, 60])
def test_a_horizon_beside_the_end_of_the_boot(horizon: int) -> None:
    """Ten partitions of 6 arms at K = 2 take 30 plays."""
    case = Case((0.9, 0.7, 0.5, 0.3, 0.1, 0.0), 2, horizon, "mean")
    assert_same_rounds(case, 3, choose(FRONTIER, "bold", L=1.0), partial(frontier, L=1.0))
