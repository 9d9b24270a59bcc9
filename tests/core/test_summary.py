"""Statistics of studies against NumPy and SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import dart_core as dc
from dart_core.summary import (
    band,
    fit_exponent,
    mean_interval,
    paired,
    ratio_interval,
    runs_needed,
    student_t,
)

VALUES = st.lists(st.floats(0, 1e6), min_size=2, max_size=40).map(np.array)


@settings(max_examples=200)
@given(
    st.one_of(st.integers(1, 60), st.integers(1, 10**9)),
    st.floats(0.01, 0.9999),
)
def test_student_t(degrees: int, level: float) -> None:
    assert student_t(level, degrees) == pytest.approx(
        stats.t.ppf((1 + level) / 2, degrees), rel=1e-8
    )


@given(VALUES, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_interval_of_the_mean(values: np.ndarray, level: float) -> None:
    interval = mean_interval(values, level)
    assert interval.mean == pytest.approx(values.mean())
    assert interval.sd == pytest.approx(values.std(ddof=1))
    if interval.sd > 0:
        low, high = stats.t.interval(level, values.size - 1, values.mean(), stats.sem(values))
        assert (interval.low, interval.high) == pytest.approx((low, high), rel=1e-8, abs=1e-6)


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    draws = np.random.default_rng(0).exponential(size=(4_000, 25))
    held = sum(i.low <= 1.0 <= i.high for i in map(mean_interval, draws))
    assert 0.91 < held / 4_000 < 0.96  # exponential draws are skewed: a little less than 95 %


def test_too_few_values_give_no_interval() -> None:
    one, none = mean_interval(np.array([3.0])), mean_interval(np.zeros(0))
    assert one.mean == 3.0
    assert math.isnan(one.low)
    assert math.isnan(none.mean)
    assert runs_needed(one, 0.1) is None


@given(VALUES, VALUES)
def test_paired_differences(a: np.ndarray, b: np.ndarray) -> None:
    n = min(a.size, b.size)
    difference = paired("a", "b", a[:n], b[:n])
    assert difference.interval.mean == pytest.approx((a[:n] - b[:n]).mean(), abs=1e-6)
    assert difference.a_better == pytest.approx(
        np.mean([1.0 if x < y else 0.5 if x == y else 0.0 for x, y in zip(a, b, strict=False)])
    )


def test_pairs_are_worth_more_than_two_samples() -> None:
    """What common random numbers buy: redrawn arms scatter both curves, not their difference."""
    study = dc.compare(
        dc.Problem.random(9, 3, 2_000), ["random", "oracle", "dart"], 40, redraw_arms=True
    )
    between = study.differences("random", "DART · authors-code").interval
    apart = [study["random"].interval(), study["DART · authors-code"].interval()]
    assert between.sd < math.hypot(apart[0].sd, apart[1].sd)
    table = study.differences_to("oracle")
    assert table.loc["oracle", "mean"] == 0.0
    assert table.loc["random", "mean"] == pytest.approx(study["random"].final.mean())


@settings(max_examples=60)
@given(VALUES, st.floats(0.005, 1.0))
def test_runs_needed(values: np.ndarray, precision: float) -> None:
    interval = mean_interval(values)
    needed = runs_needed(interval, precision)
    if interval.sd == 0:
        assert needed == 2
    elif needed is not None:

        def half(n: int) -> float:
            return float(stats.t.ppf(0.975, n - 1) * interval.sd / math.sqrt(n))

        assert half(needed) <= precision * interval.mean * (1 + 1e-8)
        assert needed == 2 or half(needed - 1) > precision * interval.mean * (1 - 1e-8)


@settings(max_examples=60)
@given(st.integers(1, 20), st.integers(1, 6), st.integers(0, 10**6))
def test_bands(runs: int, times: int, seed: int) -> None:
    regret = np.random.default_rng(seed).random((runs, times)).cumsum(axis=1)
    t = np.arange(1, times + 1)
    extremes = band(t, regret, "min-max")
    # Also of the first run, and of the last.
    assert np.array_equal(extremes.low, regret.min(axis=0))
    assert np.array_equal(extremes.high, regret.max(axis=0))
    mean = band(t, regret, "mean", 0.9)
    for c in range(times):
        interval = mean_interval(regret[:, c], 0.9)
        if runs > 1:
            assert (mean.low[c], mean.high[c]) == pytest.approx((interval.low, interval.high))
    share = band(t, regret, "quantiles", 0.8)
    assert np.allclose([share.low, share.high], np.quantile(regret, [0.1, 0.9], axis=0))
    assert (share.low <= share.centre).all()
    assert "80 %" in share.words


def test_summary_of_a_study() -> None:
    study = dc.compare(dc.Problem.random(9, 3, 2_000), ["dart", "random"], 30)
    table, frame = study.summary(), study.outcomes
    for label, row in table.iterrows():
        runs = frame[frame["curve"] == label]
        final = runs["regret"].to_numpy()
        assert row["runs"] == 30
        wanted = [final.mean(), final.std(ddof=1), final.min(), final.max(), np.median(final)]
        assert row[["mean", "sd", "min", "max", "median"]].tolist() == pytest.approx(wanted)
        assert row[["q10", "q90"]].tolist() == pytest.approx(
            np.quantile(final, [0.1, 0.9]).tolist()
        )
        assert row["ci_low"] < row["mean"] < row["ci_high"]
        assert row["right"] == pytest.approx(runs["right"].mean())
        assert row["commit_t"] == pytest.approx(runs["commit_t"].mean())
        assert row["seconds"] > 0


def test_the_interval_of_a_ratio_has_its_confidence() -> None:
    """Regrets as sweeps have them: skewed, from common luck, a third of one run in ten."""
    rng = np.random.default_rng(5)
    for n, level in ((5, 0.95), (10, 0.995), (25, 0.95)):
        held = 0
        for _ in range(2_000):
            luck = rng.gamma(4.0, size=n)
            low, high = ratio_interval(3 * luck + rng.gamma(2.0, size=n), luck, level)
            held += low <= 3.5 <= high
        assert held / 2_000 > level - 0.03


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ([6.0, 6.0], [2.0, 2.0], 3.0, 3.0),
        ([0.0, 0.0], [2.0, 2.0], 0.0, 0.0),
        ([9.0, 9.1, 9.0, 9.1], [0.0, 0.0, 0.1, 0.0], 30.0, math.inf),  # b may have the mean 0
        ([0.0, 5.0], [0.0, 7.0], 0.0, math.inf),
        ([5.0], [7.0], math.nan, math.nan),
        ([0.0, 0.0], [0.0, 0.0], math.nan, math.nan),
        ([4.0, 4.0], [0.0, 0.0], math.inf, math.inf),
    ],
)
def test_ratios_at_the_edge(a: list[float], b: list[float], low: float, high: float) -> None:
    got = ratio_interval(np.array(a), np.array(b))
    assert got[1] == pytest.approx(high, nan_ok=True)
    assert got[0] > low if low == 30.0 else got[0] == pytest.approx(low, nan_ok=True)


def test_exponent_of_a_power_law() -> None:
    rng = np.random.default_rng(1)
    x = np.array([1e3, 1e4, 1e5, 1e6])
    noise = 1 + 0.2 * (rng.random((4, 25)) - 0.5)
    fit = fit_exponent(x.tolist(), 7 * x[:, None] ** 0.5 * noise)
    assert fit.low < 0.5 < fit.high
    assert fit.high - fit.low < 0.05
    assert fit.points == 4
    assert fit.r_squared > 0.999
    slope = stats.linregress(np.log(x), np.log((7 * x[:, None] ** 0.5 * noise).mean(axis=1))).slope
    assert fit.exponent == pytest.approx(slope)


def test_exponent_where_there_is_none() -> None:
    nothing = fit_exponent([1.0, 2.0], np.zeros((2, 5)))
    assert math.isnan(nothing.exponent)
    assert nothing.points == 0
    two = fit_exponent([1.0, 2.0], np.array([[1.0], [2.0]]))
    assert two.exponent == pytest.approx(1.0)
    assert math.isnan(two.low)
    assert math.isnan(fit_exponent([], np.zeros((0, 0))).exponent)
