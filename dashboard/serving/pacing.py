"""Turns for what pages ask the server to do: each page at its pace, whoever had least goes first.

A page asks over its websocket; each time a script runs, which takes the one lock that all Python
code shares. Twenty tabs that ask five times a second would leave nothing for anybody else. Here,
before Streamlit hears of it, what a page asks waits for its turn: only a few scripts begin at a
time, of all who wait the one whose page had the least of late goes first, so a newcomer goes
before all others. What a page asks while it waits is joined into one, as Streamlit itself does.
What waits of a page is bounded in bytes, and while a browser does not read what comes, its page
gets no turn. What no page of Streamlit sends, a message that is too long among it, ends the
connection, with a line in the log at most once a minute.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from google.protobuf.message import DecodeError  # type: ignore[import-untyped] # it has no stubs

from dashboard.memory import MB
from dashboard.serving import quiet
from dashboard.serving.addresses import address_of
from dashboard.serving.rates import Rate, Rates
from dashboard.streamlit_edges import ENDPOINTS, BackMsg, ForwardMsg, client_here

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from streamlit.proto.ClientState_pb2 import ClientState

# A person moves a slider three times a second, a room is looked at twice a second.
PACE = Rate(burst=10, per_second=4)
AT_ONCE = 2  # scripts that begin; more would share the same lock
HOLD = 1.5  # s: then the next one begins in any case; a script that waits says so, see `waits`
HALF_LIFE = 10.0  # s in which half of what a page had is forgotten
# A class of fifty behind one address opens the link at once, reloads, and opens another page.
ARRIVALS = Rate(burst=150, per_second=3)
MOST_OPEN_EACH, MOST_OPEN = 300, 1_500  # websockets of an address, and in all
_STREAM = f"/{ENDPOINTS}/stream"
_NAME = "x-dart-page"  # a header that only this server sets: by it a script finds its page
MOST_BYTES = MB  # of a message, and of what waits of a page before no more is read
BYTES_PER_SECOND = 500_000  # read of a page: to read and parse takes the thread that serves all
_EACH = 500  # bytes: what a message counts beside its own
_MOST_WAITING = 30  # messages of a page that cannot be joined; then no more are read
_MOST_FILES = 10
_MOST_WIDGETS = 1_000  # in a message; a page has a tenth of them
_TAKEN = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat"}
_TAKEN |= {"backend_operation_request"}
_NOT_MEANT = {"clear_cache", "set_run_on_save", "load_git_info"}  # of pages of developers
_SHORT = 500  # bytes: the message that a script has ended is shorter
_TRIGGERS = {
    "trigger_value",
    "string_trigger_value",
    "chat_input_value",
    "json_trigger_value",
}


class Turns:
    """Who may let a script begin.

    Parameters
    ----------
    at_once : int
    hold : float
        Seconds after which a script that goes on counts no more.
    clock : callable
        Seconds that only ever grow.
    """

    def __init__(
        self,
        at_once: int = AT_ONCE,
        hold: float = HOLD,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once, self._hold, self._clock = at_once, hold, clock
        self._waiting: dict[Page, asyncio.Future[None]] = {}
        self._running: dict[Page, asyncio.TimerHandle] = {}

    async def wait(self, page: Page) -> None:
        """Return when it is a page's turn; a page whose script runs replaces it at once."""
        if page in self._running:
            self.end(page)
        turn = asyncio.get_running_loop().create_future()
        self._waiting[page] = turn
        self._begin()
        try:
            await turn
        finally:
            self._waiting.pop(page, None)

    def end(self, page: Page) -> None:
        """Let the next one begin: a page's script has ended, or it takes long."""
        timer = self._running.pop(page, None)
        if timer is not None:
            timer.cancel()
            page.had(self._clock())
            self._begin()

    def _begin(self) -> None:
        while self._waiting and len(self._running) < self._at_once:
            now = self._clock()
            page = min(self._waiting, key=lambda each: each.used(now))
            turn = self._waiting.pop(page)
            if turn.done():
                continue
            page.began = now
            loop = asyncio.get_running_loop()
            self._running[page] = loop.call_later(self._hold, self.end, page)
            turn.set_result(None)


