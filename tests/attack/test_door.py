"""The door: pages of other sites, names that others point here, endpoints that nobody needs."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from dashboard.once import once
from dashboard.serving import startup
from dashboard.serving.door import Door, Hosts, hosts, name_of
from dashboard.serving.profile import ProfileError
from tests.browser.server import ROOT, App, serve

LOCAL = hosts({}, ["localhost"])
PUBLIC = hosts({"DART_HOSTS": "dart.example.org, *.school.example"}, ["0.0.0.0"])


# What the server answers to ------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8501", "localhost.", "127.0.0.1:1", "[::1]:8501"]
)
def test_this_machine_is_always_answered(host: str) -> None:
    assert LOCAL.allow(host)
    assert PUBLIC.allow(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "192.168.1.5", "", "a b", "localhost:80:80", "[::1",
     "user@localhost", "localhost/x", "localhost, evil.example", "x" * 10_000, "localhost\\@evil"],
)  # fmt: skip
def test_nothing_else_is(host: str) -> None:
    assert not LOCAL.allow(host)


def test_a_server_for_every_address_answers_to_numbers_but_to_no_name() -> None:
    anywhere = hosts({}, [None])
    assert anywhere.allow("192.168.1.5:8501")
    assert anywhere.allow("[fe80::1]")
    assert not anywhere.allow("rebound.evil.example")


def test_the_address_it_was_started_for_is_answered() -> None:
    assert hosts({}, ["192.168.1.5"]).allow("192.168.1.5:8501")
    assert hosts({}, ["lab.local"]).allow("lab.local")
    assert hosts({}, ["0:0:0:0:0:0:0:1", "dart.example.org"]).allow("dart.example.org:443")
    assert hosts({}, ["unix:///run/dart"]) == LOCAL


def test_the_operator_adds_names() -> None:
    assert PUBLIC.allow("dart.example.org")
    assert PUBLIC.allow("a.school.example:443")
    assert not PUBLIC.allow("school.example")
    assert not PUBLIC.allow("evilschool.example")
    assert str(LOCAL) == "localhost, 127.0.0.1, ::1"


@pytest.mark.parametrize("given", ["https://dart.example.org", "*", "dart.example.org:443", "a b"])
def test_names_that_cannot_be_read_end_the_start(given: str) -> None:
    with pytest.raises(ProfileError, match="DART_HOSTS: expected names joined by commas"):
        hosts({"DART_HOSTS": given}, [])


def test_a_name_is_read_without_its_port() -> None:
    assert name_of("Dart.Example.org.:443") == "dart.example.org"
    assert name_of("[0:0::1]:80") == "::1"


# The middleware alone ------------------------------------------------------------------------


def passed(
    path: str = "/", kind: str = "http", base: str = "", allowed: Hosts = LOCAL, **headers: str
) -> int:
    """200 if a request came through, else the status of its refusal."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        await send({"type": "through", "status": 200})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("what is refused is not read")

    given = {"host": "localhost:8501"} | headers
    pairs = [(name.encode(), value.encode()) for name, value in given.items()]
    scope = {"type": kind, "path": path, "method": "GET", "headers": pairs}
    asyncio.run(Door(app, allowed, base)(scope, receive, send))
    if sent[0]["type"] == "websocket.close":
        return 403
    return int(sent[0]["status"])


STREAM = "/_stcore/stream"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:8501", 200),
        ("https://localhost:8501", 200),
        ("http://LOCALHOST:8501", 200),
        ("http://localhost:3000", 403),
        ("http://localhost", 403),
        ("https://evil.example", 403),
        ("https://localhost:8501.evil.example", 403),
        ("https://evil.example/localhost:8501", 403),
        ("http://evil@localhost:8501", 403),
        ("ftp://localhost:8501", 403),
        ("http://[", 403),
        ("null", 403),
        ("", 403),
    ],
)
def test_only_a_page_of_the_same_host_opens_the_websocket(origin: str, status: int) -> None:
    assert passed(STREAM, "websocket", origin=origin) == status


def test_without_an_origin_there_is_no_websocket() -> None:
    assert passed(STREAM, "websocket") == 403


def test_dns_rebinding_ends_at_the_door() -> None:
    # In the browser's eyes the page and the server are both rebound.evil.example.
    rebound = {"host": "rebound.evil.example:8501"}
    origin = "http://rebound.evil.example:8501"
    assert passed(STREAM, "websocket", origin=origin, **rebound) == 403
    assert passed("/", **rebound) == 421
    assert passed("/_stcore/upload_file/a/b", **rebound) == 421


