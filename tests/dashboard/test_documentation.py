"""The documentation beside the app: served where it was built, and linked only there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Router

from dashboard import about
from dashboard.serving import documentation


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    documentation.routes("", Path("/nowhere"))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<p>start</p>", encoding="utf-8")
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "dart_core.html").write_text("<p>core</p>", encoding="utf-8")
    return tmp_path


def answer(router: Router, path: str) -> tuple[int, bytes]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.Event().wait()  # the visitor stays

    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
    scope |= {"query_string": b"", "scheme": "http", "server": ("localhost", 80)}
    asyncio.run(router(scope, receive, send))
    status = next(m["status"] for m in sent if m["type"] == "http.response.start")
    return status, b"".join(m.get("body", b"") for m in sent)


@pytest.mark.parametrize("base", ["", "tools/dart", "/tools/dart/"])
def test_what_was_built_is_served_and_linked(site: Path, base: str) -> None:
    router = Router(documentation.routes(base, site))
    address = documentation.address()
    assert address == (f"/{base.strip('/')}/docs/" if base else "/docs/")
    assert f"[tutorial and reference]({address})" in about.text()
    assert answer(router, address) == (200, b"<p>start</p>")
    assert answer(router, f"{address}api/dart_core.html") == (200, b"<p>core</p>")


def test_nothing_else_is_served(site: Path) -> None:
    (site.parent / "secret.html").write_text("no", encoding="utf-8")
    router = Router(documentation.routes("", site))
    for path in ("/docs/missing.html", "/docs/../secret.html", "/docs/%2e%2e/secret.html"):
        with pytest.raises(Exception, match="404"):
            answer(router, path)


def test_without_it_there_is_no_link(tmp_path: Path) -> None:
    assert documentation.routes("", tmp_path) == []
    assert documentation.address() == ""
    assert "tutorial and reference" not in about.text()
