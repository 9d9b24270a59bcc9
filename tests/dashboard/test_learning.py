"""The Learn page: answering, going on, what a browser kept, and what a teacher prints."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dashboard.learn import figures, handout
from dashboard.lessons.moments import moments
from dashboard.links.learn_state import LearnState
from dashboard.links.link import Link
from tests.dashboard.visitor import Visitor

HOUR = moments()


def visit(moment: str = "") -> Visitor:
    visitor = Visitor(f"moment={moment}" if moment else "")
    visitor.page.switch_page("pages/learn.py")
    visitor.go()
    return visitor


def headings(visitor: Visitor) -> list[str]:
    return [unescaped(header.value) for header in visitor.page.title]


def unescaped(text: str) -> str:
    """Return what Markdown shows of a text whose punctuation is escaped."""
    return re.sub(r"\\(.)", r"\1", text)


def press(visitor: Visitor, label: str) -> None:
    (button,) = (each for each in visitor.page.button if unescaped(each.label) == label)
    button.click()
    visitor.go()


def frames(visitor: Visitor) -> list[Any]:
    return [frame.proto.src for frame in visitor.page.get("iframe")]


def test_who_answers_is_told_why_and_goes_on() -> None:
    visitor = visit()
    first, second = HOUR[:2]
    assert headings(visitor) == [f"1. {first.title}"]
    (before,) = frames(visitor)
    assert not any(first.why in unescaped(text.value) for text in visitor.page.info)
    press(visitor, first.answers[0])
    (told,) = [*visitor.page.info, *visitor.page.success]
    assert first.why in unescaped(told.value)
    (after,) = frames(visitor)
    assert before != after, "the picture may be played now"
    press(visitor, f"Next: {second.title}")
    assert headings(visitor) == [f"2. {second.title}"]
    assert Link.parse(visitor.page.query_params).learn == LearnState(second.name)
    visitor.press("Back")
    assert headings(visitor) == [f"1. {first.title}"]


@pytest.mark.parametrize("name", [moment.name for moment in HOUR])
def test_a_link_opens_its_moment(name: str) -> None:
    visitor = visit(name)
    assert headings(visitor)[0].endswith(HOUR[[m.name for m in HOUR].index(name)].title)
    assert [button.label for button in visitor.page.button if "learn_" in (button.key or "")]


def test_a_moment_that_is_none_opens_the_first() -> None:
    assert headings(visit("nonsense")) == [f"1. {HOUR[0].title}"]


@pytest.mark.parametrize(
    "said", [None, [], "x", {"one-number": "2"}, {"one-number": 99}, {"one-number": True}]
)
def test_what_a_browser_keeps_is_checked(said: object) -> None:
    from dashboard.learn.page import usable

    assert usable(said, HOUR) == {}


def test_kept_answers_count() -> None:
    from dashboard.learn.page import usable

    assert usable({"one-number": 2, "unknown": 1}, HOUR) == {"one-number": 2}


def test_a_handout_has_the_questions_and_the_notes_the_answers() -> None:
    paper, notes = handout.handout(HOUR, "http://x/learn"), handout.notes(HOUR, "http://x/learn")
    for moment in HOUR:
        assert handout.escape(moment.question) in paper
        assert handout.escape(moment.why) not in paper
        assert handout.escape(moment.why) in notes
    assert notes.count('class="right"') == len(HOUR)
    assert 'class="right"' not in paper


def test_dots_show_no_more_runs_than_asked() -> None:
    finals = {"a": [58.0, 900.0, 60.0], "b": [88.0, 90.0, 87.0]}
    one = figures.dots(finals, ["c = 0.02", "c < 1"], shown=1, theme="light")
    assert (one.count("<circle"), one.count('width="11"')) == (1, 1)
    assert "average" not in one
    assert "c &lt; 1" in one
    every = figures.dots(finals, ["x", "y"], shown=3, theme="dark")
    assert (every.count("<circle"), every.count('width="11"')) == (3, 3)
    assert "regret 339 on average, 3 runs" in every
