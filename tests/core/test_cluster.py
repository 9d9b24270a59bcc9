"""Studies on a real Dask cluster: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import dart_core as dc
from dart_core.cluster import ClusterError, connect, scheduler_address
from tests.core.dask_machines import Machines
from tests.core.study_problems import ALGORITHMS, PROBLEM, bits

pytest.importorskip("distributed", reason="Dask is an optional extra")


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with ExitStack() as stack:
        started = Machines(tmp_path)
        for which in range(3):
            stack.callback(started.kill, which)
        yield started


def test_two_workers_one_dies_then_the_scheduler(machines: Machines) -> None:
    here = dc.compare(PROBLEM, ALGORITHMS, 40, 5)
    seen: list[int] = []

    def kill_one(progress: dc.Progress[dc.Study]) -> None:
        seen.append(progress.done)
        if len(seen) == 6:
            machines.kill(1)

    with machines.connect(2) as cluster:
        there = dc.compare(PROBLEM, ALGORITHMS, 40, 5, cluster.executor)
        assert bits(there) == bits(here)
        bereaved = dc.compare(PROBLEM, ALGORITHMS, 40, 5, cluster.executor, kill_one)
        assert bits(bereaved) == bits(here)
        assert 0 < seen[5] < seen[-1] == 160
        assert cluster.workers == 1
        machines.kill(0)
        begin = time.monotonic()
        lost = dc.compare(PROBLEM, ALGORITHMS, 40, 5, cluster.executor)
        assert time.monotonic() - begin < 15
        assert lost.finished
        assert all("no worker returned it" in error for error in lost.failures["error"])
        assert cluster.workers == 0


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://no port"])
def test_nobody_there(address: str) -> None:
    begin = time.monotonic()
    with pytest.raises(ClusterError, match="Start it, or unset the variable"):
        connect(address, timeout=1.0)
    assert time.monotonic() - begin < 3.0


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"requirements-dask\.txt"):
        connect("tcp://127.0.0.1:1")


def test_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DART_DASK_SCHEDULER", raising=False)
    assert scheduler_address() is None
    monkeypatch.setenv("DART_DASK_SCHEDULER", " ")
    assert scheduler_address() is None
    monkeypatch.setenv("DART_DASK_SCHEDULER", "tcp://host:8786")
    assert scheduler_address() == "tcp://host:8786"
