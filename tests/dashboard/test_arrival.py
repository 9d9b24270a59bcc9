"""A page's own answer: what a link is called elsewhere, its picture, and what else may be asked."""

from __future__ import annotations

import asyncio
import gzip
import re
from html.parser import HTMLParser
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from dashboard.arrival import picture as pictures
from dashboard.arrival.page import LONGEST, SIZE, Arrival
from dashboard.arrival.picture import SAVED, Pictures, affordable, draw, fixed, saved_page
from dashboard.links.lesson import Lesson
from dashboard.links.link import Link
from dashboard.navigation import PATHS
from dashboard.settings import Settings
from dashboard.watch.model import stored
from tests.project.files import ROOT

RUN = "v=3&n=9&k=2&t=500&race=frontier.guaranteed"


class Head(HTMLParser):
    """What an Open Graph checker reads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        its = dict(attrs)
        if tag == "meta" and (name := its.get("property") or its.get("name")):
            self.meta[name] = its.get("content") or ""


def asked(
    path: str, query: str = "", base: str = "", method: str = "GET", **headers: str
) -> tuple[dict[str, str], bytes] | None:
    """Return the headers and the body of an answer, None where another one is to answer."""
    sent: list[Any] = []
    passed = False

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal passed
        del scope, receive, send
        passed = True

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    all_headers = {"host": "dart.example.org"} | headers
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "scheme": "http",
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in all_headers.items()
        ],
    }
    asyncio.run(Arrival(app, base)(scope, receive, send))
    if passed:
        return None
    names = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return names, b"".join(message.get("body", b"") for message in sent[1:])


def head(path: str = "/", query: str = "", base: str = "", **headers: str) -> tuple[str, Head]:
    answer = asked(path, query, base, **headers)
    assert answer is not None
    text = answer[1].decode()
    return text, Head(text)


def test_a_link_says_what_it_holds_and_where_its_picture_is() -> None:
    text, its = head(query=RUN, x_forwarded_proto="https")
    assert "<title>DART against Frontier: which 2 of these 9 arms pay best?</title>" in text
    assert its.meta["og:title"] == "DART against Frontier: which 2 of these 9 arms pay best?"
    assert "2 of them" in its.meta["og:description"]
    assert its.meta["og:image"] == f"https://dart.example.org/preview.png?{RUN}"
    assert its.meta["og:url"] == f"https://dart.example.org/?{RUN}"
    assert 'rel="icon"' in text
    assert text.count("<title>") == 1
    assert "favicon.png" not in text


def test_every_page_has_an_answer_of_its_own_and_nothing_else_has() -> None:
    pages = (ROOT / "dashboard/navigation.py").read_text(encoding="utf-8")
    files = set(re.findall(r"pages/(\w+)\.py", pages)) - {"watch"}
    assert files | {""} == PATHS
    titles = {head(f"/{path}")[1].meta["og:title"] for path in PATHS}
    assert len(titles) == len(PATHS)
    for path in ("/health", "/preview.png", "/_stcore/health", "/static/js/a.js", "/no-such-page"):
        assert asked(path) is None
    assert asked("/", method="POST") is None


def test_below_a_path_all_addresses_are_below_it() -> None:
    text, its = head("/tools/dart/", base="tools/dart")
    assert its.meta["og:image"] == "http://dart.example.org/tools/dart/preview.png"
    assert 'data-base="/tools/dart/"' in text
    assert asked("/", base="tools/dart") is None


def test_an_answer_may_be_small_and_have_no_body() -> None:
    packed = asked("/", accept_encoding="gzip, br")
    assert packed is not None
    assert packed[0]["content-encoding"] == "gzip"
    assert "<title>" in gzip.decompress(packed[1]).decode()
    empty = asked("/", method="HEAD")
    assert empty is not None
    assert empty[1] == b""


@pytest.mark.parametrize(
    "query",
    [
        "names=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "title=Your+bank&say=%3Cb%3E",
        '"><script>alert(1)</script>',
        "z=" + "A" * 1_500,
        "n=" + "9" * (LONGEST + 10),
        "\x00%00%ff&n=%F0%9F",
    ],
)
def test_no_link_writes_into_the_page(query: str) -> None:
    text, its = head(query=query)
    plain, _ = head()
    assert text.count("<script") == plain.count("<script")
    assert "Your bank" not in its.meta["og:title"] + its.meta["og:description"]
    assert "alert(1)" not in its.meta["og:title"]


def test_a_picture_is_of_its_own_run() -> None:
    settings = affordable(RUN)
    assert settings is not None
    one, other = draw(settings), draw(Link.parse(RUN + "&seed=77").settings)
    assert one == draw(settings)
    assert one != other
    assert fixed() not in {one, other}
    for png in (one, fixed()):
        image = Image.open(BytesIO(png))
        assert image.size == SIZE
        assert len(png) < 60_000


@pytest.mark.parametrize(
    "query",
    [
        "v=3&n=100&k=50&t=10000000",
        Link(Settings.default(), lesson=Lesson(predict=True)).query(),
        Link(Settings.default(), lesson=Lesson(hide=("truth",))).query(),
    ],
)
def test_what_is_dear_or_would_give_an_answer_away_has_the_fixed_picture(query: str) -> None:
    assert affordable(query) is None


def test_pictures_are_drawn_once_one_at_a_time_and_no_faster_than_a_person_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []

    def one(query: str, stop: Any) -> bytes:
        del stop
        drawn.append(query)
        return query.encode()

    monkeypatch.setattr(pictures, "drawn", one)

    async def ask() -> None:
        its = Pictures()
        assert await its.of("", "a") is None
        assert await its.of("x" * (LONGEST + 1), "a") is None
        first, second = await asyncio.gather(its.of("one", "a"), its.of("two", "b"))
        assert (first, second) == (b"one", None)  # the other one came while that was drawn
        assert await its.of("one", "c") == b"one"
        assert drawn == ["one"]
        for _ in range(40):
            await its.of("one", "d")
        assert await its.of("one", "d") is None

    asyncio.run(ask())


def test_the_saved_run_needs_nothing() -> None:
    text = saved_page(stored()["player"])
    assert "default-src 'none'" in text
    assert SAVED.endswith(".html")


def test_what_styles_have_of_later_has_something_before_it() -> None:
    """Chrome 110, Firefox 115 and Safari 16.4 take the line above a colour they do not know."""
    later = re.compile(r"([\w-]+):[^;]*\b(?:light-dark|color-mix)\(")
    found = 0
    for file in (ROOT / "dashboard").rglob("*.css"):
        for rule in re.findall(r"\{([^{}]*)\}", file.read_text(encoding="utf-8")):
            plain = re.sub(r"/\*.*?\*/", "", rule, flags=re.DOTALL)
            lines = [line.strip() for line in plain.split(";")]
            for at, line in enumerate(lines):
                if its := later.match(line):
                    found += 1
                    assert any(each.startswith(f"{its[1]}:") for each in lines[:at]), line
    assert found
