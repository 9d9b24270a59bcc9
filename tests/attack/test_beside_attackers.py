"""A visitor's page beside others who ask for all that a server has: answered in 1.5 s."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import dart_core as dc
from dashboard.compare import model as comparing
from dashboard.prices import cost, limits
from dashboard.serving import studies as studies_module
from dashboard.serving import watchdog
from dashboard.serving.jobs import MOMENT, Jobs, StopFlag
from dashboard.serving.profile import PROFILES
from dashboard.serving.shares import Shares
from dashboard.serving.studies import Studies
from dashboard.settings import Settings
from dashboard.studying import study_status
from dashboard.theory import model as theorizing
from dashboard.watch import model as watching
from tests.dashboard.visitor import Visitor

HOSTED = PROFILES["hosted"]
ENDLESS = Settings(n=100, k=50, horizon=1_000, reward="min", law="varied", companions=())
LONG = replace(ENDLESS, horizon=2_000_000, algorithm="lints", preset="scaled")  # some 10 s
VICTIM = Settings(n=10, k=3, horizon=5_000)
P95 = 1.5  # s
TICK = 0.01


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    watching.watch(VICTIM)  # loads the kernels
    pool = Jobs()
    yield pool
    for each in (pool._pool, pool._long):
        each.shutdown()


def ask(jobs: Jobs, settings: Settings) -> float:
    """Return how long the page of a visitor takes."""
    begin = time.monotonic()
    with jobs.join(watching.works(settings), watching.prices(settings)) as joined:
        joined.wait(lambda _: None, TICK)
        joined.results()
    return time.monotonic() - begin


def p95_of_victims(jobs: Jobs, first_seed: int) -> float:
    took = [ask(jobs, Settings(n=10, k=3, horizon=5_000, seed=first_seed + i)) for i in range(12)]
    return float(np.quantile(took, 0.95))


def test_four_links_without_end_and_closed_tabs_leave_nobody_waiting(jobs: Jobs) -> None:
    with ExitStack() as tabs:
        for seed in range(4):
            its = replace(LONG, arms_seed=seed)
            tabs.enter_context(jobs.join(watching.works(its), watching.prices(its)))
        time.sleep(0.5)
        assert p95_of_victims(jobs, 100) < P95  # while they are open
    assert p95_of_victims(jobs, 200) < P95  # and once they are closed
    begin = time.monotonic()
    jobs.result("the next long one", lambda _: None, lambda _: None, TICK, price=2 * MOMENT)
    assert time.monotonic() - begin < P95
    assert jobs._done.get(replace(LONG, arms_seed=0).alone().key()) is None


def test_three_theory_tabs_leave_nobody_waiting(jobs: Jobs) -> None:
    with ExitStack() as tabs:
        for seed in range(3):
            its = Settings(n=100, k=50, horizon=100_000, reward="min", law="varied", seed=seed)
            price = cost.of_theory(its)
            assert price > MOMENT
            works = {theorizing.key(its): partial(theorizing.report, its)}
            tabs.enter_context(jobs.join(works, {theorizing.key(its): price}))
        time.sleep(0.5)
        assert p95_of_victims(jobs, 300) < P95
    begin = time.monotonic()
    jobs.result("the next long one", lambda _: None, lambda _: None, TICK, price=2 * MOMENT)
    assert time.monotonic() - begin < P95


def test_a_study_that_is_left_ends_within_its_first_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its runs take for ever, so no chunk comes back that would ask whether anybody looks."""
    monkeypatch.setattr(studies_module.log, "logger", lambda: logging.getLogger("quiet"))
    threads = Shares(1, "study")
    pool = Studies(threads, at_once=1, alone=0.3)
    ended = threading.Event()

    def work(executor: object, report: object, stop: StopFlag) -> None:
        del executor, report
        try:
            dc.Problem(ENDLESS.problem().arms, k=50, horizon=1, reward="min").prepare(stop)
            while not stop[0]:
                time.sleep(0.01)
        finally:
            ended.set()

    pool.look("left", work)
    assert ended.wait(10)
    begin = time.monotonic()
    while pool.look("next", lambda *_: "done").state != "done":
        assert time.monotonic() - begin < P95
        time.sleep(0.01)
    threads.shutdown()


def test_a_study_with_a_long_search_waits_until_it_is_asked_for() -> None:
    """T = 1 and two runs: its price was nothing, and Compare began it unasked."""
    its = Settings(n=100, k=50, horizon=1, reward="min", law="varied", runs=2)
    price = cost.of_study(its)
    cores = os.cpu_count() or 1
    assert study_status.seconds_of(price, None) == pytest.approx(
        price.preparing + (price.seconds - price.preparing) / cores
    )
    assert price.preparing > MOMENT


@pytest.mark.parametrize("page", ["watch", "theory"])
def test_what_is_too_much_is_refused_with_what_fits(page: str) -> None:
    large = Settings(n=100, k=50, horizon=2_000_000, reward="min", law="varied", preset="paper-v2")
    refuse = limits.of_watch if page == "watch" else limits.of_theory
    why = refuse(large, HOSTED)
    if not why:
        pytest.fail(f"{page} takes on {cost.preparing(large):.3g} s")
    assert "would take up to" in why
    assert "this server gives" in why
    assert refuse(Settings(), HOSTED) == ""


def test_theory_says_it_and_computes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.watch.page.profile", lambda: HOSTED)
    monkeypatch.setattr("dashboard.serving.profile.profile", lambda: HOSTED)
    for page in ("watch.page", "theory.page"):
        nothing = partial(pytest.fail, "nothing is computed")
        monkeypatch.setattr(f"dashboard.{page}.jobs", nothing)
    visitor = Visitor(ENDLESS)
    assert [each.value for each in visitor.page.warning] == [limits.of_watch(ENDLESS, HOSTED)]
    visitor.page.switch_page("pages/theory.py")
    visitor.go()
    assert [each.value for each in visitor.page.warning] == [limits.of_theory(ENDLESS, HOSTED)]


def test_polling_prices_a_study_once(monkeypatch: pytest.MonkeyPatch) -> None:
    its = Settings(n=5, k=2, horizon=50, runs=2, companions=())
    price = cost.of_study(its)
    monkeypatch.setattr(cost, "of_study", lambda _: pytest.fail("it was priced again"))
    end = time.monotonic() + 30
    while comparing.look(its, price).state != "done":
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_watchdog_says_once_what_passes_its_price_threefold(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watchdog.log, "logger", lambda: logging.getLogger("watched"))
    monkeypatch.setattr(watchdog, "_LEAST", 0.2)
    monkeypatch.setattr(watchdog, "_BETWEEN", 0.02)
    with caplog.at_level(logging.INFO), watchdog.watched("a dear one", 0.1):
        time.sleep(0.6)
    with caplog.at_level(logging.INFO), watchdog.watched("a cheap one", 0.1):
        time.sleep(0.05)
    (record,) = caplog.records
    assert record.getMessage().startswith("a dear one: still at work after 0.")
    assert "priced at 0.1 s" in record.getMessage()
