"""Laws of arms against SciPy; expected rewards, the optimum and Assumption 2 by brute force."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import integrate, stats

import dart_core as dc
from dart_core.arms import CELLS
from dart_core.codes import MAX, MEAN, MIN, QUADRATIC
from tests.reference import rewards as reference

SHAPES = [(2, 5), (1, 1), (0.5, 0.5), (20, 1), (0.1, 0.3), (100, 100), (1e4, 1e4), (1e4, 3)]
NORMALS = [(0.5, 0.2), (0.3, 0.1), (-1, 0.3), (2, 0.3), (0, 1e-4), (0.7, 1e-4), (0.5, 10), (11, 3)]
LAWS: list[tuple[dc.Arm, Any]] = [
    *((dc.Beta(a, b), stats.beta(a, b)) for a, b in SHAPES),
    *((dc.TruncatedNormal(m, s), stats.truncnorm(-m / s, (1 - m) / s, m, s)) for m, s in NORMALS),
    (dc.Uniform(0.2, 0.7), stats.uniform(0.2, 0.5)),
]
FORMS = {"mean": MEAN, "quadratic": QUADRATIC, "max": MAX, "min": MIN}


def mixture_cdf(arm: dc.Arm, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distribution function of what is simulated."""
    F = np.zeros(x.size)
    for high, width in zip(*arm.cells(), strict=True):
        share = (x - (high - width)) / width if width > 0 else (x >= high) * 1.0
        F += np.clip(share, 0.0, 1.0) / arm.cells()[0].size
    return F


@pytest.mark.parametrize(("arm", "law"), LAWS, ids=lambda value: repr(value)[:40])
def test_laws_agree_with_scipy(arm: dc.Arm, law: Any) -> None:
    x = np.sort(np.append(np.linspace(0, 1, 99)[1:-1], law.ppf(np.linspace(1e-3, 0.999, 101))))
    x = x[(x > 1e-12) & (x < 1 - 1e-12)]
    np.testing.assert_allclose(arm.cdf(x), law.cdf(x), rtol=0, atol=5e-11)
    assert arm.mean == pytest.approx(law.mean(), rel=1e-11, abs=1e-13)
    assert arm.second_moment == pytest.approx(law.var() + law.mean() ** 2, rel=1e-11, abs=1e-13)


@pytest.mark.parametrize(("arm", "law"), LAWS, ids=lambda value: repr(value)[:40])
def test_what_is_simulated_is_the_law(arm: dc.Arm, law: Any) -> None:
    """F is off by 1/CELLS at most, the mean not at all, the second moment by 2e-6."""
    high, width = arm.cells()
    low = high - width
    assert 0.0 <= low.min() <= high.max() <= 1.0
    assert (np.diff(high) <= 0.0).all()
    assert (low[:-1] >= high[1:] - 1e-15).all()  # cells do not overlap
    # Near 0 and 1 a float64 cannot tell the quantiles of the steepest laws apart.
    x = np.append(np.linspace(0, 1, 203)[1:-1], law.ppf(np.linspace(1e-4, 0.9999, 203)))
    x = x[(x > 1e-12) & (x < 1 - 1e-12)]
    error = np.abs(mixture_cdf(arm, x) - law.cdf(x))
    assert error.max() <= 1 / CELLS
    assert error[(law.cdf(x) > 0.02) & (law.cdf(x) < 0.98)].max() < 5e-5
    assert (high - width / 2).mean() == pytest.approx(law.mean(), rel=1e-9, abs=1e-11)
    second = ((high**2 + high * low + low**2) / 3).mean()
    assert second == pytest.approx(law.var() + law.mean() ** 2, abs=2e-6)


