"""The algorithms that the app offers: the core's records, and those of one's own behind them."""

from __future__ import annotations

import os

from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.record import AlgorithmSpec
from dart_core.algorithms.registry import REGISTRY
from dashboard import own_algorithms as own

OWN = own.load(os.environ.get(own.VARIABLE, ""))
CATALOGUE: dict[str, AlgorithmSpec] = {name: REGISTRY[name] for name in (*BUILT_IN, *OWN.names)}


def curves() -> dict[str, str]:
    """Return what may be drawn beside the watched algorithm: link name to label.

    A preset is part of the name wherever there are several, so that a link keeps its meaning
    when an algorithm gets another default.
    """
    names = {}
    for name, entry in CATALOGUE.items():
        for preset in entry.presets:
            several = len(entry.presets) > 1
            names[f"{name}.{preset}" if several else name] = curve_label(name, preset)
    return names


def curve_label(name: str, preset: str) -> str:
    """Return what a curve is called, constants of one's own left aside."""
    entry = CATALOGUE[name]
    return f"{entry.label} · {preset}" if len(entry.presets) > 1 else entry.label


def name_and_preset(curve: str) -> tuple[str, str]:
    """Return algorithm and preset of a name of `curves`."""
    name, _, preset = curve.partition(".")
    return name, preset or CATALOGUE[name].default_preset


def style(curve_algorithm: str, preset: str) -> dict[str, str]:
    """Return how a curve is drawn wherever it appears: colours, and a dash for each preset."""
    entry = CATALOGUE[curve_algorithm]
    light, dark = entry.colour
    place = list(entry.presets).index(preset)
    return {
        "light": light,
        "dark": dark,
        "dash": entry.dash.get(preset, _DASHES[place % len(_DASHES)]),
    }


_DASHES = ("", "7 4", "2 4", "10 3 2 3", "12 4")
