"""How far a study is, as those who wait for it are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class Progress(Generic[Result]):
    """How far a study is.

    Attributes
    ----------
    done, total : int
        Runs that have a result or failed, and runs asked for; refused ones count in neither.
    failed : int
        How many of `done` failed.
    seconds, seconds_left : float
        Since the start, and expected until the end; NaN until every curve has a run.
    workers : float
        How many chunks were computed at once, on average so far.
    partial : callable
        ``partial()`` gives the study as it stands; it costs nothing unless it is called.
    """

    done: int
    total: int
    failed: int
    seconds: float
    seconds_left: float
    workers: float
    partial: Callable[[], Result]