def test_a_frame_on_another_site_and_a_sub_path_keep_working() -> None:
    # The frame's own page is ours: the site around it is in no header but Referer.
    host = {"host": "dart.example.org", "referer": "https://moodle.example/course/7"}
    assert passed("/dart/", allowed=PUBLIC, base="dart", **host) == 200
    origin = "https://dart.example.org"
    assert passed(f"/dart{STREAM}", "websocket", "/dart/", PUBLIC, origin=origin, **host) == 200


@pytest.mark.parametrize("base", ["", "dart", "/a/b/"])
def test_endpoints_that_nobody_needs_are_closed(base: str) -> None:
    below = f"/{base.strip('/')}" if base else ""
    for path in (
        "/_stcore/metrics", "/_stcore/metrics/", "//_stcore//metrics", "/_stcore",
        "/_stcore/agent/openapi.json", "/_stcore/script-health-check", "/_stcore/bidi-components/a",
        "/component/a/index.html", "/auth/login", "/auth/logout", "/oauth2callback",
    ):  # fmt: skip
        assert passed(below + path, base=base) == 404, path
    for path in (
        "/", "/compare", "/static/js/index.js", "/media/a.csv", "/health", "/_stcore/health",
        "/_stcore/host-config", "/_stcore/upload_file/page/file",
    ):  # fmt: skip
        assert passed(below + path, base=base) == 200, path


def test_the_start_and_the_end_of_the_server_pass() -> None:
    assert passed(kind="lifespan") == 200


def test_a_flood_of_refusals_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    door = Door(lambda *_: None, LOCAL)  # type: ignore[arg-type, return-value]
    for number in range(50):
        host = [(b"host", f"{number}\x1b[31m.evil.example".encode())]
        assert door._refusal({"type": "http", "path": "/", "headers": host})[0] == 421
    assert len(caplog.messages) == 1
    assert "\x1b" not in caplog.text
    assert "DART_HOSTS" in caplog.text


def test_app_alone_says_what_it_lacks(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(startup, "_guarded", False)
    say = once(startup.say_what_is_missing.__wrapped__)  # type: ignore[attr-defined] # as `wraps` does
    say()
    say()
    assert caplog.messages == [startup.UNGUARDED]
    assert "streamlit run server.py" in startup.UNGUARDED


# The real server -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with serve(ROOT / "server.py", tmp_path_factory.mktemp("door") / "log") as served:
        yield served


def answer(url: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as came:
            return int(came.status), came.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def handshake(app: App, origin: str) -> int:
    """The status of asking for the websocket as a page of `origin` would."""
    url = app.url.replace("http", "ws", 1) + STREAM
    try:
        with connect(url, origin=Origin(origin), subprotocols=[Subprotocol("streamlit")]):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def test_a_page_elsewhere_cannot_freeze_the_server(app: App) -> None:
    # Ten of these took 20 s: each asked a service on the internet for the server's own address,
    # on the thread that serves everybody. `nothing_leaves_this_machine` watches that as well.
    begin = time.perf_counter()
    assert [handshake(app, "https://evil.example") for _ in range(10)] == [403] * 10
    assert time.perf_counter() - begin < 5.0
    assert handshake(app, app.url) == 101


def test_no_endpoint_tells_of_the_process_and_no_page_around_may_command(app: App) -> None:
    assert answer(f"{app.url}/_stcore/metrics")[0] == 404
    status, config = answer(f"{app.url}/_stcore/host-config")
    assert status == 200
    assert json.loads(config)["allowedOrigins"] == []


def test_a_name_that_others_point_here_gets_nothing(app: App) -> None:
    status, text = answer(app.url, Host="rebound.evil.example")
    assert status == 421
    assert text == (
        "This server does not answer to rebound.evil.example. Whoever runs it can add the name "
        "to DART_HOSTS."
    )


def test_health_is_that_of_a_kernel(app: App) -> None:
    deadline = time.monotonic() + 120
    while (came := answer(f"{app.url}/health")) != (200, "ok"):
        assert came[0] == 503  # its kernel is being compiled
        assert time.monotonic() < deadline
        time.sleep(1)


def test_the_start_says_what_it_answers_to(app: App) -> None:
    assert "Answers to localhost, 127.0.0.1, ::1.\n" in app.log


# Plain app.py, for hosts that insist on it ----------------------------------------------------


def test_the_start_of_app_alone_asks_nobody_for_its_address(tmp_path: Any) -> None:
    # Listening on every address, Streamlit would greet with the one that a service tells it.
    with serve(ROOT / "app.py", tmp_path / "log", address="0.0.0.0") as served:
        assert answer(f"{served.url}/_stcore/health")[0] == 200
