"""Regret bounds as numbers: from the papers' formulas step by step, and where they cross."""

from __future__ import annotations

from math import comb, inf, isinf, isnan, log, pi, sqrt

import numpy as np
import pytest

import dart_core as dc
from dart_core.bounds import Setting, bounds, crossings, meaningful_from, setting_of
from dart_core.guarantee import gap_bound, printed_lambda, printed_lambda_below, separations

PROVED = {bound.label: bound for bound in bounds(explicit=True)}
ORDERS = {bound.label: bound for bound in bounds(explicit=False)}
FEW, MANY = Setting(12, 3, 2.5, mean=False), Setting(45, 4)


def test_theorem_3_is_the_last_line_of_its_proof_at_its_lambda() -> None:
    for setting, t in [(FEW, 1e5), (FEW, 1e9)]:
        n, k, u, logs = setting.n, setting.k, setting.u, log(2 * setting.n * t)
        lam = u * sqrt(720 * n * k * logs / t)
        proof = 1440 * n * u**3 * k**2 * logs / lam + 2 * t * u * k * lam + u * k
        assert PROVED["DART"].at(setting, t) == pytest.approx(proof)


def test_for_the_mean_u_cancels() -> None:
    n, k, t = 45, 4, 1e6
    logs, scale = log(2 * n * t), 1 / k  # a swap is worth `scale` times its gap
    lam = sqrt(720 * n * k * logs / t) / scale
    proof = 1440 * n * k**2 * logs / (scale * lam) + 2 * t * scale * k * lam + scale * k
    assert PROVED["DART"].at(Setting(n, k, 7.0), t) == pytest.approx(proof)


def test_ucb1_is_its_theorem_with_every_gap_at_its_worst() -> None:
    t, sets = 1e8, comb(12, 3)

    def theorem_1(gap: float) -> float:
        return sets * 8 * log(t) / gap + t * gap + (1 + pi**2 / 3) * sets

    worst = min(theorem_1(gap) for gap in np.geomspace(1e-5, 1, 20_000))
    assert PROVED["UCB1"].at(FEW, t) == pytest.approx(worst, rel=1e-6)


def test_the_others_are_their_theorems() -> None:
    n, k, t = 45, 4, 1e6
    radius = sqrt(n) + 0.5 * sqrt(2 * log(20) + n * log(1 + t / sqrt(k) / n))
    oful = 4 * sqrt(t * n * log(1 + t / sqrt(k) / n)) * radius
    assert PROVED["LinUCB"].at(MANY, t) == pytest.approx(oful)
    sum_of_arms = 47 * sqrt(k * n * t * log(t)) + (pi**2 / 3 + 1) * k * n
    assert PROVED["CUCB"].at(MANY, t) == pytest.approx(sum_of_arms / k)
    below = sqrt(n * k * t) / 8 / sqrt(4 * log(n * k * t))
    lower = PROVED["no algorithm can do better"]
    assert lower.at(MANY, t) == pytest.approx(below)
    assert isnan(lower.at(Setting(7, 4), t))


