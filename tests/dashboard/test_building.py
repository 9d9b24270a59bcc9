"""Lessons of one's own in the app: moments are added, edited, moved, opened, played and led."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from dashboard import drafting
from dashboard.classroom import here
from dashboard.classroom.rooms import Rooms
from dashboard.lessons import own
from dashboard.lessons.own import OwnLesson
from dashboard.memory import Kept
from dashboard.once import once
from tests.dashboard.test_learning import frames, headings, press, unescaped
from tests.dashboard.test_own_lesson import FREE, GATES
from tests.dashboard.visitor import Visitor

LESSON = OwnLesson("Who goes first?", (GATES, FREE))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here, "rooms", once(Rooms))
    monkeypatch.setattr(drafting, "_lessons", once(lambda: Kept[OwnLesson](10**6)))


def at(page: str, query: str = "") -> Visitor:
    visitor = Visitor(query)
    visitor.page.switch_page(f"pages/{page}.py")
    visitor.go()
    return visitor


def draft(visitor: Visitor) -> OwnLesson:
    """Return the lesson that a visitor makes."""
    token = visitor.page.session_state["lessons_token"]
    lesson = drafting._lessons().get((token, "draft"))
    assert lesson is not None
    return lesson


def expanders(visitor: Visitor) -> list[str]:
    return [unescaped(each.label) for each in visitor.page.expander]


def keyed(visitor: Visitor, kind: str, name: str) -> Any:
    (found,) = (each for each in visitor.page.get(kind) if (each.key or "").endswith(name))
    return found


def click(visitor: Visitor, name: str) -> None:
    keyed(visitor, "button", name).click()
    visitor.go()


def with_lesson() -> Visitor:
    """Return a visitor on Teach, who has opened a lesson."""
    visitor = at("teach")
    token = visitor.page.session_state["lessons_token"]
    drafting._lessons().put((token, "draft"), LESSON)
    visitor.go()
    return visitor


def test_share_adds_what_a_page_shows_and_teach_shows_it() -> None:
    visitor = at("play", "n=12&k=3&t=5000")
    visitor.press("Share")
    visitor.press(drafting.ADD)
    (moment,) = draft(visitor).moments
    assert (moment.picture, moment.kind) == ("play", "none")
    assert moment.parsed().settings == visitor.settings
    visitor.page.switch_page("pages/teach.py")
    visitor.go()
    assert f"1. {moment.title}" in expanders(visitor)


def test_a_moment_comes_from_the_player_with_its_round() -> None:
    from dashboard.watch import acts

    visitor = Visitor()
    its = {"name": "moment", "id": visitor.run["id"], "at": 384}
    sent = [its, its | {"id": "other"}, its | {"at": -1}, its | {"at": 384.0}, its | {"at": 10**9}]

    def script() -> None:
        for each in sent:
            acts.take(each)

    with mock.patch("dashboard.watch.rivals.offered", side_effect=lambda _: script() or []):
        visitor.go()
    (moment,) = draft(visitor).moments
    assert (moment.picture, moment.kind, moment.at) == ("watch", "moves", 384)


def test_texts_and_questions_are_edited_and_moments_moved_and_removed() -> None:
    visitor = with_lesson()
    assert draft(visitor) == LESSON
    keyed(visitor, "text_input", "_0_title").set_value("Another *title*")
    visitor.go()
    assert draft(visitor).moments[0].title == "Another *title*"
    assert "1. Another *title*" in expanders(visitor)
    assert any("Which of these ads is settled first" in m.value for m in visitor.page.markdown)
    keyed(visitor, "text_area", "_1_answers").set_value("A\n\nB\nC")
    visitor.go()
    assert draft(visitor).moments[1].answers == ("A", "B", "C")
    click(visitor, "_1_Earlier")
    assert [moment.kind for moment in draft(visitor).moments] == ["choice", "moves"]
    keyed(visitor, "selectbox", "_1_kind").set_value("set")
    visitor.go()
    assert draft(visitor).moments[1].kind == "set"
    click(visitor, "_0_Remove")
    assert [moment.kind for moment in draft(visitor).moments] == ["set"]
    visitor.press("New lesson")
    assert draft(visitor).moments == ()


def test_a_lesson_in_a_link_plays_its_moments_in_order() -> None:
    visitor = at("learn", f"made={own.packed(LESSON)}")
    assert headings(visitor) == ["1. Gates and patience"]
    (shown,) = frames(visitor)
    assert "at=384" in shown
    assert not any("Ad 8 is out" in str(each.value) for each in visitor.page.markdown)
    press(visitor, "Ad 8")
    (told,) = visitor.page.success
    assert "Ad 8 is out at round 1,524." in unescaped(told.value)
    press(visitor, "Next: Gates and patience")
    press(visitor, "This “one”")
    (told,) = visitor.page.info
    assert "“That *one*” is right" in unescaped(told.value)
    assert any("1 of 2 rightly" in each.value for each in visitor.page.markdown)


def test_a_question_about_a_chart_is_asked_before_the_chart_is_shown() -> None:
    moment = replace(FREE, picture="compare", at=0)
    visitor = at("learn", f"made={own.packed(OwnLesson('', (moment,)))}")
    assert frames(visitor) == []
    press(visitor, "That *one*")
    (shown,) = frames(visitor)
    assert "/compare?" in shown


@pytest.mark.parametrize("made", ["nonsense", "1AAAA", "%23abcdef", "x" * 3_000])
def test_a_damaged_link_says_so_and_leads_to_the_class_hour(made: str) -> None:
    visitor = at("learn", f"made={made}")
    (error,) = visitor.page.error
    assert "file" in error.value
    visitor.press("To the class hour")
    assert headings(visitor) == ["1. One number for three ads"]


def test_a_room_leads_a_lesson_of_ones_own() -> None:
    host = with_lesson()
    keyed(host, "button", "start_made").click()
    host.go()
    assert headings(host) == ["1. Gates and patience"]
    code = host.page.session_state["session"].link.lesson.room
    rooms = here.rooms()
    seen = rooms.look(code)
    assert seen.question is not None
    assert not seen.revealed
    poll: Any = seen.question
    assert poll.options[poll.right] == "Ad 8"
    key = host.page.session_state["host_key"]
    rooms.vote(code, "a" * 12, poll.name, (poll.right, 0))
    rooms.reveal(code, key)
    (score,) = rooms.scores(code, key)
    assert (score.right, score.asked) == (1, 1)


def test_a_moment_without_a_question_asks_a_room_nothing() -> None:
    host = with_lesson()
    token = host.page.session_state["lessons_token"]
    lesson = OwnLesson("", (replace(GATES, kind="none"), replace(FREE, right=0)))
    drafting._lessons().put((token, "draft"), lesson)
    host.page.session_state["lessons_edition"] = 1
    host.go()
    keyed(host, "button", "start_made").click()
    host.go()
    code = host.page.session_state["session"].link.lesson.room
    seen = here.rooms().look(code)
    assert seen.revealed, "so the picture is shown"
    host.page.switch_page("pages/learn.py")  # where they are already, which AppTest forgets
    press(host, "Next: Gates and patience")
    poll: Any = here.rooms().look(code).question
    key = host.page.session_state["host_key"]
    here.rooms().vote(code, "a" * 12, poll.name, (1, 0))
    here.rooms().reveal(code, key)
    (score,) = here.rooms().scores(code, key)
    assert (score.right, score.answered, score.asked) == (0, 1, 0)
    assert here.rooms().score_of(code, "a" * 12) == (0, 0)


def test_what_a_browser_kept_comes_before_what_was_added_since() -> None:
    visitor = at("play", "n=12&k=3&t=5000")
    visitor.press("Share")
    visitor.press(drafting.ADD)
    said: dict[str, Any] = {}
    kept = own.written(LESSON)

    def browser(*, data: list[dict[str, Any]], key: str, **_: Any) -> dict[str, Any]:
        """Answer as `draft.js` does."""
        nonlocal kept
        (its,) = data
        if its["text"] is None:
            said["kept"] = {"ask": its["ask"], "text": kept}
        elif key == "kept_draft":
            kept = its["text"]
        return dict(said)

    with mock.patch.object(drafting, "component", return_value=browser):
        visitor.page.switch_page("pages/teach.py")
        visitor.go()
        assert [moment.picture for moment in draft(visitor).moments] == [
            "watch",
            "watch",
            "play",
        ]
        assert keyed(visitor, "text_input", "_0_title").value == GATES.title
        visitor.go()
        assert own.read(kept) == draft(visitor)
        drafting._lessons().clear()  # the server needed the room: the browser still has it
        visitor.go()
        assert own.read(kept) == draft(visitor)
        assert len(draft(visitor).moments) == 3
