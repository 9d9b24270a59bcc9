"""What numbers mean: shares of 1, percentages, or points on another scale, such as 1 to 5."""

from __future__ import annotations

from collections.abc import Sequence

from dart_core.arm_tables import heads
from dart_core.arm_tables.asking import (
    FRACTION,
    PERCENT,
    Answers,
    Choice,
    Question,
    TableQuestion,
    ends,
    scale_name,
)
from dart_core.arm_tables.cells import Column, is_missing, is_percentage, value
from dart_core.arm_tables.grid import Row
from dart_core.unseen import printable

_RARE = 0.05  # share of numbers beyond 1 that are slips of the pen
_WIDEST = 1e12  # of a scale
_TOPS = (5.0, 7.0, 10.0)  # of ratings
Cells = Sequence[tuple[int, int, str]]  # line, column from 0, cell


def scale_of(columns: Sequence[Column], body: Sequence[Row], answers: Answers) -> str:
    """Return the scale of the numbers in some columns.

    Raises
    ------
    TableError
        If a number is out of [0, 1] that no scale explains.
    TableQuestion
        If it may be one of several scales.
    """
    if answers.scale is not None:
        return answers.scale
    low = min(column.low for column in columns)
    high = max(column.high for column in columns)
    if all(map(heads.in_percent, columns)) and high > 0.0:
        return _of_percent_head(columns, high)
    if low >= 0.0 and high <= 1.0:
        return FRACTION
    return _beyond(columns, body, low, high)


def _of_percent_head(columns: Sequence[Column], high: float) -> str:
    if high > 1.0:
        return PERCENT
    head, example = printable(columns[0].label), f"{high:g}"
    question = f"“{head}” says percent, and no number is above 1. What does {example} mean?"
    choices = (
        Choice(f"{example} %", {"scale": PERCENT}),
        Choice(f"{high * 100:g} %, as a share of 1", {"scale": FRACTION}),
    )
    raise TableQuestion(Question(question, choices))


def _beyond(columns: Sequence[Column], body: Sequence[Row], low: float, high: float) -> str:
    """Ask what numbers beyond [0, 1] mean, or say which they are if they are slips."""
    inside = 0
    beyond: list[tuple[int, int, str]] = []
    for line, cells in body:
        for column in columns:
            cell = cells[column.at]
            if is_missing(cell):
                continue
            try:
                x = value(cell)
            except ValueError:
                return FRACTION  # what cannot be read is said first, by line
            if 0.0 <= x <= 1.0:
                inside += 1
            elif is_percentage(cell):
                return FRACTION
            else:
                beyond.append((line, column.at, cell))
    share = len(beyond) / (inside + len(beyond))
    no_percentages = low < 0.0 or high > 100.0
    whole = all(column.whole for column in columns) and len(body) > 2
    slips = no_percentages and share <= 0.5 and not whole
    if share < _RARE or slips or high - low > _WIDEST:
        return FRACTION  # slips of the pen, which are said by line
    line, at, cell = beyond[0]
    where = f"line {line}, column {at + 1}" if len(columns) > 1 else f"line {line}"
    text = (
        f"{where}: expected a number in [0, 1] or a percentage, got '{printable(cell)}'. "
        f"The numbers go from {low:g} to {high:g}. What do they mean?"
    )
    raise TableQuestion(Question(text, tuple(_offers(columns, low, high))))


def _offers(columns: Sequence[Column], low: float, high: float) -> list[Choice]:
    """Return scales that all of the numbers fit."""
    offers = []
    if low >= 0.0 and high <= 100.0:
        offers.append(Choice("percentages, or points from 0 to 100", {"scale": PERCENT}))
    top = next((each for each in _TOPS if high <= each), None)
    if top is not None and low >= 0.0:
        ratings = [1.0, 0.0] if low >= 1.0 else [0.0]
        its = [
            Choice(
                f"points from {start:g} to {top:g}: {start:g} becomes 0, and {top:g} becomes 1",
                {"scale": scale_name((start, top))},
            )
            for start in ratings
        ]
        whole = all(column.whole for column in columns)
        offers = [*its, *offers] if whole or low >= 1.0 else [*offers, *its]
    if high > 10.0 or low < 0.0:
        start = min(low, 0.0)
        label = f"amounts: {start:g} becomes 0, and the largest, {high:g}, becomes 1"
        offers.append(Choice(label, {"scale": scale_name((start, high))}))
    return offers


class Scaled:
    """Reads cells on a scale; each different cell is read once.

    Parameters
    ----------
    scale : str
    """

    def __init__(self, scale: str) -> None:
        self._percent = scale == PERCENT
        self._low, self._high = (0.0, 1.0) if self._percent else ends(scale)
        self._known: dict[str, float | None] = {}
        self.expected = "a number in [0, 1] or a percentage"
        if scale not in {FRACTION, PERCENT}:
            self.expected = f"a number from {self._low:g} to {self._high:g}"
        elif self._percent:
            self.expected = "a percentage from 0 to 100"

    def __call__(self, cell: str) -> float | None:
        """Return the number in a cell as a reward in [0, 1]; None where it says there is none.

        Raises
        ------
        ValueError
            If it is neither.
        """
        if cell not in self._known:
            self._known[cell] = None if is_missing(cell) else self._read(cell)
        return self._known[cell]

    def _read(self, cell: str) -> float:
        x = value(cell, percent=self._percent)
        if (self._low, self._high) != (0.0, 1.0) and not is_percentage(cell):
            x = (x - self._low) / (self._high - self._low)
        if not 0.0 <= x <= 1.0:
            raise ValueError("out of range")
        return x + 0.0


def slip(where: str, cell: str, expected: str) -> str:
    """Return what is wrong with a cell."""
    came = f"'{printable(cell)}'" if cell else "nothing"
    return f"{where}: expected {expected}, got {came}."
