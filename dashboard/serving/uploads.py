"""How much of what was uploaded the server holds: Streamlit bounds a file, but not their number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

MOST_OF_A_PAGE = 30_000_000  # bytes: a page needs one table at a time, of 10 MB at most
MOST_IN_ALL = 300_000_000
_UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")


def held() -> Mapping[str, int]:
    """Return how many bytes the server holds for each open page."""
    from streamlit.runtime import get_instance
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

    files = get_instance().uploaded_file_mgr
    assert isinstance(files, MemoryUploadedFileManager)
    storage = {page: dict(its) for page, its in files.file_storage.copy().items()}
    return {page: sum(len(f.data) for f in its.values()) for page, its in storage.items()}


class UploadLimit:
    """ASGI middleware that refuses an upload where too much is held already."""

    def __init__(self, app: ASGIApp, held: Callable[[], Mapping[str, int]] = held) -> None:
        self._app = app
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on one request, or answer it."""
        if scope["type"] == "http" and scope["method"] == "PUT":
            upload = _UPLOAD.search(scope["path"])
            if upload and (why := self._refusal(upload[1])):
                from starlette.responses import PlainTextResponse

                await PlainTextResponse(why, status_code=413)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, page: str) -> str:
        sizes = self._held()
        if sizes.get(page, 0) >= MOST_OF_A_PAGE:
            return "This page has uploaded too much. Remove a file, or reload the page."
        if sum(sizes.values()) >= MOST_IN_ALL:
            return "The server holds as many files as it can. Try again in a few minutes."
        return ""
