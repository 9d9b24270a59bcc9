"""Which DARTs Theory sets side by side, and whose course is told where none is watched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc

PLAIN_DART = "clean-c1"  # where another algorithm is watched


def dart_of(settings: Settings) -> dc.Algorithm:
    """Return the DART that the page tells of: the watched one, or `PLAIN_DART`."""
    import dart_core as dc

    if settings.algorithm == "dart":
        return settings.chosen()
    return dc.algorithm("dart", preset=PLAIN_DART)


def choices(problem: dc.Problem, mine: dc.Algorithm) -> list[tuple[str, dc.Algorithm]]:
    """Return the choices of λ that are set side by side, this page's DART first."""
    import dart_core as dc

    printed = dc.algorithm("dart", preset="paper-v2")
    others = [
        (f"{mine.label}, half its λ", _halved(mine, problem)),
        ("DART · authors-code", dc.algorithm("dart", preset="authors-code")),
        ("DART · paper-v2, λ as printed", printed),
        ("DART · paper-v2, half the printed λ", _halved(printed, problem)),
    ]
    first = (f"{mine.label} (this page)", mine)
    # λ = 0 has no half; and what this page shows anyway is not shown twice.
    return [first, *(e for e in others if e[1].resolved(problem) != mine.resolved(problem))]


def _halved(dart: dc.Algorithm, problem: dc.Problem) -> dc.Algorithm:
    half = float(dart.resolved(problem)["lam"]) / 2
    return replace(dart, overrides=(*(o for o in dart.overrides if o[0] != "lam"), ("lam", half)))
