"""The health check: a kernel that fails or hangs is seen, and asking costs nothing."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from dashboard.serving.health import Health, tiny_run


def statuses(run: Callable[[], None], asked: int = 1, **seconds: float) -> list[int]:
    async def ask() -> list[int]:
        health = Health(run, **seconds)
        nobody: Any = None
        answers = await asyncio.gather(*(health.answer(nobody) for _ in range(asked)))
        return [answer.status_code for answer in answers]

    return asyncio.run(ask())


def test_the_tiny_run_has_the_outcome_that_is_known() -> None:
    tiny_run()
    assert statuses(tiny_run, patience=120.0) == [200]


def test_a_kernel_that_fails_is_ill_and_the_log_says_how(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("wrong bits")

    assert statuses(fail) == [503]
    assert "RuntimeError: wrong bits" in caplog.text


def test_a_kernel_that_hangs_is_ill() -> None:
    gate = threading.Event()
    threading.Timer(0.2, gate.set).start()
    assert statuses(lambda: gate.wait() and None, patience=0.05) == [503]


def test_many_who_ask_are_one_run() -> None:
    runs: list[int] = []
    assert statuses(lambda: runs.append(1), asked=100) == [200] * 100
    assert len(runs) == 1


def test_an_old_outcome_is_asked_anew() -> None:
    runs: list[int] = []

    async def ask() -> None:
        health = Health(lambda: runs.append(1), fresh=0.0)
        nobody: Any = None
        await health.answer(nobody)
        await health.answer(nobody)

    asyncio.run(ask())
    assert len(runs) == 2
