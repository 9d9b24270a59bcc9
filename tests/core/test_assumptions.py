"""Assumptions 2 and 3 of the paper: swaps and U, against all partners and all pairs of actions."""

from __future__ import annotations

from itertools import combinations, permutations
from math import inf, isinf

import numpy as np
import pytest
from hypothesis import assume, given, settings

import dart_core as dc
from dart_core import assumptions
from dart_core.assumptions import swaps
from dart_core.printed_u import printed_u
from tests.core.strategies import Case, cases

SEVERAL = (dc.Beta(2, 5), dc.Beta(0.5, 0.5), dc.Uniform(), dc.Uniform(0.2, 0.6), 0.7, 0.5)
REAL_PROBLEMS = [
    *(dc.Problem(SEVERAL, k, 100, reward) for k in (1, 2, 4) for reward in ("max", "min")),
    *(dc.Problem(SEVERAL, k, 100, reward) for k in (1, 3) for reward in ("mean", "quadratic")),
    dc.Problem(dc.LowerBound(6, 2, gap=0.2), 3, 1000, "max"),
    dc.Problem(dc.LowerBound(5, 4, gap=0.1), 2, 1000, "quadratic"),
    dc.Problem(SEVERAL, 6, 100, "max"),
]


def by_hand(problem: dc.Problem) -> tuple[np.ndarray, np.ndarray]:
    """Return the least and greatest worth of every swap, from all partners."""
    n, k = problem.n_arms, problem.k
    least, greatest = np.zeros((n, n)), np.zeros((n, n))
    for i, j in permutations(range(n), 2):
        others = [a for a in range(n) if a not in (i, j)]
        worth = [
            problem.expected_reward([*S, i]) - problem.expected_reward([*S, j])
            for S in combinations(others, k - 1)
        ]
        if worth:
            least[i, j], greatest[i, j] = min(worth), max(worth)
    return least, greatest


@settings(max_examples=120, deadline=None)
@given(cases(max_arms=7, monotone=False))
def test_swaps_of_arms_that_pay_0_or_1_are_those_of_all_partners(case: Case) -> None:
    problem = case.problem()
    found = swaps(problem)
    least, greatest = by_hand(problem)
    assert found.exact
    np.testing.assert_allclose(found.least, least, atol=1e-13)
    np.testing.assert_allclose(found.greatest, greatest, atol=1e-13)


@pytest.mark.parametrize("problem", REAL_PROBLEMS)
def test_swaps_of_other_arms_are_those_of_all_partners(problem: dc.Problem) -> None:
    found = swaps(problem)
    least, greatest = by_hand(problem)
    assert found.exact
    np.testing.assert_allclose(found.least, least, atol=1e-11)
    np.testing.assert_allclose(found.greatest, greatest, atol=1e-11)
    known = problem.assumption_2
    assert known.loss == pytest.approx(found.loss.max(), abs=1e-11)
    assert known.holds is bool(found.loss.max() <= 1e-11)


@pytest.mark.parametrize("reward", ["max", "min"])
def test_a_sample_of_partners_stays_within_all_of_them(
    reward: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = dc.Problem(SEVERAL * 2, 4, 100, reward)
    whole = swaps(problem)
    monkeypatch.setattr(assumptions, "MOST_PARTNERS", 40)
    part, again = swaps(problem), swaps(problem)
    assert whole.exact
    assert not part.exact
    assert (part.least >= whole.least - 1e-12).all()
    assert (part.greatest <= whole.greatest + 1e-12).all()
    np.testing.assert_array_equal(part.least, again.least)


@settings(max_examples=60, deadline=None)
@given(cases(max_arms=6))
def test_u_is_the_smallest_that_corollary_1_and_all_pairs_of_actions_allow(case: Case) -> None:
    problem = case.problem()
    gaps = np.subtract.outer(problem.mean_array, problem.mean_array)
    # Where gaps are subnormal or worths are rounding, quotients of them say nothing.
    assume((np.abs(gaps[gaps != 0]) > 1e-9).all())
    found = swaps(problem)
    assume((np.abs(found.least[found.least != 0]) > 1e-9).all())
    least, greatest = by_hand(problem)
    ahead = gaps > 0
    if problem.n_arms > problem.k and ahead.any():
        low = least[ahead].min()
        below = (gaps[ahead] / np.maximum(least[ahead], 1e-300)).max() if low > 1e-12 else inf
        assert found.u_below == pytest.approx(below) or (isinf(below) and found.u_below > 1e8)
        assert found.u_above == pytest.approx((greatest[ahead] / gaps[ahead]).max(), abs=1e-6)
    for one, other in combinations(combinations(range(problem.n_arms), problem.k), 2):
        distance = distance_of(problem, one, other)
        difference = abs(problem.expected_reward(one) - problem.expected_reward(other))
        assert difference <= found.u_above * distance + 1e-12


def distance_of(problem: dc.Problem, one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the least ‖E X_a − π(E X_b)‖₁ over all permutations π."""
    means = problem.mean_array
    return min(
        sum(abs(means[a] - means[b]) for a, b in zip(one, order, strict=True))
        for order in permutations(other)
    )


@pytest.mark.parametrize("reward", ["mean", "quadratic", "max"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_printed_u_is_that_of_all_pairs_of_actions(reward: str, k: int) -> None:
    problem = dc.Problem([0.13, 0.35, 0.61, 0.8837, 0.97, 0.22], k, 100, reward)
    found = printed_u(problem)
    needed = []
    for one, other in combinations(combinations(range(6), k), 2):
        distance = distance_of(problem, one, other)
        difference = abs(problem.expected_reward(one) - problem.expected_reward(other))
        needed.append(max(distance / difference, difference / distance))
    assert found.exact
    assert found.u == pytest.approx(max(1.0, *needed))
    assert found.witness is not None
    assert found.distance == pytest.approx(distance_of(problem, *found.witness))
    assert found.u >= swaps(problem).u * (1 - 1e-12)


def test_two_actions_of_one_worth_and_other_means_leave_no_printed_u() -> None:
    problem = dc.Problem([0.2, 0.8, 0.4, 0.6], 2, 100)
    assert swaps(problem).u == pytest.approx(2.0), "for swaps U = K, whatever the means"
    found = printed_u(problem)
    assert isinf(found.u)
    assert found.witness == ((0, 1), (2, 3))
    assert (found.distance, found.difference) == (pytest.approx(0.4), 0.0)


def test_an_arm_that_always_pays_hides_its_partners_from_a_maximum() -> None:
    found = swaps(dc.Problem([1.0, 0.2, 0.5, 0.6], 2, 100, "max"))
    assert found.loss.max() == 0.0
    assert not found.strict
    assert isinf(found.u_below)
    assert found.u_above == pytest.approx(0.8)


def test_nothing_is_swapped_if_all_arms_are_played() -> None:
    problem = dc.Problem([0.3, 0.4], 2, 100)
    assert (swaps(problem).least == 0).all()
    assert printed_u(problem).witness is None


def test_many_arms_are_checked_on_a_sample_that_repeats() -> None:
    problem = dc.Problem.random(45, 8, 1000, "max")
    one, other = printed_u(problem), printed_u(problem)
    assert not one.exact
    assert one == other
