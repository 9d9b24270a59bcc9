"""How a study's time falls with the workers of a Dask cluster, and what 100 of them would make.

The model has three measured parts::

    seconds(w) = start + max(work / w + longest run, chunks · seconds a chunk)

*work* is what the runs took in kernels. It is shared by w workers, but for the last run, which no
other worker can take over. All chunks pass one by one through the client and the scheduler, so
beyond some number of workers these are what is waited for. *start* is what a study of a single
round takes. The model is held against one and two workers, each a process of this machine.
"""

from __future__ import annotations

import tempfile
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import dart_core as dc
from benchmarks.table import Row, best_seconds
from dart_core.chunks import Job, StopFlag, run_chunk
from dart_core.engine import CHUNK_SECONDS
from tests.core.dask_machines import Machines

RUNS = 100
MANY = 100
PROBLEM = dc.Problem.random(45, 4, 1_000_000)
EMPTY = dc.Problem.random(45, 4, 1)
ALGORITHM = dc.algorithm("dart", "unresolved")


@dataclass(frozen=True)
class Model:
    """The parts of the model, in seconds."""

    start: float
    work: float
    longest: float
    chunks: int
    chunk: float

    def seconds(self, workers: int, times: int = 1) -> float:
        """Return how long a study with `times` as many runs takes; of many, chunks are long."""
        shared = times * self.work / workers + self.longest
        chunks = self.chunks if times == 1 else times * self.work / CHUNK_SECONDS
        return self.start + max(shared, chunks * self.chunk)


def measure() -> list[Row]:
    """Measure two workers, then one, and extrapolate."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        machines = Machines(Path(folder))
        for which in range(3):
            stack.callback(machines.kill, which)
        with machines.connect(2) as cluster:
            _study(cluster.executor)  # both import the package and load the kernel
            two = _quickest(cluster.executor)
            each = _seconds_a_chunk(cluster.executor)
            start = best_seconds(lambda: dc.compare(EMPTY, ["oracle"], 1, 0, cluster.executor), 5)
            machines.kill(2)
            one = _quickest(cluster.executor)
    alone, study, chunks = one
    taken = study.curves[0].results.seconds
    model = Model(start, float(taken.sum()), float(taken.max()), chunks, each)
    ratio = alone / two[0]
    said = f"{two[0]:.2f} s and {alone:.2f} s; model {model.seconds(2):.2f} and "
    said += f"{model.seconds(1):.2f} s"
    far, near = model.seconds(MANY, times=50), model.seconds(1, times=50)
    parts = f"{50 * RUNS:,} runs of {model.work / RUNS * 1e3:.0f} ms: {far:.1f} s, not {near:.0f} s"
    return [
        Row(f"study of {RUNS} runs on 2 Dask workers, × 1 worker", ratio, "×", 1.6, True, said),
        Row("a chunk on its way through Dask", each * 1e3, "ms", 10, False),
        Row("workers that one client keeps busy", CHUNK_SECONDS / each, "", MANY, True),
        Row(f"{MANY} workers, by the model", near / far, "× as fast", 50, True, parts),
    ]


def _study(executor: Executor) -> tuple[dc.Study, int]:
    """Return the study, and in how many chunks it came."""
    heard: list[int] = []
    study = dc.compare(
        PROBLEM, [ALGORITHM], RUNS, 0, executor, lambda progress: heard.append(progress.done)
    )
    return study, len(heard) - 1


def _quickest(executor: Executor) -> tuple[float, dc.Study, int]:
    """Return the seconds of the quicker of two, with its study and number of chunks."""
    tries = []
    for _ in range(2):
        begin = perf_counter()
        study, chunks = _study(executor)
        tries.append((perf_counter() - begin, study, chunks))
    return min(tries, key=lambda each: each[0])


def _seconds_a_chunk(executor: Executor, count: int = 400) -> float:
    """Return the seconds a chunk takes of client, scheduler and two workers, kernels aside."""
    job = Job(EMPTY, dc.algorithm("oracle"), 0, redraw_arms=False, gap=None, checkpoints=250)
    begin = perf_counter()
    sent = [executor.submit(run_chunk, job, (at,), StopFlag()) for at in range(count)]
    for future in sent:
        future.result()
    return (perf_counter() - begin) / count
