"""A visit: one page in one browser context of its own, and all that it said and asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, Protocol
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, WebSocket, expect

DESKTOP = (1440, 900)
SECONDS_TO_RUN = 60.0
# At the address of a page Streamlit first looks for itself below it, and then above.
PROBE = re.compile(r"/[a-z]+/_stcore/(health|host-config)$")


@dataclass
class Visit:
    """A page with its console errors, its uncaught exceptions and the addresses it asked for.

    Attributes
    ----------
    messages : int
        How many messages went over its websockets, either way.
    """

    page: Page
    console_errors: list[str] = field(default_factory=list)
    page_errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    messages: int = 0

    def __post_init__(self) -> None:
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", self._note_socket)

    def _note_console(self, message: ConsoleMessage) -> None:
        probing = PROBE.search(message.location["url"])
        if message.type == "error" and not probing:
            self.console_errors.append(f"{message.text} ({message.location['url']})")

    def _note_socket(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framesent", self._count_message)
        socket.on("framereceived", self._count_message)

    def _count_message(self, _: object) -> None:
        self.messages += 1

    @property
    def errors(self) -> list[str]:
        """Everything that went wrong in the page, in words."""
        return [*self.console_errors, *self.page_errors]

    @property
    def foreign_requests(self) -> list[str]:
        """The addresses asked for that are not on this machine."""
        return [url for url in self.requests if is_foreign(url)]


class OpenPage(Protocol):
    """The call that `open_page` hands to a test."""

    def __call__(
        self,
        path: str = "/",
        *,
        url: str | None = None,
        viewport: tuple[int, int] = DESKTOP,
        color_scheme: Literal["light", "dark"] = "light",
        reduced_motion: Literal["no-preference", "reduce"] = "no-preference",
        touch: bool = False,
        clipboard: bool = False,
        script: str = "",
        newcomer: bool = False,
        wait: bool = True,
    ) -> Visit: ...


def is_foreign(url: str) -> bool:
    parts = urlsplit(url)
    if parts.scheme in {"data", "blob", "about"}:
        return False
    return parts.hostname not in {"127.0.0.1", "localhost", "::1"}


def wait_until_ready(page: Page) -> None:
    """Wait until the app's script has run to its end and the browser shows all of its result.

    The script's state alone is not enough: it also reads "notRunning" before the first run, and
    while the code of a widget is still on its way and a grey skeleton holds its place.
    """
    milliseconds = SECONDS_TO_RUN * 1000
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED", timeout=milliseconds)
    expect(page.get_by_test_id("stMain").get_by_test_id("stElementContainer")).not_to_have_count(
        0, timeout=milliseconds
    )
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=milliseconds)
    for unfinished in ("[data-stale=true]", "[data-testid=stSkeleton]"):
        expect(page.locator(unfinished)).to_have_count(0, timeout=milliseconds)
