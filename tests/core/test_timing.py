"""Seconds of a run are the algorithm's: compiling is done before, in every kind of worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.files import ROOT

CODE = """
import json, sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
import dart_core as dc

if __name__ == "__main__":
    pools = {
        "threads": lambda: ThreadPoolExecutor(2),
        "processes": lambda: ProcessPoolExecutor(1, get_context("spawn")),
    }
    problem = dc.Problem([0.9, 0.5, 0.4, 0.3], k=2, horizon=2_000)
    with pools[sys.argv[1]]() as pool:
        study = dc.compare(problem, ["oracle"], 6, executor=pool)
    print(json.dumps(study.curves[0].results.seconds.tolist()))
"""


@pytest.mark.parametrize("pool", ["threads", "processes"])
def test_the_first_run_is_not_timed_while_it_compiles(tmp_path: Path, pool: str) -> None:
    """Run here, or on Dask, it is the same function that runs a chunk."""
    file = tmp_path / "study.py"
    file.write_text(CODE)
    done = subprocess.run(
        [sys.executable, str(file), pool],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "empty"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seconds = json.loads(done.stdout)
    # Compiling takes seconds, a run less than a thousandth of one: a busy machine is allowed for.
    assert max(seconds) < 0.5


def test_an_algorithm_of_ones_own_is_asked_nothing_beforehand() -> None:
    code = """if True:
        import dart_core as dc
        class Counting:
            seen = []
            def reset(self, problem, rng): self.seen.append(problem.horizon)
            def select(self, t): return [0]
            def update(self, t, action, reward): pass
        dc.register("counting", Counting)
        before = len(Counting.seen)
        dc.compare(dc.Problem([.5, .4], k=1, horizon=30), ["counting"], 2)
        print(Counting.seen[before:])
    """
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == "[30, 30]\n", done.stderr
