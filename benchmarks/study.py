"""Studies: how time falls with workers, what a run costs beyond itself, the paper's experiment."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from time import perf_counter

import dart_core as dc
from benchmarks.table import Row, best_seconds

HORIZON = 1_000_000
RUNS = 25
REWARDS = ("mean", "quadratic", "max")
KS = (2, 4, 8)
GOAL_MINUTES = 10.0
PAPER = (  # UCB refuses K = 4 and 8, as it had to in the paper
    "dart",
    dc.algorithm("lints", "unscaled"),
    dc.algorithm("lints", "scaled"),
    "csar",
    "cmab-sm",
    dc.algorithm("ucb", "authors-code"),
)


def measure() -> list[Row]:
    """Measure all of it."""
    return [*workers(), overhead(), paper()]


def workers() -> list[Row]:
    """Time one study on more and more workers, each beside one thread's time."""
    problem = dc.Problem.random(45, 4, HORIZON)
    chosen = dc.algorithm("dart", "unresolved")
    run = partial(dc.compare, problem, [chosen], 40)
    run(runs=1)
    alone = best_seconds(run, 3)
    rows = []
    cores = os.cpu_count() or 1
    for count in (1, 2):
        with ThreadPoolExecutor(count) as pool:
            rows.append(
                _row(f"{count} threads", best_seconds(partial(run, executor=pool), 3), alone)
            )
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        run(seed=0, executor=pool)  # imports, and kernels from their cache
        rows.append(_row("2 processes", best_seconds(partial(run, executor=pool), 3), alone))
    return rows if cores > 1 else rows[:1]


def _row(where: str, seconds: float, alone: float) -> Row:
    says = f"{seconds:.2f} s, here without an executor {alone:.2f} s"
    goal = 1.6 if where.startswith("2") else 0.9
    return Row(f"study of 40 runs on {where}", alone / seconds, "× as fast", goal, True, says)


def overhead() -> Row:
    """Time what a run costs beside its kernel: a run of one round."""
    problem = dc.Problem.random(45, 4, 1)
    dc.compare(problem, ["oracle"], 1)
    seconds = best_seconds(lambda: dc.compare(problem, ["oracle"], 1_000), 5) / 1_000
    return Row("a run's cost beside its rounds", seconds * 1e6, "µs", 500, False)


def paper() -> Row:
    """Run two of the 25 runs of the paper's whole experiment, and say what 25 would take."""
    count = 2
    pool: Executor
    begin = perf_counter()
    with ThreadPoolExecutor(2) as pool:
        for reward in REWARDS:
            for k in KS:
                problem = dc.Problem.random(45, k, HORIZON, reward)
                dc.compare(problem, PAPER, count, executor=pool)
    minutes = (perf_counter() - begin) / 60 * RUNS / count
    says = f"from {count} of {RUNS} runs: N = 45, T = 10⁶, 3 rewards, K = 2, 4, 8, 2 threads"
    return Row("the paper's whole experiment", minutes, "min", GOAL_MINUTES, False, says)
