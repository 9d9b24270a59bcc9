"""Work off the page's thread: one small pool, each job once, cancelled when nobody waits.

A page's script must never run a kernel itself: six quick moves of a slider would leave six
kernels running beside each other. Here every job has a key. Whoever asks for a key that is
running waits for the same job; when the last one has gone (a slider moved on, a tab closed), its
stop flag is set and the kernel ends within an epoch. Visitors take turns, so who asks for a lot
waits for it alone. What is priced at more than a moment has a thread of its own, which steps back:
short works never wait for it. Finished results stay, as many as their budget of memory holds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard import memory
from dashboard.serving import mark, pacing
from dashboard.serving.queue import FairPool, visitor
from dashboard.serving.watchdog import watched

MOMENT = 0.75  # s: what takes longer waits for its like

StopFlag = NDArray[np.int64]
Work = Callable[[StopFlag], Any]
OnWait = Callable[[float], None]


@dataclass
class _Job:
    future: Future[Any]
    stop: StopFlag
    waiting: int = 0


@dataclass(frozen=True)
class Joined:
    """Jobs that somebody waits for."""

    _done: Mapping[str, Any]
    _running: Mapping[str, Future[Any]]

    def wait(self, on_wait: OnWait, tick: float, *, key: str = "", most: float = inf) -> None:
        """Wait until all are done, or `key` is done and `most` seconds have passed.

        Parameters
        ----------
        on_wait : callable
            ``on_wait(seconds)`` is called every `tick` seconds with the time waited so far. It
            may raise to give up; the page's own interrupts come this way.
        tick : float
            Seconds between two calls.
        key : str
            The one that is needed most; none: all are.
        most : float
            Seconds to wait for the others.
        """
        waited = 0.0
        if any(not future.done() for future in self._running.values()):
            pacing.waits()
        while wait(self._running.values(), timeout=tick).not_done:
            waited += tick
            if waited >= most and not self.is_pending(key):
                return
            on_wait(waited)

    def is_pending(self, key: str) -> bool:
        """Whether a job is not done yet."""
        return key in self._running and not self._running[key].done()

    def results(self) -> dict[str, Any]:
        """Return the results that are there, by key.

        Raises
        ------
        Exception
            Whatever a work raised. A failure is not kept: the next one who asks tries again.
        """
        done = {key: future.result() for key, future in self._running.items() if future.done()}
        return {**self._done, **done}


@dataclass
class Jobs:
    """Pools of kernels shared by all visitors of a process.

    Parameters
    ----------
    workers : int
        Kernels at once. They release the GIL, so this is the number of cores to use.
    keep : int
        Bytes of finished results that are kept, the last ones asked for.
    """

    workers: int = 2
    keep: int = memory.RESULTS
    runs: int = 0  # jobs started so far: what single flight is tested by
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _running: dict[str, _Job] = field(default_factory=dict, init=False)
    _done: memory.Kept[Any] = field(init=False)

    def __post_init__(self) -> None:
        self._pool = FairPool(self.workers, "kernel")
        self._long = FairPool(1, "long kernel", steps_back=True)
        self._done = memory.Kept(self.keep)

    @contextmanager
    def join(
        self, works: Mapping[str, Work], prices: Mapping[str, float] | None = None
    ) -> Iterator[Joined]:
        """Begin `works`, or join those that run already; leave them at the end of the block.

        Parameters
        ----------
        works : mapping of str to callable
            By the key that names its result: ``work(stop)`` computes it in the pool; it must
            end soon once ``stop[0]`` is 1. They are begun in this order, each once for all who
            ask for its key.
        prices : mapping of str to float, optional
            What they may take, in seconds; without one, a moment.
        """
        done: dict[str, Any] = {}
        running: dict[str, _Job] = {}
        with self._lock:
            for key, work in works.items():
                found = self._done.get(key)
                if found is not None:
                    done[key] = found[0]
                else:
                    running[key] = self._running.get(key) or self._start(
                        key, work, (prices or {}).get(key, 0.0)
                    )
                    running[key].waiting += 1
        try:
            yield Joined(done, {key: job.future for key, job in running.items()})
        finally:
            for key, job in running.items():
                self._leave(key, job)

    def result(
        self, key: str, work: Work, on_wait: OnWait, tick: float, *, price: float = 0.0
    ) -> Any:
        """Return the result of one work; see `join` and `Joined.wait`."""
        with self.join({key: work}, {key: price}) as joined:
            joined.wait(on_wait, tick)
            return joined.results()[key]

    def _start(self, key: str, work: Work, price: float) -> _Job:
        stop = np.zeros(1, dtype=np.int64)
        pool = self._pool if price <= MOMENT else self._long
        run = partial(self._run, key, work, stop, price)
        job = _Job(pool.submit(visitor(), run), stop)
        self._running[key] = job
        return job

    def _leave(self, key: str, job: _Job) -> None:
        with self._lock:
            job.waiting -= 1
            if job.waiting == 0 and not job.future.done():
                job.stop[0] = 1
                job.future.cancel()
                # It may go on for a moment, but nobody can join it: it has no result to give.
                if self._running.get(key) is job:
                    del self._running[key]

    def _run(self, key: str, work: Work, stop: StopFlag, price: float) -> Any:
        with self._lock:
            self.runs += 1
        try:
            mark.check()
            with watched(f"work {key}", price):
                value = work(stop)
            self._done.put(key, (value,))  # so that None is a result as well
            return value
        finally:
            with self._lock:
                job = self._running.get(key)
                if job is not None and job.stop is stop:
                    del self._running[key]
