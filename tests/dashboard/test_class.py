"""A class: codes that are typed, nicknames, questions of a lesson, scores and their table."""

from __future__ import annotations

import csv
import io
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.classroom import codes, here
from dashboard.classroom.nicknames import LONGEST, cleaned, told_apart
from dashboard.classroom.questions import Poll, Question, RoomError, TooManyTries
from dashboard.classroom.room import MOST_PAST, hidden
from dashboard.classroom.rooms import Rooms
from dashboard.lessons import ready as ready_module
from dashboard.lessons.moments import moments
from dashboard.lessons.ready import moments_of, ready
from dashboard.links.link import Link
from dashboard.once import once
from dashboard.teaching.words import HIDDEN
from tests.dashboard.visitor import Visitor

POLL = Poll("gates", "Gates", "What first?", ("in", "=out()", "stop"), 1, "Because.")
MOVE = Question(5, (0, 1, 2), frozenset({(1, 1)}))
CLASS, STRANGER = "school", "far away"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def polled() -> tuple[Rooms, Clock, str, str]:
    clock = Clock()
    held = Rooms(clock)
    code, key = held.open("", address=CLASS)
    held.ask(code, key, POLL)
    return held, clock, code, key


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here, "rooms", once(Rooms))


def guesses(held: Rooms, address: str) -> int:
    """Try all codes of two letters' worth until it is refused; return how many it may."""
    for count, letters in enumerate(f"{a}{b}BB" for a in codes.ALPHABET for b in codes.ALPHABET):
        try:
            held.find(letters, address)
        except TooManyTries:
            return count
        except RoomError:
            continue
    raise AssertionError("nobody stopped it")


def test_a_code_is_four_letters_that_do_not_look_alike() -> None:
    held, _, code, _ = polled()
    assert len(code) == 4
    assert set(code) <= set(codes.ALPHABET)
    assert not set("AEIOUL0125") & set(codes.ALPHABET)
    assert held.find(f" {code[:2].lower()}-{code[2:]} ", STRANGER) == code
    for wrong in ("", "BBB", f"{code}B", "0" * 1_000):
        with pytest.raises(RoomError, match="no such room"):
            held.find(wrong, STRANGER)


def test_codes_cannot_be_guessed_in_bulk_and_nobody_learns_that_one_was_right() -> None:
    held, clock, code, _ = polled()
    assert guesses(held, STRANGER) <= codes.WRONG_CODES.burst + 1
    with pytest.raises(TooManyTries):
        held.find(code, STRANGER)
    clock.now = 3600.0
    assert guesses(held, STRANGER) <= codes.WRONG_CODES.burst + 1
    hours = len(codes.ALPHABET) ** codes.CODE_LENGTH * 1 / codes.WRONG_CODES.per_second / 3600
    assert hours > 1_000, "for one room, from one address"


def test_a_class_that_mistypes_is_not_shut_out() -> None:
    held, _, code, _ = polled()
    guesses(held, CLASS)
    assert held.find(code, CLASS) == code, "the host is there"
    held.enter(code, "phone-one", "home")
    guesses(held, "home")
    assert held.find(code, "home") == code, "somebody of the room is there"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anna  Maria ", "Anna Maria"),
        ("<b>x</b>", "b x b"),
        ("a\u202eb\u0000c\nd", "a b c d"),
        ("\uff21nna", "Anna"),
        ("x" * 1_000_000, "x" * LONGEST),
        ("\u0301\u0301", ""),
        ("🙂", ""),
    ],
)
def test_a_nickname_is_one_short_printable_line(typed: str, shown: str) -> None:
    assert cleaned(typed) == shown


@given(st.text(max_size=300))
def test_any_text_makes_a_nickname_or_none(text: str) -> None:
    name = cleaned(text)
    assert len(name) <= LONGEST
    assert cleaned(name) == name
    assert len(told_apart(name, [name, name.upper(), f"{name} 2"])) <= LONGEST + 1


