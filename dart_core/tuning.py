"""Which values of a constant are worth trying on a problem: from where to where it changes a run.

Beyond the ends of the useful range the forecast stays the same: a λ above the first Δ ends
exploration after one epoch, however large it is, and one below the last Δ that is reached never
ends it.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.record import Tunable
from dart_core.algorithms.registry import Algorithm, algorithm
from dart_core.errors import FieldError
from dart_core.problem import Problem
from dart_core.theory import forecast, forecast_work

VALUES = 21
_FURTHER = 30.0  # times the least and the most of the presets, where nothing else bounds a constant
_LEAST = 1e-4  # of a constant that may be 0, on a logarithmic scale
_BEYOND = (
    1.3  # the ends lie so much further out, so that one value there shows that nothing changes
)
_SMALL = 1 / 16  # of the first Δ: estimates that differ by less take many epochs to tell apart
_SAME = 1.015  # values that are closer than this count as one


def present_value(problem: Problem, chosen: Algorithm, constant: str) -> float | None:
    """Return a constant's value as a number; None if it has another one in each part of a run."""
    value = chosen.resolved(problem).get(constant)
    return None if isinstance(value, str) or value is None else float(value)


def preset_values(problem: Problem, chosen: Algorithm, constant: str) -> dict[float, list[str]]:
    """Return the values that the presets have for a constant on this problem, and whose they are.

    Values that no logarithmic scale has, 0 for one, are left out.
    """
    found: dict[float, list[str]] = {}
    for name, preset in chosen.spec.presets.items():
        if constant not in preset.constants:
            continue
        value = present_value(problem, Algorithm(chosen.spec, name), constant)
        if value is not None and value > 0:
            found.setdefault(value, []).append(name)
    return dict(sorted(found.items()))


def range_work(problem: Problem, chosen: Algorithm, constant: str) -> int:
    """Return about how many multiplications `useful_range` takes, at most: λ's takes a forecast."""
    from_forecast = constant == "lam" and _is_dart_like(chosen)
    return forecast_work(problem, chosen) if from_forecast else 0


def useful_range(
    problem: Problem, chosen: Algorithm, constant: str, *, stop: NDArray[np.int64] | None = None
) -> tuple[float, float]:
    """Return from where to where a constant changes a run, a little further at both ends.

    Parameters
    ----------
    problem : Problem
    chosen : Algorithm
        Its other constants count as they are.
    constant : str
        One of its tunables.
    stop : int64 array of shape (1,), optional
        A flag; when another thread sets it to 1 the work ends soon.

    Returns
    -------
    low, high : float
        Both positive and inside the constant's own range; they do not depend on its present value.
        Where nothing is known of it, they lie far around the presets' values.

    Raises
    ------
    Stopped
        If `stop` was set.
    """
    tunable = _tunable(chosen, constant)
    known = _known(problem, chosen, constant, stop)
    if known is not None:
        low, high = known[0] / _BEYOND, known[1] * _BEYOND
    elif presets := list(preset_values(problem, chosen, constant)):
        low, high = presets[0] / _FURTHER, presets[-1] * _FURTHER
    else:
        low, high = tunable.low, tunable.high
    least = tunable.low if tunable.low > 0 else _LEAST
    low = min(max(low, least), tunable.high)
    return low, min(max(high, low), tunable.high)


def _is_dart_like(chosen: Algorithm) -> bool:
    return chosen.spec.useful is None and chosen.spec.outlook is None


def _known(
    problem: Problem, chosen: Algorithm, constant: str, stop: NDArray[np.int64] | None
) -> tuple[float, float] | None:
    if chosen.spec.useful is not None:
        return chosen.spec.useful(problem, chosen.resolved(problem), constant)
    if _is_dart_like(chosen) and constant in ("lam", "c"):
        return _of_dart(problem, chosen, constant, stop)
    return None


def values_to_try(
    problem: Problem, chosen: Algorithm, constant: str, useful: tuple[float, float]
) -> tuple[float, ...]:
    """Return about `VALUES` values of a constant, in order.

    They are spaced evenly on a logarithmic scale over its useful range, with two digits each; the
    values of the presets and the present one are among them, wherever they are. But for the
    present one they do not depend on it.
    """
    tunable = _tunable(chosen, constant)
    low, high = useful
    named = preset_values(problem, chosen, constant)
    fixed = {value for value in named if tunable.low <= value <= tunable.high}
    spaced = np.geomspace(low, high, max(2, VALUES - 1 - len(fixed))) if high > low else [low]
    rounded = {tunable.nearest(float(f"{value:.2g}")) for value in spaced}
    present = present_value(problem, chosen, constant)
    if present is not None and present > 0:
        fixed.add(present)
    return tuple(sorted(fixed | {v for v in rounded if not _meets(v, fixed)}))


def _meets(value: float, others: set[float]) -> bool:
    return any(max(value / other, other / value) < _SAME for other in others)


def _tunable(chosen: Algorithm, constant: str) -> Tunable:
    known = chosen.spec.tunables_of(chosen.preset)
    if constant not in known:
        raise FieldError(f"constant of {chosen.name}", "one of " + ", ".join(known), constant)
    return known[constant]


def _of_dart(
    problem: Problem, dart: Algorithm, constant: str, stop: NDArray[np.int64] | None
) -> tuple[float, float]:
    """Return between which values λ, or c, changes anything.

    λ counts between the last Δ that is reached at all and the first one. With c above the most that
    T has room for no test comes; below the least, one test follows the other, epoch by epoch, so
    long as Δ is large enough to tell anything.
    """
    numbers = dart.resolved(problem)
    n, k, T = problem.n_arms, problem.k, problem.horizon
    c, delta0 = float(numbers["c"]), float(numbers["delta0"])
    groups, log_nt = -(-n // k), log(n * T)
    if constant == "lam":
        # Without stages nobody is forecast to leave, and an epoch takes one round at least.
        own = {**dict(dart.overrides), "lam": 0.0}
        stages = forecast(problem, algorithm(dart.name, dart.preset, **own), stop=stop).stages
        last = stages[-1].delta if stages else min(delta0, sqrt(c * log_nt / T))
        return last / 2, delta0
    return (_SMALL * delta0) ** 2 / log_nt, T * delta0**2 / (groups * log_nt)
