"""How much of what was uploaded the server holds: Streamlit bounds a file, but not their number.

An upload reserves the length that it announces before a byte of it is read, one at a time a page.
Where all files together would be too many, the oldest file of whoever holds most makes way: nobody
is refused for what another one has uploaded.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.memory import MB, UPLOADS
from dashboard.serving.addresses import address_of
from dashboard.streamlit_edges import UPLOAD, files

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

MOST_OF_A_FILE = 11 * MB  # Streamlit's own bound, with what the form around it takes
MOST_OF_A_PAGE = 21 * MB  # a page needs one table at a time: the new one and the one before
MOST_COMING = UPLOADS // 2  # bytes that are coming from one address; what is more waits,
SMALL = MB  # unless it is small: what a class behind one address sends
_PATIENCE = 20.0  # s that an upload waits for its turn
SLOWEST = 50_000  # bytes a second, after some seconds: who is slower makes way
_GRACE = 5.0  # s


class Refused(Exception):
    """An upload that is not taken; the text says why and what to do."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class _Coming:
    page: str
    address: str
    length: int


class UploadLimit:
    """ASGI middleware that makes room for an upload, or refuses it.

    Parameters
    ----------
    app : ASGI application
    files : callable
        Where the files are kept.
    """

    def __init__(
        self, app: ASGIApp, files: Callable[[], MemoryUploadedFileManager] = files
    ) -> None:
        self._app = app
        self._files = files
        self._coming: dict[str, _Coming] = {}  # by page
        self._address_of: dict[str, str] = {}  # of pages that hold files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on one request, or answer it."""
        upload = None
        if scope["type"] == "http" and scope["method"] == "PUT":
            upload = UPLOAD.search(scope["path"])
        if upload is None:
            await self._app(scope, receive, send)
            return
        from starlette.requests import ClientDisconnect

        try:
            coming = await self._reserved(upload[1], scope)
            try:
                await self._app(scope, _in_time(receive, coming.length), send)
            finally:
                del self._coming[coming.page]
        except Refused as why:
            from starlette.responses import PlainTextResponse

            await PlainTextResponse(str(why), why.status)(scope, receive, send)
        except ClientDisconnect:  # who goes in the middle is no fault of the server
            return

    async def _reserved(self, page: str, scope: Scope) -> _Coming:
        """Return an upload that has its room."""
        coming = _Coming(page, address_of(scope), _length(scope))
        end = time.monotonic() + _PATIENCE
        while page not in self._coming and self._must_wait(coming):
            if time.monotonic() > end:
                raise Refused(503, "Many files are coming at the moment. Try again in a minute.")
            await asyncio.sleep(0.05)
        if page in self._coming:
            raise Refused(429, "Another file of this page is coming. Upload one at a time.")
        if self._held().get(page, 0) + coming.length > MOST_OF_A_PAGE:
            raise Refused(413, "This page has uploaded too much. Remove a file, or reload it.")
        self._coming[page] = coming
        self._address_of[page] = coming.address
        self._make_room()
        return coming

    def _must_wait(self, coming: _Coming) -> bool:
        others = list(self._coming.values())
        total = sum(each.length for each in others) + coming.length
        same = sum(each.length for each in others if each.address == coming.address)
        much = coming.length > SMALL and same + coming.length > MOST_COMING
        return much or total > UPLOADS

    def _held(self) -> dict[str, int]:
        storage = {page: dict(its) for page, its in self._files().file_storage.copy().items()}
        return {page: sum(len(f.data) for f in its.values()) for page, its in storage.items()}

    def _make_room(self) -> None:
        """Remove files, the oldest of whoever holds most, until what is coming has its room."""
        reserved = sum(each.length for each in self._coming.values())
        held = {page: size for page, size in self._held().items() if size}
        self._address_of = {
            page: its
            for page, its in self._address_of.items()
            if page in held or page in self._coming
        }
        of_address: Counter[str] = Counter()
        for page, size in held.items():
            of_address[self._address_of.get(page, "")] += size
        while held and sum(held.values()) + reserved > UPLOADS:
            page = max(held, key=lambda its: (of_address[self._address_of.get(its, "")], held[its]))
            oldest = next(iter(self._files().file_storage.get(page, ())), None)
            if oldest is None:
                del held[page]
                continue
            self._files().remove_file(page, oldest)
            left = self._held().get(page, 0)
            of_address[self._address_of.get(page, "")] -= held[page] - left
            held[page] = left


def _length(scope: Scope) -> int:
    """Return the length that an upload announces."""
    text = dict(scope["headers"]).get(b"content-length", b"")
    if not text.isdigit():
        raise Refused(411, "An upload has to say how long it is.")
    if len(text) > 12 or int(text) > MOST_OF_A_FILE:
        raise Refused(413, "A file has 10 MB at most.")
    return int(text)


def _in_time(receive: Receive, length: int) -> Receive:
    """Return what receives an upload, and ends it where it comes too slowly or is too long."""
    begin, came = time.monotonic(), 0

    async def next_part() -> Message:
        nonlocal came
        left = begin + _GRACE + came / SLOWEST - time.monotonic()
        try:
            message = await asyncio.wait_for(receive(), max(left, 0.01))
        except TimeoutError:
            raise Refused(408, "This file comes too slowly. Try a smaller one.") from None
        came += len(message.get("body", b""))
        if came > length:
            raise Refused(413, "More came than was announced.")
        return message

    return next_part