def test_the_same_nickname_twice_is_told_apart_and_forgotten_with_the_room() -> None:
    held, _, code, key = polled()
    assert held.enter(code, "phone-one", nickname="Anna") == "Anna"
    assert held.enter(code, "phone-two", nickname="anna") == "anna 2"
    assert held.enter(code, "phone-two", nickname="anna") == "anna 2", "not with itself"
    assert held.enter(code, "phone-one") == "Anna", "none typed: the one from before"
    held.close(code, key)
    assert "Anna" not in repr(held.__dict__)


def test_how_many_have_voted_is_all_that_is_told_before_the_vote_is_closed() -> None:
    held, _, code, key = polled()
    held.vote(code, "phone-one", "gates", (1, 0))
    held.vote(code, "phone-two", "gates", (0, 0))
    told = hidden(held.look(code))
    assert isinstance(told.question, Poll)
    assert (told.voters, told.joined, told.votes) == (2, 2, {})
    assert (told.question.right, told.question.why) == (None, "")
    assert held.scores(code, key)[0].choices == ()
    held.reveal(code, key)
    assert hidden(held.look(code)) == held.look(code)
    assert held.score_of(code, "phone-one") == (1, 1)
    assert held.score_of(code, "phone-two") == (0, 1)


@pytest.mark.parametrize("choice", [(3, 0), (-1, 0), (0, 1), (10**400, 0)])
def test_what_is_no_answer_is_refused(choice: tuple[int, int]) -> None:
    held, _, code, _ = polled()
    with pytest.raises(RoomError, match="none of the choices"):
        held.vote(code, "phone-one", "gates", choice)


def test_a_question_that_was_closed_stays_closed_with_its_votes() -> None:
    held, _, code, key = polled()
    held.vote(code, "phone-one", "gates", (1, 0))
    held.reveal(code, key)
    other = Poll("max", "Max", "How?", ("so", "thus"), 0, "")
    held.ask(code, key, other)
    assert held.look(code).voters == 0
    held.ask(code, key, POLL)  # the host goes back
    seen = held.look(code)
    assert (seen.revealed, seen.votes) == (True, {(1, 0): 1})
    held.vote(code, "phone-two", "gates", (1, 0))
    assert held.look(code).votes == {(1, 0): 1}


def test_a_run_ends_the_question_of_a_lesson_and_the_other_way_round() -> None:
    held, _, code, key = polled()
    held.show(code, key, "v=3")
    assert held.look(code).question is None
    held.ask(code, key, MOVE)
    held.ask(code, key, POLL)
    assert (held.look(code).query, held.look(code).question) == ("", POLL)


def test_the_score_counts_right_answers_and_the_table_has_all() -> None:
    held, _, code, key = polled()
    held.enter(code, "phone-one", nickname="Anna")
    held.vote(code, "phone-one", "gates", (1, 0))
    held.vote(code, "phone-two", "gates", (0, 0))
    held.reveal(code, key)
    held.show(code, key, "v=3")
    held.ask(code, key, MOVE)
    held.vote(code, "phone-two", "5", (0, 2))
    held.reveal(code, key)
    assert [(s.who, s.right, s.answered) for s in held.scores(code, key)] == [
        ("Anna", 1, 1),
        ("phone 2", 0, 2),
    ]
    rows = list(csv.reader(io.StringIO(held.table(code, key).decode("utf-8-sig"))))
    assert rows[0][:4] == ["who", "right", "answered", "What first?"]
    assert rows[1][3:] == ["'=out()", "arm 2 in"], "no spreadsheet computes it"
    assert rows[2] == ["Anna", "1", "1", "'=out()", ""]
    assert rows[3] == ["phone 2", "0", "2", "in", "arm 1 out"]


def test_the_questions_that_a_room_remembers_are_bounded() -> None:
    held, _, code, key = polled()
    for number in range(3 * MOST_PAST):
        held.ask(code, key, Poll(f"{number}", "", "?", ("a", "b"), 0, ""))
        held.reveal(code, key)
    held.enter(code, "phone-one")
    assert len(held.scores(code, key)[0].choices) == MOST_PAST


