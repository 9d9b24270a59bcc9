"""Regret bounds as numbers: with the constants of their proofs, and as bare orders of growth.

A bound with constants may be read as a number of this problem; an order may not: its constant is
set to 1 and logarithms that Õ hides are left out, so that only the shapes of two orders compare.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb, exp, inf, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from dart_core.errors import FieldError
from dart_core.problem import Problem, checked_problem
from dart_core.rewards import MEAN

MOST_ROUNDS = 1e18  # where crossings are no longer looked for
_STEPS = 400

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Setting:
    """What bounds depend on: N, K, U, and whether the joint reward is the mean of the arms."""

    n: int
    k: int
    u: float = 1.0
    mean: bool = True


@dataclass(frozen=True)
class Bound:
    """One regret bound of one algorithm, for the worst problem with given N, K and U.

    Attributes
    ----------
    algorithm : str
        Its name in the registry; "" for what bounds all of them.
    label, formula, source : str
        For tables; the formula is TeX.
    explicit : bool
        Whether `value` has the constants of the proof; else the order alone, constant 1.
    needs_mean : bool
        Whether it is stated for the sum or mean of the arms alone.
    covers : str
        What of this package it holds for, and what not.
    value : callable
        ``value(setting, t)``: the bound after t rounds; `t` a float array.
    """

    algorithm: str
    label: str
    formula: str
    source: str
    explicit: bool
    needs_mean: bool
    covers: str
    value: Callable[[Setting, Floats], Floats]

    def at(self, setting: Setting, t: float | Floats) -> Floats:
        """Return the bound at `t` > 0; NaN where it is not stated for the setting's reward."""
        rounds = np.asarray(t, dtype=np.float64)
        if self.needs_mean and not setting.mean:
            return np.full(rounds.shape, np.nan)
        return self.value(setting, rounds)


def setting_of(problem: Problem, u: float) -> Setting:
    """Return the setting of a problem, for the U that `dart_core.assumptions` found."""
    checked_problem(problem)
    return Setting(problem.n_arms, problem.k, u, problem.reward.form == MEAN)


def _sets(s: Setting) -> float:
    sets = comb(s.n, s.k)
    return float(sets) if sets < 10**300 else inf


def _dart(s: Setting, t: Floats) -> Floats:
    scale = 1.0 if s.mean else s.u**2
    rest = 1.0 if s.mean else s.u * s.k
    return np.asarray(
        scale * 4 * sqrt(720) * s.k * np.sqrt(s.n * s.k * t * np.log(2 * s.n * t)) + rest
    )


def _ucb1(s: Setting, t: Floats) -> Floats:
    sets = _sets(s)
    logs = np.log(np.maximum(t, 2.0))
    return np.asarray(4 * np.sqrt(2 * sets * t * logs) + (1 + pi**2 / 3) * sets)


def _oful(s: Setting, t: Floats) -> Floats:
    """Theorem 3 of Abbasi-Yadkori, Pál and Szepesvári (2011), their n = T, d = N, and X = 1_a/K.

    The regret is at most √(8 T β_T ln(det V_T/det λI)), β_T their radius squared, and theorem 3
    bounds √8 by 4. It prints L where its lemma 10, ln det V_T ≤ N ln(λ + TL²/N), has L². Here
    L = ‖1_a/K‖ = 1/√K ≤ 1, so that the printed bound holds too: it is the larger one.
    """
    R, lam, S, delta, L = 0.5, 1.0, sqrt(s.n), 0.05, 1 / sqrt(s.k)
    radius = sqrt(lam) * S + R * np.sqrt(2 * log(1 / delta) + s.n * np.log(1 + t * L / (lam * s.n)))
    return np.asarray(4 * np.sqrt(t * s.n * np.log(lam + t * L / s.n)) * radius)


def _comb_ucb1(s: Setting, t: Floats) -> Floats:
    """Theorem 6 of Kveton, Wen, Ashkan and Szepesvári (2015), their n = T, L = N, divided by K.

    It is for the sum of K arms in [0, 1] and the radius √(3 ln t/(2 n_i)), CUCB's own. Their
    bound by gaps has 534 K ln T/Δ_i for each arm; sets with gaps below ε lose at most εT in all,
    and the ε that makes NK·534 ln T/ε + εT smallest gives 2√534 = 46.2, rounded up to 47.
    """
    logs = np.log(np.maximum(t, 2.0))
    return np.asarray(47 * np.sqrt(s.n * t * logs / s.k) + (pi**2 / 3 + 1) * s.n)


