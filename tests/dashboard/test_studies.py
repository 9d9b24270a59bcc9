"""Studies in the background: once for all, stopped when alone, in line when there are many."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any

import pytest

from dashboard.memory import size
from dashboard.serving.shares import LOWEST, Shares
from dashboard.serving.studies import Look, Report, StopFlag, Studies

DEADLINE = 20.0


@pytest.fixture
def pool() -> Iterator[Shares]:
    threads = Shares(2, "test")
    yield threads
    threads.shutdown()


class Slow:
    """A study that goes on until it is let go or stopped, and reports all the time."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = 0
        self.stopped = False

    def __call__(self, _executor: Executor, report: Report, stop: StopFlag) -> str:
        self.begun += 1
        while not self.go.wait(0.01):
            report(self.begun)
            if stop[0]:
                self.stopped = True
                return "part"
        return "whole"


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def look_until(studies: Studies, key: str, work: Any, state: str) -> Look:
    until(lambda: studies.look(key, work).state == state)
    return studies.look(key, work)


def test_many_who_ask_share_one_study(pool: Shares) -> None:
    studies, slow = Studies(pool), Slow()
    threads = [threading.Thread(target=studies.look, args=("key", slow)) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: studies.look("key", slow).progress is not None)
    slow.go.set()
    assert look_until(studies, "key", slow, "done").result == "whole"
    assert (slow.begun, studies.started) == (1, 1)
    assert studies.look("key", slow).result == "whole"
    assert studies.started == 1


def test_a_study_that_nobody_looks_at_is_stopped(pool: Shares) -> None:
    studies, slow = Studies(pool, alone=0.2), Slow()
    studies.look("key", slow)
    until(lambda: slow.stopped)
    again = Slow()
    again.go.set()
    assert look_until(studies, "key", again, "done").result == "whole"


def test_looking_keeps_it_alive(pool: Shares) -> None:
    studies, slow = Studies(pool, alone=0.3), Slow()
    for _ in range(40):
        assert studies.look("key", slow).state in ("waiting", "running")
        time.sleep(0.02)
    assert not slow.stopped
    slow.go.set()
    look_until(studies, "key", slow, "done")


def test_a_visitor_stops_it_and_what_is_finished_stays(pool: Shares) -> None:
    studies, slow = Studies(pool), Slow()
    until(lambda: studies.look("key", slow).progress is not None)
    studies.stop("key", patience=DEADLINE)
    look = studies.look("key", slow)
    assert (look.state, look.result) == ("stopped", "part")
    studies.again("key")
    slow.go.set()
    assert look_until(studies, "key", slow, "done").result == "whole"


def test_a_study_that_is_being_stopped_says_so_at_once(pool: Shares) -> None:
    """Its work may take a moment to end, and what it reports meanwhile does not hide it."""
    studies, let_go = Studies(pool), threading.Event()

    def stubborn(_executor: Executor, report: Report, stop: StopFlag) -> str:
        while not stop[0]:
            report("some")
            time.sleep(0.01)
        report("more")
        let_go.wait(DEADLINE)
        return "part"

    until(lambda: studies.look("key", stubborn).progress == "some")
    studies.stop("key", patience=0.05)
    assert studies.look("key", stubborn).state == "stopping"
    until(lambda: studies.look("key", stubborn).progress == "more")
    assert studies.look("key", stubborn).state == "stopping"
    let_go.set()
    assert look_until(studies, "key", stubborn, "stopped").result == "part"


def test_others_wait_in_line(pool: Shares) -> None:
    studies, works = Studies(pool, at_once=1), [Slow() for _ in range(4)]
    looks = [studies.look(str(i), work) for i, work in enumerate(works)]
    assert [look.state for look in looks] == ["running", "waiting", "waiting", "waiting"]
    assert [look.before for look in looks[1:]] == [0, 1, 2]
    studies.stop("1")
    assert studies.look("1", works[1]).state == "stopped"
    assert studies.look("2", works[2]).before == 0
    for work in works:
        work.go.set()
    for i in (0, 2, 3):
        look_until(studies, str(i), works[i], "done")
    assert works[1].begun == 0


def test_who_left_while_waiting_is_passed_over(pool: Shares) -> None:
    studies, first, gone, patient = Studies(pool, at_once=1, alone=0.2), Slow(), Slow(), Slow()
    for key, work in (("first", first), ("gone", gone), ("patient", patient)):
        studies.look(key, work)
    for _ in range(30):
        studies.look("first", first)
        studies.look("patient", patient)
        time.sleep(0.01)
    first.go.set()
    patient.go.set()
    look_until(studies, "patient", patient, "done")
    assert gone.begun == 0


