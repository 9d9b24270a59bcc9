"""What a process has one of: its pools, its rooms, its log."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def once(make: Callable[P, T]) -> Callable[P, T]:
    """Return what makes an object for the first who asks and hands it to all who come later.

    `functools.cache` alone calls `make` twice where two visitors are first at the same moment, and
    gives each an object of its own: two pools, or two sets of rooms that know nothing of each
    other. It will do for what is only read.
    """
    kept, lock = cache(make), RLock()

    @wraps(make)
    def its(*args: P.args, **kwargs: P.kwargs) -> T:
        with lock:
            return kept(*args, **kwargs)  # type: ignore[arg-type] # `cache` says what cannot be hashed

    return its