def _below(s: Setting, t: Floats) -> Floats:
    if 2 * s.k > s.n:
        return np.full(t.shape, np.nan)
    sigma = 1 / np.sqrt(4 * np.log(np.maximum(s.n * s.k * t, 2.0)))
    return np.asarray(sigma / 8 * np.sqrt(s.n * s.k * t))


_PROVED = (
    Bound(
        "dart",
        "DART",
        r"4\sqrt{720}\,U^2K\sqrt{NKT\ln 2NT}+UK",
        "Theorem 3, its proof with λ put in; mean: end of section 6",
        True,
        False,
        "c = 32 and λ = U·√(720NK ln(2NT)/T): no preset but paper-v2, and that if U = 1; for "
        "the mean U cancels with λ = K·√(720NK ln(2NT)/T)",
        _dart,
    ),
    Bound(
        "ucb",
        "UCB1",
        r"4\sqrt{2\tbinom NK T\ln T}+\left(1+\tfrac{\pi^2}{3}\right)\tbinom NK",
        "Auer, Cesa-Bianchi, Fischer 2002, Theorem 1, each gap at its worst",
        True,
        False,
        "preset ucb1, any joint reward",
        _ucb1,
    ),
    Bound(
        "linucb",
        "LinUCB",
        r"4\sqrt{TN\ln(\lambda+TL/N)}\,(\sqrt\lambda S+R\,w)",
        "Abbasi-Yadkori, Pál, Szepesvári 2011, Theorem 3",
        True,
        True,
        "preset exact, with probability 1 − δ = 0.95; R = ½, λ = 1, S = √N, L = 1/√K, "
        "w² = 2 ln(1/δ) + N ln(1 + TL/(λN))",
        _oful,
    ),
    Bound(
        "cucb",
        "CUCB",
        r"47\sqrt{\tfrac{NT\ln T}{K}}+\left(\tfrac{\pi^2}{3}+1\right)N",
        "Kveton, Wen, Ashkan, Szepesvári 2015, Theorem 6, divided by K",
        True,
        True,
        "it sees every arm's reward",
        _comb_ucb1,
    ),
    Bound(
        "",
        "no algorithm can do better",
        r"\tfrac{\sigma}{8}\sqrt{NKT},\quad\sigma=\tfrac{1}{\sqrt{4\ln NKT}}",
        "Theorem 2, as derived in Appendix A",
        True,
        True,
        "in the worst case, for arms that share one noise and 2K ≤ N",
        _below,
    ),
)


def _order(
    algorithm: str,
    label: str,
    formula: str,
    source: str,
    covers: str,
    value: Callable[[Setting, Floats], Floats],
    *,
    mean: bool = False,
) -> Bound:
    return Bound(algorithm, label, formula, source, False, mean, covers, value)


