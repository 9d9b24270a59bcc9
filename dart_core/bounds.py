"""The regret bounds of all algorithms beside each other: which, where they cross, what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import exp, inf, log

import numpy as np

from dart_core.algorithms.bound import Bound, Floats, Setting
from dart_core.algorithms.registry import REGISTRY
from dart_core.codes import MEAN
from dart_core.errors import FieldError
from dart_core.problem import Problem, checked_problem

MOST_ROUNDS = 1e18  # where crossings are no longer looked for
_STEPS = 400


def setting_of(problem: Problem, u: float, *, good: bool = True) -> Setting:
    """Return the setting of a problem.

    Parameters
    ----------
    problem : Problem
    u : float
        U, as `dart_core.assumptions` found it.
    good : bool, default True
        Whether Assumption 2 may hold; see `dart_core.guarantee.good_arms`.
    """
    checked_problem(problem)
    n, k, mean = problem.n_arms, problem.k, problem.reward.form == MEAN
    return Setting(n, k, u, mean, good, problem.independent)


def _below(s: Setting, t: Floats) -> Floats:
    if 2 * s.k > s.n:
        return np.full(t.shape, np.nan)
    sigma = 1 / np.sqrt(4 * np.log(np.maximum(s.n * s.k * t, 2.0)))
    return np.asarray(sigma / 8 * np.sqrt(s.n * s.k * t))


_LOWEST = (
    Bound(
        label="no algorithm can do better",
        formula=r"\tfrac{\sigma}{8}\sqrt{NKT},\quad\sigma=\tfrac{1}{\sqrt{4\ln NKT}}",
        source="Theorem 2, as derived in Appendix A",
        explicit=True,
        needs_mean=True,
        covers="in the worst case, for arms that share one noise and 2K ≤ N",
        value=_below,
    ),
    Bound(
        label="no algorithm can do better",
        formula=r"\sqrt{NKT}",
        source="Theorem 2",
        explicit=False,
        needs_mean=True,
        covers="in the worst case, for arms that share one noise",
        value=lambda s, t: np.sqrt(s.n * s.k * t),
    ),
)


def bounds(*, explicit: bool) -> tuple[Bound, ...]:
    """Return all bounds, with constants or as orders; the lower bound is the last."""
    stated = [
        replace(each, label=each.label or spec.label, algorithm=name)
        for name, spec in REGISTRY.items()
        for each in spec.bounds
    ]
    return tuple(each for each in (*stated, *_LOWEST) if each.explicit == explicit)


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
