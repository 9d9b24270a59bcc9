from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dashboard.memory import size
from dashboard.serving.jobs import Jobs, StopFlag

TICK = 0.005
DEADLINE = 10.0  # s: far more than anything here takes


class GaveUp(BaseException):
    """What a page's script is interrupted by is no Exception either."""


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    before = threading.active_count()
    pool = Jobs(keep=4 * size(("a", ("a",))))
    yield pool
    pool._pool.shutdown()
    assert not pool._running
    until(lambda: threading.active_count() <= before)


def patient(_: float) -> None:
    """Wait for as long as it takes."""


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.001)


class Slow:
    """Work that lasts until it is released or stopped, and tells what became of it."""

    def __init__(self, value: object = "done") -> None:
        self.value = value
        self.begun, self.release, self.stopped = (threading.Event() for _ in range(3))

    def __call__(self, stop: StopFlag) -> object:
        self.begun.set()
        until(lambda: bool(stop[0]) or self.release.is_set())
        if stop[0]:
            self.stopped.set()
            raise RuntimeError("stopped")
        return self.value


def in_threads(count: int, call: Callable[[int], Any], at_once: int = 100) -> list[Any]:
    """Return what each call gave, or the exception that it raised."""

    def outcome(i: int) -> Any:
        try:
            return call(i)
        except BaseException as error:
            return error

    with ThreadPoolExecutor(min(count, at_once)) as threads:
        return list(threads.map(outcome, range(count)))


def test_a_hundred_visitors_share_one_run(jobs: Jobs) -> None:
    slow = Slow({"run": 1})
    threading.Timer(0.1, slow.release.set).start()
    results = in_threads(100, lambda _: jobs.result("key", slow, patient, TICK))
    assert jobs.runs == 1
    assert all(result is slow.value for result in results)
    assert jobs.result("key", slow, patient, TICK) is slow.value
    assert jobs.runs == 1


def test_quick_work_is_never_done_twice(jobs: Jobs) -> None:
    """A job that ends just while somebody asks for it is found, running or finished."""

    def ask_together(key: str) -> list[Any]:
        return in_threads(8, lambda _: jobs.result(key, lambda _: key, patient, TICK))

    for count in range(1, 51):
        assert ask_together(f"{count}") == [f"{count}"] * 8
        assert jobs.runs == count


def test_results_do_not_depend_on_the_order(jobs: Jobs) -> None:
    keys = [str(i) for i in range(20)] * 5
    random.Random(0).shuffle(keys)

    def work(key: str) -> Callable[[StopFlag], str]:
        return lambda _: f"result {key}"

    results = in_threads(len(keys), lambda i: jobs.result(keys[i], work(keys[i]), patient, TICK))
    assert results == [f"result {key}" for key in keys]


def test_on_wait_hears_how_long_it_takes(jobs: Jobs) -> None:
    slow, heard = Slow(), list[float]()

    def on_wait(seconds: float) -> None:
        heard.append(seconds)
        if len(heard) == 4:
            slow.release.set()

    assert jobs.result("key", slow, on_wait, TICK) == "done"
    assert heard[:4] == pytest.approx([TICK, 2 * TICK, 3 * TICK, 4 * TICK])


def give_up_on(slow: Slow) -> Callable[[float], None]:
    def on_wait(_: float) -> None:
        if slow.begun.is_set():
            raise GaveUp

    return on_wait


def test_the_last_one_to_go_stops_the_work(jobs: Jobs) -> None:
    slow = Slow()
    with pytest.raises(GaveUp):
        jobs.result("key", slow, give_up_on(slow), TICK)
    assert slow.stopped.wait(DEADLINE)


def test_one_who_goes_leaves_the_work_to_the_others(jobs: Jobs) -> None:
    slow = Slow()
    with ThreadPoolExecutor(1) as other:
        staying = other.submit(jobs.result, "key", slow, patient, TICK)
        until(lambda: "key" in jobs._running)
        with pytest.raises(GaveUp):
            jobs.result("key", slow, give_up_on(slow), TICK)
        time.sleep(5 * TICK)
        assert not slow.stopped.is_set()
        slow.release.set()
        assert staying.result(DEADLINE) == "done"
    assert jobs.runs == 1


def test_of_many_who_go_only_the_last_one_stops_the_work(jobs: Jobs) -> None:
    slow = Slow()
    outcomes = in_threads(20, lambda _: jobs.result("key", slow, give_up_on(slow), TICK))
    assert all(isinstance(outcome, GaveUp) for outcome in outcomes)
    assert slow.stopped.wait(DEADLINE)


