"""A teacher's link: it hides, locks and says things, survives changes, and harms nobody."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard import sharing
from dashboard.links.lesson import CONTROLS, PANELS, PLAYER, Lesson
from dashboard.links.player_state import PlayerState
from dashboard.schema.texts import Text
from dashboard.settings import Settings
from tests.dashboard.visitor import Visitor
from tests.links import from_query, lesson_of, to_query
from tests.project.files import ROOT

HIDDEN = ("forecast", "guide", "luck", "n", "arms")
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202eevil\u202c \u0000 \ud800 zero\u200bwidth",
    "[link](javascript:alert(1)) **bold** $x$ :material/delete:",
    '"><iframe src="//evil.example">',
    "=HYPERLINK(1)",
]


@given(st.text(max_size=200))
def test_a_text_is_one_printable_line(text: str) -> None:
    kind = Text(80)
    nearest = kind.nearest(text)
    assert kind.check(nearest) == nearest
    assert nearest == "" or nearest.isprintable()
    assert len(nearest) <= 80


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_title_is_shown_as_it_is_written(text: str) -> None:
    query = to_query(Settings.default(), Lesson(title=text, say=text))
    lesson, notices = lesson_of(query)
    assert notices == []
    assert from_query(query) == (Settings.default(), PlayerState(), [])
    visitor = Visitor(query)
    shown = [element.proto.body for element in visitor.page.get("html")]
    assert f'<h2 class="lesson">{html.escape(lesson.title)}</h2>' in shown
    written = html.escape(lesson.title)
    assert not {"<", ">", '"'} & set(written)


def test_too_long_or_unknown_is_said() -> None:
    lesson, notices = lesson_of({"title": "a" * 100, "hide": "sidebar,nobody", "present": "maybe"})
    assert lesson == Lesson(title="a" * 80, hide=("sidebar",))
    assert [notice.field for notice in notices] == ["title", "hide", "present"]


def test_what_is_taken_along_may_be_left_out() -> None:
    def panels(lesson: Lesson) -> list[str]:
        page = Visitor(to_query(Settings.default(), lesson)).page
        return [box.label for box in page.expander]

    assert "Save and reproduce" in panels(Lesson())
    assert "Save and reproduce" not in panels(Lesson(hide=("save",)))


def test_parts_of_the_player_may_be_left_out() -> None:
    assert not set(CONTROLS) & {*PANELS, *PLAYER}  # one name, one thing
    markup = (ROOT / "dart_player/player.html").read_text(encoding="utf-8")
    assert set(re.findall('data-hide="([a-z]+)"', markup)) == {*PLAYER, "share", "save", "lesson"}
    lesson = Lesson(hide=("chart", "speed"))
    visitor = Visitor(to_query(Settings.default(), lesson))
    assert visitor.player["start"]["hides"] == ["chart", "speed", "lesson"]


def test_what_is_hidden_is_gone_and_stays_gone() -> None:
    visitor = Visitor(to_query(Settings.default(), Lesson(hide=HIDDEN)))
    page = visitor.page
    assert visitor.widget("k").value == 3
    assert "How to read this" not in [box.label for box in page.expander]
    with pytest.raises(KeyError):
        visitor.widget("n")
    assert not [box for box in page.info if "Forecast" in box.value]
    assert [button.label for button in page.button] == ["Share"]
    visitor.set("k", 5)
    assert visitor.settings.k == 5
    assert lesson_of(page.query_params)[0] == Lesson(hide=HIDDEN)
    with pytest.raises(KeyError):
        visitor.widget("n")


def test_what_is_locked_is_shown_and_disabled() -> None:
    visitor = Visitor(to_query(Settings.default(), Lesson(lock=("k", "luck"))))
    assert visitor.widget("k").disabled
    assert not visitor.widget("n").disabled
    assert visitor.page.get_by_key("scenario").disabled  # it would change what is locked
    assert visitor.widget("seed").disabled
    everything = Visitor(to_query(Settings.default(), Lesson(lock=("all",))))
    disabled = {
        name: everything.widget(name).disabled for name in ("n", "k", "reward", "algorithm")
    }
    assert set(disabled.values()) == {True}


def test_a_copied_link_keeps_the_lesson() -> None:
    lesson = Lesson(title="One & two", lock=("all",))
    visitor = Visitor(to_query(Settings.default(), lesson))
    assert lesson_of(visitor.player["link"]) == (lesson, [])
    visitor.follow(to_query(Settings(n=20)))
    assert lesson_of(visitor.player["link"]) == (Lesson(), [])


def test_a_frame_holds_an_escaped_address() -> None:
    code = sharing.iframe('http://localhost/?a=1&b="><script>')
    assert "<script>" not in code
    assert 'src="http://localhost/?a=1&amp;b=&quot;&gt;&lt;script&gt;&amp;embed=true"' in code


def test_the_qr_code_is_black_on_white() -> None:
    svg = sharing.qr("http://localhost:8501/?z=1K7M1Gq5hYqBnaAQOEWBCNyI2PAA")
    assert svg.startswith("<svg")
    assert svg.count("#fff") == svg.count("#000") == 1  # also where the page is dark


def test_the_teach_page_builds_the_link_that_it_shows() -> None:
    visitor = Visitor(Settings(n=20))
    visitor.page.switch_page("pages/teach.py")
    visitor.go()
    visitor.page.get_by_key("teach_title").set_value("Who goes first?")
    visitor.page.get_by_key("teach_hide").set_value(["forecast"])
    visitor.page.get_by_key("teach_truth").set_value(True)
    visitor.go()
    link = visitor.page.code[0].value
    assert link.startswith("http")
    query = link.partition("?")[2]
    settings, player, notices = from_query(query)
    assert (settings, player, notices) == (Settings(n=20), PlayerState(truth=False), [])
    assert lesson_of(query)[0] == Lesson(title="Who goes first?", hide=("forecast",))


def test_a_frame_of_another_page_shows_the_player_alone() -> None:
    visitor = Visitor()
    visitor.page.context = {"is_embedded": True}
    visitor.go()
    assert visitor.player["n"] == 12
    assert not visitor.page.button
    assert not visitor.page.title
    assert not visitor.page.get("selectbox")
