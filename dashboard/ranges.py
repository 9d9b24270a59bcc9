"""Ranges: which parameters can be varied, and which values each of them takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from dart_core.joint_rewards import REWARDS
from dashboard.catalogue import CATALOGUE
from dashboard.schema.study_choices import OF_THE_PROBLEM, PARAMETERS, SYMBOLS
from dashboard.settings import MAX_ARMS, MAX_K, Settings

CORE_NAMES = {"n": "n_arms"}
_OWN_NAMES = {core: own for own, core in CORE_NAMES.items()}
_FORMULA = ("dart-anytime", "lam")  # unless the visitor has put a number in its place
_LETTERS = {"horizon": "T", "n": "N", "k": "K", "reward": "f", "gap": "the gap"}


def parameters(settings: Settings) -> dict[str, str]:
    """Return what can be varied for the chosen algorithms: names and labels.

    A constant that several of them have can be varied in all at once, or in each alone.
    """
    owners: dict[str, set[str]] = {}
    for choice in settings.choices():
        for constant in choice.spec.tunables_of(choice.preset):
            owners.setdefault(constant, set()).add(choice.name)
    possible = set()
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
        if name in possible and len(grid(settings, name)) > 1
    }


def _is_a_number(settings: Settings, algorithm: str, constant: str) -> bool:
    """Return whether a constant can be multiplied: no formula with another value in each run."""
    beside = any(choice.name == algorithm for choice in settings.companions)
    own = settings.algorithm == algorithm and constant in dict(settings.constants) and not beside
    return own or (algorithm, constant) != _FORMULA


def of_the_watched(settings: Settings) -> dict[str, str]:
    """Return what can be varied for the watched algorithm alone."""
    return parameters(replace(settings, companions=()))


def grid(settings: Settings, name: str) -> list[Any]:
    """Return the values that a parameter takes, around or up to its present one.

    Parameters
    ----------
    settings : Settings
        `Settings.points` says how many values there are, at most.
    name : str
        One of `PARAMETERS`.
    """
    count = settings.points
    if name == "reward":
        binary = settings.law == "bernoulli"
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
    return [float(f"{value:.3g}") for value in np.geomspace(0.1, 10.0, count)]


def _round(value: float) -> int:
    """Return a number of rounds with two digits that count."""
    return int(float(f"{value:.2g}"))


def varied(settings: Settings) -> dict[str, list[Any]]:
    """Return the values of what is varied, by the names of `dart_core.sweep`."""
    names = [settings.vary]
    if settings.vary_too not in ("nothing", settings.vary):
        names.append(settings.vary_too)
    return {CORE_NAMES.get(name, name): grid(settings, name) for name in names}


def values_of(settings: Settings, everything: bool) -> dict[str, list[Any]]:
    """Return what a sweep varies: what was chosen, or everything that can be, one at a time."""
    if not everything:
        return varied(settings)
    return {CORE_NAMES.get(n, n): grid(settings, n) for n in of_the_watched(settings)}


def is_of_the_problem(parameter: str) -> bool:
    """Return whether a parameter of `dart_core.sweep` is no constant of an algorithm."""
    return _OWN_NAMES.get(parameter, parameter) in OF_THE_PROBLEM


def label(parameter: str) -> str:
    """Return the symbol of a parameter of `dart_core.sweep`: T, λ, λ of DART."""
    name = _OWN_NAMES.get(parameter, parameter).removesuffix("*")
    if name in _LETTERS:
        return _LETTERS[name]
    owner, _, constant = name.rpartition(".")
    return SYMBOLS[constant] + (f" of {CATALOGUE[owner].label}" if owner else "")


def axis(parameter: str) -> str:
    """Return the title of an axis along a parameter."""
    if parameter.endswith("*"):
        return f"{label(parameter)}, multiplied by"
    return OF_THE_PROBLEM[_OWN_NAMES.get(parameter, parameter)]


def value(parameter: str, of: Any) -> str:
    """Return a value of a parameter in words: 20,000, ×0.1, max."""
    if not isinstance(of, int | float):
        return str(of)
    if parameter.endswith("*"):
        return f"×{of:g}"
    return f"{of:,}" if isinstance(of, int) else f"{of:g}"


def present(settings: Settings, parameter: str) -> Any:
    """Return the value that a parameter has without a sweep; None for a gap, which is drawn."""
    if parameter.endswith("*"):
        return 1.0
    name = _OWN_NAMES.get(parameter, parameter)
    return None if name == "gap" else getattr(settings, name)
