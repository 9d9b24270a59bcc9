"""Uploads: one page cannot fill the server's memory, nor can many, and nobody is kept out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from dashboard.memory import MB, UPLOADS
from dashboard.serving import uploads
from dashboard.serving.uploads import MOST_OF_A_PAGE, UploadLimit

PART = MB


class Server:
    """Streamlit's part: reads the form and keeps the file, as long as it takes."""

    def __init__(self) -> None:
        self.files = MemoryUploadedFileManager("/_stcore/upload_file")
        self.guard = UploadLimit(self._app, lambda: self.files)
        self.most = 0  # bytes that were held and coming at any time
        self.coming = 0

    @property
    def held(self) -> int:
        return sum(len(f.data) for its in self.files.file_storage.values() for f in its.values())

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        data = b""
        more = scope["method"] == "PUT"
        while more:
            message = await receive()
            data += message["body"]
            self.coming += len(message["body"])
            self.most = max(self.most, self.held + self.coming)
            more = message["more_body"]
        self.coming -= len(data)
        *_, page, name = scope["path"].split("/")
        self.files.add_file(page, UploadedFileRec(name, name, "text/csv", data))
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def put(
        self,
        page: str,
        length: int = 10 * MB,
        *,
        name: str = "file",
        address: str = "10.0.0.1",
        announced: bytes | None = None,
        wait: Callable[[], Any] = lambda: asyncio.sleep(0.001),
    ) -> int:
        """Upload a file; return the status of the answer."""
        sent: list[Any] = []
        left = length

        async def receive() -> Any:
            nonlocal left
            await wait()
            part = min(PART, left)
            left -= part
            return {"type": "http.request", "body": bytes(part), "more_body": left > 0}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "PUT",
            "path": f"/base/_stcore/upload_file/{page}/{name}",
            "client": (address, 1),
            "headers": [(b"content-length", announced or str(length).encode())],
        }
        if announced == b"":
            scope["headers"] = []
        await self.guard(scope, receive, send)
        return int(sent[0]["status"])


def run(attack: Any) -> Any:
    return asyncio.run(attack)


def test_of_forty_parallel_uploads_of_a_page_one_comes() -> None:
    server = Server()

    async def attack() -> tuple[list[int], int]:
        many = await asyncio.gather(*(server.put("page-1", name=str(i)) for i in range(40)))
        return many, await server.put("page-2")

    many, next_one = run(attack())
    assert sorted(many) == [204] + [429] * 39
    assert next_one == 204
    assert server.most <= MOST_OF_A_PAGE


def test_forty_pages_of_one_machine_pass_no_limit_and_keep_nobody_out() -> None:
    server = Server()

    async def attack() -> tuple[list[int], list[int]]:
        mine = [await server.put("victim", 2 * MB, address="10.0.0.2")]
        flood = asyncio.gather(*(server.put(f"page-{i}") for i in range(40)))
        await asyncio.sleep(0.01)
        mine += [await server.put("victim", 3 * MB, name="b", address="10.0.0.2")]
        mine += [await server.put("classmate", MB // 2)]  # behind the attacker's own address
        many = await flood
        return many, [*mine, await server.put("other", address="10.0.0.3")]

    many, mine = run(attack())
    assert mine == [204] * 4
    assert set(many) == {204}, "they wait for each other"
    assert server.most <= UPLOADS
    assert {"file", "b"} == set(server.files.file_storage["victim"]), "only the flood makes way"
    assert server.files.file_storage["classmate"]


@pytest.mark.parametrize(
    ("announced", "status"),
    [(b"", 411), (b"lots", 411), (b"-1", 411), (b"99999999", 413), (b"9" * 40, 413)],
)
def test_who_does_not_say_how_long_a_file_is_is_not_read(announced: bytes, status: int) -> None:
    server = Server()

    async def unread() -> None:
        raise AssertionError("it was read")

    assert run(server.put("page-1", announced=announced, wait=unread)) == status


def test_more_than_was_announced_is_not_kept() -> None:
    server = Server()
    assert run(server.put("page-1", 10 * MB, announced=b"1000")) == 413
    assert server.held == 0
    assert run(server.put("page-1")) == 204


def test_a_page_holds_one_table_and_the_one_before() -> None:
    server = Server()
    came = [run(server.put("page-1", name=str(i))) for i in range(3)]
    assert came == [204, 204, 413]


def test_who_sends_too_slowly_makes_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_GRACE", 0.05)
    server = Server()

    async def attack() -> tuple[list[int], int]:
        slow = asyncio.gather(
            *(server.put(f"slow-{i}", wait=lambda: asyncio.sleep(60)) for i in range(30))
        )
        await asyncio.sleep(0.01)
        return await slow, await server.put("victim", address="10.0.0.2")

    slow, victim = run(attack())
    assert set(slow) == {408}
    assert victim == 204


def test_who_goes_in_the_middle_leaves_no_trace() -> None:
    from starlette.requests import ClientDisconnect

    server = Server()

    async def gone() -> None:
        raise ClientDisconnect

    with pytest.raises(IndexError):  # there is no answer
        run(server.put("page-1", wait=gone))
    assert server.guard._coming == {}


def test_all_else_passes() -> None:
    server = Server()

    async def other(kind: str, path: str, method: str) -> bool:
        reached = []

        async def app(*_: Any) -> None:
            reached.append(True)

        guard = UploadLimit(app, lambda: server.files)
        scope = {"type": kind, "path": path, "method": method, "headers": []}
        await guard(scope, app, app)  # type: ignore[arg-type]
        return reached == [True]

    file = "/_stcore/upload_file/page-1/file"
    assert run(other("http", file, "DELETE"))
    assert run(other("http", "/_stcore/health", "PUT"))
    assert run(other("websocket", file, "PUT"))
