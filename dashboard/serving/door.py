"""The door: which names the server answers to, whose pages may open its websocket, what is closed.

Streamlit lets a page of any other site ask for a websocket, and asks services on the internet for
its own address before it says no, on the one thread that serves everybody. A name that somebody
else's DNS points here ("rebinding") makes such a page one of ours in a browser's eyes. So before
Streamlit sees a request, its Host must be a name that the server was started for, and the Origin of
a websocket must be that Host. A frame on another site passes: the page in it is still ours.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dart_core.unseen import printable
from dashboard.serving import log
from dashboard.serving.profile import ProfileError
from dashboard.streamlit_edges import CLOSED, ENDPOINTS, OPEN

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

VARIABLE = "DART_HOSTS"
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
EVERY_ADDRESS = ("", "0.0.0.0", "::")  # what Streamlit may be told to listen on
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:/?#@\\\s,]+))(?::[0-9]{1,5})?")
_NAME = re.compile(r"(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_LONGEST = 300  # characters; names in DNS end at 253

_SECONDS_BETWEEN_LINES = 60.0


@dataclass(frozen=True)
class Hosts:
    """Names and addresses that a server answers to.

    Attributes
    ----------
    names : tuple of str
        In lower case; ``*.example.org`` stands for all names below example.org.
    every_address : bool
        Whether any address in numbers will do. Only a name can be pointed here by others.
    """

    names: tuple[str, ...]
    every_address: bool = False

    def allow(self, host: str) -> bool:
        """Whether the Host of a request is one of them; its port does not matter."""
        name = name_of(host)
        if not name:
            return False
        if name in self.names or (self.every_address and _is_address(name)):
            return True
        return any(name.endswith(each[1:]) for each in self.names if each.startswith("*."))

    def __str__(self) -> str:
        return ", ".join([*self.names, *["any address in numbers"] * self.every_address])


def hosts(environment: Mapping[str, str], started_for: Iterable[str | None]) -> Hosts:
    """Return what a server answers to.

    Parameters
    ----------
    environment : mapping of str to str
        ``DART_HOSTS`` holds more names, joined by commas: those of a public address.
    started_for : iterable of str or None
        What it listens on, and what it calls itself; "" or None: every address of the machine.

    Raises
    ------
    ProfileError
        If ``DART_HOSTS`` cannot be read.
    """
    given = [each.strip().lower() for each in environment.get(VARIABLE, "").split(",")]
    for each in filter(None, given):
        if not (_is_address(_bare(each)) or _NAME.fullmatch(each)):
            expected = "names joined by commas, as in dart.example.org, *.example.org"
            raise ProfileError(VARIABLE, expected, each)
    own = [(each or "").strip().lower() for each in started_for]
    # A socket in the file system is reached through a proxy alone.
    names = [each for each in own if each not in EVERY_ADDRESS and not each.startswith("unix:")]
    known = map(_canonical, [*_THIS_MACHINE, *names, *filter(None, given)])
    return Hosts(tuple(dict.fromkeys(known)), any(each in EVERY_ADDRESS for each in own))


def name_of(host: str) -> str:
    """Return the name in the value of a Host header, without its port; "" if it is none."""
    if len(host) > _LONGEST:
        return ""
    found = _HOST.fullmatch(host.lower())
    return _canonical(found[1] or found[2]) if found else ""


def _canonical(name: str) -> str:
    bare = _bare(name).rstrip(".")
    return str(ip_address(bare)) if _is_address(bare) else bare


def _bare(name: str) -> str:
    return name.removeprefix("[").removesuffix("]")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Door:
    """ASGI middleware, the first of all.

    Parameters
    ----------
    app : ASGI application
    hosts : Hosts
    base : str
        The path below which the app is served; "" if none.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts, base: str = "") -> None:
        self._app, self._hosts = app, hosts
        self._base = _parts(base)
        self._said: dict[str, float] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on one request, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        status, why = self._refusal(scope)
        if not status:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        else:
            from starlette.responses import PlainTextResponse

            headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
            await PlainTextResponse(why, status, headers)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        """Return the status and the sentence of a refusal; 0 if there is none."""
        host = _header(scope, b"host")
        if not self._hosts.allow(host):
            shown = printable(host) or "no name"
            self._say(
                f"Refused a request for {shown}: this server answers to {self._hosts}. "
                f"{VARIABLE} adds names."
            )
            why = f"This server does not answer to {shown}. Whoever runs it can add the name"
            return 421, f"{why} to {VARIABLE}."
        if scope["type"] == "websocket" and not _is_same(_header(scope, b"origin"), host):
            origin = printable(_header(scope, b"origin")) or "no origin"
            self._say(
                f"Refused a websocket for {printable(host)} to a page of {origin}. Behind a proxy, "
                "let it hand on the Host that the browser sent."
            )
            return 403, "Only a page of this server may open its websocket."
        if self._is_closed(scope["path"]):
            return 404, "Not found."
        return 0, ""

    def _is_closed(self, path: str) -> bool:
        parts = _parts(path)
        if parts[: len(self._base)] == self._base:
            parts = parts[len(self._base) :]
        if parts[:1] == [ENDPOINTS]:
            return parts[1:2] == [] or parts[1] not in OPEN
        return parts[:1] != [] and parts[0] in CLOSED

    def _say(self, line: str) -> None:
        """Log a refusal, of each kind one a minute: their number is in the hands of others."""
        kind, now = line[:20], time.monotonic()
        if now - self._said.get(kind, -_SECONDS_BETWEEN_LINES) >= _SECONDS_BETWEEN_LINES:
            self._said[kind] = now
            log.logger().warning(line)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _header(scope: Scope, name: bytes) -> str:
    """Return the value of a header that comes once; "" if it does not."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[0].decode("latin-1").strip() if len(values) == 1 else ""


def _is_same(origin: str, host: str) -> bool:
    """Whether a page's origin is the host that it asks; pages of files and sandboxes have none."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and parts.netloc.lower() == host.lower()
