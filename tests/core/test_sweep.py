"""sweep and what it can vary: the same luck at every point, exponents, one change at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import dart_core as dc
from dart_core.sweep import coarse_first
from dart_core.variation import varied_algorithm, with_gap
from tests.core.study_problems import ALGORITHMS, PROBLEM, bits


def test_every_point_is_a_study_of_its_own() -> None:
    swept = dc.sweep({"k": [2, 3], "horizon": [500, 900]}, PROBLEM, ALGORITHMS, 4, seed=2)
    assert [dict(p.values) for p in swept.points] == [
        {"k": k, "horizon": T} for k in (2, 3) for T in (500, 900)
    ]
    for point in swept.points:
        problem = dc.Problem(PROBLEM.means, reward="mean", **point.values)
        alone = dc.compare(problem, ALGORITHMS, 4, seed=2, checkpoints=50)
        assert point.study is not None
        assert bits(point.study) == bits(alone)
    assert swept.finished
    assert len(swept.frame) == 4 * 4 * 4
    assert list(swept.frame)[:3] == ["k", "horizon", "curve"]


def test_constants_and_their_multiples() -> None:
    dart = dc.algorithm("dart", "clean-c1")
    lam = float(dart.resolved(PROBLEM)["lam"])
    own = varied_algorithm(dart, {"dart.lam*": 0.5, "c": 0.25}, PROBLEM).constants
    assert own["lam"] == 0.5 * lam
    assert own["c"] == 0.25
    counts = varied_algorithm(dc.algorithm("etcg", m=7), {"m*": 0.5}, PROBLEM).constants
    assert counts["m"] == 4  # a count stays a whole number
    assert varied_algorithm(dc.algorithm("etcg", m=7), {"m*": 0.0}, PROBLEM).constants["m"] == 1
    other = dc.algorithm("lints")
    assert varied_algorithm(other, {"dart.lam*": 0.5, "c": 0.25}, PROBLEM) is other


def test_labels_stay_those_of_the_base_and_what_is_the_same_runs_once() -> None:
    totals: list[int] = []
    swept = dc.sweep(
        {"dart.c": [0.05, 0.1, 0.2]},
        PROBLEM,
        ["dart", "random"],
        5,
        on_progress=lambda p: totals.append(p.total),
    )
    assert swept.curves == ("DART · authors-code", "random")
    assert totals[-1] == 5 * (3 + 1)  # `random` has no c
    assert len(swept.frame) == 5 * 6
    costs = swept.summary().query("algorithm == 'dart'")["mean"]
    assert costs.nunique() == 3


@pytest.mark.parametrize("redraw", [False, True])
def test_points_share_arms_and_luck(redraw: bool) -> None:
    """Values that do not change the arms: run j has the same seed and arms at every point."""
    swept = dc.sweep(
        {"reward": ["mean", "max"], "lam": [0.01, 0.5]}, PROBLEM, ["dart"], 3, redraw_arms=redraw
    )
    assert swept.frame.groupby("run")["seed"].nunique().tolist() == [1, 1, 1]
    problems = {p.study.problem.means for p in swept.points if p.study}
    assert problems == {PROBLEM.means}


@settings(max_examples=100)
@given(
    st.lists(st.floats(0, 1), min_size=2, max_size=12),
    st.floats(0, 1),
    st.data(),
)
def test_gap(means: list[float], gap: float, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(means) - 1))
    base = dc.Problem(means, k, 10)
    changed = with_gap(base, gap)
    order = list(base.ranking)
    sorted_means = changed.mean_array[order]
    assert sorted_means[k - 1] - sorted_means[k] == pytest.approx(gap, abs=1e-9)
    assert (np.diff(sorted_means) <= 1e-12).all()  # no arm changes its rank


def test_another_n_keeps_the_arms_it_has() -> None:
    swept = dc.sweep({"n_arms": [5, 8]}, PROBLEM, ["random"], 2, seed=4)
    small, large = (p.study.problem.means for p in swept.points if p.study)
    assert small == large[:5] == dc.Problem.random(5, 2, 1, seed=4).means


def test_values_that_do_not_fit_are_said() -> None:
    swept = dc.sweep({"k": [3, 20]}, PROBLEM, ["random"], 2)
    assert swept.points[1].study is None
    assert "from 1 to 9" in swept.points[1].error
    assert swept.finished
    assert swept.failures["error"].tolist() == [swept.points[1].error]
    with pytest.raises(dc.FieldError, match="values that fit the base"):
        dc.sweep({"k": [20, 30]}, PROBLEM, ["random"], 2)


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({}, "parameters"),
        ({"speed": [1]}, "parameter"),
        ({"lints.v": [1]}, "parameter"),
        ({"k": []}, "parameters: k"),
        ({"k": 3}, "parameters: k"),
        ({"reward": "mean"}, "parameters: reward"),
        ({"k": [2] * 200, "horizon": [9] * 200}, "parameters"),
    ],
)
def test_errors_name_the_field(parameters: dict[str, Any], field: str) -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.sweep(parameters, PROBLEM, ["dart"], 2)
    assert caught.value.field == field


def test_exponent_of_linear_regret() -> None:
    swept = dc.sweep({"horizon": [1_000, 4_000, 16_000]}, PROBLEM, ["random", "oracle"], 10)
    fit = swept.exponent("random")
    assert fit.low < 1.0 < fit.high
    assert fit.high - fit.low < 0.05
    assert swept.exponent("oracle").points == 0
    two = dc.sweep({"horizon": [1_000, 4_000], "k": [2, 3]}, PROBLEM, ["random"], 5)
    assert two.exponent("random", "horizon", k=3).points == 2
    with pytest.raises(dc.FieldError):
        two.exponent("random", "lam")


def test_one_change_at_a_time() -> None:
    dart = dc.algorithm("dart", "clean-c1", c=0.1)
    swept = dc.sweep(
        {"lam*": [0.1, 10], "c*": [0.9, 1.1]}, PROBLEM, [dart], 10, design="one-at-a-time"
    )
    assert [dict(p.values) for p in swept.points] == [
        *({}, {"lam*": 0.1}, {"lam*": 10}, {"c*": 0.9}, {"c*": 1.1})
    ]
    effects = swept.effects(dart.label)
    assert sorted(e.parameter for e in effects) == ["c*", "lam*"]
    assert effects[0].ratio >= effects[1].ratio >= 1.0
    means = swept.summary()["mean"].tolist()
    lam = next(e for e in effects if e.parameter == "lam*")
    assert (lam.least, lam.greatest) == (min(means[:3]), max(means[:3]))
    for each in effects:
        assert each.low <= each.ratio <= each.high
    final = [p.study[dart.label].final for p in swept.points[:3] if p.study]
    worst, best = max(final, key=np.mean), min(final, key=np.mean)
    pairs = 3  # of the values of lam
    for ratio, tail in ((lam.low, 1.0), (lam.high, -1.0)):
        test = stats.ttest_1samp(worst - ratio * best, 0.0)
        assert test.pvalue == pytest.approx(0.05 / pairs, rel=1e-6)
        assert np.sign(test.statistic) == tail
    once = dc.sweep({"c*": [0.5]}, PROBLEM, [dart], 1, design="one-at-a-time")
    assert [np.isnan(effect.low) for effect in once.effects(dart.label)] == [True]
    with pytest.raises(dc.FieldError, match="one-at-a-time"):
        dc.sweep({"k": [2]}, PROBLEM, [dart], design="some")


@given(st.integers(0, 300))
def test_coarse_first(count: int) -> None:
    order = coarse_first(count)
    assert sorted(order) == list(range(count))
    if count > 1:
        assert order[:2] == [0, count - 1]


@pytest.mark.parametrize("wrong", [5, None, [("c", [0.1])], {5: [0.1]}])
def test_what_is_no_mapping_of_names_is_refused_in_a_sentence(wrong: Any) -> None:
    with pytest.raises((dc.FieldError, TypeError), match=r"parameter.*expected"):
        dc.sweep(wrong, PROBLEM, ALGORITHMS, 2)


def test_a_label_has_no_constant_that_has_another_value_at_each_point() -> None:
    own = dc.algorithm("dart", "clean-c1", c=0.1, lam=0.02)
    varied = {"lam": [0.02, 0.2]}
    assert dc.sweep(varied, PROBLEM, [own], 2).curves == ("DART · clean-c1 (c = 0.1)",)
    alone = dc.sweep(varied, PROBLEM, [own], 2, design="one-at-a-time")
    assert alone.curves == (own.label,)  # the other points have it as it is
    times = dc.sweep({"lam*": [1.0, 2.0]}, PROBLEM, [own], 2)
    assert times.curves == (own.label,)  # it is multiplied
