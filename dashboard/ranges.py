"""Ranges: which parameters can be varied, and which values each of them takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dart_core import parameters as parameters_in_words
from dart_core.algorithms.record import Tunable
from dart_core.joint_rewards import REWARDS
from dashboard.catalogue import CATALOGUE
from dashboard.schema.problem_choices import MAX_ARMS, MAX_HORIZON, MAX_K
from dashboard.schema.study_choices import MAIN, OF_THE_PROBLEM, PARAMETERS
from dashboard.settings import Settings

CORE_NAMES = {"n": "n_arms"}
_OWN_NAMES = {core: own for own, core in CORE_NAMES.items()}
_FORMULA = ("dart-anytime", "lam")  # unless the visitor has put a number in its place
_LIMITS = {"n": MAX_ARMS, "k": MAX_K, "horizon": MAX_HORIZON}
_OF_CONSTANTS = 9  # how many values a constant takes, where nobody says which
_LOG_FROM = 8.0  # how many times the least value the greatest is, where logarithms show more
_ROUNDED = 0.05  # how far a value of a range may lie from where it would be without rounding


def main_of(settings: Settings) -> str:
    """Return the parameter that `vary` means where it says "main"; T where there is no constant."""
    spec, has = CATALOGUE[settings.algorithm], list(settings.watched.tunables)
    first = next((name for name in (*spec.main, *has) if name in has), None)
    return "horizon" if first is None else f"{settings.algorithm}.{first}"


def chosen(settings: Settings) -> list[str]:
    """Return the parameters that are varied, one or two, "main" by the name of what it means."""
    names = [main_of(settings) if settings.vary == MAIN else settings.vary]
    too = main_of(settings) if settings.vary_too == MAIN else settings.vary_too
    return names if too in ("nothing", *names) else [*names, too]


def parameters(settings: Settings) -> dict[str, str]:
    """Return what can be varied for the chosen algorithms: names and labels.

    A constant takes values of its own, or is multiplied: then one that several of them have can
    be varied in all at once, or in each alone.
    """
    owners: dict[str, set[str]] = {}
    for choice in settings.choices():
        for constant in choice.tunables:
            owners.setdefault(constant, set()).add(choice.name)
    possible = {f"{name}.{constant}" for constant, names in owners.items() for name in names}
    for constant, names in owners.items():
        numbers = {name for name in names if _is_a_number(settings, name, constant)}
        if numbers == names:
            possible.add(f"{constant}*")
        if len(names) > 1:
            possible |= {f"{name}.{constant}*" for name in numbers}
    possible |= {"horizon", "k", "reward"}
    if settings.law == "bernoulli":
        possible |= {"n", "gap"} if settings.k < settings.n else {"n"}
    # A sweep over one value shows nothing: another K has no own count curve, say.
    return {
        name: label
        for name, label in PARAMETERS.items()
        if name in possible and (constant_of(name) or len(_around(settings, name)) > 1)
    }


def _is_a_number(settings: Settings, algorithm: str, constant: str) -> bool:
    """Return whether a constant can be multiplied: no formula with another value in each run."""
    beside = any(choice.name == algorithm for choice in settings.companions)
    own = settings.algorithm == algorithm and constant in dict(settings.constants) and not beside
    return own or (algorithm, constant) != _FORMULA


def of_the_watched(settings: Settings) -> list[str]:
    """Return what can be varied for the watched algorithm alone, its constants by their values."""
    return [name for name in parameters(replace(settings, companions=())) if name[-1] != "*"]


def grid(settings: Settings, name: str) -> list[Any]:
    """Return the values that a parameter takes in the chosen sweep.

    They are those that were asked for where `name` is varied, as far as there can be any such
    (see `left_out`), or else some around its present one.
    """
    possible = [each for each in _asked(settings, name) if _is_possible(name, each)]
    return possible if len(possible) > 1 else _around(settings, name)


def left_out(settings: Settings, name: str) -> list[Any]:
    """Return the values that were asked for and that no problem or algorithm has."""
    return [each for each in _asked(settings, name) if not _is_possible(name, each)]


def _asked(settings: Settings, name: str) -> list[Any]:
    both = dict(zip(chosen(settings), (settings.values, settings.values_too), strict=False))
    asked = both.get(name) or ()
    if name == "reward":
        return []
    whole = counts(name)
    return list(dict.fromkeys(round(each) if whole else each for each in asked))


def _is_possible(name: str, of: float) -> bool:
    if name in _LIMITS:
        return 1 <= of <= _LIMITS[name]
    if name == "gap":
        return 0 < of <= 1
    constant = constant_of(name)
    if constant is None or name.endswith("*"):
        return True
    return constant.low <= of <= constant.high


def counts(name: str) -> bool:
    """Return whether a parameter takes whole numbers."""
    constant = constant_of(name)
    return name in _LIMITS or bool(constant and constant.whole and not name.endswith("*"))


def constant_of(name: str) -> Tunable | None:
    """Return the record of the constant that a parameter is; None for one of the problem."""
    owner, _, constant = name.removesuffix("*").rpartition(".")
    return CATALOGUE[owner].tunables.get(constant) if owner in CATALOGUE else None


def spread(low: float, high: float, count: int, *, log: bool, whole: bool) -> tuple[float, ...]:
    """Return `count` values from `low` to `high`, of three digits that count, both ends exact.

    Parameters
    ----------
    low, high : float
        ``low < high``; a logarithmic range begins above 0.
    count : int
        2 or more; of whole numbers there may be fewer.
    log : bool
        Whether their ratios are equal, not their differences.
    whole : bool
    """
    spaced = np.geomspace(low, high, count) if log else np.linspace(low, high, count)
    inner = [float(f"{each:.3g}") for each in spaced[1:-1]]
    every = [low, *(each for each in inner if low < each < high), high]
    return tuple(sorted({float(round(each)) if whole else float(each) for each in every}))


def spacing_of(values: Sequence[float]) -> str:
    """Return how values lie: "log" or "linear" where they are a range of such, else "list"."""
    low, high, count = min(values), max(values), len(values)
    ways = {"linear": np.linspace(low, high, count)}
    if low > 0:
        ways = {"log": np.geomspace(low, high, count)} | ways
    if low > 0 and high / low < _LOG_FROM:  # a short range looks like both
        ways = dict(reversed(ways.items()))
    for way, ideal in ways.items():
        step = np.min(np.diff(ideal)) if way == "linear" else 0.25 * ideal
        if np.all(np.abs(np.array(values) - ideal) <= np.maximum(0.25 * step, _ROUNDED * ideal)):
            return way
    return "list"


def is_log(values: Sequence[Any]) -> bool:
    """Return whether an axis over these values is logarithmic."""
    if len(values) < 2 or any(isinstance(each, str) for each in values) or min(values) <= 0:
        return False
    way = spacing_of(values)
    return way == "log" or (way == "list" and max(values) / min(values) >= _LOG_FROM)


def _around(settings: Settings, name: str) -> list[Any]:
    """Return some values of a parameter around or up to its present one.

    `Settings.points` says how many there are, at most; of a constant's own there are more.
    """
    count = settings.points
    if name == "reward":
        counted = settings.data is not None and settings.data.counted
        binary = settings.law == "bernoulli" or counted
        return [r.name for r in REWARDS.values() if r.plain and (binary or r.of_any_arms)]
    if name == "horizon":
        top = settings.horizon
        values = np.geomspace(max(top / 100, min(100, top)), top, count)
        return sorted({min(_round(value), top) for value in values} | {top})
    if name == "n":
        low, high = settings.k + 1, min(max(2 * settings.n, settings.k + 2), MAX_ARMS)
        values = np.geomspace(max(low, 2), high, count)
        return sorted({round(value) for value in values})
    if name == "k":
        if settings.joint_reward.own:  # its K + 1 numbers are for this K
            return [settings.k]
        low = settings.at_least if settings.joint_reward.takes_m else 1
        high = min(max(settings.n // 2, settings.k), MAX_K)
        return sorted({round(value) for value in np.linspace(low, high, count)} | {settings.k})
    if name == "gap":
        return [float(f"{value:.3g}") for value in np.geomspace(0.02, 0.4, count)]
    if name.endswith("*"):
        return [float(f"{value:.3g}") for value in np.geomspace(0.1, 10.0, count)]
    return _of_a_constant(settings, name)


def _of_a_constant(settings: Settings, name: str) -> list[Any]:
    """Return values from a tenth of a constant's present one to ten times that, itself among them.

    What has no present number above 0 takes the whole range that it may have.
    """
    constant, now = constant_of(name), present(settings, name)
    if constant is None:
        return []
    if not isinstance(now, float) or now != constant.nearest(now) or now <= 0:
        low, high = max(constant.low, constant.high / 10**4), constant.high
    else:
        low, high = constant.nearest(now / 10), constant.nearest(now * 10)
    if not 0 < low < high:
        return []
    own = [now] if isinstance(now, float) and low < now < high else []
    values = spread(low, high, _OF_CONSTANTS, log=True, whole=constant.whole)
    # The present one takes the place of the one beside it.
    near = min(values, key=lambda each: abs(np.log(each / own[0]))) if own else None
    kept = [each for each in values if each != near or each in (low, high)]
    return sorted({round(each) if constant.whole else each for each in (*kept, *own)})


def _round(value: float) -> int:
    """Return a number of rounds with two digits that count."""
    return int(float(f"{value:.2g}"))


def varied(settings: Settings) -> dict[str, list[Any]]:
    """Return the values of what is varied, by the names of `dart_core.sweep`."""
    return {core(name): grid(settings, name) for name in chosen(settings)}


def core(name: str) -> str:
    """Return how `dart_core.sweep` calls a parameter."""
    return CORE_NAMES.get(name, name)


def own(parameter: str) -> str:
    """Return how the settings call a parameter of `dart_core.sweep`."""
    return _OWN_NAMES.get(parameter, parameter)


def values_of(settings: Settings, everything: bool) -> dict[str, list[Any]]:
    """Return what a sweep varies: what was chosen, or everything that can be, one at a time."""
    if not everything:
        return varied(settings)
    return {core(name): _few(settings, name) for name in of_the_watched(settings)}


def _few(settings: Settings, name: str) -> list[Any]:
    """Return values of a parameter among others: every second of a constant's own."""
    values = _around(settings, name)
    return values[:: 2 if constant_of(name) and len(values) > settings.points else 1]