def test_a_failure_is_told_and_can_be_tried_again(pool: Shares) -> None:
    studies = Studies(pool)

    def fail(*_: Any) -> None:
        raise ValueError("no such arm")

    assert look_until(studies, "key", fail, "failed").error == "ValueError: no such arm"
    studies.again("key")
    slow = Slow()
    slow.go.set()
    look_until(studies, "key", slow, "done")


def test_a_bounded_number_of_results_is_kept(pool: Shares) -> None:
    slow = Slow()
    slow.go.set()
    its = look_until(Studies(pool), "0", slow, "done")
    studies = Studies(pool, keep=3 * size(("0", its)))
    for i in range(10):
        look_until(studies, str(i), slow, "done")
    look_until(studies, "9", slow, "done")
    assert studies.started == 10
    look_until(studies, "0", slow, "done")
    assert studies.started == 11


def test_a_visitor_with_many_studies_leaves_room_for_another(
    pool: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    its = Studies(pool, at_once=2, each=1)
    works = {name: Slow() for name in ("a1", "a2", "a3", "b1", "b2")}

    def look(name: str) -> Look:
        monkeypatch.setattr("dashboard.serving.studies.visitor", lambda: name[0])
        return its.look(name, works[name])

    assert [look(name).state for name in ("a1", "a2", "a3")] == ["running", "waiting", "waiting"]
    assert look("b1").state == "running"  # although the other one asked for more, and before
    assert [look(name).before for name in ("b2", "a2", "a3")] == [1, 0, 2]
    works["b1"].go.set()
    until(lambda: look("b2").state == "running")  # a2 is next, but a has one that runs
    assert look("a2").state == "waiting"
    for work in works.values():
        work.go.set()
    until(lambda: look("a3").state == "done")


def test_the_log_has_a_line_for_each_study(pool: Shares, caplog: pytest.LogCaptureFixture) -> None:
    its, slow = Studies(pool), Slow()
    slow.go.set()
    with caplog.at_level("INFO", "dashboard"):
        until(lambda: its.look("key", slow, about="compare N=12").state == "done")
    assert [record.getMessage() for record in caplog.records] == ["compare N=12: done after 0.0 s"]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux only")
def test_studies_compute_where_pages_leave_the_processor_free(pool: Shares) -> None:
    assert pool.share().submit(own_priority).result(DEADLINE) == LOWEST
    assert own_priority() < LOWEST  # this thread, a page's, kept its own


def own_priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_a_short_study_does_not_wait_for_each_chunk_of_a_long_one(pool: Shares) -> None:
    """Shared by time: 50 chunks of 1 ms beside endless ones of 50 ms."""
    long, short, end = pool.share(), pool.share(), threading.Event()

    def go_on() -> None:
        time.sleep(0.05)
        if not end.is_set():
            long.submit(go_on)

    for _ in range(6):
        long.submit(go_on)
    time.sleep(0.2)
    begin = time.monotonic()
    for _ in range(50):
        short.submit(time.sleep, 0.001).result(DEADLINE)
    took = time.monotonic() - begin
    end.set()
    assert took < 50 * 0.05 / 2  # turn by turn each of the 50 would wait for a long one


def test_who_comes_late_is_not_owed_what_others_had_before(pool: Shares) -> None:
    first, hold, order = pool.share(), threading.Event(), []
    first.submit(time.sleep, 0.3).result(DEADLINE)
    for _ in range(2):  # both threads
        first.submit(hold.wait, DEADLINE)
    late = pool.share()

    def work(name: str) -> None:
        time.sleep(0.02)
        order.append(name)

    for _ in range(4):
        late.submit(work, "late")
        first.submit(work, "first")
    hold.set()
    until(lambda: len(order) == 8)
    assert "first" in order[:6]


def test_what_has_not_begun_can_be_cancelled(pool: Shares) -> None:
    share, hold = pool.share(), threading.Event()
    first = [share.submit(hold.wait, DEADLINE) for _ in range(2)]
    waiting = share.submit(time.sleep, 0)
    assert waiting.cancel()
    hold.set()
    assert all(future.result(DEADLINE) for future in first)
    failing = share.submit(int, "no number")
    with pytest.raises(ValueError, match="no number"):
        failing.result(DEADLINE)
