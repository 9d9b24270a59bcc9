"""Memory: what outlives a page's run has a budget in bytes, and above a mark nothing is begun."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from dashboard import memory
from dashboard.game import model as playing
from dashboard.links.own_lists import OwnLists
from dashboard.memory import Kept, size
from dashboard.schema.arm_fields import Rewards
from dashboard.serving import mark
from dashboard.serving.jobs import Jobs
from dashboard.serving.mark import Full, Mark
from dashboard.serving.service import jobs
from dashboard.serving.shares import Shares
from dashboard.serving.studies import Look, Studies
from dashboard.settings import Settings
from dashboard.theory.model import report
from tests.dashboard.visitor import Visitor

MB = memory.MB


class Object:
    def __init__(self, value: object) -> None:
        self.value = value


def test_what_a_thing_takes_is_measured_with_all_its_parts_once() -> None:
    array = np.zeros(MB // 8)
    for holder in (array, [array, array], {"a": array, "b": (array,)}, Object([array]), array[:3]):
        assert MB <= size(holder) < 1.01 * MB
    assert size("x" * MB) > MB
    assert size([np.zeros(MB // 8), np.zeros(MB // 8)]) > 2 * MB
    rewards = Rewards((tuple(0.5 + i / 1e6 for i in range(10_000)),))
    before = size(rewards)
    assert before > 10_000 * 32
    assert len(rewards.text) > 10_000
    assert size(rewards) > before + 10_000, "what is computed later counts as well"


def test_results_are_kept_up_to_so_many_bytes_and_not_by_number() -> None:
    kept: Kept[object] = Kept(10 * MB)
    for number in range(100):
        kept.put(f"large-{number}", np.zeros(MB // 8))
    assert kept.bytes <= 10 * MB
    assert len(kept) == 9
    for number in range(5_000):
        kept.put(f"small-{number}", "x" * 100)
        assert kept.get("large-99") is not None, "what is asked for does not go"
    assert len(kept) > 5_000


def test_what_is_larger_than_the_budget_is_kept_alone_until_the_next_comes() -> None:
    kept: Kept[object] = Kept(MB)
    kept.put("a", "x")
    kept.put("large", np.zeros(MB))
    assert (kept.get("a"), len(kept)) == (None, 1)
    kept.put("b", "x")
    assert kept.get("large") is None
    assert kept.bytes <= MB


def test_who_brings_most_loses_theirs_and_nobody_elses() -> None:
    kept: Kept[str] = Kept(10 * MB)
    kept.put("mine", "x" * MB, owner="victim")
    for number in range(50):
        kept.put(number, "x" * MB, owner="attacker")
    assert kept.get("mine") is not None
    assert kept.bytes <= 10 * MB


def test_jobs_and_studies_keep_bytes() -> None:
    pool = Jobs(keep=10 * MB)
    for number in range(40):
        pool.result(str(number), lambda _: np.zeros(MB // 8), lambda _: None, 0.001)
    assert pool._done.bytes <= 10 * MB
    pool._pool.shutdown()
    threads = Shares(1, "test")
    its = Studies(threads, keep=10 * MB)
    for number in range(40):
        look = Look("waiting")
        while look.state != "done":
            look = its.look(str(number), lambda *_: np.zeros(MB // 8))
    assert its._ended.bytes <= 10 * MB
    assert len(its._ended) == 9
    threads.shutdown()


def test_sessions_lists_are_bounded_together_and_each_reads_its_own() -> None:
    lists = OwnLists("victim")
    lists.keep(texts(0))
    (mine,) = lists
    for number in range(1, 60):
        OwnLists(f"attacker-{number % 3}").keep(texts(number))
    assert lists[mine]["data"] == texts(0)["data"]
    assert mine not in OwnLists("attacker-1")
    memory.let_go()
    assert list(lists) == []


def texts(number: int) -> dict[str, str]:
    return {"arms": "given", "data": f"0.{number:03}" + ",0.5" * 500_000}


def test_theory_keeps_what_it_shows_and_no_runs() -> None:
    settings = replace(Settings.default(), n=100, horizon=20_000)
    found = report(settings)
    tables = 3 * 8 * 100 * 100  # of every pair of arms, which are shown
    assert size(found) < tables + 0.6 * MB
    assert not any(hasattr(row, "run") for row in found.lambdas)
    course = jobs().result(*playing.going_on(settings), lambda _: None, 0.001)
    assert size(course) < 1_000


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(mark, "_mark", lambda: Mark(1.0))
    yield
    jobs()._done.clear()


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("page", ["watch", "theory"])
def test_above_the_mark_new_work_is_refused_with_a_sentence(page: str) -> None:
    visitor = Visitor()
    visitor.page.switch_page(f"pages/{page}.py")
    visitor.follow(Settings(n=13, k=3, horizon=777))
    said = [box.value for box in visitor.page.warning]
    assert any("no memory left for new work" in each for each in said)


@pytest.mark.usefixtures("full")
def test_above_the_mark_a_study_is_not_begun() -> None:
    threads = Shares(1, "test")
    its, look = Studies(threads), Look("waiting")
    while look.state != "failed":
        look = its.look("key", lambda *_: pytest.fail("it was begun"))
    assert "no memory left" in look.error
    threads.shutdown()


def test_at_the_mark_all_that_is_kept_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: Kept[object] = Kept(100 * MB)
    kept.put("a", np.zeros(MB))
    monkeypatch.setattr(memory, "resident", lambda: 900 * MB if len(kept) else 700 * MB)
    mark.check(Mark(850 * MB))
    assert len(kept) == 0
    monkeypatch.setattr(memory, "resident", lambda: 900 * MB)
    with pytest.raises(Full, match="no memory left"):
        mark.check(Mark(850 * MB))
    mark.check(Mark(float("inf")))


def test_the_process_says_how_much_memory_it_has() -> None:
    assert 20 * MB < memory.resident() < 20_000 * MB


def test_what_is_the_process_s_own_does_not_count() -> None:
    class Shared:
        of_the_process = True

        @property
        def __dict__(self) -> dict[str, object]:  # type: ignore[override] # on purpose
            raise RuntimeError("a thread is at work in it")

    assert memory.size([Shared()]) == memory.size([None]) - memory.size(None)
