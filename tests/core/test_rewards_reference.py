"""Expected rewards and the optimum against brute force over all outcomes and all sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.joint_rewards import REWARDS
from tests.core.strategies import Case, cases
from tests.reference import rewards as reference

NAMES = [record.name for record in REWARDS.values() if record.plain]


@settings(max_examples=400, deadline=None)
@given(cases(max_arms=9, monotone=False), st.data())
def test_expected_reward_is_the_sum_over_all_outcomes(case: Case, data: st.DataObject) -> None:
    arms = data.draw(st.permutations(range(len(case.means))))[: case.k]
    wanted = reference.expected_by_enumeration(case.reward, [case.means[i] for i in arms])
    assert case.problem().expected_reward(arms) == pytest.approx(wanted, rel=0, abs=1e-12)


@settings(max_examples=300, deadline=None)
@given(cases(max_arms=7, monotone=False))
def test_the_optimum_is_the_best_of_all_sets(case: Case) -> None:
    problem = case.problem()
    best = reference.best_by_enumeration(case.reward, case.means, case.k)
    chosen = [case.means[i] for i in problem.optimal_set]
    assert len(set(problem.optimal_set)) == case.k
    assert problem.optimal_set == tuple(sorted(problem.optimal_set))
    assert problem.optimal_reward == pytest.approx(best, rel=0, abs=1e-12)
    assert reference.expected_by_enumeration(case.reward, chosen) == pytest.approx(best, abs=1e-12)


@settings(max_examples=300, deadline=None)
@given(cases(max_arms=9, monotone=False))
def test_counting_the_ones_is_enumerating_the_outcomes(case: Case) -> None:
    """The shortcut of the DART reference is held to the definition as well."""
    means = case.means[: case.k]
    wanted = reference.expected_by_enumeration(case.reward, means)
    got = reference.expected_by_counts(case.reward, means)
    assert got == pytest.approx(wanted, rel=0, abs=1e-12)


@pytest.mark.parametrize("k", range(1, 13))
@pytest.mark.parametrize("name", [*NAMES, "at-least"])
def test_the_count_curve_is_the_definition_bit_for_bit(name: str, k: int) -> None:
    """Step-by-step agreement of algorithms rests on equal bits of every reward seen."""
    for m in range(1, k + 1) if name == "at-least" else [0]:
        reward: reference.Reward = ("at-least", m) if name == "at-least" else name
        curve = dc.Problem([0.5] * max(k, 2), k=k, horizon=1, reward=reward).reward.curve
        outcomes = [[0] * (k - ones) + [1] * ones for ones in range(k + 1)]
        assert curve == tuple(reference.joint_reward(reward, x) for x in outcomes)


@pytest.mark.parametrize("name", [*NAMES, ("at-least", 20), ("at-least", 45)])
@pytest.mark.parametrize("k", [45, 50])
def test_large_actions_agree_with_the_count_distribution(name: reference.Reward, k: int) -> None:
    means = tuple((i + 0.5) / k for i in range(k))
    wanted = reference.expected_by_counts(name, means)
    got = dc.Problem(means, k=k, horizon=1, reward=name).optimal_reward
    assert got == pytest.approx(wanted, rel=1e-12, abs=1e-12)
