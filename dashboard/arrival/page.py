"""The app's pages as the server answers them: Streamlit's empty page with a head that says more.

Chats, course pages and search engines read a page without running it. So each answer holds a
title, a description and the address of a picture, of what its own link describes. A script stands
before Streamlit's, see ``arrival.js``: it says what is wrong where the app cannot start.
"""

from __future__ import annotations

import gzip
from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.arrival.words import FIXED, SITE, Said, said
from dashboard.navigation import ICON, PATHS
from dashboard.streamlit_edges import page

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PICTURE = "preview.png"
SIZE = (1200, 630)  # of the picture, in pixels, as chats show it
LONGEST = 2_000  # characters of a query; what is longer is not read here
_SCRIPT = Path(__file__).parents[1] / "built" / "arrival.js"


class Arrival:
    """ASGI middleware that answers for the app's pages.

    Parameters
    ----------
    app : ASGI application
    base : str
        The path below which the app is served; "" if none.
    """

    def __init__(self, app: ASGIApp, base: str = "") -> None:
        self._app = app
        stripped = base.strip("/")
        self._base = f"/{stripped}/" if stripped else "/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on one request, or answer it."""
        path = self._page(scope)
        if path is None:
            await self._app(scope, receive, send)
            return
        from starlette.responses import Response

        query = scope["query_string"].decode("latin-1")
        its = said(path, query) if len(query) <= LONGEST else FIXED
        headers = {name: value.decode("latin-1") for name, value in _named(scope)}
        address = f"{_scheme(scope, headers)}://{headers.get('host', '')}{self._base}"
        text = filled(its, address, path, query if len(query) <= LONGEST else "", self._base)
        body, sent = text.encode(), {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if "gzip" in headers.get("accept-encoding", ""):
            body, sent = gzip.compress(body, 4), sent | {"Content-Encoding": "gzip"}
        answer = Response(body, media_type="text/html", headers=sent)
        if scope["method"] == "HEAD":
            answer.body = b""
        await answer(scope, receive, send)

    def _page(self, scope: Scope) -> str | None:
        """Return the path of the page that is asked for, below the base; None if it is none."""
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            return None
        path: str = scope["path"]
        below = path[len(self._base) :] if path.startswith(self._base) else None
        return below if below in PATHS else None


def filled(its: Said, address: str, path: str, query: str, base: str) -> str:
    """Return the text of a page.

    Parameters
    ----------
    its : Said
    address : str
        The app's own, as others know it, with a slash at its end.
    path, query : str
        Of the page.
    base : str
        The path of `address`.
    """
    here = f"{address}{path}" + (f"?{query}" if query else "")
    picture = f"{address}{PICTURE}" + (f"?{query}" if query and not path else "")
    named = {
        "og:type": "website",
        "og:site_name": SITE,
        "og:title": its.title,
        "og:description": its.description,
        "og:url": here,
        "og:image": picture,
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
        "og:image:alt": its.alt,
        "twitter:card": "summary_large_image",
        "description": its.description,
    }
    lines = [f"<title>{escape(its.title)}</title>", f'<link rel="icon" href="{_icon()}">']
    for name, text in named.items():
        kind = "property" if name.startswith("og:") else "name"
        lines.append(f'<meta {kind}="{name}" content="{escape(text)}">')
    lines.append(f'<script data-base="{escape(base)}">{_script()}</script>')
    before, after = _around()
    return f"{before}{''.join(lines)}{after}"


@cache
def _around() -> tuple[str, str]:
    return page()


@cache
def _script() -> str:
    return _SCRIPT.read_text(encoding="utf-8")


@cache
def _icon() -> str:
    return f"data:image/svg+xml;base64,{b64encode(Path(ICON).read_bytes()).decode()}"


def _named(scope: Scope) -> list[tuple[str, bytes]]:
    return [(name.decode("latin-1").lower(), value) for name, value in scope["headers"]]


def _scheme(scope: Scope, headers: dict[str, str]) -> str:
    """Return the scheme that the visitor used, as a proxy says it; a lie is on its own page."""
    forwarded = headers.get("x-forwarded-proto", "").strip().lower()
    return forwarded if forwarded in {"http", "https"} else str(scope.get("scheme", "http"))
