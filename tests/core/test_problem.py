"""Problem: what it accepts, what it refuses and how, and what it promises about itself."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.problem import MAX_ARMS, MAX_HORIZON, MAX_SEED
from tests.core.strategies import MEANS, SEEDS, Case, cases
from tests.reference import rewards as reference

GOOD: dict[str, Any] = {"means": [0.1, 0.5, 0.9], "k": 2, "horizon": 100, "reward": "mean"}


def refused(error: type[Exception], field: str, came: str, **fields: Any) -> str:
    """Return the message of the error that GOOD with these fields raises."""
    with pytest.raises(error) as caught:
        dc.Problem(**{**GOOD, **fields})
    assert isinstance(caught.value, dc.FieldError)
    assert caught.value.field == field
    assert came in caught.value.came
    message = str(caught.value)
    assert message.startswith(
        f"{field}: expected {caught.value.expected}, got {caught.value.came}."
    )
    return message


@pytest.mark.parametrize(
    "p", [math.nan, math.inf, -math.inf, -1e-9, 1 + 1e-9, 2, np.float64("nan")]
)
def test_a_mean_outside_0_1(p: float) -> None:
    message = refused(dc.FieldError, "means[1]", repr(p), means=[0.5, p, 0.5])
    assert "a number from 0 to 1" in message


@pytest.mark.parametrize("p", [None, "0.5", True, np.False_, [0.5], 1j])
def test_a_mean_that_is_no_number(p: Any) -> None:
    refused(dc.FieldTypeError, "means[2]", repr(p), means=[0.5, 0.5, p])


@pytest.mark.parametrize("means", [None, 0.5, 7, np.float64(0.5)])
def test_means_that_are_no_sequence(means: Any) -> None:
    refused(dc.FieldTypeError, "means", repr(means), means=means)


def test_means_as_text_are_taken_letter_by_letter_and_refused() -> None:
    refused(dc.FieldTypeError, "means[0]", "'0'", means="0.5")
    refused(dc.FieldTypeError, "means[0]", "array", means=np.full((2, 2), 0.5))


@pytest.mark.parametrize("n", [0, 1, MAX_ARMS + 1])
def test_too_few_and_too_many_arms(n: int) -> None:
    assert "2 to 10,000 arms" in refused(dc.FieldError, "means", f"{n} arms", means=[0.5] * n)


@pytest.mark.parametrize("k", [0, -1, 4, 2.5, math.nan, math.inf])
def test_k_out_of_range(k: float) -> None:
    message = refused(dc.FieldError, "k", repr(k), k=k)
    assert message.endswith("There are N = 3 arms.")
    assert "a whole number from 1 to 3" in message


@pytest.mark.parametrize("horizon", [0, -5, MAX_HORIZON + 1, 0.5, math.nan, math.inf])
def test_horizon_out_of_range(horizon: float) -> None:
    message = refused(dc.FieldError, "horizon", repr(horizon), horizon=horizon)
    assert "a whole number from 1 to 1,000,000,000,000" in message


@pytest.mark.parametrize("field", ["k", "horizon"])
@pytest.mark.parametrize("value", [None, "2", True, [2], 2j])
def test_k_and_horizon_that_are_no_numbers(field: str, value: Any) -> None:
    refused(dc.FieldTypeError, field, repr(value), **{field: value})


@pytest.mark.parametrize("reward", ["Mean", "", "at-least", "median"])
def test_a_reward_of_an_unknown_name(reward: str) -> None:
    message = refused(dc.FieldError, "reward", repr(reward), reward=reward)
    for name in ("'mean'", "'quadratic'", "'max'", "'min'", "'at-least'", "count curve"):
        assert name in message


@pytest.mark.parametrize("m", [0, 3, -1, 1.5, math.nan])
def test_at_least_m_out_of_range(m: float) -> None:
    message = refused(dc.FieldError, "reward: m of 'at-least'", repr(m), reward=("at-least", m))
    assert message.endswith("There are K = 2 arms.")


@pytest.mark.parametrize("m", [None, "1", True])
def test_at_least_m_that_is_no_number(m: Any) -> None:
    refused(dc.FieldTypeError, "reward: m of 'at-least'", repr(m), reward=("at-least", m))


@pytest.mark.parametrize("curve", [(), (0.0, 1.0), (0.0, 0.3, 0.6, 1.0)])
def test_a_count_curve_of_a_wrong_length(curve: tuple[float, ...]) -> None:
    message = refused(dc.FieldError, "reward", "(", reward=curve)
    assert f"It has {len(curve)} numbers; with K = 2 it needs 3." in message


@pytest.mark.parametrize("g", [math.nan, math.inf, -0.1, 1.1])
def test_a_count_curve_outside_0_1(g: float) -> None:
    refused(dc.FieldError, "reward: g(1)", repr(g), reward=(0.0, g, 1.0))


@pytest.mark.parametrize("g", [None, "1", True])
def test_a_count_curve_of_something_else(g: Any) -> None:
    refused(dc.FieldTypeError, "reward: g(2)", repr(g), reward=[0.0, 0.5, g])


@pytest.mark.parametrize("reward", [None, 1, 0.5, True])
def test_a_reward_of_a_wrong_type(reward: Any) -> None:
    refused(dc.FieldTypeError, "reward", repr(reward), reward=reward)


def test_numbers_of_every_type_give_the_same_problem() -> None:
    plain = dc.Problem([0.0, 0.5, 1.0], k=2, horizon=100, reward=(0.0, 0.5, 1.0))
    others = [
        dc.Problem(np.array([0.0, 0.5, 1.0]), np.int8(2), np.uint64(100), np.array([0, 0.5, 1])),
        dc.Problem(np.array([0, 0.5, 1], dtype=np.float32), 2.0, 1e2, [0, Fraction(1, 2), 1]),
        dc.Problem((i / 2 for i in range(3)), np.float64(2), Fraction(100), (0, 0.5, 1)),
    ]
    for other in others:
        assert other == plain
        assert hash(other) == hash(plain)
        assert [type(p) for p in other.means] == [float] * 3
        assert (type(other.k), type(other.horizon)) == (int, int)


def test_equality_is_by_value() -> None:
    problem = dc.Problem(**GOOD)
    assert problem == dc.Problem(**GOOD)
    assert len({problem, dc.Problem(**GOOD)}) == 1
    changes = {"means": [0.1, 0.5, 0.8], "k": 1, "horizon": 101, "reward": "max"}
    for field, value in changes.items():
        assert dc.Problem(**{**GOOD, field: value}) != problem


def test_a_problem_is_frozen() -> None:
    problem = dc.Problem(**GOOD)
    for field in ("means", "k", "horizon", "reward", "optimal_set", "mean_array"):
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
            setattr(problem, field, 1)
    for array in (problem.mean_array, problem.curve_array):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.5


def test_the_callers_array_is_copied() -> None:
    means = np.array([0.2, 0.4, 0.6])
    problem = dc.Problem(means, k=1, horizon=10)
    means[:] = 1.0
    assert problem.means == (0.2, 0.4, 0.6)
    assert problem.optimal_reward == 0.6


@pytest.mark.parametrize("reward", ["mean", "max", ("at-least", 2), (0.0, 0.9, 0.3)])
@pytest.mark.parametrize(
    "copied",
    [
        lambda problem: pickle.loads(pickle.dumps(problem)),
        copy.deepcopy,
        lambda problem: dataclasses.replace(problem, horizon=problem.horizon),
    ],
    ids=["pickle", "deepcopy", "replace"],
)
def test_a_copy_is_equal_and_has_the_same_arrays(reward: Any, copied: Any) -> None:
    """Writable arrays would be another type to Numba: every kernel would compile once more."""
    problem = dc.Problem([0.1, 0.5, 0.9], k=2, horizon=100, reward=reward)
    assert problem.mean_array.size + problem.curve_array.size == 6  # cached before the copy
    other = copied(problem)
    assert other == problem
    assert other.reward == problem.reward
    assert not other.mean_array.flags.writeable
    assert not other.curve_array.flags.writeable
    assert (other.optimal_set, other.optimal_reward) == (
        problem.optimal_set,
        problem.optimal_reward,
    )


def test_a_reward_fits_another_k() -> None:
    """`Reward` may be taken from one problem to the next; only a count curve is bound to its K."""
    for reward in ("mean", "quadratic", "max", "min", ("at-least", 2)):
        of_3 = dc.Problem([0.5] * 4, k=3, horizon=1, reward=reward).reward
        of_4 = dc.Problem([0.5] * 4, k=4, horizon=1, reward=of_3)
        assert of_4 == dc.Problem([0.5] * 4, k=4, horizon=1, reward=reward)
    curve = dc.Problem([0.5] * 4, k=3, horizon=1, reward=(0.0, 0.1, 0.2, 0.3)).reward
    with pytest.raises(dc.FieldError, match="with K = 4 it needs 5"):
        dc.Problem([0.5] * 4, k=4, horizon=1, reward=curve)


# --- the optimum -------------------------------------------------------------------------------


@settings(max_examples=150)
@given(cases(max_arms=7, monotone=False), st.data())
def test_any_count_curve_has_its_optimum(case: Case, data: st.DataObject) -> None:
    """Curves that fall, or rise and fall, against all sets (the optimum need not be the top K)."""
    curve = tuple(data.draw(st.lists(st.floats(0, 1), min_size=case.k + 1, max_size=case.k + 1)))
    problem = dc.Problem(case.means, case.k, case.horizon, curve)
    best = reference.best_by_enumeration(curve, case.means, case.k)
    assert problem.optimal_reward == pytest.approx(best, rel=0, abs=1e-12)
    assert problem.expected_reward(problem.optimal_set) == problem.optimal_reward


def test_the_optimum_may_mix_the_best_arms_with_the_worst() -> None:
    exactly_one = (0.0, 1.0, 0.0)
    problem = dc.Problem([0.0, 0.4, 0.6, 1.0], k=2, horizon=1, reward=exactly_one)
    assert problem.optimal_set == (0, 3)
    assert problem.optimal_reward == 1.0
    falling = dc.Problem([0.9, 0.1, 0.5], k=2, horizon=1, reward=(1.0, 0.5, 0.0))
    assert falling.optimal_set == (1, 2)


@given(st.lists(MEANS, min_size=2, max_size=9), st.data())
def test_ranking_and_the_top_k(means: list[float], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(means)))
    problem = dc.Problem(means, k=k, horizon=1)
    assert list(problem.ranking) == sorted(range(len(means)), key=lambda i: (-means[i], i))
    assert problem.optimal_set == tuple(sorted(problem.ranking[:k]))


@given(cases(max_arms=8, monotone=False), st.randoms(use_true_random=False))
def test_expected_reward_does_not_depend_on_the_order(case: Case, shuffler: Any) -> None:
    problem = case.problem()
    arms = list(range(len(case.means)))
    shuffler.shuffle(arms)
    arms = arms[: case.k]
    assert problem.expected_reward(arms) == problem.expected_reward(sorted(arms))
    assert problem.expected_reward(np.array(arms)) == problem.expected_reward(arms)
    assert 0.0 <= problem.expected_reward(arms) <= 1.0 + 1e-12


@pytest.mark.parametrize("arms", [[], [0], [0, 0], [0, 1, 2], [0, 3], [-1, 0], [0, 1.5], [0, None]])
def test_expected_reward_of_no_action(arms: list[Any]) -> None:
    with pytest.raises(dc.FieldError, match=r"^arms: expected "):
        dc.Problem(**GOOD).expected_reward(arms)


# --- Problem.random ----------------------------------------------------------------------------


@given(SEEDS, st.integers(2, 60), st.data())
def test_an_arm_is_the_same_in_every_random_problem(seed: int, n: int, data: st.DataObject) -> None:
    """Means depend on (seed, i) alone: not on K, T, the reward, or how many arms follow."""
    problem = dc.Problem.random(n, 1, 10, seed=seed)
    k, T = data.draw(st.integers(1, n)), data.draw(st.integers(1, MAX_HORIZON))
    assert dc.Problem.random(n, k, T, "max", seed=seed).means == problem.means
    more = data.draw(st.integers(n, 80))
    assert dc.Problem.random(more, 1, 10, seed=seed).means[:n] == problem.means
    assert all(0.0 <= p < 1.0 for p in problem.means)
    assert len(set(problem.means)) == n


def test_random_problems_differ_by_seed() -> None:
    assert len({dc.Problem.random(5, 2, 10, seed=seed) for seed in range(200)}) == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("n_arms", 1),
        ("n_arms", MAX_ARMS + 1),
        ("n_arms", "5"),
        ("seed", -1),
        ("seed", MAX_SEED + 1),
        ("seed", 0.5),
        ("seed", None),
        ("k", 6),
    ],
)
def test_random_problem_refuses(field: str, value: Any) -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.Problem.random(**{"n_arms": 5, "k": 2, "horizon": 10, "seed": 0, field: value})
    assert caught.value.field == field


def test_every_pair_of_arms_of_a_large_problem_is_found() -> None:
    """The largest problem is still a matter of milliseconds."""
    problem = dc.Problem.random(MAX_ARMS, 50, MAX_HORIZON, "quadratic")
    top = sorted(problem.means)[-50:]
    pairs = sum(a * b for a, b in itertools.combinations(top, 2))
    wanted = 2 * (sum(top) + pairs) / (50 * 51)
    assert problem.optimal_reward == pytest.approx(wanted, rel=1e-12)
