"""Rooms: a class votes on what happens next, and follows the lecturer's clock. In memory only.

A room knows a code, the link of the run that it watches with the lists that this link only names
(see `dashboard.links.own_arms`), where the lecturer's clock stands, at most
one open question and the votes on it. It holds nothing of a person: a voter is a hash of a random
number that the browser made. What voters send are whole numbers, checked against the question, so
nobody can put words on the screens of others.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no I, L, O, 0, 1: read aloud and typed on phones
CODE_LENGTH = 7  # 31⁷ = 27 billion codes: at a thousand guesses a second, days for one room
MOST_ROOMS = 100
MOST_VOTERS = 500
IDLE_SECONDS = 3 * 3600.0  # then a room is closed
# A room whose host has not looked for so long makes way for a new one. A host's page looks twice a
# second, but browsers may wake one that is out of sight only once a minute.
SPARE_SECONDS = 90.0
MOST_LISTED = 300_000  # characters of a room's lists: all rooms together stay below 100 MB
_LONGEST_TOKEN = 64

Lists = Mapping[str, dict[str, str]]
"""Lists of arms by the name that a link has for them; see `dashboard.links.own_arms.kept`."""

Choice = tuple[int, int]
"""An arm (from 0) and the lane that it moves to (1: accepted, 2: rejected)."""


class RoomError(Exception):
    """A room cannot be opened, entered or used; the text says why and what to do."""


@dataclass(frozen=True)
class Question:
    """Which arm moves at a frame of the run, and where to.

    Attributes
    ----------
    frame : int
        The frame of the event that the lecturer's player stands before.
    arms : tuple of int
        Who can move: the arms that are still active.
    answers : frozenset of (arm, lane)
        Who does.
    """

    frame: int
    arms: tuple[int, ...]
    answers: frozenset[Choice]


@dataclass(frozen=True)
class Seen:
    """What everyone in a room may know of it.

    Attributes
    ----------
    query : str
        The link of the run.
    lists : mapping of str to (dict of str to str)
        What that link only names.
    at : float
        Where the lecturer's clock stands, in frames.
    question : Question or None
        Its answers only count once it is revealed.
    revealed : bool
    votes : dict
        How many chose what: arm and lane.
    voters : int
        How many voted.
    """

    query: str
    lists: Lists
    at: float
    question: Question | None
    revealed: bool
    votes: dict[Choice, int]
    voters: int

    @property
    def right(self) -> int:
        """How many of the votes were right."""
        answers = self.question.answers if self.question else frozenset()
        return sum(count for choice, count in self.votes.items() if choice in answers)


@dataclass
class _Room:
    key: str
    query: str
    lists: Lists
    touched: float  # when its host last looked
    at: float = 0.0
    question: Question | None = None
    revealed: bool = False
    votes: dict[bytes, Choice] = field(default_factory=dict)


class Rooms:
    """All rooms of this server.

    Parameters
    ----------
    clock : callable
        Seconds that only ever grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, _Room] = {}
        self._lock = threading.Lock()

    def open(self, query: str, lists: Lists | None = None, old_key: str = "") -> tuple[str, str]:
        """Open a room on a run's link; return its code, and the key that moves its clock.

        Parameters
        ----------
        query : str
        lists : mapping of str to (dict of str to str), optional
            What that link only names.
        old_key : str
            Of the room that the same host had before, which is closed: nobody has two.

        Raises
        ------
        RoomError
            If all rooms are in use, or the lists are too long.
        """
        lists = _fitting(lists or {})
        with self._lock:
            self._close(old_key)
            if len(self._rooms) >= MOST_ROOMS:
                oldest = min(self._rooms, key=lambda code: self._rooms[code].touched)
                if self._clock() - self._rooms[oldest].touched < SPARE_SECONDS:
                    raise RoomError(
                        f"All {MOST_ROOMS} rooms of this server are in use. Try again in a few "
                        "minutes."
                    )
                del self._rooms[oldest]
            code = self._fresh_code()
            key = secrets.token_urlsafe(16)
            self._rooms[code] = _Room(key, query, lists, self._clock())
            return code, key

    def look(self, code: str) -> Seen:
        """Return what stands in a room.

        Raises
        ------
        RoomError
            If there is none of that code.
        """
        with self._lock:
            room = self._find(code)
            return Seen(
                room.query,
                room.lists,
                room.at,
                room.question,
                room.revealed,
                dict(Counter(room.votes.values())),
                len(room.votes),
            )

    def is_host(self, code: str, key: str) -> bool:
        """Return whether a key opens a room's clock."""
        with self._lock:
            room = self._rooms.get(tidy(code))
            return room is not None and _is_key(room, key)

    def move(self, code: str, key: str, at: float) -> None:
        """Put the clock somewhere."""
        with self._lock:
            self._hosted(code, key).at = at

    def show(self, code: str, key: str, query: str, lists: Lists | None = None) -> None:
        """Show a run: another one than before ends an open question.

        Raises
        ------
        RoomError
            If the room is gone, or the lists are too long: then it stays at the run before.
        """
        with self._lock:
            room = self._hosted(code, key)
            if query != room.query:
                room.lists = _fitting(lists or {})
                room.query, room.at, room.question, room.votes = query, 0.0, None, {}

    def ask(self, code: str, key: str, question: Question) -> None:
        """Ask a new question; its frame asked again changes nothing."""
        with self._lock:
            room = self._hosted(code, key)
            if room.question != question:
                room.question, room.revealed, room.votes = question, False, {}

    def reveal(self, code: str, key: str) -> None:
        """Close the vote and say who was right."""
        with self._lock:
            self._hosted(code, key).revealed = True

    def vote(self, code: str, voter: str, frame: int, choice: Choice) -> None:
        """Count a vote; a voter's later one replaces it, until the answer is revealed.

        Parameters
        ----------
        code : str
        voter : str
            A random number of the voter's browser.
        frame : int
            The question that is answered; a vote that comes late counts for nothing.
        choice : (int, int)
            Arm and lane.

        Raises
        ------
        RoomError
            If the vote is not one of the choices, or the room is full.
        """
        with self._lock:
            room = self._find(code)
            question = room.question
            if question is None or question.frame != frame or room.revealed:
                return
            if choice[0] not in question.arms or choice[1] not in (1, 2):
                raise RoomError("This is none of the choices. Reload the page and vote again.")
            if not 8 <= len(voter) <= _LONGEST_TOKEN:
                raise RoomError("This browser did not say who votes. Reload the page.")
            name = _name(voter)
            if name not in room.votes and len(room.votes) >= MOST_VOTERS:
                raise RoomError(f"This room is full: {MOST_VOTERS} have voted.")
            room.votes[name] = choice

    def vote_of(self, code: str, voter: str) -> Choice | None:
        """Return what a voter has chosen, for their own browser; None if nothing has come."""
        with self._lock:
            return self._find(code).votes.get(_name(voter))

    def close(self, code: str, key: str) -> None:
        """Close a room."""
        with self._lock:
            self._hosted(code, key)
            del self._rooms[tidy(code)]

    def _find(self, code: str) -> _Room:
        room = self._rooms.get(tidy(code))
        if room is not None and self._clock() - room.touched < IDLE_SECONDS:
            return room
        raise RoomError("There is no such room: the code is mistyped, or the room was closed.")

    def _hosted(self, code: str, key: str) -> _Room:
        room = self._rooms.get(tidy(code))
        if room is None or not _is_key(room, key):
            raise RoomError("This room is gone. Open a new one.")
        room.touched = self._clock()
        return room

    def _close(self, key: str) -> None:
        """Close the room of a key, and all that are long out of use."""
        now = self._clock()
        for code, room in list(self._rooms.items()):
            if now - room.touched >= IDLE_SECONDS or _is_key(room, key):
                del self._rooms[code]

    def _fresh_code(self) -> str:
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code not in self._rooms:
                return code