def test_everybody_plays_the_same_game_and_the_first_one_counts() -> None:
    held, _, code, key = polled()
    game = Poll("play", "", "?", ("a", "b"), 0, "", "n=12")
    held.ask(code, key, game)
    held.enter(code, "phone-one", nickname="Anna")
    held.enter(code, "phone-two")
    assert held.played(code, "phone-two", "n=12", 3.0) == (1, 1)
    assert held.played(code, "phone-one", "n=12", 2.0) == (1, 2)
    assert held.played(code, "phone-two", "n=12", 0.0) == (2, 2), "now they know the truth"
    assert held.games(code, key, "n=12") == [("Anna", 2.0), ("phone 2", 3.0)]
    assert held.games(code, key, "n=20") == []
    for voter, other in (("phone-six", "n=12"), ("phone-one", "n=20")):
        with pytest.raises(RoomError, match="another game"):
            held.played(code, voter, other, 1.0)
    held.reveal(code, key)
    rows = list(csv.reader(io.StringIO(held.table(code, key).decode("utf-8-sig"))))
    assert [row[-1] for row in rows] == ["regret of the game", "", "2.00", "3.00"]
    held.ask(code, key, replace(game, game="n=20"))
    assert held.games(code, key, "n=20") == []
    with pytest.raises(RoomError, match="gone"):
        held.games(code, "", "n=20")


def test_only_the_host_sees_scores_and_closes_votes() -> None:
    held, _, code, _ = polled()
    for act in (
        lambda: held.scores(code, ""),
        lambda: held.table(code, "x"),
        lambda: held.reveal(code, code),
        lambda: held.ask(code, "", POLL),
    ):
        with pytest.raises(RoomError, match="gone"):
            act()


def test_every_ready_lesson_names_moments_that_there_are() -> None:
    assert len(ready()) == 5
    known = {moment.name for moment in moments()}
    for lesson in ready():
        assert set(lesson.moments) <= known
        assert [moment.name for moment in moments_of(lesson.name)] == lesson.moments
        assert lesson.minutes == sum(moment.minutes for moment in moments_of(lesson.name))
        assert len(lesson.script) >= 2
    assert moments_of("nonsense") == moments()
    told = tomllib.loads(Path(ready_module.__file__).with_suffix(".toml").read_text("utf-8"))
    assert [each["name"] for each in told["lesson"]] == [lesson.name for lesson in ready()]


def on_teach() -> Visitor:
    visitor = Visitor()
    visitor.page.switch_page("pages/teach.py")
    visitor.go()
    return visitor


def test_a_lesson_is_started_from_teach_and_led_on_learn() -> None:
    host = on_teach()
    starts = [button for button in host.page.button if button.label == "Start a class"]
    assert len(starts) == 5
    host.page.button(key="start_deciding").click()
    host.go()
    link = host.page.session_state["session"].link
    assert link.learn.lesson == "deciding"
    question = here.rooms().look(link.lesson.room).question
    assert isinstance(question, Poll)
    assert question.name == "gates"


def test_a_view_fills_in_the_list_of_single_parts() -> None:
    teacher = on_teach()
    for view, parts in HIDDEN.items():
        teacher.page.segmented_control(key="teach_view").set_value(view)
        teacher.go()
        assert teacher.page.session_state["teach_hide"] == list(parts)


def test_a_phone_stays_in_its_room_when_the_lesson_gives_way_to_a_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its part of the page looks by itself, so it is the first to see that there is a run."""
    code, key = here.rooms().open("", address=CLASS)
    here.rooms().ask(code, key, POLL)
    phone = Visitor(f"room={code}")
    assert not phone.players, "the lecturer has the picture"
    look, before = here.rooms().look, [here.rooms().look(code)]
    theirs = Link.parse("n=8&k=2&t=500").query()
    here.rooms().show(code, key, theirs)
    monkeypatch.setattr(here.rooms(), "look", lambda its: before.pop() if before else look(its))
    phone.go()
    assert phone.page.session_state["session"].link.lesson.room == code
    assert Link(phone.settings).query() == theirs
    assert phone.players
