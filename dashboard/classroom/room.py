"""What stands in a room, for the server and for those who look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dashboard.classroom.questions import Asked, Choice, Poll, RoomError
from dashboard.classroom.results import Result
from dashboard.serving.rates import Rates

MOST_PAST = 40  # closed questions that a room remembers

Lists = Mapping[str, dict[str, str]]
"""Lists of arms by the name that a link has for them; see `dashboard.links.own_arms.kept`."""


@dataclass(frozen=True)
class Seen:
    """What everyone in a room may know of it.

    Attributes
    ----------
    query : str
        The link of the run; "" where a lesson asks, whose picture only the lecturer has.
    lists : mapping of str to (dict of str to str)
        What that link only names.
    at : float
        Where the lecturer's clock stands, in frames.
    question : Question, Poll or None
        Its answers only count once it is revealed.
    revealed : bool
    votes : dict
        How many chose what: arm and lane.
    voters : int
        How many voted.
    joined : int
        How many are in the room.
    """

    query: str
    lists: Lists
    at: float
    question: Asked | None
    revealed: bool
    votes: dict[Choice, int]
    voters: int
    joined: int

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
    nickname : str
        If they gave one.
    """

    name: str
    number: int
    network: str
    voted: bool
    nickname: str = ""


@dataclass
class Voter:
    """Who is in a room, as the server knows it."""

    number: int
    address: bytes
    nickname: str = ""


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
    question: Asked | None = None
    revealed: bool = False
    votes: dict[bytes, Choice] = field(default_factory=dict)
    voters: dict[bytes, Voter] = field(default_factory=dict)
    past: dict[tuple[str, str], Result] = field(default_factory=dict)  # by run and question
    game: str = ""  # that everybody plays
    regrets: dict[bytes, float] = field(default_factory=dict)  # of who has finished it
    came: int = 0  # voters, those included that have gone
    locked: bool = False
    removed: set[bytes] = field(default_factory=set)  # voters and addresses

    @property
    def listed(self) -> int:
        """Characters of its lists."""
        return characters(self.lists)

    def is_home_of(self, address: bytes) -> bool:
        """Whether its host or somebody in it has this address."""
        return address == self.address or any(v.address == address for v in self.voters.values())

    def ask(self, question: Asked) -> None:
        """Put a question; one of a lesson that was closed is shown with the votes that it got."""
        if isinstance(question, Poll) and self.query:
            self.query, self.lists, self.question = "", {}, None  # no longer a run
        if self.question == question:
            return
        if isinstance(question, Poll) and question.game and question.game != self.game:
            self.game, self.regrets = question.game, {}
        before = self.past.get(("", question.name)) if isinstance(question, Poll) else None
        nothing = isinstance(question, Poll) and not question.options
        self.question, self.revealed = question, nothing or before is not None
        self.votes = dict(before.votes) if before else {}

    def reveal(self) -> None:
        """Close the vote, and remember it."""
        if self.question is not None and not self.revealed:
            name = (self.query, self.question.name)
            self.past.pop(name, None)
            self.past[name] = Result(self.question, dict(self.votes))
            for oldest in list(self.past)[:-MOST_PAST]:
                del self.past[oldest]
        self.revealed = True

    def played(self, voter: bytes, game: str, regret: float) -> tuple[int, int]:
        """Note how a voter's first game ended; return their place, and of how many."""
        if voter not in self.voters or self.game != game:
            raise RoomError("The class plays another game.")
        own = self.regrets.setdefault(voter, regret)
        return 1 + sum(each < own for each in self.regrets.values()), len(self.regrets)

    def games(self, game: str) -> list[tuple[str, float]]:
        """Return who has finished a game, and with what regret, the least first."""
        names = self.names() if self.game == game else {}
        found = [(name, self.regrets[v]) for v, name in names.items() if v in self.regrets]
        return sorted(found, key=lambda pair: pair[1])

    def phones(self) -> list[Phone]:
        """Return who is here, as the host may know it."""
        networks: dict[bytes, str] = {}
        for its in self.voters.values():
            networks.setdefault(its.address, letters(len(networks)))
        return [
            Phone(name.hex(), its.number, networks[its.address], name in self.votes, its.nickname)
            for name, its in self.voters.items()
        ]

    def remove(self, name: str, *, network: bool) -> None:
        """Take out a voter, or all of the same network."""
        found = {each.hex(): each for each in self.voters}.get(name)
        if found is None:
            return
        where = self.voters[found].address
        gone = [n for n, its in self.voters.items() if network and its.address == where]
        for each in gone or [found]:
            del self.voters[each]
            self.votes.pop(each, None)
            self.regrets.pop(each, None)
            self.removed.add(each)
        if network:
            self.removed.add(where)

    def names(self) -> dict[bytes, str]:
        """Return what everybody is called in results."""
        return {name: v.nickname or f"phone {v.number}" for name, v in self.voters.items()}


def hidden(seen: Seen) -> Seen:
    """Return what may be shown before the answer is: without it, and without the tally."""
    if seen.question is None or seen.revealed:
        return seen
    return replace(seen, question=seen.question.hidden(), votes={})


def characters(lists: Lists) -> int:
    """Return how long lists are."""
    return sum(len(text) for texts in lists.values() for text in texts.values())


def letters(number: int) -> str:
    """Return A, B, … Z, AA, AB, … ."""
    text = ""
    number += 1
    while number:
        number, at = divmod(number - 1, 26)
        text = chr(ord("A") + at) + text
    return text
