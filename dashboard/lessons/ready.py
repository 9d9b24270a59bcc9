"""Ready lessons: which moments go together, what for, and what to say; from `ready.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dashboard.lessons.moments import Moment, moments

_FILE = Path(__file__).with_name("ready.toml")


@dataclass(frozen=True)
class Lesson:
    """A selection of moments for a class.

    Attributes
    ----------
    name, title, goal : str
        In its address; above it; what the class knows afterwards.
    moments : list of str
        By name, in order.
    script : list of str
        What to do and say, step by step.
    """

    name: str
    title: str
    goal: str
    moments: list[str]
    script: list[str]

    @property
    def minutes(self) -> int:
        """How long it takes with a class."""
        return sum(moment.minutes for moment in moments_of(self.name))


@cache
def ready() -> tuple[Lesson, ...]:
    """Return the ready lessons, in order."""
    told: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(Lesson(**each) for each in told["lesson"])


def moments_of(name: str) -> tuple[Moment, ...]:
    """Return the moments of a lesson; all of them for a name that is none."""
    known = {moment.name: moment for moment in moments()}
    for lesson in ready():
        if lesson.name == name:
            return tuple(known[each] for each in lesson.moments)
    return moments()
