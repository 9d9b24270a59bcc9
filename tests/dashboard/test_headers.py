"""The security headers: on every HTTP answer, and never in place of the server's own."""

import asyncio
from typing import Any

from dashboard.serving.headers import HEADERS, POLICY, SecurityHeaders

START = {"type": "http.response.start", "status": 200}


def answered(headers: list[tuple[bytes, bytes]], kind: str = "http") -> dict[str, str]:
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        await send(START | {"headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    asyncio.run(SecurityHeaders(app)({"type": kind}, receive, send))
    assert [message["type"] for message in sent] == [START["type"], "http.response.body"]
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_every_answer_has_them() -> None:
    expected = {name.lower(): value for name, value in HEADERS.items()}
    assert answered([]) == expected
    assert answered([(b"etag", b"1")]) == expected | {"etag": "1"}


def test_a_header_of_the_server_stays() -> None:
    its = answered([(b"Referrer-Policy", b"no-referrer")])
    assert its["Referrer-Policy"] == "no-referrer"
    assert "referrer-policy" not in its


def test_a_websocket_is_left_alone() -> None:
    assert answered([], kind="websocket") == {}


def test_nothing_comes_from_elsewhere_but_others_may_embed_the_app() -> None:
    assert not any("http" in value or "*" in value for value in POLICY.values())
    assert "frame-ancestors" not in POLICY
    assert "X-Frame-Options" not in HEADERS
