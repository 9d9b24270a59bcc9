"""The verdicts as a matrix: who is said to lose less than whom, in which figure, and what holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MARKS = {"holds": "✓", "does not hold": "✗", "depends on the constants": "◐", "not settled": "?"}
_WORST_FIRST = ("does not hold", "depends on the constants", "not settled", "holds")


def columns(titles: dict[str, str]) -> dict[str, str]:
    """Return the heads of columns by cell: "mean, K = 2" of "Figure 1a: mean, K = 2"."""
    return {cell: title.partition(": ")[2] for cell, title in titles.items()}


def matrix(claims: Sequence[dict[str, Any]], heads: dict[str, str]) -> list[dict[str, str]]:
    """Return a row for every two that the paper compares: the claim, and a text for each column.

    Parameters
    ----------
    claims : sequence of dict
        Those of ``findings.json``; those that compare nobody are passed over.
    heads : dict
        As `columns` gives them.

    Returns
    -------
    list of dict
        ``claim`` and every head: the verdict's mark with how many times more regret the one has,
        "" where the paper says nothing. Of two claims on one cell the worse verdict is shown.
    """
    found: dict[tuple[str, str], dict[str, tuple[str, float]]] = {}
    for row in claims:
        if "less" not in row:
            continue
        cells = found.setdefault((row["less"], row["more"]), {})
        for cell, times in row["times"].items():
            now, before = row["verdict"], cells.get(cell, ("holds", 0.0))[0]
            worse = min(now, before, key=_WORST_FIRST.index)
            cells[cell] = (worse, times)
    return [
        {"claim": f"{less} loses less than {more}"}
        | {head: _text(cells[cell]) if cell in cells else "" for cell, head in heads.items()}
        for (less, more), cells in found.items()
    ]


def _text(of: tuple[str, float]) -> str:
    verdict, times = of
    digits = 0 if times >= 10 else 1 if times >= 1 else 2
    return f"{MARKS[verdict]} {times:.{digits}f}×"
