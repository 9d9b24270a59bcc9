"""Uploads: one page cannot fill the server's memory, nor can many."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dashboard.serving.uploads import MOST_IN_ALL, MOST_OF_A_PAGE, UploadLimit


def status_of(held: dict[str, int], path: str, method: str = "PUT", kind: str = "http") -> int:
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("what is refused is not read")

    scope = {"type": kind, "path": path, "method": method}
    asyncio.run(UploadLimit(app, lambda: held)(scope, receive, send))
    return int(sent[0]["status"])


FILE = "/base/_stcore/upload_file/page-1/file"
FULL = {f"page-{i}": 10_000_000 for i in range(2, 2 + MOST_IN_ALL // 10_000_000)}


@pytest.mark.parametrize(
    ("held", "status"),
    [
        ({}, 204),
        ({"page-1": MOST_OF_A_PAGE - 1}, 204),
        ({"page-1": MOST_OF_A_PAGE}, 413),
        ({"page-2": MOST_OF_A_PAGE}, 204),
        (FULL, 413),
    ],
    ids=["none", "some", "much", "others", "full"],
)
def test_an_upload_is_refused_where_much_is_held(held: dict[str, int], status: int) -> None:
    assert status_of(held, FILE) == status


def test_all_else_passes() -> None:
    assert status_of(FULL, FILE, "DELETE") == 204
    assert status_of(FULL, "/_stcore/health", "PUT") == 204
    assert status_of(FULL, FILE, kind="websocket") == 204