def test_simple_laws() -> None:
    values = [0.5, 0.1, 1.0, 0.1]
    arm = dc.Empirical(values)
    assert arm == dc.Empirical(sorted(values))
    assert (arm.mean, arm.second_moment) == (0.425, 0.3175)
    assert arm.cdf(np.array([0.05, 0.1, 0.6])).tolist() == [0.0, 0.5, 0.75]
    assert arm.cells()[0].tolist() == [1.0, 0.5, 0.1, 0.1]
    constant = dc.Constant(0.3)
    assert (constant.mean, constant.second_moment) == (0.3, 0.09)
    assert dc.Bernoulli(0.3).cdf(np.array([0.5])).tolist() == [0.7]
    binary = [dc.Bernoulli(0.3), dc.Constant(1), dc.Empirical([0, 1, 1])]
    assert all(arm.binary for arm in binary)
    assert not dc.Empirical([0, 0.5]).binary


def test_0_1_arms_in_disguise_are_0_1_arms() -> None:
    plain = dc.Problem([1.0, 0.5, 0.25], 2, 500, (0.0, 0.2, 1.0))
    arms = [dc.Constant(1), dc.Empirical([0, 1]), dc.Bernoulli(0.25)]
    other = dc.Problem(arms, 2, 500, (0.0, 0.2, 1.0))
    assert plain != other
    runs = [dc.simulate(problem, "dart") for problem in (plain, other)]
    assert np.array_equal(runs[0].regret, runs[1].regret)
    assert dc.Problem([dc.Bernoulli(0.5), 0.2], 1, 9) == dc.Problem([0.5, 0.2], 1, 9)


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: dc.Bernoulli(1.5), "Bernoulli: p"),
        (lambda: dc.Beta(0, 1), "Beta: a"),
        (lambda: dc.Beta(1, math.nan), "Beta: b"),
        (lambda: dc.Uniform(0.5, 0.5), "Uniform: high"),
        (lambda: dc.Uniform(-0.1, 0.5), "Uniform: low"),
        (lambda: dc.Constant("x"), "Constant: x"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: dc.Empirical([]), "Empirical: values"),
        (lambda: dc.Empirical(0.5), "Empirical: values"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: dc.Empirical([0.5, 2]), "Empirical: values[1]"),
        (lambda: dc.TruncatedNormal(0.5, 0), "TruncatedNormal: sigma"),
        (lambda: dc.TruncatedNormal(5, 0.1), "TruncatedNormal: mu"),
        (lambda: dc.LowerBound(1, 1), "LowerBound: n_arms"),
        (lambda: dc.LowerBound(4, 5), "LowerBound: k"),
        (lambda: dc.LowerBound(4, 2, gap=0), "LowerBound: gap"),
        (lambda: dc.LowerBound(4, 2, sigma=0), "LowerBound: sigma"),
        (lambda: dc.LowerBound(4, 2, best=[1, 1]), "LowerBound: best"),
        (lambda: dc.LowerBound(4, 2, best=[1, 4]), "LowerBound: best"),
        (lambda: dc.Problem([dc.Beta(2, 2), 0.5], 1, 9, ("at-least", 1)), "reward"),
        (lambda: dc.Problem([dc.Beta(2, 2), 0.5], 1, 9, (0.0, 1.0)), "reward"),
        (lambda: dc.Problem(dc.LowerBound(4, 2), 1, 9, (0.0, 1.0)), "reward"),
        (lambda: dc.Problem([dc.Beta(2, 2), "x"], 1, 9), "means[1]"),  # type: ignore[list-item] # wrong on purpose
        (dc.Problem, "means"),
    ],
)
def test_refused(make: Any, field: str) -> None:
    with pytest.raises(dc.FieldError) as caught:
        make()
    assert caught.value.field == field


MIXED: list[Any] = [dc.Beta(2, 5), 0.4, dc.Uniform(0.1, 0.6), dc.Constant(0.3)]
MIXED += [dc.Empirical([0.1, 0.9]), dc.TruncatedNormal(0.5, 0.2)]


