"""Threads that studies share by time: a short one ends soon beside one that takes minutes.

Chunks of runs differ a thousandfold in what they take, so taking turns by chunk would let a study
of milliseconds wait a second for each. Whoever has had the least time goes first. All of them step
back for the pages.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

# s: a study that has just got a chunk back sends the next one in a moment. A thread waits for it,
# lest it take a long chunk of another study meanwhile.
_LINGER = 0.005
LOWEST = 19  # of the priorities that a thread can have


class Shares:
    """Some threads, and the executors that share them.

    Parameters
    ----------
    workers : int
    name : str
        Of the threads.
    """

    def __init__(self, workers: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(workers, name, initializer=step_back)
        self._lock = threading.Lock()
        self._busy: list[_Share] = []  # those with something to run, or running

    def share(self) -> Executor:
        """Return another executor of these threads."""
        with self._lock:  # who comes late is not owed the time that others had before
            return _Share(self, min((each.used for each in self._busy), default=0.0))

    def shutdown(self) -> None:
        """Wait for all work and end the threads."""
        self._pool.shutdown()

    def _submit(self, share: _Share, future: Future[Any], call: Callable[[], Any]) -> None:
        with self._lock:
            if share not in self._busy:
                self._busy.append(share)
            share.waiting.append((future, call))
        self._pool.submit(self._next)  # a turn for somebody, not for this call

    def _next(self) -> None:
        with self._lock:
            some = [share for share in self._busy if share.waiting]
            if not some:
                return
            share = min(some, key=lambda each: each.used)
            future, call = share.waiting.popleft()
            share.running += 1
        begin = time.perf_counter()
        try:
            if future.set_running_or_notify_cancel():
                _run(future, call)
        finally:
            with self._lock:
                share.used += time.perf_counter() - begin
                share.running -= 1
                if not share.running and not share.waiting:
                    self._busy.remove(share)
                linger = not share.waiting and any(each.waiting for each in self._busy)
            if linger:
                time.sleep(_LINGER)


class _Share(Executor):
    """One study's part."""

    def __init__(self, threads: Shares, used: float) -> None:
        self._threads = threads
        self.used = used  # s of the threads
        self.waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self.running = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a call when its turn comes; until then it can be cancelled."""
        future: Future[Any] = Future()
        self._threads._submit(self, future, lambda: fn(*args, **kwargs))
        return future


def _run(future: Future[Any], call: Callable[[], Any]) -> None:
    try:
        result = call()
    except BaseException as error:  # whatever it was, whoever waits must hear of it
        future.set_exception(error)
    else:
        future.set_result(result)


def step_back() -> None:
    """Let the calling thread compute only where pages leave the processor free.

    On Linux a thread has a priority of its own; elsewhere it keeps that of the process.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
