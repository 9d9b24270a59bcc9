"""A room on the page: its codes cannot be tried in bulk, nor a vote be stuffed from one page."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from dashboard.classroom.rooms import question_at
from dashboard.links.link import to_query
from dashboard.settings import Settings
from dashboard.teaching import predicting
from dashboard.watch.watching import stored
from tests.dashboard.visitor import Visitor

PLAYER = stored()["player"]
MOVES = PLAYER["frames"]["moves"]
FRAME = min(frame for frame, _, lane in MOVES if lane)


class State(dict[str, Any]):
    """As much of a session's state as is needed here."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__  # type: ignore[assignment] # its keys are texts


@pytest.fixture
def code() -> str:
    code, key = predicting.rooms().open(to_query(Settings.default()))
    predicting.rooms().ask(code, key, question_at(MOVES, PLAYER["n"], FRAME))
    return code


def hear(session: State, code: str, said: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(predicting, "st", SimpleNamespace(session_state=session))
        predicting._heard(code, said, PLAYER)


def warnings(visitor: Visitor) -> str:
    return " ".join(box.value for box in visitor.page.warning)


def test_codes_are_not_tried_in_bulk(code: str) -> None:
    visitor = Visitor("?predict=1")
    for letter in "ABCDE":
        visitor.follow(f"?predict=1&room={letter * 7}")
        visitor.go()  # the same code again is one try
        assert "There is no such room" in warnings(visitor)
    visitor.follow(f"?predict=1&room={code}")
    assert "Too many wrong codes" in warnings(visitor)
    assert "Too many" not in warnings(Visitor(f"?predict=1&room={code}"))


def test_a_page_has_one_vote_whoever_it_says_it_is(code: str) -> None:
    session = State()
    for number in range(5):
        said = {"vote": [number, 1], "frame": FRAME, "voter": f"phone-{number:04}"}
        hear(session, code, said)
    seen = predicting.rooms().look(code)
    assert (seen.voters, seen.votes) == (1, {(4, 1): 1})


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"vote": ["<b>", None], "frame": FRAME, "voter": "phone-one"},
        {"vote": [10**400, 1], "frame": FRAME, "voter": "phone-one"},
        {"vote": [0, 1], "frame": "x", "voter": ["phone-one"]},
        {"vote": [0, 1], "frame": FRAME, "voter": "x" * 10_000_000},
        {"at": 3, "frame": FRAME, "shown": True},
        {"host": "x" * 1_000_000},
    ],
    ids=range(7),
)
def test_what_a_stranger_sends_changes_nothing(code: str, said: dict[str, Any]) -> None:
    before = predicting.rooms().look(code)
    session = State()
    hear(session, code, said)
    assert predicting.rooms().look(code) == before
    assert "host_key" not in session
    assert len(repr(session)) < 1_000
