"""What is set right in a table before its columns are read, each with a note that says so.

Digits in groups of three become plain numbers; a table that lies on its side is set upright; a line
that is the sum or the mean of all others is no arm and no reward.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum

from dart_core.arm_tables import heads
from dart_core.arm_tables.cells import NUMBER, Column, count, is_missing, is_value, value
from dart_core.arm_tables.grid import Grid, Row
from dart_core.unseen import printable

_MOST_LYING = 100  # lines of a table on its side: few, as they are its columns
_BLANKS = " \xa0\u202f"
_GROUPED = {
    sign: re.compile(rf"[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+(?:[{decimal}]\d+)?")
    for sign, decimal in [(",", "."), (".", ","), *((sign, ".,") for sign in f"'’{_BLANKS}")]
}
_SUMS = heads.words(
    "total totals sum all overall gesamt summe insgesamt totale итого всего 合計 合计 总计"
)
_MEANS = heads.words("mean average avg mittelwert durchschnitt moyenne media среднее 平均")


def tidied(grid: Grid) -> Grid:
    """Return a table as it is read."""
    return _without_sums(_upright(_ungrouped(grid)))


def is_a_sum(name: str) -> bool:
    """Whether a name says that its line is a sum or a mean of others, and nothing else."""
    words = _words(name)
    return bool(words) and all(word in {"grand", *_SUMS, *_MEANS} for word in words)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


# Digits in groups of three.


def _ungrouped(grid: Grid) -> Grid:
    signs: dict[int, str] = {}
    notes = []
    for at, head in enumerate(grid.head):
        cells = {cells[at] for _, cells in grid.body}
        sign = _group_sign(cells, Column(at, head, NUMBER), grid)
        if sign:
            signs[at] = sign
            example = max(cell for cell in cells if sign in cell)
            its = f"“{printable(head)}”" if head else f"column {at + 1}"
            notes.append(f"In {its} {example} was read as {_plain(example, sign)}.")
    if not signs:
        return grid
    body = [
        (line, [_plain(cell, signs[at]) if at in signs else cell for at, cell in enumerate(cells)])
        for line, cells in grid.body
    ]
    return replace(grid, body=body, notes=(*grid.notes, *notes))


def _plain(cell: str, sign: str) -> str:
    return cell.replace(sign, "").replace(",", ".") if sign in cell else cell


def _group_sign(cells: set[str], its: Column, grid: Grid) -> str:
    """Return the sign between groups of digits in a column, "" if there is none for certain."""
    for sign, pattern in _GROUPED.items():
        if not any(sign in cell for cell in cells):
            continue
        its_cells = [cell for cell in cells if sign in cell]
        if not all(map(pattern.fullmatch, its_cells)):
            continue
        others = [cell for cell in cells if sign not in cell and not is_missing(cell)]
        if not all(map(is_value, others)):
            continue
        several = any(len(re.findall(r"\D", cell)) > 1 for cell in its_cells)
        if several or sign not in ",." or (sign == "," == grid.separator):
            return sign
        if _is_count(its) and (sign == "," or _are_thousands(its_cells, others, its, grid)):
            return sign
    return ""


def _is_count(its: Column) -> bool:
    return heads.is_trials(its) or heads.is_successes(its) or heads.is_failures(its)


def _are_thousands(
    its_cells: Sequence[str], others: Sequence[str], its: Column, grid: Grid
) -> bool:
    """Whether 10.000 is ten thousand: not if all counts have three zeros, as a program has it."""
    if others or not all(cell.endswith(".000") for cell in its_cells):
        return True
    beside = [at for at, head in enumerate(grid.head) if _is_count(Column(at, head, NUMBER))]
    return any(
        cells[at].isdecimal() for _, cells in grid.body[:100] for at in beside if at != its.at
    )


# A table on its side.


def _upright(grid: Grid) -> Grid:
    """Return a table whose lines are arms, where it has clicks on one line and views on another."""
    lines = len(grid.body)
    if not (grid.named and 1 <= lines <= _MOST_LYING and len(grid.head) > 2):
        return grid
    labels = [Column(at, cells[0], NUMBER) for at, (_, cells) in enumerate(grid.body)]
    if len({label.head for label in labels}) < lines or not _says_what_lines_are(labels):
        return grid
    arms = [Column(at, head, NUMBER) for at, head in enumerate(grid.head) if at]
    told = any(_is_count(arm) or heads.is_reward(arm) or heads.is_numbered(arm) for arm in arms)
    cells = [cell for _, its in grid.body for cell in its[1:]]
    if told or not all(arm.head for arm in arms) or not all(map(_is_number, cells)):
        return grid
    columns = list(zip(*(cells for _, cells in grid.body), strict=True))
    body = [(arm.at + 1, [arm.head, *cells]) for arm, cells in zip(arms, columns[1:], strict=True)]
    listed = printable(", ".join(columns[0][:3]))
    note = f"Lines and columns were exchanged, as lines are called {listed}."
    head = [grid.head[0], *columns[0]]
    return replace(grid, head=head, body=body, notes=(*grid.notes, note))


def _says_what_lines_are(labels: Sequence[Column]) -> bool:
    rate = any(map(heads.is_rate, labels))
    trials = any(map(heads.is_trials, labels))
    good, bad = any(map(heads.is_successes, labels)), any(map(heads.is_failures, labels))
    return (rate and (trials or len(labels) == 1)) or (good and (trials or bad))


def _is_number(cell: str) -> bool:
    return is_missing(cell) or _number(cell) is not None


def _number(cell: str) -> float | None:
    for read in (count, value):
        try:
            return float(read(cell))
        except ValueError:
            continue
    return None


# Sums.


def _without_sums(grid: Grid) -> Grid:
    """Return a table without a first or last line that is the sum or the mean of all others."""
    for at in (-1, 0):
        if len(grid.body) < 3:
            return grid
        row = grid.body[at]
        others = grid.body[:-1] if at else grid.body[1:]
        if what := _what_it_is(row, others):
            called = next((c for c in row[1] if c and _number(c) is None), "")
            label = f", {printable(called)}," if called else ""
            note = f"Line {row[0]}{label} was left out: it is the {what} of all others."
            grid = replace(grid, body=others, notes=(*grid.notes, note))
    return grid


def _what_it_is(row: Row, others: Sequence[Row]) -> str:
    """Return "sum" or "mean" if a line says that it is one, and its numbers say so as well."""
    cells = row[1]
    texts = {at: cell for at, cell in enumerate(cells) if _number(cell) is None}
    starts = {word for cell in texts.values() for word in _words(cell.lower())[:2]}
    if starts & _SUMS:
        return "sum" if any(_adds_up(fsum, row, others)) else ""
    if starts & _MEANS:
        return "mean" if any(_adds_up(_mean, row, others)) else ""
    unnamed = [at for at, cell in texts.items() if not cell and all(its[at] for _, its in others)]
    if unnamed and not any(texts.values()):
        adding = list(_adds_up(fsum, row, others))
        return "sum" if len(adding) > 1 and sum(adding) > 1 else ""
    return ""


def _mean(numbers: Sequence[float]) -> float:
    return fsum(numbers) / len(numbers)


def _adds_up(
    whole: Callable[[Sequence[float]], float], row: Row, others: Sequence[Row]
) -> list[bool]:
    """Return for each column of numbers whether a line has what the others come to."""
    found = []
    for at, cell in enumerate(row[1]):
        its = _number(cell)
        numbers = [_number(cells[at]) for _, cells in others if not is_missing(cells[at])]
        known = [x for x in numbers if x is not None]
        if its is None or len(known) < len(numbers) or sum(map(bool, known)) < 2:
            continue
        digits = cell.rpartition(".")[2] if "." in cell else ""
        near = 0.51 * 10.0 ** -len(digits.rstrip("%")) * (0.01 if "%" in cell else 1.0)
        found.append(abs(whole(known) - its) <= near)
    return found