_ORDERS = (
    _order(
        "dart",
        "DART",
        r"K\sqrt{NKT}",
        "Theorem 3 (Table 1 prints K√(NT))",
        "c = 32 with the λ of the proof",
        lambda s, t: np.asarray(s.k * np.sqrt(s.n * s.k * t)),
    ),
    _order(
        "ucb",
        "UCB",
        r"\sqrt{\tbinom NK T}",
        "Table 1; Auer, Ortner 2010",
        "presets ucb1 and improved",
        lambda s, t: np.sqrt(_sets(s) * t),
    ),
    _order(
        "csar",
        "CSAR",
        r"\sqrt{NT}",
        "Table 1; Rejwan, Mansour 2020: K√(NT) for the sum, divided by K",
        "independent arms, presets est1 and est2",
        lambda s, t: np.sqrt(s.n * t),
        mean=True,
    ),
    _order(
        "cmab-sm",
        "CMAB-SM",
        r"K^{1/2}N^{1/3}T^{2/3}",
        "Table 1; Agarwal et al. 2021",
        "preset printed",
        lambda s, t: np.asarray(sqrt(s.k) * np.cbrt(s.n) * np.cbrt(t) ** 2),
    ),
    _order(
        "lints",
        "LinTS",
        r"N\sqrt{NT}",
        "Agrawal, Goyal 2013, Theorem 1 (Table 1 prints N√T)",
        "preset theory",
        lambda s, t: np.asarray(s.n * np.sqrt(s.n * t)),
        mean=True,
    ),
    _order(
        "linucb",
        "LinUCB",
        r"N\sqrt T",
        "Abbasi-Yadkori et al. 2011 (Table 1 prints √(NT))",
        "preset exact",
        lambda s, t: np.asarray(s.n * np.sqrt(t)),
        mean=True,
    ),
    _order(
        "etcg",
        "ETCG",
        r"N^{1/3}K^{4/3}T^{2/3}",
        "Nie et al. 2022",
        "against (1 − 1/e) of the best set, and submodular rewards",
        lambda s, t: np.asarray(np.cbrt(s.n) * np.cbrt(s.k) ** 4 * np.cbrt(t) ** 2),
    ),
    _order(
        "cucb",
        "CUCB",
        r"\sqrt{NT/K}",
        "Kveton et al. 2015, divided by K",
        "it sees every arm's reward",
        lambda s, t: np.sqrt(s.n * t / s.k),
        mean=True,
    ),
    _order(
        "",
        "no algorithm can do better",
        r"\sqrt{NKT}",
        "Theorem 2",
        "in the worst case, for arms that share one noise",
        lambda s, t: np.sqrt(s.n * s.k * t),
        mean=True,
    ),
)


def bounds(*, explicit: bool) -> tuple[Bound, ...]:
    """Return all bounds, with constants or as orders; the lower bound is the last."""
    return _PROVED if explicit else _ORDERS


@dataclass(frozen=True)
class Crossing:
    """`below` has the smaller bound from round `t` on, up to their next crossing if any."""

    t: float
    below: Bound
    above: Bound


def crossings(setting: Setting, chosen: Sequence[Bound]) -> list[Crossing]:
    """Return where bounds cross between 10 and `MOST_ROUNDS` rounds, in order of t.

    Parameters
    ----------
    setting : Setting
    chosen : sequence of Bound
        All with constants, or all orders: a mixture would compare nothing.

    Raises
    ------
    FieldError
        If `chosen` is a mixture.
    """
    if len({bound.explicit for bound in chosen}) > 1:
        raise FieldError("chosen", "bounds with constants alone, or orders alone", "both")
    grid = np.geomspace(10.0, MOST_ROUNDS, _STEPS)
    found = []
    for a, b in combinations(chosen, 2):
        sign = np.sign(a.at(setting, grid) - b.at(setting, grid))
        for at in np.flatnonzero(sign[1:] * sign[:-1] < 0):
            t = root_between(partial(_gap, a, b, setting), grid[at], grid[at + 1])
            below, above = (a, b) if sign[at] > 0 else (b, a)
            found.append(Crossing(t, below, above))
    return sorted(found, key=lambda crossing: crossing.t)


def _gap(a: Bound, b: Bound, setting: Setting, t: float) -> float:
    return float(a.at(setting, t) - b.at(setting, t))


def meaningful_from(bound: Bound, setting: Setting) -> float:
    """Return the T from which a bound is below T, which no regret exceeds; inf if never."""
    grid = np.geomspace(10.0, MOST_ROUNDS, _STEPS)
    above = bound.at(setting, grid) - grid
    useful = np.flatnonzero(above < 0)
    if not useful.size:
        return inf
    at = int(useful[0])
    if at == 0:
        return float(grid[0])
    return root_between(lambda t: float(bound.at(setting, t) - t), grid[at - 1], grid[at])


def root_between(f: Callable[[float], float], low: float, high: float) -> float:
    """Return where f changes its sign in [low, high], by bisection of ln t."""
    a, b = log(low), log(high)
    rising = f(low) < 0
    for _ in range(100):
        middle = 0.5 * (a + b)
        if (f(exp(middle)) < 0) == rising:
            a = middle
        else:
            b = middle
    return exp(0.5 * (a + b))