class Page:
    """One open page: what it had of late, and what it asks for.

    Parameters
    ----------
    turns : Turns
    """

    def __init__(self, turns: Turns) -> None:
        self.began = 0.0
        self.name = secrets.token_urlsafe(12)
        self._loop = asyncio.get_running_loop()
        self._turns, self._pace = turns, Rates(PACE)
        self._used, self._at = 0.0, time.monotonic()
        self._asked: deque[Message | BackMsg] = deque()
        self._changed = asyncio.Event()
        self._read = asyncio.Event()
        self._taken = (
            asyncio.Event()
        )  # whether the browser takes what comes: no answer is on its way
        self._taken.set()

    def waits(self) -> None:
        """Let the next one begin; from any thread."""
        with suppress(RuntimeError):  # the server ends
            self._loop.call_soon_threadsafe(self._turns.end, self)

    def used(self, now: float) -> float:
        """Return the seconds that scripts of this page took, fewer the longer ago."""
        return float(self._used * 0.5 ** ((now - self._at) / HALF_LIFE))

    def had(self, now: float) -> None:
        """Note that a script has had its turn since it began."""
        self._used, self._at = self.used(now) + max(now - self.began, 0.005), now

    async def sends(self, send: Send, message: Message) -> None:
        """Send something, and let no script begin until the browser has taken it."""
        self._taken.clear()
        await send(message)
        self._taken.set()

    async def read(self, receive: Receive, close: Callable[[int], object]) -> None:
        """Read what the browser sends, until it is gone or sends what no page does."""
        while True:
            message = await receive()
            if message["type"] == "websocket.receive":
                asked = _understood(message)
                if asked is None:
                    close(1002)
                    message = {"type": "websocket.disconnect", "code": 1002}
                elif asked.WhichOneof("type") in _NOT_MEANT:
                    continue
                else:
                    self._put(asked)
            if message["type"] != "websocket.receive":
                if message["type"] == "websocket.disconnect":
                    self._asked.clear()
                self._asked.append(message)
            self._changed.set()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] == "websocket.receive":
                await asyncio.sleep((_EACH + len(message["bytes"])) / BYTES_PER_SECOND)
            while len(self._asked) >= _MOST_WAITING or self._bytes() >= MOST_BYTES:
                self._read.clear()
                await self._read.wait()

    def _bytes(self) -> int:
        return sum(each.ByteSize() for each in self._asked if isinstance(each, BackMsg))

    def _put(self, asked: BackMsg) -> None:
        last = self._asked[-1] if self._asked else None
        if isinstance(last, BackMsg) and _fit(last, asked) and _joins(last, asked):
            self._asked[-1] = asked
        else:
            self._asked.append(asked)

    async def next(self) -> Message:
        """Return what Streamlit is to hear next, when it is this page's turn."""
        while not self._asked:
            self._changed.clear()
            await self._changed.wait()
        first = self._asked[0]
        if isinstance(first, BackMsg):
            await self._its_turn(first)
        first = self._asked.popleft()  # meanwhile more may have been joined to it, or all is over
        self._read.set()
        if isinstance(first, BackMsg):
            return {"type": "websocket.receive", "bytes": first.SerializeToString()}
        return first

    async def _its_turn(self, asked: BackMsg) -> None:
        while wait := self._pace.wait(None):
            if await self._is_over(asyncio.sleep(wait)):
                return
        self._pace.take(None)
        if asked.WhichOneof("type") == "rerun_script":
            if not self._taken.is_set() and await self._is_over(self._taken.wait()):
                return
            await self._is_over(self._turns.wait(self))

    async def _is_over(self, waiting: object) -> bool:
        """Wait for something, or until the browser is gone; whether it is."""
        task = asyncio.ensure_future(waiting)  # type: ignore[call-overload] # any awaitable
        try:
            while not task.done():
                if not isinstance(self._asked[0], BackMsg):
                    return True
                self._changed.clear()
                changed = asyncio.ensure_future(self._changed.wait())
                await asyncio.wait({task, changed}, return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
            return False
        finally:
            task.cancel()


_pages: WeakValueDictionary[str, Page] = WeakValueDictionary()


def waits() -> None:
    """Say that the script of this thread now waits for work off it: the next one may begin."""
    client = client_here()
    page = _pages.get(dict(client.headers).get(_NAME, "")) if client else None
    if page is not None:
        page.waits()


class Pacing:
    """ASGI middleware that gives the pages' websockets their turns."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns = Turns()
        self._arrivals = Rates(ARRIVALS)
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on one connection."""
        if scope["type"] != "websocket" or not scope["path"].endswith(_STREAM):
            await self._app(scope, receive, send)
            return
        address = address_of(scope)
        full = self._open[address] >= MOST_OPEN_EACH or self._open.total() >= MOST_OPEN
        if full or not self._arrivals.take(address):
            quiet.garbage("more pages at once than one address may open")
            await receive()  # the handshake
            await send({"type": "websocket.close", "code": 1013})
            return
        self._open[address] += 1
        page = Page(self._turns)
        _pages[page.name] = page
        others = [(name, value) for name, value in scope["headers"] if name != _NAME.encode()]
        headers = [*others, (_NAME.encode(), page.name.encode())]
        try:
            await self._serve(page, {**scope, "headers": headers}, receive, send)
        finally:
            self._turns.end(page)
            self._open[address] -= 1
            self._open += Counter()  # forgets who has none

    async def _serve(self, page: Page, scope: Scope, receive: Receive, send: Send) -> None:
        closing: set[asyncio.Future[None]] = set()

        def close(code: int) -> None:
            closing.add(asyncio.ensure_future(send({"type": "websocket.close", "code": code})))

        async def noting(message: Message) -> None:
            if message["type"] == "websocket.send" and _ends(message.get("bytes") or b""):
                self._turns.end(page)
            if not closing:
                await page.sends(send, message)

        reading = asyncio.ensure_future(page.read(receive, close))
        try:
            await self._app(scope, page.next, noting)
        finally:
            reading.cancel()
            await asyncio.gather(reading, *closing, return_exceptions=True)


def _understood(message: Message) -> BackMsg | None:
    """Return what a page asks, or None for what no page of Streamlit sends."""
    data = message.get("bytes")
    if data is None:
        quiet.garbage("text on a websocket, where pages send bytes")
        return None
    if len(data) > MOST_BYTES:
        quiet.garbage("a message on a websocket that is longer than any of a page")
        return None
    asked = BackMsg()
    try:
        asked.ParseFromString(data)
    except DecodeError:
        quiet.garbage("bytes on a websocket that are no message of a page")
        return None
    kind = asked.WhichOneof("type")
    many = kind == "file_urls_request" and len(asked.file_urls_request.file_names) > _MOST_FILES
    many |= _widgets(asked) > _MOST_WIDGETS
    if kind not in _TAKEN | _NOT_MEANT or many:
        quiet.garbage("a message on a websocket that no page sends")
        return None
    return asked


def _fit(old: BackMsg, new: BackMsg) -> bool:
    """Whether one message of both is short enough: values under ever new names only add up."""
    short = old.ByteSize() + new.ByteSize() <= MOST_BYTES
    return bool(short) and _widgets(old) + _widgets(new) <= _MOST_WIDGETS


def _widgets(message: BackMsg) -> int:
    return len(message.rerun_script.widget_states.widgets)


def _joins(old: BackMsg, new: BackMsg) -> bool:
    """Put what an older message asks into a newer one, if the two can be one; whether they can.

    A newer value of a widget replaces an older one. What was pressed stays pressed.
    """
    if not old.WhichOneof("type") == new.WhichOneof("type") == "rerun_script":
        return False
    before, after = old.rerun_script, new.rerun_script
    if _place(before) != _place(after):
        return False
    there = {state.id: state for state in after.widget_states.widgets}
    missing = []
    for state in before.widget_states.widgets:
        if state.id not in there:
            missing.append(state)
        elif _is_trigger(state):
            return False
    after.widget_states.widgets.extend(missing)
    after.is_auto_rerun = before.is_auto_rerun and after.is_auto_rerun
    return True


def _place(state: ClientState) -> tuple[object, ...]:
    names = ("page_script_hash", "page_name", "fragment_id", "is_history_navigation")
    return tuple(getattr(state, name) for name in names)


def _is_trigger(state: object) -> bool:
    kind: str | None = state.WhichOneof("value")  # type: ignore[attr-defined] # a WidgetState
    return kind in _TRIGGERS


def _ends(data: bytes) -> bool:
    """Whether a message to the browser says that a script has ended."""
    if len(data) > _SHORT:
        return False
    message = ForwardMsg.FromString(data)
    ended: bool = message.WhichOneof("type") == "script_finished"
    return ended and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
