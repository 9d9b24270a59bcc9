"""Ranges: which parameters can be varied, and which values each of them takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from dashboard.catalogue import CATALOGUE, name_and_preset
from dashboard.schema.study_choices import PARAMETERS
from dashboard.settings import MAX_ARMS, MAX_K, Settings

CORE_NAMES = {"n": "n_arms"}
_REWARDS = ["mean", "quadratic", "max", "min"]


def parameters(settings: Settings) -> dict[str, str]:
    """Return what can be varied for the chosen algorithms: names and labels."""
    constants: set[str] = set(CATALOGUE[settings.algorithm].constants_of(settings.preset))
    for curve in settings.companions:
        name, preset = name_and_preset(curve)
        constants |= CATALOGUE[name].constants_of(preset).keys()
    binary = settings.law == "bernoulli"
    return {
        name: label
        for name, label in PARAMETERS.items()
        if (name in ("n", "gap") and binary and (name == "n" or settings.k < settings.n))
        or name in ("horizon", "k", "reward")
        or name.removesuffix("*") in constants
    }


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
        own = [] if settings.reward in (*_REWARDS, "curve", "at-least") else [settings.reward]
        return [*_REWARDS, *own]
    if name == "horizon":
        top = settings.horizon
        values = np.geomspace(max(top / 100, min(100, top)), top, count)
        return sorted({min(_round(value), top) for value in values} | {top})
    if name == "n":
        low, high = settings.k + 1, min(max(2 * settings.n, settings.k + 2), MAX_ARMS)
        values = np.geomspace(max(low, 2), high, count)
        return sorted({round(value) for value in values})
    if name == "k":
        high = min(max(settings.n // 2, settings.k), MAX_K)
        return sorted({round(value) for value in np.linspace(1, high, count)} | {settings.k})
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


def label(parameter: str) -> str:
    """Return the name of a parameter of `dart_core.sweep` for people."""
    symbols = {"lam": "λ", "delta": "δ", "n_arms": "N", "n": "N", "k": "K", "horizon": "T"}
    name = parameter.removesuffix("*")
    return symbols.get(name, name)