def is_of_the_problem(parameter: str) -> bool:
    """Return whether a parameter of `dart_core.sweep` is no constant of an algorithm."""
    return own(parameter) in OF_THE_PROBLEM


def label(parameter: str) -> str:
    """Return the symbol of a parameter of `dart_core.sweep`: T, λ, λ of DART."""
    return parameters_in_words.label(core(parameter))


def axis(parameter: str) -> str:
    """Return the title of an axis along a parameter."""
    return parameters_in_words.title(core(parameter))


def value(parameter: str, of: Any) -> str:
    """Return a value of a parameter in words: 20,000, ×0.1, max."""
    return parameters_in_words.value(parameter, of)


def symbol(settings: Settings, parameter: str) -> str:
    """Return the symbol of a parameter, without its owner where that is watched: λ."""
    return parameters_in_words.label(core(parameter), settings.algorithm)


def said(settings: Settings, values: Mapping[str, Any]) -> str:
    """Return values of parameters of `dart_core.sweep` in words: λ = 0.05, T = 20,000."""
    return parameters_in_words.said(values, settings.algorithm)


def present(settings: Settings, parameter: str) -> Any:
    """Return the value that a parameter has without a sweep.

    None for a gap, which is drawn, and for a constant that is a formula with another value in
    each run.
    """
    if parameter.endswith("*"):
        return 1.0
    name = own(parameter)
    owner, _, constant = name.rpartition(".")
    if not owner:
        return None if name == "gap" else getattr(settings, name)
    choice = next((each for each in settings.choices() if each.name == owner), None)
    if choice is None or constant not in choice.tunables:
        return None
    now = choice.algorithm().resolved(settings.problem())[constant]
    return None if isinstance(now, str) else float(now)
