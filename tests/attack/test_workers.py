"""compare and sweep: one after the other, on threads and in processes they say the same bits."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from tests.attack.threads import hasty_threads, problem
from tests.core.study_problems import bits

ARMS = ["bernoulli", "beta", "varied", "empirical", "shared"]
REWARDS = ["mean", "max"]
RUNS = 4


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture
def threads() -> Iterator[Executor]:
    with hasty_threads(), ThreadPoolExecutor(4) as pool:
        yield pool


def every_preset() -> list[dc.Algorithm]:
    return [dc.algorithm(name, preset) for name in BUILT_IN for preset in dc.presets(name)]


def compared(law: str, reward: str, executor: Executor | None) -> Any:
    """Compare on a new problem: of one that was used before the optimum would be known."""
    return dc.compare(problem(law, reward), every_preset(), RUNS, 3, executor)


def swept(law: str, reward: str, executor: Executor | None) -> Any:
    return dc.sweep({"horizon": [20, 50]}, problem(law, reward), BUILT_IN, 2, 3, executor)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("law", ARMS)
def test_compare_of_every_algorithm(
    law: str, reward: str, threads: Executor, processes: Executor
) -> None:
    here = compared(law, reward, None)
    assert sum(not curve.refused for curve in here.curves) > len(BUILT_IN) / 2
    assert here.failures.empty or (here.failures["run"] == -1).all()  # refused, none failed
    for executor in (threads, processes):
        assert bits(compared(law, reward, executor)) == bits(here)


@pytest.mark.parametrize("law", ARMS)
def test_sweep_of_every_algorithm(law: str, threads: Executor, processes: Executor) -> None:
    here = swept(law, "max", None)
    for executor in (threads, processes):
        there = swept(law, "max", executor)
        assert [bits(point.study) for point in there.points] == [
            bits(point.study) for point in here.points
        ]


def test_two_workers_find_the_optimum_of_one_problem_together() -> None:
    """Both begin with it, of a problem whose tables are there: neither waits for the other."""
    arms = [
        *(dc.Beta(1 + i / 4, 3 - i / 4) for i in range(8)),
        *(dc.Uniform(i / 20, 0.5 + i / 20) for i in range(6)),
        *(dc.TruncatedNormal(i / 6, 0.3) for i in range(6)),
    ]
    wanted = dc.compare(dc.Problem(arms, 5, 100, "max"), ["random", "oracle"], 2)
    for _ in range(3):
        with ThreadPoolExecutor(2) as pool:
            shared = dc.Problem(arms, 5, 100, "max")
            shared.expected_reward(range(5))
            found = dc.compare(shared, ["random", "oracle"], 2, 0, pool)
        assert bits(found) == bits(wanted)


def test_a_study_that_was_carried_to_a_process_and_back_is_read_only(processes: Executor) -> None:
    study = dc.compare(problem("bernoulli", "mean"), ["random"], 4, 0, processes)
    carried = pickle.loads(pickle.dumps(study.curves[0].results))
    assert not study.curves[0].results.regret.flags.writeable
    assert bits(study) == bits(dc.compare(problem("bernoulli", "mean"), ["random"], 4))
    assert carried.regret.tobytes() == study.curves[0].results.regret.tobytes()
