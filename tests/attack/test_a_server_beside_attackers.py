"""A real server with the hosted limits: how long a newcomer's page takes beside an attacker."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from benchmarks import load
from benchmarks.client import Visitor
from tests.browser.server import ROOT, App, serve

# An attacker goes without closing what it opened.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
P95 = 1.5  # s
PAGES = 8


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DART_PROFILE", "hosted")
        with serve(ROOT / "server.py", tmp_path_factory.mktemp("server") / Path("log")) as served:
            asyncio.run(_page(served.url))  # loads the kernels
            yield served


async def _page(url: str) -> float:
    visitor, seconds = await Visitor.arrive(url, query=load.LINK)
    await visitor.leave()
    return seconds


async def _beside(attacker: Callable[[str], Awaitable[None]], url: str) -> list[float]:
    attack = asyncio.create_task(load.noting([], attacker(url)))
    await asyncio.sleep(2.0)
    took = [await _page(url) for _ in range(PAGES)]
    attack.cancel()
    with suppress(asyncio.CancelledError):
        await attack
    return took


@pytest.mark.parametrize("attacker", [load.searcher, load.theorist, load.rerunner])
def test_a_newcomers_page_comes_in_time(
    app: App, attacker: Callable[[str], Awaitable[None]]
) -> None:
    took = asyncio.run(_beside(attacker, app.url))
    gc.collect()  # what the attacker left open is closed here, not in another test
    assert float(np.quantile(took, 0.95)) <= P95, took
    assert "Traceback" not in app.log
