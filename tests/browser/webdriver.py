"""Firefox and WebKit, driven as WebDriver has it (https://www.w3.org/TR/webdriver2/).

Firefox speaks its commands through Marionette, its own socket; WebKitGTK over HTTP, by its driver.
Both are the same few commands with the same parameters, so that neither needs a library.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

from tests.browser.server import free_port

SECONDS_TO_START = 60.0
SECONDS_TO_ANSWER = 120.0
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver writes an element

KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}

# The elements that a selector finds, inside shadow roots too; `seen` leaves out what is hidden.
_FIND = """
  const within = (root, selector) => [...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].filter(node => node.shadowRoot)
      .flatMap(node => within(node.shadowRoot, selector))];
  const find = selector => within(document, selector)
    .find(node => node.getClientRects().length > 0) ?? within(document, selector)[0] ?? null;
"""

# What each command is over HTTP.
_PATHS = {
    "Navigate": ("POST", "/url"),
    "SetWindowRect": ("POST", "/window/rect"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "TakeScreenshot": ("GET", "/screenshot"),
}


class Call(Protocol):
    """A command by its name in the standard, with its parameters; returns its value."""

    def __call__(self, command: str, **parameters: Any) -> Any: ...


class Driven:
    """A browser that is driven, with one page.

    Parameters
    ----------
    call : callable
        Has a command done.
    errors : callable
        Returns what the console has said of errors since it was last asked.
    """

    def __init__(self, call: Call, errors: Callable[[], list[str]] = list) -> None:
        self._call = call
        self._errors = errors

    def open(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        self._call("Navigate", url=url)

    def errors(self) -> list[str]:
        """Return the errors on the console since it was last asked; WebKit tells nobody of any."""
        return self._errors()

    def resize(self, width: int, height: int) -> None:
        """Make the window so large that the page has `width` and about `height` pixels."""
        self._call("SetWindowRect", x=0, y=0, width=width, height=height)

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a script returns; in it `find(selector)` looks into shadow roots too."""
        value = self._call("ExecuteScript", script=_FIND + script, args=list(arguments))
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def wait(self, condition: str, *arguments: Any, seconds: float = 60.0) -> Any:
        """Wait until an expression is true, and return what it is."""
        end = time.monotonic() + seconds
        while not (value := self.run(f"return ({condition});", *arguments)):
            if time.monotonic() > end:
                raise AssertionError(
                    f"Expected {condition} {arguments or ''} within {seconds:.0f} s; it is "
                    f"{value!r}. The page says: {self.text('body')[:600]}"
                )
            time.sleep(0.05)
        return value

    def attribute(self, selector: str, name: str) -> str:
        """Return an attribute of what a selector finds; "" if it has none."""
        return str(
            self.run("return find(arguments[0])?.getAttribute(arguments[1])", selector, name)
        )

    def text(self, selector: str) -> str:
        """Return the text of what a selector finds."""
        return str(self.run("return find(arguments[0])?.innerText ?? ''", selector))

    def place(self, selector: str, along: float = 0.5) -> tuple[int, int]:
        """Return where an element is, `along` its width, once it stands still and is in view."""
        script = """
          const node = find(arguments[0]);
          if (!node) return null;
          const before = node.getBoundingClientRect();
          const away = before.top < 0 || before.bottom > innerHeight;
          if (away) node.scrollIntoView({ block: "center" });
          const { left, top, width, height } = node.getBoundingClientRect();
          return [Math.round(left + arguments[1] * width), Math.round(top + height / 2)];
        """
        end, last = time.monotonic() + 30, None
        while time.monotonic() < end:
            found = self.run(script, selector, along)
            if found and found == last:
                return int(found[0]), int(found[1])
            last = found
            time.sleep(0.08)
        raise AssertionError(f"Expected {selector} to stand still in the page; it is at {last}.")

    def point(self, x: int, y: int, click: bool = False) -> None:
        """Move the mouse to a point of the window; click there if so asked."""
        self._mouse(_move(x, y), *((_DOWN, _UP) if click else ()))

    def click(self, selector: str, along: float = 0.5) -> None:
        """Click an element with the mouse, wherever it is on the page."""
        self._mouse(_move(*self.place(selector, along)), _DOWN, _UP)

    def drag(self, selector: str, start: float, end: float) -> None:
        """Drag along an element from one share of its width to another."""
        x, y = self.place(selector, start)
        to, _ = self.place(selector, end)
        steps = [_move(x + (to - x) * k // 5, y) for k in range(1, 6)]
        self._mouse(_move(x, y), _DOWN, *steps, _UP)

    def _mouse(self, *actions: dict[str, Any]) -> None:
        source = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self._call("PerformActions", actions=[{**source, "actions": list(actions)}])

    def press(self, *keys: str) -> None:
        """Press keys one after the other; of more than one letter as `KEYS` names them."""
        for key in keys:
            value = KEYS.get(key, key)
            both = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
            self._call("PerformActions", actions=[{"type": "key", "id": "keys", "actions": both}])

    def upload(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        element = self.run("return find(arguments[0])", selector)
        self._call("ElementSendKeys", id=element[_ELEMENT], text=str(file))


_DOWN = {"type": "pointerDown", "button": 0}
_UP = {"type": "pointerUp", "button": 0}


def _move(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 0}


@contextmanager
def firefox(paths: list[str], folder: Path) -> Iterator[Driven]:
    """Start Firefox without a window, with a profile of its own in `folder`."""
    port = free_port()
    settings = {
        "marionette.port": port,
        "intl.accept_languages": "en-GB",
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "browser.safebrowsing.update.enabled": False,
        "services.settings.server": "data:,",
    }
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in settings.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [paths[0], "--headless", "--no-remote", "--profile", str(folder)]
    driven = ["--marionette", "--remote-allow-system-access"]  # the console is the system's
    with (
        _running([*command, *driven, "about:blank"], folder / "firefox.log", os.environ) as process,
        _connected(port, process) as channel,
    ):
        marionette = _Marionette(channel)
        marionette("NewSession", capabilities={"alwaysMatch": {}})
        yield Driven(marionette, marionette.errors)


class _Marionette:
    """Commands as ``[0, number, name, parameters]``, each after its length and a colon."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._read, self._number = b"", 0
        self._message()  # who it is

    def __call__(self, command: str, **parameters: Any) -> Any:
        return self._ask(f"WebDriver:{command}", **parameters)

    def _ask(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, command, parameters]).encode()
        self._channel.sendall(b"%d:%b" % (len(text), text))
        _, _, error, value = self._message()
        if error:
            raise AssertionError(f"{command} failed in Firefox: {error['message']}")
        return value

    def errors(self) -> list[str]:
        """Return the errors in pages that the console holds, warnings left out, and empty it."""
        script = """
          const errors = Services.console.getMessageArray()
            .filter(each => each instanceof Ci.nsIScriptError)
            .filter(each => each.sourceName.startsWith("http"))
            .filter(each => (each.flags & Ci.nsIScriptError.warningFlag) === 0)
            .map(each => `${each.errorMessage} (${each.sourceName})`);
          Services.console.reset();
          return errors;
        """
        self._ask("Marionette:SetContext", value="chrome")
        said: list[str] = self("ExecuteScript", script=script, args=[])["value"]
        self._ask("Marionette:SetContext", value="content")
        return said

    def _message(self) -> Any:
        while b":" not in self._read:
            self._more()
        length, _, self._read = self._read.partition(b":")
        while len(self._read) < int(length):
            self._more()
        text, self._read = self._read[: int(length)], self._read[int(length) :]
        return json.loads(text)

    def _more(self) -> None:
        more = self._channel.recv(1 << 16)
        if not more:
            raise ConnectionError("Firefox has closed its channel: it has ended.")
        self._read += more


@contextmanager
def _connected(port: int, process: subprocess.Popen[bytes]) -> Iterator[socket.socket]:
    end = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            channel = socket.create_connection(("127.0.0.1", port), timeout=SECONDS_TO_ANSWER)
            break
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.1)
    with channel:
        yield channel


@contextmanager
def webkit(paths: list[str], folder: Path) -> Iterator[Driven]:
    """Start WebKitGTK's small browser on a screen of its own that nobody sees."""
    driver, browser, screen = paths
    port = free_port()
    with ExitStack() as stack:
        read, write = os.pipe()
        command = [screen, "-displayfd", str(write), "-screen", "0", "1600x1200x24"]
        stack.enter_context(
            _running([*command, "-nolisten", "tcp"], folder / "xvfb.log", os.environ, keep=(write,))
        )
        os.close(write)
        with os.fdopen(read) as said:
            display = said.readline().strip()
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "GDK_BACKEND": "x11",
            "LANG": "en_GB.UTF-8",
            "HOME": str(folder),
            # Its sandbox asks for rights that a container does not give; it opens our pages alone.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        }
        stack.enter_context(
            _running([driver, f"--port={port}"], folder / "webkit.log", environment)
        )
        http = _Http(port)
        wanted = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]},
        }
        http.begin({"capabilities": {"alwaysMatch": wanted}})
        try:
            yield Driven(http)
        finally:
            http.end()


class _Http:
    """Commands as requests to a driver on a port of this machine."""

    def __init__(self, port: int) -> None:
        self._root, self._session = f"http://127.0.0.1:{port}", ""

    def begin(self, capabilities: dict[str, Any]) -> None:
        end = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                its = self._ask("POST", "/session", capabilities)
                break
            except (ConnectionError, urllib.error.URLError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        self._session = f"/session/{its['sessionId']}"

    def end(self) -> None:
        self._ask("DELETE", self._session, None)

    def __call__(self, command: str, **parameters: Any) -> Any:
        method, path = _PATHS[command]
        path = path.format(id=parameters.pop("id", ""))
        body = parameters if method == "POST" else None
        return self._ask(method, f"{self._session}{path}", body)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self._root}{path}", data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS_TO_ANSWER) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                said = error.read().decode(errors="replace")
            raise AssertionError(f"{path} failed in WebKit: {said[:500]}") from None


@contextmanager
def _running(
    command: list[str], log: Path, environment: Any, keep: tuple[int, ...] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program as long as it is needed."""
    with log.open("wb") as said:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            pass_fds=keep,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


STARTS = {"firefox": firefox, "webkit": webkit}