def test_work_that_has_not_begun_never_begins(jobs: Jobs) -> None:
    busy = [Slow() for _ in range(jobs.workers)]
    with ThreadPoolExecutor(jobs.workers) as others:
        for i, slow in enumerate(busy):
            others.submit(jobs.result, f"busy {i}", slow, patient, TICK)
        until(lambda: all(slow.begun.is_set() for slow in busy))
        queued = Slow()

        def at_once(_: float) -> None:
            raise GaveUp

        with pytest.raises(GaveUp):
            jobs.result("queued", queued, at_once, TICK)
        for slow in busy:
            slow.release.set()
    assert jobs.runs == jobs.workers
    assert not queued.begun.is_set()


def test_asked_again_while_the_stopped_one_is_ending(jobs: Jobs) -> None:
    """A slider that comes back at once gets a result, not the end of the run it stopped."""
    lingering = threading.Event()

    class Lingering(Slow):
        def __call__(self, stop: StopFlag) -> object:
            try:
                return super().__call__(stop)
            finally:
                lingering.wait(DEADLINE)

    first, second = Lingering(), Slow("second")
    with pytest.raises(GaveUp):
        jobs.result("key", first, give_up_on(first), TICK)
    assert first.stopped.wait(DEADLINE)
    with ThreadPoolExecutor(1) as again:
        result = again.submit(jobs.result, "key", second, patient, TICK)
        assert second.begun.wait(DEADLINE)
        lingering.set()  # the first one ends while the second runs, and must not take it along
        until(jobs._pool._pool._work_queue.empty)
        time.sleep(5 * TICK)
        assert "key" in jobs._running
        second.release.set()
        assert result.result(DEADLINE) == "second"
    assert jobs.result("key", second, patient, TICK) == "second"
    assert jobs.runs == 2


def test_a_failure_reaches_everyone_and_is_not_kept(jobs: Jobs) -> None:
    gate = threading.Event()

    def fail(_: StopFlag) -> None:
        gate.wait(DEADLINE)
        raise ZeroDivisionError("no luck")

    threading.Timer(0.05, gate.set).start()
    outcomes = in_threads(10, lambda _: jobs.result("key", fail, patient, TICK))
    assert all(isinstance(outcome, ZeroDivisionError) for outcome in outcomes)
    assert jobs.runs == 1
    assert jobs.result("key", lambda _: "better", patient, TICK) == "better"
    assert jobs.runs == 2


def test_a_timeout_inside_the_work_is_its_own_failure(jobs: Jobs) -> None:
    def late(_: StopFlag) -> None:
        raise TimeoutError("the work's own")

    with pytest.raises(TimeoutError, match="the work's own"):
        jobs.result("key", late, patient, TICK)


def test_only_the_last_results_are_kept(jobs: Jobs) -> None:
    def ask(key: str) -> None:
        jobs.result(key, lambda _: key, patient, TICK)

    for key in "abcd":
        ask(key)
    ask("a")  # is the newest again
    ask("e")  # pushes out b, the oldest
    assert jobs.runs == 5
    assert list(jobs._done) == ["c", "d", "a", "e"]
    ask("b")
    assert jobs.runs == 6


@pytest.mark.parametrize("seed", range(3))
def test_any_coming_and_going(jobs: Jobs, seed: int) -> None:
    """Visitors who join, give up and come back at random: whoever stays gets the right result."""
    dice = random.Random(seed)
    plans = [(str(dice.randrange(3)), dice.choice([1, 2, 3, 1_000])) for _ in range(200)]

    def work(key: str) -> Callable[[StopFlag], str]:
        def run(stop: StopFlag) -> str:
            for _ in range(10):
                if stop[0]:
                    raise RuntimeError("stopped")
                time.sleep(0.001)
            return key

        return run

    def visit(i: int) -> Any:
        key, patience = plans[i]
        waits = iter(range(patience))

        def on_wait(_: float) -> None:
            if next(waits, None) is None:
                raise GaveUp

        return jobs.result(key, work(key), on_wait, 0.001)

    outcomes = in_threads(len(plans), visit, at_once=40)
    for (key, patience), outcome in zip(plans, outcomes, strict=True):
        assert outcome == key or (isinstance(outcome, GaveUp) and patience < 1_000)
