"""Jobs in, their finished runs out: what `compare` and `sweep` have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.registry import Algorithm, as_algorithm
from dart_core.archive import Archive
from dart_core.bars import own_bar
from dart_core.chunks import Chunk, Job, StopFlag, times_of
from dart_core.engine import Engine
from dart_core.errors import FieldError, FieldTypeError, checked_stop
from dart_core.progress import Progress

Result = TypeVar("Result")


@runtime_checkable
class Keeper(Protocol):
    """What keeps finished runs of jobs: a folder, see `Archive`, or anything else."""

    def load(self, job: Job) -> list[Chunk]:
        """Return what is kept of a job, each run once."""

    def save(self, job: Job, chunk: Chunk) -> None:
        """Keep finished runs."""


@dataclass(frozen=True)
class How:
    """The ways of running a study that cannot change its results; see `compare`."""

    executor: object  # checked to be an Executor or None
    on_progress: Callable[[Progress[Any]], object] | None
    stop: NDArray[np.int64] | None
    resume: str | Path | Keeper | None

    def __post_init__(self) -> None:
        if self.executor is not None and not isinstance(self.executor, Executor):
            expected = "a concurrent.futures.Executor, or None to run here"
            raise FieldTypeError("executor", expected, self.executor)
        checked_stop(self.stop)


def distinct(algorithms: Iterable[str | Algorithm]) -> tuple[Algorithm, ...]:
    """Return the algorithms of a study; one that is named twice is one curve.

    Raises
    ------
    FieldTypeError, FieldError
        If there is none, or something else.
    """
    expected = "a list of algorithms or their names, at least one"
    if isinstance(algorithms, str | Algorithm):
        algorithms = [algorithms]
    try:
        chosen = tuple(dict.fromkeys(as_algorithm(each) for each in algorithms))
    except TypeError:
        raise FieldTypeError("algorithms", expected, algorithms) from None
    if not chosen:
        raise FieldError("algorithms", expected, "none")
    return chosen


def collect(
    jobs: Sequence[Job],
    runs: int,
    how: How,
    build: Callable[[dict[Job, Chunk]], Result],
) -> Result:
    """Run each job's runs 0 … `runs`−1.

    Parameters
    ----------
    jobs : sequence of Job
        Different ones, in the order in which their first runs are wanted.
    runs : int
    how : How
    build : callable
        Makes a result of every job's runs that are finished so far.
    """
    kept_in = how.resume
    archive = kept_in if kept_in is None or isinstance(kept_in, Keeper) else Archive(kept_in)
    chunks = {job: archive.load(job) if archive else [] for job in jobs}
    kept = {job: {int(run) for chunk in chunks[job] for run in chunk.runs} for job in jobs}
    missing = {job: [run for run in range(runs) if run not in kept[job]] for job in jobs}
    total = runs * len(chunks)
    done, failed = total - sum(map(len, missing.values())), 0
    executor = how.executor if isinstance(how.executor, Executor) else None
    engine = Engine(missing, executor, StopFlag(how.stop))

    def partial() -> Result:
        return build({job: _first(list(chunks[job]), job, runs) for job in jobs})

    tell = how.on_progress or own_bar()

    def report() -> None:
        if tell is not None:
            pace = engine.pace()
            times = (pace.seconds, pace.seconds_left, pace.workers)
            tell(Progress(done, total, failed, *times, partial))

    def arrived(job: Job, chunk: Chunk) -> None:
        nonlocal done, failed
        chunks[job].append(chunk)
        done += chunk.runs.size + len(chunk.failures)
        failed += len(chunk.failures)
        if archive is not None:
            archive.save(job, chunk)
        report()

    report()
    engine.drive(arrived)
    return partial()


def _first(chunks: list[Chunk], job: Job, runs: int) -> Chunk:
    """Return the job's runs below `runs`: a folder may hold more, of a larger study."""
    joined = Chunk.joined([*chunks, Chunk.failed((), "", times_of(job).size)])
    return joined.below(runs)
