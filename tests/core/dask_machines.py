"""A real Dask cluster on this machine: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from dart_core.cluster import ClusterError, connect

ROOT = Path(__file__).resolve().parents[2]


class Machines:
    """The cluster's processes."""

    def __init__(self, folder: Path) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        self.folder, self.file = folder, folder / "scheduler.json"
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        for _ in range(2):
            own = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
            self._start("dask_worker", *own)
        self._wait(self.file.is_file)
        self.address: str = json.loads(self.file.read_text())["address"]

    def _start(self, what: str, *options: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{what}", "--no-dashboard"]
        command += ["--scheduler-file", str(self.file), *options]
        silent = subprocess.DEVNULL
        self.processes.append(subprocess.Popen(command, cwd=ROOT, stdout=silent, stderr=silent))

    def _wait(self, ready: Any, seconds: float = 30.0) -> None:
        deadline = time.monotonic() + seconds
        while not ready():
            assert time.monotonic() < deadline, "the cluster did not start"
            time.sleep(0.05)

    def kill(self, which: int) -> None:
        self.processes[which].kill()
        self.processes[which].wait(10)

    def connect(self, workers: int) -> Any:
        while True:
            try:
                cluster = connect(self.address)
                break
            except ClusterError:  # the first worker is not there yet
                time.sleep(0.1)
        self._wait(lambda: cluster.workers >= workers)
        return cluster
