"""CUCB and CTS against the plain references, round by round; beta numbers by statistics."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import dart_core as dc
from dart_core.algorithms.cts.beta_variates import beta_variate
from dart_core.algorithms.cts.spec import CTS
from dart_core.algorithms.cucb.spec import CUCB
from dart_core.streams import stream_key
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case, cases
from tests.reference.semi_bandit import BetaNumbers, cts, cucb


@settings(max_examples=200, deadline=None)
@given(cases(), SEEDS, st.sampled_from([1.5, 0.1, 0.0, 10.0]))
def test_every_round_of_cucb_agrees(case: Case, seed: int, c: float) -> None:
    assert_same_rounds(case, seed, choose(CUCB, "printed", c=c), partial(cucb, c=c))


@settings(max_examples=200, deadline=None)
@given(cases(max_horizon=200), SEEDS)
def test_every_round_of_cts_agrees(case: Case, seed: int) -> None:
    assert_same_rounds(case, seed, choose(CTS, "beta"), cts)


@pytest.mark.parametrize("k", [1, 3, 7])
def test_edges(k: int) -> None:
    for horizon in (1, 2, 3, 8):
        for means in ((0.5,) * 7, (0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0)):
            case = Case(means, k, horizon, "min")
            assert_same_rounds(case, 4, choose(CUCB, "printed"), partial(cucb, c=1.5))
            assert_same_rounds(case, 4, choose(CTS, "beta"), cts)


@pytest.mark.parametrize(
    ("a", "b"), [(1, 1), (1, 7), (7, 1), (2, 2), (2, 9), (9, 2), (30, 4), (400, 700), (10**6, 3)]
)
def test_beta_numbers_follow_their_law(a: int, b: int) -> None:
    """Kolmogorov–Smirnov on 20,000 numbers; false alarm 1e-6 a case."""
    key, draws, numbers = stream_key(1, "beta test"), 0, np.zeros(20_000)
    slow = BetaNumbers(int(key))
    for q in range(numbers.size):
        numbers[q], draws = beta_variate(key, draws, a, b)
        if q < 500:
            assert (numbers[q], draws) == (pytest.approx(slow.draw(a, b), rel=1e-12), slow.used)
    assert stats.kstest(numbers, stats.beta(a, b).cdf).pvalue > 1e-6


def test_they_see_every_arm() -> None:
    """With what they see, the paper's setting costs far less than any full-bandit algorithm."""
    problem = dc.Problem(np.random.default_rng(0).random(45), k=2, horizon=100_000)
    for spec, most in ((CUCB, 4_000), (CTS, 400)):
        run = dc.simulate(problem, choose(spec, spec.default_preset), frames=20)
        assert spec.feedback == "semi-bandit"
        assert run.regret[-1] < most
        assert "sees every arm's reward" in run.story()[0].exact
        assert len(run.story()) >= 4


def test_intervals() -> None:
    """CUCB shows its radius sqrt(3 log t/(2n)), CTS the posterior's standard deviation."""
    problem = dc.Problem([0.9, 0.5, 0.1], k=3, horizon=50)
    shown = dc.simulate(problem, choose(CUCB, "printed")).snapshots
    assert np.isinf(shown.width[0]).all()
    wanted = np.sqrt(1.5 * np.log(shown.t[1:]) / shown.t[1:])
    np.testing.assert_allclose(shown.width[1:], np.repeat(wanted[:, None], 3, 1), rtol=1e-12)
    shown = dc.simulate(problem, choose(CTS, "beta")).snapshots
    paid, t = shown.estimate[-1] * 50, 50
    np.testing.assert_allclose(shown.width[-1], stats.beta(1 + paid, 1 + t - paid).std())
