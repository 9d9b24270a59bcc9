"""Faults of a server: killed during a study, and started again."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.client import Visitor
from dashboard.catalogue import choices
from dashboard.settings import Settings
from tests.browser.server import ROOT, serve
from tests.links import from_query, to_query

pytestmark = pytest.mark.slow
LONG = Settings(n=30, k=5, horizon=500_000, runs=500, seed=11, companions=choices("lints.scaled"))


def visit(url: str) -> str:
    """Open the study's link; return what the address says then."""

    async def call() -> str:
        visitor, _ = await Visitor.arrive(url, "compare", to_query(LONG))
        assert "Runs" in visitor.sliders  # the page is there, whole
        await visitor.leave()
        return visitor.query

    return asyncio.run(call())


def test_the_link_brings_everything_back_after_a_server_was_killed(tmp_path: Path) -> None:
    for life in ("first", "second"):
        with serve(ROOT / "server.py", tmp_path / f"{life}.log") as app:
            settings, _, notices = from_query(visit(app.url))
            assert (settings, notices) == (LONG, [])
            app.kill()
        assert "Traceback" not in app.log
