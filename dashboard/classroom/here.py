"""The rooms of this server, as its pages find them: one by its code, its host by a key."""

from __future__ import annotations

from dashboard.classroom.questions import RoomError, TooManyTries
from dashboard.classroom.rooms import Rooms
from dashboard.keeping import always, recall
from dashboard.once import once
from dashboard.serving.addresses import address_here

WRONG_CODES = 5  # of one visitor


@once
def rooms() -> Rooms:
    """Return the rooms of this server."""
    return Rooms()


def key() -> str:
    """Return this visitor's key, "" for who has opened no room."""
    return str(recall("host_key", ""))


def hosts(code: str) -> bool:
    """Return whether this visitor leads a room."""
    return rooms().is_host(code, key())


def found(typed: str) -> str:
    """Return the code of a room, as a link or a visitor says it.

    Raises
    ------
    RoomError
        If there is no such room, or too many codes were wrong: a code is tried once a visit.
    """
    known: set[str] = always("room_codes", set)
    wrong: dict[str, str] = always("wrong_codes", dict)
    if typed in wrong:
        raise RoomError(wrong[typed])
    if len(wrong) >= WRONG_CODES:
        raise RoomError("Too many wrong codes. Scan the code on the wall, or open the link anew.")
    if typed not in known:
        try:
            known.add(rooms().find(typed, address_here()))
        except TooManyTries:
            raise
        except RoomError as error:
            wrong[typed] = str(error)
            raise
        known.add(typed)
    return typed
