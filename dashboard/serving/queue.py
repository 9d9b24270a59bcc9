"""Lines that are fair between visitors: each gets one turn, then the next visitor does."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, zip_longest
from typing import Any, Generic, TypeVar

from dashboard import streamlit_edges
from dashboard.serving.shares import step_back

T = TypeVar("T")
NOBODY = ""  # work that no page asked for: tests, and what runs at the start


class FairLine(Generic[T]):
    """Items in line, visitor by visitor; it is not locked."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[T]] = OrderedDict()

    def put(self, visitor: str, item: T) -> None:
        """Add an item at the end of a visitor's own line."""
        self._lines.setdefault(visitor, deque()).append(item)

    def take(self, without: Collection[str] = ()) -> tuple[str, T] | None:
        """Return whose turn it is and the item; None if only visitors in `without` wait."""
        for visitor, items in self._lines.items():
            if visitor not in without:
                item = items.popleft()
                if items:
                    self._lines.move_to_end(visitor)
                else:
                    del self._lines[visitor]
                return visitor, item
        return None

    def remove(self, item: T) -> bool:
        """Take an item out of line; whether it was there."""
        for visitor, items in self._lines.items():
            if item in items:
                items.remove(item)
                if not items:
                    del self._lines[visitor]
                return True
        return False

    def order(self) -> list[T]:
        """Return all items in the order of their turns."""
        turns = chain.from_iterable(zip_longest(*self._lines.values(), fillvalue=_GAP))
        return [item for item in turns if item is not _GAP]


_GAP: Any = object()


class FairPool:
    """Threads that take turns between visitors.

    Parameters
    ----------
    workers : int
    name : str
        Of its threads.
    steps_back : bool, default False
        Whether they compute only where pages leave the processor free.
    """

    def __init__(self, workers: int, name: str, *, steps_back: bool = False) -> None:
        initializer = step_back if steps_back else None
        self._pool = ThreadPoolExecutor(workers, name, initializer=initializer)
        self._line: FairLine[tuple[Future[Any], Callable[[], Any]]] = FairLine()
        self._lock = threading.Lock()

    def submit(self, visitor: str, work: Callable[[], Any]) -> Future[Any]:
        """Put a work in a visitor's line; its future can be cancelled until its turn comes."""
        future: Future[Any] = Future()
        with self._lock:
            self._line.put(visitor, (future, work))
        self._pool.submit(self._next)  # a turn for somebody, not for this work
        return future

    def shutdown(self) -> None:
        """Wait for all works and end the threads."""
        self._pool.shutdown()

    def _next(self) -> None:
        with self._lock:
            turn = self._line.take()
        if turn is None:
            return
        future, work = turn[1]
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = work()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)


def visitor() -> str:
    """Return a random name of the visitor whose page is being drawn, known to this process only.

    It is Streamlit's own name of the session: it lives as long as a tab, and tells nothing.
    """
    return streamlit_edges.session() or NOBODY
