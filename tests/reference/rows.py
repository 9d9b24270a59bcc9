"""Arms whose rewards come in whole rows, straight from the definition."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.reference import luck

Table = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Column:
    """One arm of a table: in a round it pays what stands in that round's row."""

    table: Table
    arm: int

    @property
    def mean(self) -> float:
        return math.fsum(row[self.arm] for row in self.table) / len(self.table)

    def in_row(self, row: Sequence[float]) -> float:
        """Return what it pays: an int where all arms pay 0 or 1, as those of the references do."""
        counts = all(x in (0, 1) for each in self.table for x in each)
        return int(row[self.arm]) if counts else float(row[self.arm])

    def in_round(self, seed: int, t: int) -> float:
        return self.in_row(row_of_round(self.table, seed, t))


def row_of_round(table: Table, seed: int, t: int) -> tuple[float, ...]:
    """Return the row that all arms have in round t: number t of one stream says which."""
    u = luck.uniform(luck.stream_key(seed, "shared luck"), t)
    return table[math.floor(u * len(table))]


def outcomes_by_row(arms: Sequence[Any]) -> list[list[float]]:
    """Return what arms, of which some may be missing (0.0), pay in each row of their table."""
    table = next(arm.table for arm in arms if isinstance(arm, Column))
    return [[arm.in_row(row) if isinstance(arm, Column) else 0 for arm in arms] for row in table]
