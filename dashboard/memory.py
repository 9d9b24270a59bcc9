"""How much memory the server keeps: what things take in bytes, and a budget for each kind.

Whatever outlives a page's run is held in a `Kept`: it measures what it is given and lets go of
what nobody has asked for the longest. All budgets stand here. What they cannot see is seen in the
memory of the process, see `dashboard.serving.mark`.
"""

from __future__ import annotations

import ctypes
import gc
import mmap
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast
from weakref import WeakSet

import numpy as np

from dashboard.once import once

MB = 1_000_000
# Beside some 300 MB of code, of which compiled kernels are the largest part, all of it fits into
# a gigabyte with room for the studies that are going on.
RESULTS = 128 * MB  # what Watch, Play and Theory show
STUDIES = 160 * MB  # of Compare and Sensitivity
LISTS = 48 * MB  # arms of visitors' own that no link holds, of all sessions
LESSONS = 16 * MB  # that visitors make or have opened, of all sessions
TABLES = 48 * MB  # tables and lists that were read, so that a rerun need not read them again
UPLOADS = 120 * MB  # files, until their page is left
_ATOMS = (int, float, complex, bool, str, bytes, type(None), np.generic)
_WITHOUT_PARTS = (*_ATOMS, type, type(sys), type(len), type(lambda: None))

T = TypeVar("T")
_all: WeakSet[Kept[object]] = WeakSet()


def size(value: object) -> int:
    """Return how many bytes a value keeps, what its parts share counted once.

    An object whose class says ``of_the_process`` is there whether the value is kept or not, and
    threads may be at work in it: it does not count.
    """
    total = 0
    seen: set[int] = set()
    stack = [value]
    while stack:
        item = stack.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if getattr(type(item), "of_the_process", False):
            continue
        total += sys.getsizeof(item, 64)
        if isinstance(item, _WITHOUT_PARTS):
            continue
        stack += _parts(item)
    return total


def _parts(item: object) -> Iterable[object]:
    if isinstance(item, np.ndarray):
        base = [] if item.base is None else [item.base]  # a view keeps all that it is a view of
        return [*base, *(item.ravel().tolist() if item.dtype.hasobject else ())]
    if isinstance(item, Mapping):
        return [*item.keys(), *item.values()]
    if isinstance(item, list | tuple | set | frozenset):
        return item
    named = (getattr(item, name, None) for name in getattr(type(item), "__slots__", ()))
    return [*list(getattr(item, "__dict__", {}).values()), *named]


class Kept(Generic[T]):
    """Values by key, at most so many bytes of them; what was not asked for longest goes first.

    Where values belong to somebody, whoever has most loses one first: nobody loses theirs to what
    another one brings.

    Parameters
    ----------
    most : int
        Bytes. A value that is larger alone is kept alone, until the next one comes: whoever waits
        for it would otherwise have it computed again and again.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        self._lock = threading.Lock()
        self._values: OrderedDict[Hashable, tuple[T, int, str]] = OrderedDict()
        self._of_owner: dict[str, int] = {}
        _all.add(cast("Kept[object]", self))

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[Any]:
        with self._lock:
            return iter(list(self._values))

    def get(self, key: Hashable) -> T | None:
        """Return a value, or None; it is then the last one to go."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: T, owner: str = "") -> None:
        """Keep a value, as long as there is room."""
        its = size((key, value))
        with self._lock:
            self._drop(key)
            while self._values and self.bytes + its > self.most:
                self._drop(self._next_to_go(owner, its))
            self._values[key] = (value, its, owner)
            self._count(owner, its)

    def pop(self, key: Hashable) -> None:
        """Let go of a value, if it is there."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._values.clear()
            self._of_owner.clear()
            self.bytes = 0

    def _next_to_go(self, owner: str, coming: int) -> Hashable:
        would_have = self._of_owner | {owner: self._of_owner.get(owner, 0) + coming}
        most = max(self._of_owner, key=would_have.__getitem__)
        return next(key for key, (_, _, its) in self._values.items() if its == most)

    def _drop(self, key: Hashable) -> None:
        found = self._values.pop(key, None)
        if found is not None:
            self._count(found[2], -found[1])

    def _count(self, owner: str, by: int) -> None:
        self.bytes += by
        left = self._of_owner.get(owner, 0) + by
        if left:
            self._of_owner[owner] = left
        else:
            self._of_owner.pop(owner, None)


@once
def tables() -> Kept[Any]:
    """Return what was read of visitors' tables and lists, by what was read."""
    return Kept(TABLES)


def resident() -> int:
    """Return the bytes of memory that this process has; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * mmap.PAGESIZE


def let_go() -> None:
    """Let go of everything that is kept, and give the memory back to the system."""
    for each in list(_all):
        each.clear()
    gc.collect()
    _trim()(0)  # else freed memory stays with the process


@cache
def _trim() -> Callable[[int], object]:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # not glibc
        return int
