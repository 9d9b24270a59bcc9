"""What stands in a room, for the server and for those who look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dashboard.classroom.questions import Choice, Question
from dashboard.serving.rates import Rates

Lists = Mapping[str, dict[str, str]]
"""Lists of arms by the name that a link has for them; see `dashboard.links.own_arms.kept`."""


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


@dataclass(frozen=True)
class Phone:
    """Who is in a room, as its host may know it.

    Attributes
    ----------
    name : str
        Within the room, for `Rooms.remove`.
    number : int
        The how manieth it was to come.
    network : str
        A letter for each address.
    voted : bool
        On the open question.
    """

    name: str
    number: int
    network: str
    voted: bool


@dataclass(frozen=True)
class Voter:
    """Who is in a room, as the server knows it."""

    number: int
    address: bytes


@dataclass
class Room:
    """One room, as the server knows it."""

    key: str
    query: str
    lists: Lists
    touched: float  # when its host last looked
    address: bytes  # of its host
    entries: Rates
    at: float = 0.0
    question: Question | None = None
    revealed: bool = False
    votes: dict[bytes, Choice] = field(default_factory=dict)
    voters: dict[bytes, Voter] = field(default_factory=dict)
    came: int = 0  # voters, those included that have gone
    locked: bool = False
    removed: set[bytes] = field(default_factory=set)  # voters and addresses

    @property
    def listed(self) -> int:
        """Characters of its lists."""
        return characters(self.lists)


def hidden(seen: Seen) -> Seen:
    """Return what may be shown before the answer is: without it, and without the tally."""
    if seen.question is None or seen.revealed:
        return seen
    return replace(seen, question=replace(seen.question, answers=frozenset()), votes={})


def characters(lists: Lists) -> int:
    """Return how long lists are."""
    return sum(len(text) for texts in lists.values() for text in texts.values())
