"""What is said of a finished sweep along one parameter: where it is best, and what lies where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dart_core.findings import lowest, most_right, sweep_sentence
from dashboard.catalogue import CATALOGUE, Choice
from dashboard.ranges import present
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc


@dataclass(frozen=True)
class Mark:
    """A value that means something, beside those that were tried.

    Attributes
    ----------
    kind : str
        ``"here"``, ``"best"``, ``"preset"`` or ``"theory"``.
    at : float
    words : str
    """

    kind: str
    at: float
    words: str


def marks(settings: Settings, sweep: dc.Sweep) -> list[Mark]:
    """Return what is marked along the one varied parameter: here, best, presets, theory."""
    name = sweep.parameters[0]
    found = []
    here = present(settings, name)
    if isinstance(here, int | float):
        found.append(Mark("here", float(here), "you are here"))
    if best := lowest(sweep):
        at = best.values[name]
        if isinstance(at, int | float):
            found.append(Mark("best", float(at), "least regret"))
    owner, _, constant = name.rpartition(".")
    if owner not in CATALOGUE or name.endswith("*"):
        return found
    by_value: dict[float, list[str]] = {}
    for preset in CATALOGUE[owner].presets:
        choice = Choice(owner, preset)
        if constant in choice.tunables:
            its = choice.algorithm().resolved(settings.problem())[constant]
            if isinstance(its, int | float):
                by_value.setdefault(float(its), []).append(preset)
    found += [Mark("preset", at, ", ".join(names)) for at, names in by_value.items()]
    return found + _theory(settings, name)


def _theory(settings: Settings, name: str) -> list[Mark]:
    from dart_core.guarantee import PROVED_C

    if name == "dart.c":
        return [Mark("theory", PROVED_C, "what the proof needs")]
    if name == "dart.lam":
        return [Mark("theory", printed(settings), "as printed in the paper")]
    return []


def printed(settings: Settings) -> float:
    """Return λ as it is printed in the paper's Algorithm 1."""
    from dart_core.guarantee import printed_lambda

    return printed_lambda(settings.n, settings.k, settings.horizon)


def nearest(sweep: dc.Sweep, values: Mapping[str, Any]) -> dc.Point | None:
    """Return the point at given values, or None."""
    return next((p for p in sweep.points if dict(p.values) == dict(values)), None)


def sentence(settings: Settings, sweep: dc.Sweep) -> str:
    """Return where the watched algorithm does best, against where it stands, in Markdown."""
    return sweep_sentence(sweep, settings.algorithm, _here(settings, sweep))


def is_as_right(settings: Settings, sweep: dc.Sweep) -> bool:
    """Return whether the right set is found nowhere more often than where least is lost."""
    return most_right(sweep, _here(settings, sweep)) is lowest(sweep)


def _here(settings: Settings, sweep: dc.Sweep) -> dict[str, Any]:
    return {name: present(settings, name) for name in sweep.parameters}


def outside(settings: Settings, sweep: dc.Sweep) -> str:
    """Return which marks lie outside of what was tried, in a sentence; "" if none does."""
    name = sweep.parameters[0]
    tried = [p.values[name] for p in sweep.points if not isinstance(p.values[name], str)]
    if not tried:
        return ""
    low, high = min(tried), max(tried)
    far = [each for each in marks(settings, sweep) if not low <= each.at <= high]
    listed = "; ".join(f"{each.words}, {each.at:.3g}" for each in far)
    return f"Outside of this range: {listed}." if far else ""