def _fitting(lists: Lists) -> Lists:
    """Return lists as they are, if a room can hold them."""
    size = sum(len(text) for texts in lists.values() for text in texts.values())
    if size > MOST_LISTED:
        raise RoomError(
            f"These arms are too much for a room: expected at most {MOST_LISTED:,} characters of "
            f"names, means and rewards, got {size:,}. Give fewer rewards, or means only."
        )
    return lists


def _is_key(room: _Room, key: str) -> bool:
    return hmac.compare_digest(room.key.encode(), key.encode(errors="replace"))


def _name(voter: str) -> bytes:
    return hashlib.blake2b(voter.encode(errors="replace"), digest_size=12).digest()


def tidy(code: str) -> str:
    """Return a code as it was meant, however it was typed."""
    return "".join(c for c in code[:40].upper() if c in ALPHABET)[: CODE_LENGTH + 1]


def question_at(moves: list[list[int]], n: int, frame: int) -> Question:
    """Return the question before a frame of the player's data.

    Parameters
    ----------
    moves : list of [frame, arm, lane]
        Every change of a lane, in order: 0 active, 1 accepted, 2 rejected.
    n : int
        How many arms there are.
    frame : int

    Raises
    ------
    RoomError
        If nobody is accepted or rejected at that frame.
    """
    lane = dict.fromkeys(range(n), 0)
    lane |= {arm: to for at, arm, to in moves if at < frame}
    answers = frozenset((arm, to) for at, arm, to in moves if at == frame and to in (1, 2))
    if not answers:
        raise RoomError("Nobody moves there, so there is nothing to ask.")
    return Question(frame, tuple(arm for arm in range(n) if lane[arm] == 0), answers)


def hidden(seen: Seen) -> Seen:
    """Return what may be shown before the answer is: without it, and without the tally."""
    if seen.question is None or seen.revealed:
        return seen
    return replace(seen, question=replace(seen.question, answers=frozenset()), votes={})
