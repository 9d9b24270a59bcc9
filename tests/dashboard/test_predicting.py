"""A room on the page: its codes cannot be tried in bulk, nor a vote be stuffed from one page."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dashboard import keeping
from dashboard.classroom import here
from dashboard.classroom import rooms as classroom_rooms
from dashboard.classroom.questions import RoomError, question_at
from dashboard.classroom.rooms import Rooms
from dashboard.once import once
from dashboard.schema.arm_fields import Rewards
from dashboard.settings import Settings
from dashboard.watch import predicting
from dashboard.watch.model import stored
from tests.dashboard.visitor import Visitor
from tests.links import from_query, lesson_of, to_query

PLAYER = stored()["player"]
MOVES = PLAYER["runs"][0]["frames"]["moves"]
FRAME = min(frame for frame, _, lane in MOVES if lane)

MEANS = tuple(float(mean) for mean in np.random.default_rng(1).random(400))  # do not pack well
LONG = Settings(n=400, k=3, horizon=300, arms="given", means=MEANS, companions=())
NAMED = replace(LONG, names=tuple(f"variant number {arm}" for arm in range(400)))
REWARDS = Rewards(tuple(tuple(j / 1_999 for j in range(arm, 2_000, 3)) for arm in range(3)))
SEEN = replace(LONG, n=3, k=1, means=REWARDS.means, law="data", data=REWARDS)


class State(dict[str, Any]):
    """As much of a session's state as is needed here."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__  # type: ignore[assignment] # its keys are texts


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of these tests have one address, which may open ten rooms at once."""
    monkeypatch.setattr(here, "rooms", once(Rooms))


@pytest.fixture
def code() -> str:
    code, key = here.rooms().open(to_query(Settings.default()))
    here.rooms().ask(code, key, question_at(MOVES, PLAYER["n"], FRAME))
    return code


def hear(session: State, code: str, said: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keeping, "st", SimpleNamespace(session_state=session))
        predicting._heard(code, said, PLAYER)


def open_in(visitor: Visitor, settings: Settings) -> None:
    """Give a session arms as the dialog does."""
    visitor.page.session_state["acts"]["opened"] = settings
    visitor.go()


def room_of(visitor: Visitor) -> str:
    """Return the code in a session's own link."""
    return str(lesson_of(visitor.page.query_params)[0].room)


def warnings(visitor: Visitor) -> str:
    return " ".join(box.value for box in visitor.page.warning)


def test_codes_are_not_tried_in_bulk(code: str) -> None:
    visitor = Visitor("?predict=1")
    for letter in "BCDFG":
        visitor.follow(f"?predict=1&room={letter * 4}")
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
    seen = here.rooms().look(code)
    assert (seen.voters, seen.votes) == (1, {(4, 1): 1})


@pytest.mark.parametrize("arms", [LONG, NAMED, SEEN], ids=["means", "names", "data"])
def test_a_phone_gets_arms_that_no_link_holds(arms: Settings) -> None:
    assert "own=" in to_query(arms)
    host = Visitor("?predict=1")
    open_in(host, arms)
    host.press("Start a class")
    code = room_of(host)
    phone = Visitor(f"?predict=1&room={code}")
    assert phone.settings == host.settings == arms
    assert phone.player["labels"] == host.player["labels"]


@pytest.mark.parametrize("query", ["v=3&arms=given&n=20&own=gone", "v=9&n=x&t=2000", ""])
def test_a_run_that_cannot_be_read_as_it_was_meant_is_taken_over_once(query: str) -> None:
    code, _ = here.rooms().open(query)
    assert Visitor(f"?predict=1&room={code}").settings == from_query(query)[0]


def test_a_visitor_has_one_room() -> None:
    host = Visitor("?predict=1")
    codes = []
    for _ in range(2):
        host.follow("?predict=1")
        host.press("Start a class")
        codes.append(room_of(host))
    assert here.rooms().look(codes[1])
    with pytest.raises(RoomError, match="no such room"):
        here.rooms().look(codes[0])


def test_arms_that_are_too_much_for_a_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classroom_rooms, "MOST_LISTED", 100)
    host = Visitor("?predict=1")
    host.press("Start a class")
    code = room_of(host)
    before = here.rooms().look(code)
    open_in(host, LONG)
    assert "Give fewer rewards, or means only. Until then the class stays" in warnings(host)
    assert here.rooms().look(code) == before
    alone = Visitor("?predict=1")
    open_in(alone, LONG)
    alone.press("Start a class")
    assert "too much for a room" in warnings(alone)
    assert room_of(alone) == ""


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
        {"host": "\ud800"},
        {"vote": [0, 1], "frame": FRAME, "voter": "\ud800"},
    ],
    ids=range(9),
)
def test_what_a_stranger_sends_changes_nothing(code: str, said: dict[str, Any]) -> None:
    before = here.rooms().look(code)
    session = State()
    hear(session, code, said)
    assert replace(here.rooms().look(code), joined=0) == before
    assert "host_key" not in session
    assert len(repr(session)) < 1_000
