"""What a sweep can change: N, K, T, the reward, the decisive gap, any constant, or a multiple.

A parameter is a name. `n_arms`, `k`, `horizon`, `reward` and `gap` change the problem; every
other name is a constant: ``lam`` of each algorithm that has it, ``dart.lam`` of DART alone, and
``lam*`` or ``dart.lam*`` a multiple of the number that it has for the problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dart_core.algorithms.registry import REGISTRY, Algorithm, algorithm
from dart_core.errors import FieldError, real_number
from dart_core.problem import Problem

OF_THE_PROBLEM = ("n_arms", "k", "horizon", "reward", "gap")


def with_gap(problem: Problem, gap: float) -> Problem:
    """Return `problem` with `gap` between its K-th and its (K+1)-th best arm.

    Parameters
    ----------
    problem : Problem
        With K < N.
    gap : float
        0 … 1.

    Notes
    -----
    The two arms move to either side of their middle (which gives way where 0 or 1 is near); the
    better arms keep their proportions between the one and 1, the worse between 0 and the other.
    So no arm changes its rank.
    """
    if problem.k == problem.n_arms:
        raise FieldError("gap", "K < N: with K = N no arm is left out", gap)
    wanted = real_number("gap", gap, 0.0, 1.0)
    order, means = np.array(problem.ranking), problem.mean_array
    kth, next_ = means[order[problem.k - 1]], means[order[problem.k]]
    middle = float(np.clip((kth + next_) / 2, wanted / 2, 1 - wanted / 2))
    high, low = middle + wanted / 2, middle - wanted / 2
    changed = means.copy()
    best, rest = order[: problem.k], order[problem.k :]
    changed[best] = high + (1 - high) * ((means[best] - kth) / (1 - kth) if kth < 1 else 0.0)
    changed[rest] = low * (means[rest] / next_ if next_ > 0 else 1.0)
    inside = np.clip(changed, 0.0, 1.0)  # by at most a rounding
    return Problem(inside.tolist(), problem.k, problem.horizon, problem.reward)


def varied_problem(base: Problem, values: Mapping[str, Any], seed: int) -> Problem:
    """Return `base` with the values of `values` that change a problem.

    Another N draws the arms anew, from U[0, 1) under `seed`: arm i is the same for every N. All
    else keeps the arms of `base`.
    """
    for name in ("n_arms", "gap"):
        if name in values and not base.bernoulli:
            raise FieldError(name, "independent arms that pay 0 or 1 (Bernoulli)", base.arms)
    k, horizon = values.get("k", base.k), values.get("horizon", base.horizon)
    reward = values.get("reward", base.reward)
    if "n_arms" in values:
        problem = Problem.random(values["n_arms"], k, horizon, reward, seed)
    else:
        problem = Problem(base.arms, k, horizon, reward)
    return with_gap(problem, values["gap"]) if "gap" in values else problem


def varied_algorithm(base: Algorithm, values: Mapping[str, Any], problem: Problem) -> Algorithm:
    """Return `base` with those constants of `values` that it has."""
    own = dict(base.overrides)
    for name, value in values.items():
        _, constant, multiple = _parts(name)
        if name in OF_THE_PROBLEM or not changes(name, base):
            continue
        if multiple:
            number = base.resolved(problem)[constant]
            if isinstance(number, str):
                raise FieldError(name, "a constant that is a number", number)
            multiplied = number * real_number(name, value, 0.0, 1e12)
            counts = constant in base.spec.tunables and base.spec.tunables[constant].whole
            own[constant] = max(1, round(multiplied)) if counts else multiplied
        else:
            own[constant] = value
    return algorithm(base.name, preset=base.preset, **own) if own else base


def changes(name: str, of: Algorithm) -> bool:
    """Return whether a parameter changes the problem or a constant of an algorithm."""
    owner, constant, _ = _parts(name)
    return name in OF_THE_PROBLEM or (owner in ("", of.name) and constant in of.constants)


def check_parameter(name: str, algorithms: tuple[Algorithm, ...]) -> None:
    """Refuse a name that changes neither the problem nor any of `algorithms`.

    Raises
    ------
    FieldError
        With what would have been possible.
    """
    if name in OF_THE_PROBLEM:
        return
    of, _, _ = _parts(name)
    if any(changes(name, each) for each in algorithms):
        return
    known = [f"{a.name}.{c}" for a in dict.fromkeys(algorithms) for c in a.constants]
    expected = "one of " + ", ".join(dict.fromkeys([*OF_THE_PROBLEM, *known]))
    hint = "A name followed by * is a multiple of it."
    if of and of not in REGISTRY:
        hint = f"There is no algorithm {of}. " + hint
    raise FieldError("parameter", expected, name, hint)


def _parts(name: str) -> tuple[str, str, bool]:
    """Return the algorithm ("": all), the constant, and whether a multiple of it is meant."""
    of, _, constant = name.removesuffix("*").rpartition(".")
    return of, constant, name.endswith("*")
