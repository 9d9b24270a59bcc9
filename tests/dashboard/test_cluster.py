"""The app's studies on a Dask cluster: where they run is said, and what is done without it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import dart_core as dc
from dashboard.serving.cluster import LOST, Remote
from dashboard.serving.shares import Shares
from dashboard.serving.studies import Look, Report, StopFlag, Studies
from tests.core.dask_machines import Machines
from tests.core.study_problems import ALGORITHMS, PROBLEM, bits

DEADLINE = 60.0


@pytest.fixture
def pool() -> Iterator[Shares]:
    threads = Shares(2, "test")
    yield threads
    threads.shutdown()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    pytest.importorskip("distributed", reason="Dask is an optional extra")
    with ExitStack() as stack:
        started = Machines(tmp_path)
        for which in range(3):
            stack.callback(started.kill, which)
        started.connect(2).close()  # both workers are there
        yield started


class Work:
    """A comparison that counts its reports and tells each to `told`."""

    def __init__(self, runs: int, told: Callable[[int], object] = lambda _: None) -> None:
        self.runs, self.told, self.reports = runs, told, 0

    def __call__(self, executor: Executor, report: Report, stop: StopFlag) -> dc.Study:
        def heard(progress: dc.Progress[dc.Study]) -> None:
            self.reports += 1
            report(progress)
            self.told(self.reports)

        return dc.compare(PROBLEM, ALGORITHMS, self.runs, 5, executor, heard, stop=stop)


def look_until(studies: Studies, key: str, work: Any, *states: str) -> Look:
    end = time.monotonic() + DEADLINE
    while (look := studies.look(key, work)).state not in states:
        assert time.monotonic() < end, look
        time.sleep(0.02)
    return look


def test_a_worker_dies_then_the_scheduler(pool: Shares, machines: Machines) -> None:
    remote = Remote(machines.address)
    studies = Studies(pool, remote=remote)
    here = dc.compare(PROBLEM, ALGORITHMS, 40, 5)

    def kill_a_worker(reports: int) -> None:
        if reports == 6:
            assert remote.workers == 2
            machines.kill(1)

    look = look_until(studies, "bereaved", Work(40, kill_a_worker), "done", "failed")
    assert look.state == "done", look.error
    assert bits(look.result) == bits(here)
    assert look.remote is remote

    def kill_the_scheduler(reports: int) -> None:
        if reports == 6:
            machines.kill(0)

    doomed = Work(400, kill_the_scheduler)
    look = look_until(studies, "doomed", doomed, "done", "failed")
    assert (look.state, look.error) == ("failed", LOST)
    assert any(curve.final.size for curve in look.result.curves)  # what had come back
    assert remote.workers == 0

    studies.again("doomed")
    look = look_until(studies, "doomed", doomed, "done", "failed")
    assert look.state == "failed"
    assert "Start it, or unset the variable" in look.error

    studies.again("doomed", here=True)
    look = look_until(studies, "doomed", Work(40), "done", "failed")
    assert (look.state, look.remote) == ("done", None)
    assert bits(look.result) == bits(here)


def test_a_scheduler_that_is_not_there(pool: Shares) -> None:
    remote = Remote("tcp://127.0.0.1:1")
    studies = Studies(pool, remote=remote)
    look = look_until(studies, "key", Work(2), "failed")
    assert look.error.startswith("DART_DASK_SCHEDULER: expected a Dask scheduler")
    assert (look.result, look.remote, remote.workers) == (None, remote, None)
    studies.again("key", here=True)
    assert look_until(studies, "key", Work(2), "done").remote is None
    studies.look("other", Work(2))  # the next study tries the cluster again
    assert look_until(studies, "other", Work(2), "failed").remote is remote
