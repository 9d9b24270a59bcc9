"""What the core works out before a run: counted beforehand, bounded, stopped at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import dart_core as dc
from dart_core import optimum
from dart_core.assumptions import swaps, swaps_work
from dart_core.printed_u import printed_u, printed_u_work
from dart_core.theory import forecast_work
from dashboard import arms
from dashboard.prices import cost
from dashboard.settings import Settings

# N = 1,000, K = 50, arms that differ in mean and spread: too many sets, and no order among arms.
ENDLESS = arms.laws(arms.uniform(1_000, 0), "varied", 0.5, 0)
AT_ONCE = 1.5  # s: with room for a busy machine; each of these takes longer or has no end
SMALL: list[dc.Arm] = [*(dc.Beta(2, 2 + i) for i in range(8)), *(dc.Beta(0.2, 0.3) for _ in "ab")]


def endless(reward: str = "min") -> dc.Problem:
    return dc.Problem(ENDLESS, k=50, horizon=1_000, reward=reward)


def ends_soon_once_stopped(call: Callable[[Any], object], after: float) -> None:
    """Call in a thread, set its stop flag after some seconds, and see that it ends at once."""
    stop = np.zeros(1, dtype=np.int64)
    raised: list[BaseException] = []

    def work() -> None:
        try:
            call(stop)
        except dc.Stopped as stopped:
            raised.append(stopped)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(after)
    assert thread.is_alive(), "it had ended before it could be stopped"
    stop[0] = 1
    begin = time.monotonic()
    thread.join(60)
    assert time.monotonic() - begin < AT_ONCE
    assert raised


@pytest.mark.parametrize("after", [0.05, 0.5])
def test_a_run_whose_best_set_is_searched_for_stops_at_once(after: float) -> None:
    dc.Problem(SMALL, k=3, horizon=10, reward="min").prepare(assumption_2=True)  # loads kernels
    problem = endless()
    ends_soon_once_stopped(lambda stop: dc.simulate(problem, "random", stop=stop), after)


def test_a_stopped_search_leaves_a_problem_that_can_be_asked_again() -> None:
    problem = dc.Problem(SMALL, k=3, horizon=10, reward="min")
    with pytest.raises(dc.Stopped):
        problem.prepare(np.ones(1, dtype=np.int64))
    assert problem.optimal_set == dc.Problem(SMALL, k=3, horizon=10, reward="min").optimal_set


def test_who_waits_for_another_thread_can_be_stopped_too() -> None:
    """Two threads share a problem: the one that waits hears its own flag."""
    problem, first = endless(), np.zeros(1, dtype=np.int64)

    def work() -> None:
        with pytest.raises(dc.Stopped):
            problem.prepare(first)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.1)
    try:
        ends_soon_once_stopped(problem.prepare, 0.1)
    finally:
        first[0] = 1
        thread.join(60)


def test_swaps_pairs_and_forecast_stop_at_once() -> None:
    problem = dc.Problem(arms.uniform(1_000, 0), k=50, horizon=1_000_000, reward="max").prepare()
    for work in (swaps, printed_u, dc.forecast):  # loads kernels
        work(dc.Problem([0.9, 0.5, 0.4, 0.1], k=2, horizon=10_000, reward="max"))  # type: ignore[operator]
    stopped = np.ones(1, dtype=np.int64)
    for work in (swaps, printed_u, dc.forecast):
        begin = time.monotonic()
        with pytest.raises(dc.Stopped):
            work(problem, stop=stopped)  # type: ignore[operator] # of three kinds
        assert time.monotonic() - begin < AT_ONCE


def test_the_search_ends_after_a_count_and_says_that_it_may_not_be_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fewer multiplications, no other clock: the same set each time, never worse than the top K."""
    found = []
    middles, halves = 0.3 + 0.4 * arms.uniform(30, 3), 0.3 * arms.uniform(30, 4)
    ends = zip(middles - halves, middles + halves, strict=True)
    mixed = [dc.Uniform(low, high) for low, high in ends]
    for most in (0, 20_000, 20_000, 200_000, 10**9):
        monkeypatch.setattr(optimum, "MAX_WORK", 0)
        monkeypatch.setattr(optimum, "MAX_SEARCH", most)
        problem = dc.Problem(mixed, k=6, horizon=1_000, reward="max")
        assert not problem.optimum_is_exact
        top = problem.expected_reward(sorted(problem.ranking[:6]))
        assert problem.optimal_reward >= top
        found.append((problem.optimal_set, problem.optimal_reward))
    assert found[1] == found[2]
    assert found[0][1] <= found[1][1] <= found[3][1] <= found[4][1]
    assert found[0][1] < found[4][1]


@pytest.mark.parametrize("reward", ["min", "max", "quadratic"])
def test_the_quicker_search_ends_where_no_swap_is_better(
    monkeypatch: pytest.MonkeyPatch, reward: str
) -> None:
    monkeypatch.setattr(optimum, "MAX_WORK", 0)
    problem = dc.Problem(arms.laws(arms.uniform(14, 5), "varied", 0.95, 5), 4, 100, reward)
    assert not problem.optimum_is_exact or problem.assumption_2.holds
    best = set(problem.optimal_set)
    for out in best:
        for arm in set(range(14)) - best:
            other = sorted(best - {out} | {arm})
            assert problem.expected_reward(other) <= problem.optimal_reward + 1e-12
    values = [problem.expected_reward(a) for a in combinations(range(14), 4)]
    assert problem.optimal_reward <= max(values) + 1e-12


@pytest.mark.parametrize("law", ["varied", "beta", "normal", "uniform"])
@pytest.mark.parametrize("reward", ["min", "quadratic"])
def test_a_price_is_never_passed_by_far(law: str, reward: str) -> None:
    """CPU time of the caller's thread, which other work on the machine hardly changes."""
    for n, k in ((12, 3), (80, 10)):
        means = arms.uniform(n, 1)
        dc.Problem(SMALL, k=3, horizon=10, reward=reward).prepare(assumption_2=True)
        problem = dc.Problem(arms.laws(means, law, 0.6, 1), k, 1_000, reward)
        works = [
            (lambda p: p.prepare(assumption_2=True), problem.work(assumption_2=True)),
            (swaps, swaps_work(problem)),
            (printed_u, printed_u_work(problem)),
            (dc.forecast, forecast_work(problem)),
        ]
        for work, count in works:
            begin = time.thread_time()
            work(problem)
            assert time.thread_time() - begin < 3 * count * cost.MULTIPLICATION + 0.1


def test_the_study_that_was_priced_at_nothing_has_its_price() -> None:
    """Nobody begins it unasked: T = 1 and two runs, but an optimum that takes long."""
    settings = Settings(n=100, k=50, horizon=1, reward="min", law="varied", runs=2, companions=())
    price = cost.of_study(settings)
    assert price.preparing > 1.0
    assert price.seconds - price.preparing < 0.01
    plain = cost.of_study(Settings(n=100, k=50, horizon=1, runs=2, companions=()))
    assert plain.preparing < 0.01
