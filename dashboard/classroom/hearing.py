"""What a browser in a room says: whose it is, what it votes, what its host asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dashboard.classroom import here
from dashboard.classroom.questions import RoomError
from dashboard.keeping import always, recall, remember
from dashboard.serving.addresses import address_here

_LONGEST_VOTER = 80  # characters: longer than any that a room takes
_LONGEST_NAME = 80  # characters of a question's name
Said = Mapping[str, Any]


def heard(code: str, said: Said, lead: Callable[[str, Said], None]) -> None:
    """Do what the browser asks for, as far as it makes sense.

    Parameters
    ----------
    code : str
    said : mapping
        Data from outside.
    lead : callable
        Is called with the code and what the host of the room said.
    """
    if isinstance(said.get("voter"), str):
        always("voter", lambda: said["voter"][:_LONGEST_VOTER])  # one for all of a session
    try:
        if here.hosts(code):
            lead(code, said)
        elif isinstance(said.get("host"), str) and here.rooms().is_host(code, said["host"]):
            remember("host_key", said["host"])
        else:
            _follow(code, said)
    except RoomError as error:
        remember("not_heard", str(error))


def _follow(code: str, said: Said) -> None:
    voter = recall("voter")
    if not voter:
        return
    enter(code, recall("nickname", ""))
    vote = said.get("vote")
    if isinstance(vote, list) and len(vote) == 2:
        choice = (whole(vote[0]), whole(vote[1]))
        name = said.get("name", said.get("frame"))
        here.rooms().vote(code, voter, f"{name}"[:_LONGEST_NAME], choice, address_here())


def enter(code: str, nickname: str) -> None:
    """Let this visitor in, if their browser has said who it is."""
    if voter := recall("voter"):
        remember("nickname", here.rooms().enter(code, voter, address_here(), nickname))


def whole(value: object) -> int:
    """Return a whole number from outside; -1 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else -1
