"""Studies in the background: each once for all who ask, shown while it runs, ended when alone.

A study takes seconds to minutes, so a page does not wait for it. It *looks* at it again and
again; a study that nobody has looked at for a while (a setting was changed, a tab was closed) is
stopped. Identical studies, asked for by many at once, run once. A few run at a time, the others
wait in line, where visitors take turns; all of them share one pool, apart from that of Watch, which
stays quick.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard import memory
from dashboard.once import once
from dashboard.serving import log, mark
from dashboard.serving.cluster import LOST, VARIABLE, Remote
from dashboard.serving.profile import profile
from dashboard.serving.queue import FairLine, visitor
from dashboard.serving.shares import Shares
from dashboard.serving.watchdog import watched

# Without a look for so long a study is left alone: several times what pages take between looks.
ALONE = 6.0
MOST_AT_ONCE = 2

StopFlag = NDArray[np.int64]
Report = Callable[[Any], None]
Work = Callable[[Executor, Report, StopFlag], Any]


@dataclass
class Look:
    """What is known of a study at one moment.

    Attributes
    ----------
    state : str
        ``"waiting"``, ``"running"``, ``"stopping"`` (a visitor asked for it), ``"done"``,
        ``"stopped"`` (by a visitor) or ``"failed"``.
    before : int
        While waiting: how many studies are ahead of it in line.
    progress : dart_core.Progress or None
        While running or stopping: how far it is; ``progress.partial()`` is the study so far.
    result : object
        Of a study that is done or stopped; None if it was stopped before its start.
    error : str
        What went wrong, if it failed.
    remote : Remote or None
        The cluster that it was meant to run on; None: this machine.
    """

    state: str
    before: int = 0
    progress: Any = None
    result: Any = None
    error: str = ""
    remote: Remote | None = None


@dataclass
class _Flight:
    work: Work
    visitor: str
    about: str
    remote: Remote | None
    price: float
    stop: StopFlag = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    seen: float = field(default_factory=time.monotonic)
    look: Look = field(default_factory=lambda: Look("waiting"))
    by_hand: bool = False
    ended: threading.Event = field(default_factory=threading.Event)


class Studies:
    """The studies of a process.

    Parameters
    ----------
    threads : Shares
        Where runs are computed; all studies share them.
    at_once : int
        How many studies run at a time.
    keep : int
        Bytes of results that are kept, the last ones looked at.
    alone : float
        Seconds without a look after which a study is stopped.
    each : float
        How many studies of one visitor run at a time.
    remote : Remote, optional
        The cluster that studies run on instead of `threads`, except those that a visitor has
        moved here.
    """

    def __init__(
        self,
        threads: Shares,
        at_once: int = MOST_AT_ONCE,
        keep: int = memory.STUDIES,
        alone: float = ALONE,
        each: float = inf,
        remote: Remote | None = None,
    ) -> None:
        self._threads, self._at_once, self._alone = threads, at_once, alone
        self._each, self.remote = each, remote
        self._moved_here: set[str] = set()
        self._lock = threading.Lock()
        self._flights: dict[str, _Flight] = {}  # that wait or run
        self._ended: memory.Kept[Look] = memory.Kept(keep)
        self._line: FairLine[str] = FairLine()
        self._busy: Counter[str] = Counter()  # running studies by their visitors
        self.started = 0  # studies run so far: what single flight is tested by

    def look(self, key: str, work: Work, about: str = "", price: float = inf) -> Look:
        """Return how the study named `key` stands; begin it if nobody has.

        Parameters
        ----------
        key : str
            Equal for equal studies.
        work : callable
            ``work(executor, report, stop)`` runs it, calls ``report(progress)`` after every
            chunk, ends soon once ``stop[0]`` is 1, and returns the study.
        about : str
            What it is, for the log.
        price : float
            Seconds of one core that it may take.
        """
        with self._lock:
            ended = self._ended.get(key)
            if ended is not None:
                return ended
            flight = self._flights.get(key)
            if flight is None:
                self._forget_left()
                remote = None if key in self._moved_here else self.remote
                flight = self._flights[key] = _Flight(work, visitor(), about, remote, price)
                self._line.put(flight.visitor, key)
                self._begin()
            flight.seen = time.monotonic()
            look = flight.look
            before = self._line.order().index(key) if look.state == "waiting" else 0
            going_down = look.state == "running" and flight.by_hand
            state = "stopping" if going_down else look.state
            return replace(look, state=state, before=before, remote=flight.remote)

    def keep(self, key: str, result: Any) -> None:
        """Take over a study that was run elsewhere."""
        with self._lock:
            if key not in self._flights:
                self._ended.put(key, Look("done", result=result))

    def kept(self, key: str) -> Any:
        """Return a study that has ended and is still kept; None if there is none."""
        with self._lock:
            ended = self._ended.get(key)
            return ended.result if ended else None

    def knows(self, key: str) -> bool:
        """Whether a study was begun and is still kept."""
        with self._lock:
            return key in self._flights or key in self._ended

    def stop(self, key: str, patience: float = 0.0) -> None:
        """End a study for all who look at it; what is finished stays.

        Parameters
        ----------
        key : str
        patience : float, default 0
            Seconds to wait for its end, at most. Most studies end much sooner, and whoever waits
            need not show them as ending before they show them as ended.
        """
        with self._lock:
            flight = self._flights.get(key)
            if flight is None:
                return
            flight.by_hand = True
            flight.stop[0] = 1
            if self._line.remove(key):
                self._end(key, flight, Look("stopped"))
                return
        flight.ended.wait(patience)

    def again(self, key: str, *, here: bool = False) -> None:
        """Forget a study that has ended, so that the next look begins it anew.

        Parameters
        ----------
        key : str
        here : bool
            Whether it is to run on this machine, though there is a cluster.
        """
        with self._lock:
            ended = self._ended.get(key)
            if ended is not None and ended.state in ("stopped", "failed"):
                self._ended.pop(key)
                if here:
                    self._moved_here.add(key)

    def _begin(self) -> None:
        """Start the next in line if there is room; the lock is held."""
        while self._busy.total() < self._at_once:
            enough = [who for who, running in self._busy.items() if running >= self._each]
            turn = self._line.take(without=enough)
            if turn is None:
                return
            key = turn[1]
            flight = self._flights[key]
            if self._left(flight):
                del self._flights[key]
                continue
            self._busy[flight.visitor] += 1
            self.started += 1
            flight.look = Look("running")
            name = f"study-{key[:8]}"
            threading.Thread(target=self._run, args=(key, flight), name=name, daemon=True).start()

    def _left(self, flight: _Flight) -> bool:
        return time.monotonic() - flight.seen > self._alone

    def _run(self, key: str, flight: _Flight) -> None:
        def report(progress: Any) -> None:
            flight.look = Look("running", progress=progress)

        def end_if_left() -> None:  # not only between chunks: one may take long
            if self._left(flight):
                flight.stop[0] = 1

        begin = time.monotonic()
        try:
            with watched(flight.about or key, flight.price, end_if_left):
                result, lost = self._compute(flight, report)
            state = "failed" if lost else "stopped" if flight.stop[0] else "done"
            look = Look(state, result=result, error=lost)
        except Exception as error:
            look = Look("failed", error=f"{type(error).__name__}: {error}")
        seconds = time.monotonic() - begin
        log.logger().info("%s: %s after %.1f s", flight.about or key, look.state, seconds)
        with self._lock:
            self._moved_here.discard(key)
            self._busy[flight.visitor] -= 1
            self._busy += Counter()  # forgets visitors without a study
            if flight.stop[0] and not flight.by_hand:
                del self._flights[key]  # left alone: whoever comes back begins it again
            else:
                self._end(key, flight, look)
            self._begin()
        flight.ended.set()

    def _end(self, key: str, flight: _Flight, look: Look) -> None:
        """Keep what has become of a study; the lock is held."""
        del self._flights[key]
        self._ended.put(key, replace(look, remote=flight.remote))

    def _forget_left(self) -> None:
        """Take out of line what nobody looks at any more; the lock is held."""
        for key in self._line.order():
            if self._left(self._flights[key]):
                self._line.remove(key)
                del self._flights[key]

    def _compute(self, flight: _Flight, report: Report) -> tuple[Any, str]:
        """Return the study, and what became of the cluster if it was lost on the way, else ""."""
        try:
            mark.check()
        except mark.Full as full:
            return None, f"{full}"
        if flight.remote is None:
            return flight.work(self._threads.share(), report, flight.stop), ""
        from dart_core.cluster import ClusterError

        try:
            cluster = flight.remote.cluster()
        except ClusterError as error:
            return None, f"{error}"
        result = flight.work(cluster.executor, report, flight.stop)
        return result, LOST if cluster.gone and not flight.stop[0] else ""


@once
def studies() -> Studies:
    """Return the studies of this process: on a cluster if one is named, else a thread a core."""
    threads = Shares(os.cpu_count() or 1, "study")
    its = profile()
    address = os.environ.get(VARIABLE, "").strip()
    remote = Remote(address) if address else None
    return Studies(threads, at_once=int(its.max_studies), each=its.max_studies_each, remote=remote)
