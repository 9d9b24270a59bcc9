"""Frontier's kernel against its plain reference, round by round."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.frontier.spec import FRONTIER
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case, cases
from tests.reference.frontier import frontier
from tests.reference.frontier_variants import frontier_capital, frontier_pace, frontier_theorem

VARIANTS = {"capital": frontier_capital, "theorem": frontier_theorem, "pace": frontier_pace}


def assert_variant(preset: str, case: Case, seed: int, **constants: float) -> dc.Run:
    algorithm = choose(FRONTIER, preset, **constants)
    numbers = algorithm.resolved(case.problem())
    limits = {name: value for name, value in numbers.items() if name not in {"delta", "variant"}}
    return assert_same_rounds(case, seed, algorithm, partial(VARIANTS[preset], **limits))


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


@pytest.mark.parametrize("preset", VARIANTS)
@settings(max_examples=100, deadline=None)
@given(case=cases(max_horizon=1_500), seed=SEEDS, delta=st.sampled_from([1.0, 0.5, 0.05]))
def test_every_round_of_a_variant_agrees(preset: str, case: Case, seed: int, delta: float) -> None:
    assert_variant(preset, case, seed, delta=delta)


@pytest.mark.parametrize("preset", VARIANTS)
@pytest.mark.parametrize(("n", "k", "reward"), [(45, 2, "mean"), (20, 3, "mean"), (8, 2, "max")])
def test_variants_with_many_arms(preset: str, n: int, k: int, reward: str) -> None:
    """Certificates by the hundred, sources that were rejected, sources that are undecided."""
    case = Case(tuple(((7 * i) % n + 0.5) / n for i in range(n)), k, 15_000, reward)
    run = assert_variant(preset, case, k, delta=1.0)
    assert run.moves.t.size > (5 if preset != "pace" else -1)
    if preset == "capital":
        by_rows = run.moves.threshold == run.algorithm.resolved(run.problem)["L_rows"]
        assert by_rows.any()


@settings(max_examples=60, deadline=None)
@given(cases(max_horizon=2_500), SEEDS, st.sampled_from([0.1, 0.5, 1.0, 2.0]))
def test_every_round_agrees_where_pairs_sleep(case: Case, seed: int, sleep: float) -> None:
    assert_variant("pace", case, seed, delta=0.05, sleep=sleep)


@pytest.mark.parametrize(("n", "k", "sleep"), [(12, 3, 2.0), (6, 2, 5.0), (4, 1, 1.0)])
def test_pairs_sleep_and_wake(n: int, k: int, sleep: float) -> None:
    """Rests of hundreds of rounds, in which the same set is played, and rounds after them."""
    case = Case(tuple((i + 0.5) / n for i in range(n)), k, 15_000, "mean")
    run = assert_variant("pace", case, 1, delta=1e-4, sleep=sleep)
    changes = np.flatnonzero((np.diff(run.snapshots.action, axis=0) != 0).any(axis=1))
    lengths = np.diff(changes)
    assert (lengths > 100).sum() >= 3
    assert changes[-1] > 10_000
