"""Rooms: every vote counts once, only the lecturer moves the clock, and nothing grows for ever."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.classroom import codes, rooms
from dashboard.classroom.codes import tidy
from dashboard.classroom.questions import Question, RoomError, question_at
from dashboard.classroom.room import hidden
from dashboard.classroom.rooms import Rooms
from dashboard.watch.model import stored

QUESTION = Question(5, (0, 1, 2), frozenset({(1, 1)}))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def opened() -> tuple[Rooms, str, str]:
    held = Rooms(Clock())
    code, key = held.open("v=2")
    held.ask(code, key, QUESTION)
    return held, code, key


def test_a_voter_counts_once_and_may_change_their_mind() -> None:
    held, code, key = opened()
    held.vote(code, "phone-one", "5", (0, 1))
    held.vote(code, "phone-one", "5", (1, 1))
    held.vote(code, "phone-two", "5", (2, 2))
    seen = held.look(code)
    assert (seen.voters, seen.votes, seen.right) == (2, {(1, 1): 1, (2, 2): 1}, 1)
    assert held.vote_of(code, "phone-one") == (1, 1)  # what its tabs show
    assert held.vote_of(code, "phone-six") is None
    held.reveal(code, key)
    held.vote(code, "phone-two", "5", (1, 1))  # too late
    held.vote(code, "phone-three", "5", (1, 1))
    assert held.look(code).votes == seen.votes


def test_a_vote_on_an_older_question_counts_for_nothing() -> None:
    held, code, key = opened()
    held.ask(code, key, Question(9, (0, 2), frozenset({(0, 2)})))
    held.vote(code, "phone-one", "5", (0, 1))
    assert held.look(code).voters == 0
    held.vote(code, "phone-one", "9", (0, 2))
    held.ask(code, key, Question(9, (0, 2), frozenset({(0, 2)})))  # asked again: the votes stay
    assert held.look(code).voters == 1


@pytest.mark.parametrize("choice", [(7, 1), (1, 0), (1, 3), (-1, 1), (10**9, 2)])
def test_what_is_no_choice_is_refused(choice: tuple[int, int]) -> None:
    held, code, _ = opened()
    with pytest.raises(RoomError, match="none of the choices"):
        held.vote(code, "phone-one", "5", choice)


@pytest.mark.parametrize("voter", ["", "short", "x" * 1_000_000])
def test_a_voter_without_a_proper_number_is_refused(voter: str) -> None:
    held, code, _ = opened()
    with pytest.raises(RoomError, match="did not say who"):
        held.vote(code, voter, "5", (1, 1))


def test_only_the_lecturer_moves_the_clock() -> None:
    held, code, key = opened()
    for wrong in ("", "x", key[:-1], code, "\udcff"):
        assert not held.is_host(code, wrong.encode("utf-8", "replace").decode())
        with pytest.raises(RoomError):
            held.move(code, wrong.encode("utf-8", "replace").decode(), 3.0)
    held.move(code, key, 3.0)
    held.show(code, key, "v=2")
    assert (held.look(code).at, held.look(code).question) == (3.0, QUESTION)
    held.show(code, key, "v=2&n=20")
    assert (held.look(code).query, held.look(code).question) == ("v=2&n=20", None)


def test_nothing_is_told_before_it_is_revealed() -> None:
    held, code, key = opened()
    held.vote(code, "phone-one", "5", (1, 1))
    told = hidden(held.look(code))
    assert told.question is not None
    assert (told.question.answers, told.votes, told.voters) == (frozenset(), {}, 1)
    held.reveal(code, key)
    assert hidden(held.look(code)) == held.look(code)


def test_a_room_that_is_gone_says_so() -> None:
    held, code, key = opened()
    assert held.look(f" {code.lower()[:2]}-{code.lower()[2:]} ").voters == 0  # as it is typed
    held.close(code, key)
    with pytest.raises(RoomError, match="no such room"):
        held.look(code)
    with pytest.raises(RoomError, match="gone"):
        held.move(code, key, 0.0)


def entered(held: Rooms, number: int) -> tuple[str, str]:
    """Open a room from an address of its own, with somebody in it."""
    code, key = held.open("v=2", address=f"teacher-{number}")
    held.enter(code, f"phone-{number:05}")
    return code, key


def test_rooms_are_bounded_in_number_size_and_age() -> None:
    clock = Clock()
    held = Rooms(clock)
    codes = [entered(held, number)[0] for number in range(rooms.MOST_ROOMS)]
    assert len(set(codes)) == rooms.MOST_ROOMS
    with pytest.raises(RoomError, match="in use"):
        held.open("v=2")
    clock.now = rooms.SPARE_SECONDS + 1
    code, key = held.open("v=2")  # one that nobody used makes way
    with pytest.raises(RoomError):
        held.look(codes[0])
    held.ask(code, key, QUESTION)
    for voter in range(rooms.MOST_VOTERS):
        held.vote(code, f"phone-{voter:05}", "5", (1, 1), f"network-{voter // 50}")
    with pytest.raises(RoomError, match="full"):
        held.vote(code, "one-too-many", "5", (1, 1))
    held.vote(code, "phone-00000", "5", (2, 1))  # who is in may still change their mind
    clock.now += rooms.IDLE_SECONDS
    with pytest.raises(RoomError, match="no such room"):
        held.look(code)
    held.open("v=2")
    assert len(held._rooms) == 1


def test_a_room_whose_host_looks_does_not_make_way() -> None:
    clock = Clock()
    held = Rooms(clock)
    code, key = held.open("v=2")
    held.ask(code, key, QUESTION)
    held.enter(code, "phone-one")
    left = [entered(held, number) for number in range(rooms.MOST_ROOMS - 1)]
    held.ask(*left[0], QUESTION)
    clock.now = rooms.SPARE_SECONDS
    held.show(code, key, "v=2")
    held.vote(left[0][0], "phone-one", "5", (1, 1))  # votes keep no room: its host has left
    for number in range(len(left)):
        entered(held, 1_000 + number)
    assert held.look(code).query == "v=2"
    with pytest.raises(RoomError, match="no such room"):
        held.look(left[0][0])
    with pytest.raises(RoomError, match="in use"):
        held.open("v=2")


def test_a_host_has_one_room() -> None:
    held = Rooms(Clock())
    code, key = held.open("v=2")
    for number in range(rooms.MOST_ROOMS):
        code, key = held.open("v=2", old_key=key, address=f"{number}")
    assert list(held._rooms) == [code]


def test_the_lists_of_a_room_are_bounded() -> None:
    held, code, key = opened()
    much = {"name": {"data": "1," * rooms.MOST_LISTED}}
    with pytest.raises(RoomError, match=r"expected at most 300,000 .* got 600,000.* Give fewer"):
        held.open("v=2", much)
    with pytest.raises(RoomError, match="expected at most"):
        held.show(code, key, "v=3", much)
    assert (held.look(code).query, held.look(code).question) == ("v=2", QUESTION)


def test_fifty_phones_at_once() -> None:
    held, code, _ = opened()
    with ThreadPoolExecutor(16) as pool:
        votes = [pool.submit(held.vote, code, f"phone-{j:05}", "5", (j % 3, 1)) for j in range(50)]
    assert [vote.exception() for vote in votes] == [None] * 50
    assert held.look(code).votes == {(0, 1): 17, (1, 1): 17, (2, 1): 16}


@given(st.text(max_size=50))
def test_any_text_is_a_code_or_none(text: str) -> None:
    assert set(tidy(text)) <= set(codes.ALPHABET)
    with pytest.raises(RoomError):
        Rooms().look(text)


def test_a_question_is_about_the_arms_that_still_can_move() -> None:
    player = stored()["player"]
    moves, n = player["runs"][0]["frames"]["moves"], player["n"]
    frames = sorted({frame for frame, _, lane in moves if lane})
    first = question_at(moves, n, frames[0])
    assert first.arms == tuple(range(n))
    assert first.answers == {(arm, lane) for frame, arm, lane in moves if frame == frames[0]}
    second = question_at(moves, n, frames[1])
    assert set(second.arms) == set(range(n)) - {arm for arm, _ in first.answers}
    with pytest.raises(RoomError, match="nothing to ask"):
        question_at(moves, n, frames[0] + 1 if frames[0] + 1 not in frames else 0)