def corollary(setting: Setting, t: float, z: float) -> float:
    """Return the right side of the corollary in docs/theorem.md, with L = log(K(N−K)T)."""
    n, k = setting.n, setting.k
    low, up = (1 / k, 1 / k) if setting.mean else (1 / setting.u, setting.u)
    kappa, most = min(k, n - k), max(n + 44, k * (n - k) + 30) + 30 * k + 80
    logs = log(k * (n - k) * t) + 4.2 + 0.64 * log(1 / (low * z))
    beta = 32 * logs / (3 * low**2 * z) + 64 / low
    bought = (2 + most) * n * (n - 1) / 2 + most * k**2 * (n - k) * kappa * 32
    rest = 10 * -(-n // k) + up * most * kappa + n * (n - 1) / 2 / (k * (n - k))
    return rest + up * ((25 + kappa) * z * t + bought * beta)


def test_frontier_is_the_corollary_of_its_theorem_at_the_best_z() -> None:
    for setting in (FEW, MANY):
        worst = min(corollary(setting, 1e6, z) for z in np.geomspace(1e-6, 1, 4_000))
        assert PROVED["Frontier"].at(setting, 1e6) == pytest.approx(worst, rel=1e-3)
        assert worst > 1e6, "a rate, not a forecast"
    assert meaningful_from(PROVED["Frontier"], FEW) > 1e9
    root = ORDERS["Frontier"]
    assert root.at(MANY, 4e6) == pytest.approx(2 * root.at(MANY, 1e6))


def test_numbers_by_hand() -> None:
    """N = 45, K = 4, T = 10⁶, where ln T = 13.815511.

    LinUCB: TL/N = 500,000/45 = 11,111.11, its logarithm (of 1 more) 9.315791, times 45: 419.2106;
    w² = 2·2.995732 + 419.2106 = 425.2021, so that √45 + w/2 = 6.708204 + 10.310214 = 17.018418;
    4·√(10⁶·419.2106)·17.018418 = 4·20,474.63·17.018418. CUCB: 45·10⁶·13.815511/4 = 1.554245·10⁸,
    whose root is 12,466.94; 47 times that, and 45·(π²/3 + 1) = 193.04.
    """
    assert PROVED["LinUCB"].at(MANY, 1e6) == pytest.approx(1_393_784, rel=1e-5)
    assert PROVED["CUCB"].at(MANY, 1e6) == pytest.approx(586_139, rel=1e-5)


def test_rounded_constants_are_not_below_their_proofs() -> None:
    n, k, t = 45, 4, 1e6
    gaps = np.geomspace(1e-3, 10, 20_000)  # of the bound by gaps, in units of the sum of K arms
    by_gap = (534 * n * k * log(t) / gaps + gaps * t).min() / k + (pi**2 / 3 + 1) * n
    assert by_gap <= PROVED["CUCB"].at(MANY, t) <= 1.02 * by_gap
    growth = n * log(1 + t / k / n)  # ln(det V/det λI) at most, with L²
    exact = sqrt(8 * t * growth) * (sqrt(n) + 0.5 * sqrt(2 * log(20) + growth))
    assert exact <= PROVED["LinUCB"].at(MANY, t) <= 1.6 * exact


@pytest.mark.parametrize("explicit", [True, False])
def test_a_bound_for_the_mean_says_nothing_of_other_rewards(explicit: bool) -> None:
    t = np.geomspace(10, 1e12, 50)
    for bound in bounds(explicit=explicit):
        other, mean = bound.at(FEW, t), bound.at(MANY, t)
        assert np.isnan(other).all() == bound.needs_mean
        assert (np.diff(mean) > 0).all()


@pytest.mark.parametrize("explicit", [True, False])
def test_bounds_are_equal_where_they_cross_and_in_order_beside_it(explicit: bool) -> None:
    chosen = bounds(explicit=explicit)
    found = crossings(MANY, chosen)
    assert found
    assert [c.t for c in found] == sorted(c.t for c in found)
    for c in found:
        assert c.below.at(MANY, c.t) == pytest.approx(float(c.above.at(MANY, c.t)), rel=1e-9)
        assert c.below.at(MANY, 1.01 * c.t) < c.above.at(MANY, 1.01 * c.t)


def test_dart_passes_cmab_sm_at_the_sixth_power_of_k() -> None:
    pair = [ORDERS["DART"], ORDERS["CMAB-SM"]]
    (only,) = crossings(Setting(45, 8), pair)
    assert (only.below.label, only.t) == ("DART", pytest.approx(8**6 * 45))


def test_constants_and_orders_do_not_mix() -> None:
    with pytest.raises(dc.FieldError, match="orders alone"):
        crossings(MANY, [PROVED["DART"], ORDERS["CSAR"]])


def test_a_bound_says_something_once_it_is_below_t() -> None:
    for bound in bounds(explicit=True):
        begin = meaningful_from(bound, MANY)
        assert bound.at(MANY, 1.01 * begin) < 1.01 * begin
        if begin > 10:
            assert bound.at(MANY, begin) == pytest.approx(begin)
    assert isinf(meaningful_from(PROVED["LinUCB"], FEW))


@pytest.mark.parametrize(("k", "lam"), [(2, 1.089), (4, 1.541), (8, 2.179)])
def test_the_printed_lambda_at_the_papers_setting(k: int, lam: float) -> None:
    printed = dc.algorithm("dart", preset="paper-v2")
    at_paper = printed.resolved(dc.Problem.random(45, k, 10**6))["lam"]
    assert at_paper == pytest.approx(lam, abs=1e-3)
    assert printed_lambda(45, k, 10**6) == at_paper
    begin = printed_lambda_below(45, k, 1.0)
    for t, below in [(int(begin) - 1, False), (int(begin) + 2, True)]:
        assert (float(printed.resolved(dc.Problem.random(45, k, t))["lam"]) < 1.0) is below


def test_a_gap_that_is_none_is_refused() -> None:
    with pytest.raises(dc.FieldError, match="delta"):
        printed_lambda_below(45, 4, 0.0)


def test_lemma_2_of_every_arm() -> None:
    problem = dc.Problem([0.2, 0.9, 0.5, 0.5, 0.7], 2, 1_000)
    rows = separations(problem, 2.0)
    assert [row.arm for row in rows] == [1, 4, 2, 3, 0]
    assert [row.in_top for row in rows] == [True, True, False, False, False]
    assert [row.gap for row in rows] == pytest.approx([0.4, 0.2, 0.2, 0.2, 0.5])
    assert rows[0].epochs == pytest.approx(288 * 4 * 4 * log(10_000) / 0.4**2)
    assert separations(problem, 2.0, c=1.0)[0].epochs == pytest.approx(rows[0].epochs / 32)
    tied = separations(dc.Problem([0.5, 0.5, 0.1], 1, 10), 1.0)
    assert [row.epochs for row in tied[:2]] == [inf, inf]
    assert separations(dc.Problem([0.5, 0.1], 2, 10), 1.0) == ()


def test_the_bound_of_ones_own_gaps_is_that_of_the_worst_at_most() -> None:
    problem = dc.Problem([0.9, 0.5, 0.1, 0.2], 1, 10**7, "max")
    logs, u = log(8 * 10**7), 1.0
    lam = sqrt(720 * 4 * logs / 1e7)
    terms = sum(1440 * logs / gap for gap in (0.4, 0.8, 0.7))
    assert gap_bound(problem, u) == pytest.approx(terms + 2e7 * lam + 1)
    for k, reward, u in [(1, "max", 3.0), (2, "mean", 2.0)]:
        any_arms = dc.Problem([0.9, 0.5, 0.1, 0.2], k, 10**9, reward)
        worst = PROVED["DART"].at(setting_of(any_arms, u), 1e9)
        assert gap_bound(any_arms, u) <= worst * (1 + 1e-12)