@pytest.mark.parametrize("arms", [MIXED, dc.LowerBound(6, 2, best=(1, 3))])
def test_a_problem_of_laws_is_a_value(arms: Any) -> None:
    problem = dc.Problem(arms, 2, 100, "max")
    assert problem.n_arms == len(problem.means) == 6
    for other in (copy.deepcopy(problem), pickle.loads(pickle.dumps(problem))):
        assert other == problem
        assert hash(other) == hash(problem)
        assert other.optimal_reward == problem.optimal_reward
    assert dataclasses.replace(problem, horizon=50) == dc.Problem(arms, 2, 50, "max")
    assert dataclasses.replace(problem, means=[0.1, 0.2]) == dc.Problem([0.1, 0.2], 2, 100, "max")
    assert problem != dc.Problem([*MIXED[:-1], 0.5], 2, 100, "max")
    assert not problem.laws.table.flags.writeable


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(MIXED), min_size=2, max_size=5), st.sampled_from(sorted(FORMS)))
def test_expected_rewards_optimum_and_assumption_2(arms: list[Any], reward: str) -> None:
    """Every action by the plain reference, and the optimum and the worst swap over all of them."""
    k = max(1, len(arms) // 2)
    problem = dc.Problem(arms, k, 10, reward)
    value = {
        action: reference.expected(reward, [arms[i] for i in action])
        for action in itertools.combinations(range(len(arms)), k)
    }
    assert problem.expectation_error < 1e-9
    for action, mu in value.items():
        error = problem.expectation_error + 1e-11  # of SciPy's
        assert problem.expected_reward(action) == pytest.approx(mu, rel=0, abs=error)
    assert problem.optimal_reward == pytest.approx(max(value.values()), abs=1e-10)
    assert problem.optimum_is_exact
    worst = 0.0
    for i, j in itertools.permutations(range(len(arms)), 2):
        if problem.means[i] >= problem.means[j]:
            for S in itertools.combinations(
                [a for a in range(len(arms)) if a not in (i, j)], k - 1
            ):
                loss = value[tuple(sorted((*S, j)))] - value[tuple(sorted((*S, i)))]
                worst = max(worst, loss)
    assert problem.assumption_2.holds == (worst < 1e-10)
    assert problem.assumption_2.loss == pytest.approx(worst, abs=1e-10)
    if problem.assumption_2.witness:
        S, i, j = problem.assumption_2.witness
        lost = problem.expected_reward([*S, j]) - problem.expected_reward([*S, i])
        assert lost == pytest.approx(worst, abs=1e-10)
        assert problem.means[i] >= problem.means[j]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 8), min_size=1, max_size=4), min_size=3, max_size=3),
    st.sampled_from(sorted(FORMS)),
)
def test_empirical_laws_by_enumeration(values: list[list[int]], reward: str) -> None:
    arms = [[x / 8 for x in own] for own in values]
    problem = dc.Problem([dc.Empirical(own) for own in arms], 2, 10, reward)
    for i, j in itertools.combinations(range(3), 2):
        outcomes = list(itertools.product(arms[i], arms[j]))
        wanted = math.fsum(reference.joint_reward(reward, pair) for pair in outcomes)
        got = problem.expected_reward([i, j])
        assert got == pytest.approx(wanted / len(outcomes), abs=1e-13)


def test_the_quadratic_reward_by_its_definition() -> None:
    outcomes = [0.3, 0.7, 0.2]
    pairs = sum(outcomes[i] * outcomes[j] for i in range(3) for j in range(i, 3))
    assert reference.joint_reward("quadratic", outcomes) == pytest.approx(2 * pairs / 12)


def test_the_classic_break_of_assumption_2() -> None:
    """Equal means, different variances, the maximum: the arm that varies more is worth more."""
    arms = [dc.Constant(0.5), dc.Beta(1, 1), dc.Beta(50, 50), dc.Beta(0.2, 0.2)]
    problem = dc.Problem(arms, 2, 100, "max")
    assert problem.optimal_set == (1, 3)
    assert problem.optimum_is_exact
    assert problem.assumption_2.holds is False
    assert problem.assumption_2.witness == ((2,), 0, 3)
    assert problem.assumption_2.loss > 0.15
    assert dc.Problem([dc.Constant(0.5), dc.Beta(1, 1), 0.5], 2, 100).assumption_2.holds


