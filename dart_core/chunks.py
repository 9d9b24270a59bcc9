"""A study's unit of work: some runs of one algorithm, small enough to be carried anywhere.

What goes to a worker is a `Job` and the numbers of the runs wanted; what comes back is a `Chunk`
of plain arrays: regret at checkpoints and a few facts per run, never steps. A chunk is a function
of its arguments, so order, sizes, threads, processes and machines cannot change a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.registry import Algorithm
from dart_core.codes import ACCEPTED, REJECTED
from dart_core.errors import Stopped
from dart_core.frozen import freeze
from dart_core.problem import Problem
from dart_core.ready import make_ready
from dart_core.run import Run
from dart_core.simulation import checkpoint_times, simulate
from dart_core.streams import stream_key
from dart_core.variation import with_gap

MAX_RUNS = 1_000_000
ARRAYS = ("runs", "regret", "right", "commit_t", "accepted", "rejected", "seconds")


def run_seed(seed: int, run: int) -> int:
    """Return the seed of run number `run` (0, 1, …) of a study; run 0 has the study's own.

    Notes
    -----
    Steps of one odd length, modulo a power of two: no two runs of a study can meet the same
    luck. The length comes from a labelled stream, so studies of other seeds go other ways. A
    seed below 2³² has runs below 2³²: each can be opened in the app by a link.
    """
    step = int(stream_key(seed, "runs")) | 1
    return (seed + run * step) % (2**32 if seed < 2**32 else 2**64)


@dataclass(frozen=True)
class Job:
    """All runs of one algorithm on one problem: a curve of a study.

    Attributes
    ----------
    problem : Problem
        What is played; with `redraw_arms` its means are drawn anew for every run.
    algorithm : Algorithm
    seed : int
        The study's seed. Run j's luck and arms depend on (seed, j) alone.
    redraw_arms : bool
    gap : float or None
        With `redraw_arms`: what to make of the gap between the K-th and the (K+1)-th best arm.
    checkpoints : int
        At how many rounds, at most, regret is kept.
    """

    problem: Problem
    algorithm: Algorithm
    seed: int
    redraw_arms: bool
    gap: float | None
    checkpoints: int

    def problem_of(self, run: int) -> Problem:
        """Return the problem of run number `run`."""
        if not self.redraw_arms:
            return self.problem
        n, k, horizon = self.problem.n_arms, self.problem.k, self.problem.horizon
        drawn = Problem.random(n, k, horizon, self.problem.reward, run_seed(self.seed, run))
        return drawn if self.gap is None else with_gap(drawn, self.gap)


@dataclass(frozen=True, eq=False)
class Chunk:
    """Finished runs of one job (R runs, C checkpoints); read only.

    Attributes
    ----------
    runs : int64 (R,)
        Their numbers.
    regret : float64 (R, C)
        Cumulative pseudo-regret at the checkpoints.
    right : bool (R,)
        Whether the final set is a best one.
    commit_t, accepted, rejected : int64 (R,)
        The rounds played before it was committed to (T: never), and how many arms were moved.
    seconds : float64 (R,)
        How long each took: a measurement, not a result.
    failures : dict of int to str
        What went wrong in the runs that have no result.
    """

    runs: NDArray[np.int64]
    regret: NDArray[np.float64]
    right: NDArray[np.bool_]
    commit_t: NDArray[np.int64]
    accepted: NDArray[np.int64]
    rejected: NDArray[np.int64]
    seconds: NDArray[np.float64]
    failures: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        freeze(self)

    @classmethod
    def of(
        cls, runs: Sequence[int], done: Sequence[Run], seconds: Sequence[float], checkpoints: int
    ) -> Chunk:
        """Return the facts of finished runs; there may be none."""
        moves = [run.moves.to for run in done]
        return cls(
            runs=np.array(runs, dtype=np.int64),
            regret=np.array([run.regret for run in done]).reshape(len(done), checkpoints),
            right=np.array([run.right for run in done], dtype=np.bool_),
            commit_t=np.array([run.commit_t for run in done], dtype=np.int64),
            accepted=np.array([np.count_nonzero(to == ACCEPTED) for to in moves], dtype=np.int64),
            rejected=np.array([np.count_nonzero(to == REJECTED) for to in moves], dtype=np.int64),
            seconds=np.array(seconds, dtype=np.float64),
        )

    @classmethod
    def failed(cls, runs: Sequence[int], why: str, checkpoints: int) -> Chunk:
        """Return a chunk of which nothing came back."""
        nothing = cls.of((), (), (), checkpoints)
        return replace(nothing, failures=dict.fromkeys(runs, why))

    @classmethod
    def joined(cls, chunks: Sequence[Chunk]) -> Chunk:
        """Return the runs of `chunks` (at least one) in the order of their numbers."""
        order = np.argsort(np.concatenate([chunk.runs for chunk in chunks]))
        arrays = {n: np.concatenate([getattr(chunk, n) for chunk in chunks])[order] for n in ARRAYS}
        failures = {run: why for chunk in chunks for run, why in chunk.failures.items()}
        return cls(**arrays, failures=dict(sorted(failures.items())))

    def below(self, runs: int) -> Chunk:
        """Return the runs whose number is below `runs`."""
        chosen = self.runs < runs
        failures = {run: why for run, why in self.failures.items() if run < runs}
        return Chunk(**{n: getattr(self, n)[chosen] for n in ARRAYS}, failures=failures)


class StopFlag:
    """A stop flag that can be carried to a worker: shared by threads, a fresh one elsewhere."""

    def __init__(self, array: NDArray[np.int64] | None = None) -> None:
        self.array = np.zeros(1, dtype=np.int64) if array is None else array

    def __reduce__(self) -> tuple[type[StopFlag], tuple[()]]:
        # Another process cannot see the flag; and an array that was unpickled there may be
        # read-only, another type to Numba, for which every kernel would compile again.
        return StopFlag, ()

    @property
    def is_set(self) -> bool:
        """Whether the work should end."""
        return bool(self.array[0])

    def set(self) -> None:
        """Ask the work to end."""
        self.array[0] = 1


def run_chunk(job: Job, runs: Sequence[int], stop: StopFlag) -> Chunk:
    """Run a job's runs of the given numbers; this is what a worker is asked to do.

    Parameters
    ----------
    job : Job
    runs : sequence of int
    stop : StopFlag
        Once it is set the chunk ends, with the runs finished by then.

    Returns
    -------
    Chunk
        A run that raised is in `failures`, with its error as text.
    """
    numbers: list[int] = []
    done: list[Run] = []
    seconds: list[float] = []
    failures: dict[int, str] = {}
    size = times_of(job).size
    if not stop.is_set:
        make_ready(job.algorithm)  # else the first run's time would be that of a compiler
    for run in runs:
        if stop.is_set:
            break
        try:
            problem = job.problem_of(run)
            _ = problem.optimal_reward  # found once and kept: no part of what the algorithm takes
            begin = perf_counter()
            played = simulate(
                problem,
                job.algorithm,
                seed=run_seed(job.seed, run),
                frames=0,
                checkpoints=job.checkpoints,
                stop=stop.array,
            )
        except Stopped:
            break
        except Exception as error:  # a failed run is data: it must not end the study
            failures[run] = f"{type(error).__name__}: {error}"
            continue
        seconds.append(perf_counter() - begin)
        numbers.append(run)
        done.append(played)
    chunk = Chunk.of(numbers, done, seconds, size)
    chunk.failures.update(failures)
    return chunk


def times_of(job: Job) -> NDArray[np.int64]:
    """Return the rounds at which the job keeps its regret."""
    return checkpoint_times(job.problem.horizon, job.checkpoints)
