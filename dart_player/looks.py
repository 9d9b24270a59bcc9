"""How an algorithm's curve looks, wherever it is drawn: colours, a dash, a mark."""

from __future__ import annotations

from collections.abc import Mapping

from dart_core.algorithms.record import AlgorithmSpec
from dart_core.algorithms.registry import Algorithm

Style = dict[str, str]
"""``light`` and ``dark`` (colours), ``dash`` (in SVG's notation; "": solid) and ``marker``."""

_DASHES = ("", "7 4", "2 4", "10 3 2 3", "12 4")


def style(spec: AlgorithmSpec, preset: str) -> Style:
    """Return the colours of a curve, and a dash for each preset."""
    light, dark = spec.colour
    place, dash = list(spec.presets).index(preset), spec.presets[preset].dash
    if dash is None:
        dash = _DASHES[place % len(_DASHES)]
    return {"light": light, "dark": dark, "dash": dash}


def look(spec: AlgorithmSpec, preset: str) -> Style:
    """Return `style` with the marker of its points, for charts that have them."""
    return style(spec, preset) | {"marker": spec.marker}


def looks(algorithms: Mapping[str, Algorithm]) -> dict[str, Style]:
    """Return `look` by label; of those that would look alike, each has a dash of its own."""
    found: dict[str, Style] = {}
    for label, each in algorithms.items():
        its = look(each.spec, each.preset)
        taken = {other["dash"] for other in found.values() if other["light"] == its["light"]}
        if its["dash"] in taken:
            its["dash"] = next((dash for dash in _DASHES if dash not in taken), its["dash"])
        found[label] = its
    return found
