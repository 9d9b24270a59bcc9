"""Runs chunks on any executor: first runs of every curve first, then chunks of a fair size.

Nothing here can change a result, only when it comes. How many chunks are in flight, and how many
runs one holds, follow from what was measured so far, so no executor has to say how big it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from time import monotonic
from typing import Any

from dart_core.chunks import Chunk, Job, StopFlag, run_chunk, times_of

CHUNK_SECONDS = 0.3  # worth of a chunk: short to wait for, long beside the cost of sending it
_CHUNKS = 40  # at least in a study, so that progress moves rather than jumps
_AT_FIRST = 4  # chunks in flight before anything was measured
_POLL = 0.05  # s between two looks at the stop flag
_GRACE = 0.5  # s that running chunks get to end once it is set


class _Here(Executor):
    """An executor that runs each task at once, in the caller's thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass
class _Curve:
    """What is left to do of a job."""

    job: Job
    waiting: deque[int]
    started: int = 0
    pace: float = inf  # s a run, as of the newest chunk; unknown: inf

    def take(self, most: int) -> tuple[int, ...]:
        """Return the runs of the next chunk, at most `most` of them."""
        fair = int(min(CHUNK_SECONDS / self.pace, most)) if self.pace > 0 else most
        size = min(max(fair, 1), len(self.waiting))
        self.started += size
        return tuple(self.waiting.popleft() for _ in range(size))


@dataclass
class _Flight:
    """A chunk on its way."""

    curve: _Curve
    runs: tuple[int, ...]
    begin: float


@dataclass(frozen=True)
class Pace:
    """How fast a study goes.

    Attributes
    ----------
    seconds : float
        Since it began.
    seconds_left : float
        Expected until it ends; NaN while a curve has no run to judge by.
    workers : float
        Chunks that were computed at once, on average.
    """

    seconds: float
    seconds_left: float
    workers: float


class Engine:
    """One drive through all runs of some jobs.

    Parameters
    ----------
    jobs : mapping of Job to sequence of int
        The numbers of the runs that each job still needs.
    executor : Executor or None
        None runs here, one chunk after another.
    stop : StopFlag
        Ends the drive when it is set, by whomever.
    """

    def __init__(
        self, jobs: Mapping[Job, Sequence[int]], executor: Executor | None, stop: StopFlag
    ) -> None:
        self._executor = _Here() if executor is None else executor
        self._grows = executor is not None
        self._most = _AT_FIRST if executor is not None else 1
        self._stop = stop
        self._curves = [_Curve(job, deque(runs)) for job, runs in jobs.items() if runs]
        self._queue = [(0, at) for at in range(len(self._curves))]  # heap: runs started, curve
        self._largest = max(1, sum(map(len, jobs.values())) // _CHUNKS)
        self._flights: dict[Future[Chunk], _Flight] = {}
        self._begin = monotonic()
        self._busy = 0.0

    def drive(self, arrived: Callable[[Job, Chunk], None]) -> None:
        """Run everything; call ``arrived(job, chunk)``, in this thread, for every chunk.

        Returns once all is done, or soon after `stop` is set. If `arrived` raises, or a key
        interrupts, chunks that have not started are cancelled and running ones asked to end.
        """
        try:
            while (self._queue or self._flights) and not self._stop.is_set:
                self._fill(arrived)
                self._collect(arrived, _POLL)
            self._cancel()
            deadline = monotonic() + _GRACE
            while self._flights and monotonic() < deadline:
                self._collect(arrived, _POLL)
        except BaseException:
            self._stop.set()
            self._cancel()
            raise

    def pace(self) -> Pace:
        """Return how fast it goes."""
        seconds = monotonic() - self._begin
        workers = max(self._busy / seconds, 1e-9) if seconds > 0 else 1.0
        open_runs = [(curve, len(curve.waiting)) for curve in self._curves]
        open_runs += [(flight.curve, len(flight.runs)) for flight in self._flights.values()]
        work = sum(runs * curve.pace for curve, runs in open_runs if runs)
        return Pace(seconds, work / workers if work < inf else float("nan"), workers)

    def _fill(self, arrived: Callable[[Job, Chunk], None]) -> None:
        """Keep as many chunks in flight as find a worker, of the curve that is furthest back."""
        while len(self._flights) < self._most and self._queue:
            _, at = heappop(self._queue)
            curve = self._curves[at]
            runs = curve.take(self._largest)
            if curve.waiting:
                heappush(self._queue, (curve.started, at))
            begin = monotonic()
            try:
                future = self._executor.submit(run_chunk, curve.job, runs, self._stop)
            except Exception as error:  # a pool that is broken or shut down takes nothing more
                arrived(curve.job, _lost(curve.job, runs, error))
            else:
                self._flights[future] = _Flight(curve, runs, begin)

    def _collect(self, arrived: Callable[[Job, Chunk], None], timeout: float) -> None:
        # `wait` does not count a task that was cancelled before a worker took it.
        done = {future for future in self._flights if future.cancelled()}
        if self._flights and not done:
            done = wait(self._flights, timeout, FIRST_COMPLETED).done
        for future in [sent for sent in self._flights if sent in done]:  # the oldest first
            flight = self._flights.pop(future)
            job = flight.curve.job
            if future.cancelled() and self._stop.is_set:
                continue
            error = None if future.cancelled() else future.exception()
            if future.cancelled() or error is not None:
                arrived(job, _lost(job, flight.runs, error))
                continue
            chunk = future.result()
            self._learn(flight, chunk)
            arrived(job, chunk)

    def _learn(self, flight: _Flight, chunk: Chunk) -> None:
        work = float(chunk.seconds.sum())
        self._busy += work
        flight.curve.pace = work / max(chunk.seconds.size, 1)
        # A chunk that waited for less than it worked found a worker free: there may be more.
        if self._grows and monotonic() - flight.begin < 1.5 * work + 0.001:
            self._most += 1

    def _cancel(self) -> None:
        for future in self._flights:
            future.cancel()


def _lost(job: Job, runs: Sequence[int], error: BaseException | None) -> Chunk:
    why = "it was cancelled" if error is None else f"{type(error).__name__}: {error}"
    return Chunk.failed(runs, f"no worker returned it: {why}".strip(), times_of(job).size)
