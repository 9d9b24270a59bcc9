"""What a study will cost, before it starts: seconds on this machine, and bytes.

A round of an algorithm costs nanoseconds that grow with N, K and, where it lists them, with the
actions. ``python -m benchmarks.cost`` measures them and writes cost.json, the calibration. It is
an estimate, made to be right within a factor of 3: enough to tell seconds from an hour.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

from dashboard.catalogue import name_and_preset
from dashboard.settings import Settings

CALIBRATION = Path(__file__).with_name("cost.json")
SECONDS_A_RUN = 0.0005  # beside its rounds; measured by `python -m benchmarks study`
UNKNOWN = 20_000.0  # ns a round of an algorithm of one's own: it runs in Python
CHECKPOINTS = 600  # of a kept curve, 8 bytes each; `dart_core.checkpoint_times` makes fewer
_LISTS_ACTIONS = ("ucb",)

Size = tuple[int, int, int]  # N, K, T


def sizes(algorithm: str, n: int, k: int) -> tuple[float, ...]:
    """Return what the cost of a round is a weighted sum of.

    Parameters
    ----------
    algorithm : str
    n, k : int
        Arms, and arms chosen a round.

    Returns
    -------
    tuple of float
        1, K, N, N K, N², N³ / 1000, and the number of actions where the algorithm lists them.
    """
    actions = float(comb(n, k)) if algorithm in _LISTS_ACTIONS else 0.0
    return (1.0, float(k), float(n), float(n * k), float(n * n), n**3 / 1000, actions)


@cache
def _calibration() -> dict[str, list[float]]:
    table: dict[str, list[float]] = json.loads(CALIBRATION.read_text(encoding="utf-8"))
    return table


def nanoseconds(algorithm: str, preset: str, n: int, k: int) -> float:
    """Return what a round costs on one core of the machine that was measured."""
    weights = _calibration().get(f"{algorithm}.{preset}")
    if weights is None:
        return UNKNOWN
    return sum(w * size for w, size in zip(weights, sizes(algorithm, n, k), strict=True))


@dataclass(frozen=True)
class Cost:
    """What some runs take.

    Attributes
    ----------
    runs : int
    rounds : float
        In all runs together.
    core_seconds : float
        On one core.
    bytes : float
        Of the curves that are kept.
    """

    runs: int
    rounds: float
    core_seconds: float

    @property
    def bytes(self) -> float:
        """Return the size of the curves that are kept."""
        return 8.0 * CHECKPOINTS * self.runs

    @property
    def seconds(self) -> float:
        """Return the time on all cores of this machine, if nothing else runs."""
        return self.core_seconds / (os.cpu_count() or 1)

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.runs + other.runs,
            self.rounds + other.rounds,
            self.core_seconds + other.core_seconds,
        )


def curves(settings: Settings) -> list[tuple[str, str]]:
    """Return the algorithms and presets that are run, the watched one first."""
    watched = (settings.algorithm, settings.preset)
    beside = [name_and_preset(curve) for curve in settings.companions]
    return [watched, *(pair for pair in beside if pair != watched or settings.own_constants())]


def of_one(algorithm: str, preset: str, size: Size, runs: int = 1) -> Cost:
    """Return what `runs` runs of one algorithm cost on a problem of a size (N, K, T)."""
    n, k, horizon = size
    each = nanoseconds(algorithm, preset, n, k) * horizon / 1e9
    return Cost(runs, float(runs) * horizon, runs * (each + SECONDS_A_RUN))


def of_watching(settings: Settings) -> Cost:
    """Return what one run of each curve costs: the Watch page."""
    return _of(curves(settings), [_size(settings)], 1)


def of_comparing(settings: Settings) -> Cost:
    """Return what the study of the Compare page costs."""
    return _of(curves(settings), [_size(settings)], settings.runs)


def of_sweeping(settings: Settings, everything: bool = False) -> Cost:
    """Return what a sweep costs: over what is varied, or of the watched one over everything."""
    from dashboard.sweeping import grid, of_the_watched, varied

    if not everything:
        points = [_size(settings)]
        for name, values in varied(settings).items():
            points = [_at(size, name, value) for size in points for value in values]
        return _of(curves(settings), points, settings.runs)
    points = [_size(settings)]
    for name in of_the_watched(settings):
        points += [_at(_size(settings), name, value) for value in grid(settings, name)]
    return _of(curves(settings)[:1], points, settings.runs)


def _of(pairs: list[tuple[str, str]], points: list[Size], runs: int) -> Cost:
    each = (of_one(*pair, size, runs) for pair in pairs for size in points)
    return sum(each, Cost(0, 0.0, 0.0))


def _size(settings: Settings) -> Size:
    return settings.n, settings.k, settings.horizon


def _at(size: Size, name: str, value: Any) -> Size:
    """Return the size where one parameter takes a value; most parameters do not change it."""
    n, k, horizon = size
    if name in ("n", "n_arms"):
        return value, k, horizon
    if name == "k":
        return n, value, horizon
    return (n, k, value) if name == "horizon" else size
