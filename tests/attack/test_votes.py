"""Rooms: one machine casts no class's votes, keeps no phone out, and takes no teacher's room."""

from __future__ import annotations

import pytest

from dashboard.classroom import rooms
from dashboard.classroom.questions import Question, RoomError
from dashboard.classroom.rooms import Rooms

QUESTION = Question(5, (0, 1, 2), frozenset({(1, 1)}))
CLASS, ATTACKER = "school", "machine"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def asked() -> tuple[Rooms, Clock, str, str]:
    clock = Clock()
    held = Rooms(clock)
    code, key = held.open("v=3", address=CLASS)
    held.ask(code, key, QUESTION)
    return held, clock, code, key


def flood(held: Rooms, clock: Clock, code: str, address: str, tries: int = 500) -> int:
    """Vote as so many phones in 22 s; return how many votes counted."""
    counted = 0
    for number in range(tries):
        clock.now += 22 / tries
        try:
            held.vote(code, f"{address}-{number:05}", "5", (2, 2), address)
        except RoomError:
            continue
        counted += 1
    return counted


def test_one_machine_casts_a_small_part_of_the_votes_and_shuts_nobody_out() -> None:
    held, clock, code, _ = asked()
    assert flood(held, clock, code, ATTACKER) <= rooms.MOST_VOTERS_EACH
    for phone in range(50):  # all behind one address, at once
        held.vote(code, f"phone-{phone:05}", "5", (1, 1), CLASS)
    seen = held.look(code)
    assert seen.votes[1, 1] == seen.right == 50
    assert flood(held, clock, code, ATTACKER, 5_000) + 50 <= rooms.MOST_VOTERS


def test_a_class_of_fifty_behind_one_address_may_come_twice() -> None:
    held, clock, code, _ = asked()
    for phone in range(50):
        held.vote(code, f"phone-{phone:05}", "5", (1, 1), CLASS)
    clock.now = 60.0
    for phone in range(50):  # as private windows, or in another browser
        held.vote(code, f"other-{phone:05}", "5", (1, 1), CLASS)
    assert held.look(code).voters == 100


def test_once_the_class_is_in_the_host_lets_nobody_else_in() -> None:
    held, clock, code, key = asked()
    for phone in range(50):
        held.enter(code, f"phone-{phone:05}", CLASS)
    held.lock(code, key, locked=True)
    assert held.is_locked(code, key)
    assert flood(held, clock, code, CLASS) == 0  # from the very same address
    for phone in range(50):
        held.vote(code, f"phone-{phone:05}", "5", (1, 1), CLASS)
    assert held.look(code).votes == {(1, 1): 50}
    held.lock(code, key, locked=False)
    held.vote(code, "late-phone", "5", (1, 1), CLASS)


def test_the_host_takes_out_a_phone_or_a_network_and_the_tally_is_right() -> None:
    held, clock, code, key = asked()
    for phone in range(20):
        held.vote(code, f"phone-{phone:05}", "5", (1, 1), CLASS)
    flood(held, clock, code, ATTACKER)
    phones = held.phones(code, key)
    assert {phone.network for phone in phones} == {"A", "B"}
    assert all(phone.voted for phone in phones)
    its = next(phone for phone in phones if phone.network == "B")
    held.remove(code, key, its.name, network=True)
    assert held.look(code).votes == {(1, 1): 20}
    assert flood(held, clock, code, ATTACKER) == 0, "for good"
    held.remove(code, key, phones[0].name)
    assert held.look(code).votes == {(1, 1): 19}
    with pytest.raises(RoomError, match="taken this phone out"):
        held.vote(code, "phone-00000", "5", (1, 1), CLASS)
    held.remove(code, key, "nobody")


def test_who_starts_again_has_an_empty_room_that_the_old_code_does_not_open() -> None:
    held, clock, code, key = asked()
    flood(held, clock, code, CLASS)
    new = held.start_again(code, key)
    with pytest.raises(RoomError, match="no such room"):
        held.vote(code, "phone-00000", "5", (1, 1), CLASS)
    assert held.phones(new, key) == []
    for phone in range(50):  # at once, whatever the attacker spent before
        held.vote(new, f"phone-{phone:05}", "5", (1, 1), CLASS)
    assert held.look(new).votes == {(1, 1): 50}


def test_only_the_host_may_do_so() -> None:
    held, _, code, _ = asked()
    for act in (
        lambda: held.lock(code, "wrong", locked=True),
        lambda: held.remove(code, "wrong", "x"),
        lambda: held.phones(code, "wrong"),
        lambda: held.start_again(code, "wrong"),
    ):
        with pytest.raises(RoomError, match="gone"):
            act()


def test_ninety_nine_rooms_of_one_machine_keep_no_teacher_out() -> None:
    clock = Clock()
    held = Rooms(clock)
    mine, key = held.open("v=3", address=CLASS)
    opened = refused = 0
    for number in range(500):
        clock.now += 16 / 99
        try:
            code, _ = held.open("v=3", address=ATTACKER)
        except RoomError:
            refused += 1
            continue
        opened += 1
        held.enter(code, f"phone-{number:05}", ATTACKER)
    assert opened <= rooms.MOST_ROOMS_EACH
    assert refused == 500 - opened
    assert held.is_host(mine, key)
    held.open("v=3", address="another school")


def test_rooms_that_nobody_has_entered_make_way_of_who_has_most() -> None:
    held = Rooms(Clock())
    mine, key = held.open("v=3", address=CLASS)
    for machine in range(20):
        for _ in range(int(rooms.OPENINGS.burst)):
            held.open("v=3", address=f"machine-{machine}")
    assert held.is_host(mine, key)
    assert len(held._rooms) == rooms.MOST_EMPTY
    other, other_key = held.open("v=3", address="another school")
    assert held.is_host(other, other_key)


def test_a_rooms_host_sees_no_address_and_no_number_of_a_browser() -> None:
    held, _, code, key = asked()
    held.enter(code, "phone-00001", "203.0.113.9")
    assert "203.0.113.9" not in repr(held._rooms) + repr(held.phones(code, key))
    assert "phone-00001" not in repr(held._rooms) + repr(held.phones(code, key))
