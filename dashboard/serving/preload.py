"""What a page with charts will need, named in its answer: the browser fetches it at once.

Streamlit asks for Plotly's code, the largest file of all, only when the first chart has come.
Named in the page's own answer, it is there by then.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dashboard.streamlit_edges import code_of_charts

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGES = ("compare", "sensitivity", "theory", "paper")  # those that begin with a chart


charts = cache(code_of_charts)


class Preload:
    """ASGI middleware that names the code of charts in the answers of pages that begin with one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on one request."""

        async def with_link(message: Message) -> None:
            if message["type"] == "http.response.start":
                link = (b"link", f"<{charts()}>; rel=modulepreload".encode())
                message["headers"] = [*message["headers"], link]
            await send(message)

        begins = scope["type"] == "http" and scope["path"].rsplit("/", 1)[-1] in PAGES
        await self._app(scope, receive, with_link if begins and charts() else send)
