"""Lines that are fair between visitors."""

import threading
from collections import deque
from concurrent.futures import CancelledError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.serving.queue import NOBODY, FairLine, FairPool, visitor

PUTS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 99)), max_size=20)


@given(PUTS)
def test_turns_go_round_and_each_visitor_keeps_its_order(puts: list[tuple[str, int]]) -> None:
    line: FairLine[tuple[int, str, int]] = FairLine()
    waiting: dict[str, deque[tuple[int, str, int]]] = {}
    for number, (who, what) in enumerate(puts):
        line.put(who, (number, who, what))
        waiting.setdefault(who, deque()).append((number, who, what))
    expected = []  # plainly: one of each, again and again
    while any(waiting.values()):
        expected += [items.popleft() for items in waiting.values() if items]
    assert line.order() == expected
    taken = []
    while (turn := line.take()) is not None:
        taken.append(turn[1])
        assert line.order() == expected[len(taken) :]
    assert taken == expected


def test_a_visitor_who_has_enough_is_passed_over() -> None:
    line: FairLine[int] = FairLine()
    for who, item in (("a", 1), ("a", 2), ("b", 3)):
        line.put(who, item)
    assert line.take({"a"}) == ("b", 3)
    assert line.take({"a"}) is None
    assert line.take() == ("a", 1)
    assert line.remove(2)
    assert not line.remove(2)
    assert line.take() is None


def test_a_visitor_with_many_works_does_not_hold_up_one_with_one() -> None:
    pool, done, gate = FairPool(1, "test"), [], threading.Event()
    pool.submit("busy", gate.wait)
    works = [pool.submit("many", lambda n=n: done.append(n)) for n in range(5)]
    last = pool.submit("one", lambda: done.append("one"))
    gate.set()
    last.result(timeout=10)
    for work in works:
        work.result(timeout=10)
    assert done.index("one") <= 1


def test_a_work_that_failed_or_was_cancelled_leaves_the_pool_at_work() -> None:
    pool, gate = FairPool(1, "test"), threading.Event()
    pool.submit("a", gate.wait)
    failing, never = pool.submit("a", lambda: 1 // 0), pool.submit("a", lambda: 1)
    assert never.cancel()
    gate.set()
    with pytest.raises(ZeroDivisionError):
        failing.result(timeout=10)
    with pytest.raises(CancelledError):
        never.result(timeout=10)
    assert pool.submit("a", lambda: 2).result(timeout=10) == 2


def test_outside_a_page_there_is_no_visitor() -> None:
    assert visitor() == NOBODY
