"""Rows of the table, and how often a thing is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """One figure beside its goal."""

    what: str
    measured: float
    unit: str
    goal: float
    at_least: bool
    beside: str = ""

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.measured >= self.goal if self.at_least else self.measured <= self.goal

    def line(self) -> str:
        """Return the row as a line of a Markdown table."""
        sign = "≥" if self.at_least else "≤"
        verdict = "reached" if self.reached else f"missed ({self.measured / self.goal:.2f} of it)"
        return (
            f"| {self.what} | {self.measured:,.3g} {self.unit} | {sign} {self.goal:g} {self.unit} "
            f"| {verdict} | {self.beside} |"
        )


HEADER = "| what | measured | goal | | beside it |\n|---|---|---|---|---|"


def best_seconds(call: Callable[[], object], repeats: int) -> float:
    """Return the shortest time of several: on a shared machine the least disturbed one."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        call()
        times.append(perf_counter() - begin)
    return min(times)