def test_ordered_arms_need_no_enumeration() -> None:
    arms = [dc.Beta(1 + i / 10, 4) for i in range(60)]
    for reward in FORMS:
        problem = dc.Problem(arms, 8, 1_000, reward)
        assert problem.assumption_2.holds
        assert problem.optimum_is_exact
        assert problem.optimal_set == tuple(range(52, 60))


def test_too_many_actions_to_try() -> None:
    """Wide and narrow arms of equal means: the best known is the wide ones, and it says so."""
    arms = [dc.Beta(0.5, 0.5) if i % 2 else dc.Beta(20, 20) for i in range(60)]
    problem = dc.Problem(arms, 8, 1_000, "max")
    assert not problem.optimum_is_exact
    assert problem.optimal_set == tuple(range(1, 16, 2))
    assert problem.assumption_2.holds is False
    S, i, j = problem.assumption_2.witness or ((), -1, -1)
    assert problem.means[i] >= problem.means[j]
    lost = problem.expected_reward([*S, j]) - problem.expected_reward([*S, i])
    assert lost == pytest.approx(problem.assumption_2.loss, abs=1e-12)


# --- the lower bound ---------------------------------------------------------------------------


@pytest.mark.parametrize("reward", FORMS)
@pytest.mark.parametrize("sigma", [0.003, 0.13, 0.6, 4.0])
def test_overlaps(reward: str, sigma: float) -> None:
    """E f(X_a) by SciPy's quadrature over Z, for every number of arms in a*."""
    arms = dc.LowerBound(7, 3, gap=0.17, sigma=sigma)
    table = arms.overlaps(FORMS[reward], 3, 100)
    cuts = sorted(
        {-9 * sigma, 9 * sigma, *(z for z in (-0.67, -0.5, 0.33, 0.5) if abs(z) < 9 * sigma)}
    )

    def value(z: float, m: int) -> float:
        own = [min(max(0.5 + 0.17 * (q < m) + z, 0.0), 1.0) for q in range(3)]
        return float(reference.joint_reward(reward, own) * stats.norm.pdf(z, scale=sigma))

    for m in range(4):
        pieces = [
            integrate.quad(value, a, b, (m,), epsabs=1e-13)[0] for a, b in itertools.pairwise(cuts)
        ]
        assert table[3, m] == pytest.approx(math.fsum(pieces), abs=1e-11)


def test_the_papers_numbers() -> None:
    T, n, k = 10**6, 45, 4
    arms = dc.LowerBound(n, k)
    gap, sigma = arms.numbers(T)
    assert sigma**2 == pytest.approx(1 / (4 * math.log(n * k * T)))
    assert gap == pytest.approx(sigma / 2 * math.sqrt(n * k / (2 * T)))
    problem = dc.Problem(arms, k, T)
    assert problem.optimal_set == (0, 1, 2, 3)
    assert problem.optimal_reward == pytest.approx(0.5 + gap, abs=1e-6)  # cutting costs little
    assert problem.assumption_2.holds
    assert problem.expected_reward([0, 1, 9, 10]) == pytest.approx(0.5 + gap / 2, abs=1e-6)
    assert dc.LowerBound(2, 1).numbers(1)[0] <= 0.5


# --- the forecast ------------------------------------------------------------------------------


def test_the_forecast_of_the_mean_needs_means_alone() -> None:
    arms = [dc.Beta(9, 1), dc.Beta(6, 4), dc.Beta(4, 6), dc.Beta(1, 9)]
    dart = dc.algorithm("dart", preset="clean-c1")
    laws = dc.forecast(dc.Problem(arms, 2, 100_000), dart)
    assert laws == dc.forecast(dc.Problem([0.9, 0.6, 0.4, 0.1], 2, 100_000), dart)
    other = dc.forecast(dc.Problem(arms, 2, 100_000, "max"), dart)
    assert (other.lam, other.stages) == (laws.lam, ())
    assert "can settle the first arm after" in other.sentence()
    blind = dc.Problem(arms, 2, 1_000, "max")
    assert "λ" in dc.forecast(blind, dc.algorithm("dart", preset="paper-v2")).sentence()
