"""A chart as a value: what is drawn, whatever draws it (SVG, Matplotlib, Plotly)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

import numpy as np
from numpy.typing import NDArray

from dart_player.looks import Style

Numbers = NDArray[np.float64]
MARKS = 8
"""About how many marks a long line has."""


@dataclass(frozen=True, eq=False)
class Line:
    """One line, with what is around it, or points alone.

    Attributes
    ----------
    label : str
        "": not in the legend.
    x, y : float64 (P,)
        NaN in `y` is a gap.
    style : Style
    low, high : float64 (P,) or None
        Ends of the band.
    joined : bool
        Whether points are joined by a line; else there are marks alone.
    every : bool
        Whether each point has a mark, and the band is a bar at each; else some do.
    """

    label: str
    x: Numbers
    y: Numbers
    style: Style
    low: Numbers | None = None
    high: Numbers | None = None
    joined: bool = True
    every: bool = False


@dataclass(frozen=True, eq=False)
class Chart:
    """Lines on two axes.

    Attributes
    ----------
    title : str
        What it shows, for those who do not see it.
    lines : tuple of Line
    x_title, y_title : str
    words : str
        What lines and bands are; "" if there is nothing to say.
    log_x, log_y : bool
        Which axes are logarithmic; what is not above 0 is left out there.
    names : tuple of str
        Of the places 0, 1, … along x, where it has no numbers.
    level : tuple of (float, str) or None
        A level line, and what it is.
    whole : bool
        Whether x counts something, so that no tick lies between whole numbers.
    """

    title: str
    lines: tuple[Line, ...]
    x_title: str
    y_title: str
    words: str = ""
    log_x: bool = False
    log_y: bool = False
    names: tuple[str, ...] = ()
    level: tuple[float, str] | None = None
    whole: bool = False

    @property
    def y_words(self) -> str:
        """The title along y with what lines and bands are."""
        return f"{self.y_title} ({self.words})" if self.words else self.y_title

    def reach(self, axis: str) -> tuple[float, float]:
        """Return the least and the greatest number along ``"x"`` or ``"y"``, as far as drawn.

        Linear axes of regret and pay begin at 0 unless something lies below; a single number has
        room on both sides.
        """
        if axis == "x":
            parts, log = [line.x for line in self.lines], self.log_x
        else:
            ends = [(line.y, line.low, line.high) for line in self.lines]
            parts, log = [each for end in ends for each in end if each is not None], self.log_y
        if axis == "y" and self.level is not None:
            parts.append(np.array([self.level[0]]))
        numbers = np.concatenate(parts) if parts else np.zeros(0)
        numbers = numbers[np.isfinite(numbers)]
        if log:
            numbers = numbers[numbers > 0]
            low, high = (float(numbers.min()), float(numbers.max())) if numbers.size else (1.0, 10)
            return (low, high) if high > low else (low / 2, high * 2)
        low, high = (float(numbers.min()), float(numbers.max())) if numbers.size else (0.0, 1.0)
        if axis == "y":
            low, high = min(low, 0.0), max(high, 0.0)
        return (low, high) if high > low else (low - 0.5, high + 0.5)


def marked(size: int) -> NDArray[np.int64]:
    """Return which points of a long line have a mark: a few, evenly spread."""
    return np.unique(np.linspace(0, size - 1, min(MARKS, size)).astype(np.int64))


def is_wide(numbers: Numbers) -> bool:
    """Return whether positive numbers reach over more than a power of ten."""
    some = numbers[np.isfinite(numbers)]
    return bool(some.size > 1 and some.min() > 0 and some.max() > 10 * some.min())


def ticks(low: float, high: float, *, log: bool, whole: bool = False, most: int = 6) -> list[float]:
    """Return round numbers between two ends, both included, about `most` of them."""
    if log:
        return _log_ticks(low, high, most)
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    step = max(1.0, float(ceil(step))) if whole else step
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [place * step for place in range(first, last + 1)]


def _log_ticks(low: float, high: float, most: int) -> list[float]:
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    for factors in ((1, 2, 3, 5, 7), (1, 2, 5), (1, 3), (1,)):
        found = [f * 10.0**p for p in powers for f in factors]
        found = [each for each in found if low * 0.999 <= each <= high * 1.001]
        if len(found) <= most:
            break
    return found[:: max(1, ceil(len(found) / most))]


def in_full(number: float) -> str:
    """Return a round number as texts write it: 0.05, 200, 20,000, 1,000,000."""
    return f"{number:,.0f}" if abs(number) >= 1e3 else f"{number:.6g}"


def in_short(number: float) -> str:
    """Return a round number as an axis names it: 0.05, 200, 20k, 1M."""
    if not isfinite(number):
        return ""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(number) >= size:
            return f"{number / size:g}{letter}"
    return f"{number:.6g}"
