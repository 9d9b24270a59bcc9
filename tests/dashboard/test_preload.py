"""Pages that begin with a chart name its code, and nothing else does."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import streamlit

from dashboard.serving import preload
from dashboard.serving.preload import PAGES, Preload, charts


def link(path: str, kind: str = "http") -> str | None:
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 200, "headers": [(b"etag", b"1")]})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    asyncio.run(Preload(app)({"type": kind, "path": path}, receive, send))
    headers = dict(sent[0]["headers"])
    assert headers[b"etag"] == b"1"
    return headers[b"link"].decode() if b"link" in headers else None


def test_pages_that_begin_with_a_chart_name_its_code() -> None:
    named = f"<{charts()}>; rel=modulepreload"
    for page in PAGES:
        assert link(f"/{page}") == link(f"/a/base/{page}") == named
    for path in ("/", "/play", "/compare/static/js/index.js", "/_stcore/health"):
        assert link(path) is None
    assert link("/compare", kind="websocket") is None


def test_the_code_is_where_it_is_said_to_be() -> None:
    static = Path(streamlit.__file__).parent / "static"
    assert (static / charts()).stat().st_size > 1_000_000


def test_another_streamlit_without_such_a_file_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preload, "charts", lambda: "")
    assert link("/compare") is None
