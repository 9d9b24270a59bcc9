"""Rooms: a class votes on what happens next, and follows the lecturer's clock. In memory only.

A room knows a code, the link of the run that it watches with the lists that this link only names
(see `dashboard.links.own_arms`), where the lecturer's clock stands, at most
one open question, the votes on it and on those before. It holds nothing of a person but a nickname,
if they give one: a voter is a hash of a random number that the browser made, and of the address it
came from, with a salt that this process alone knows. What voters send are whole numbers, checked
against the question; the nickname is all that they can put on the screens of others.

One machine can pretend to be many phones. So each address opens rooms and enters one at a rate, and
has a part of a room at most: enough for two classes of fifty behind one address, and too little to
keep others out. Within one address nothing tells a machine from phones. There the host helps: lets
nobody else in once the class is there, removes a phone or a whole network, or starts again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable

from dashboard.classroom import codes, nicknames, results
from dashboard.classroom.codes import tidy
from dashboard.classroom.questions import Asked, Choice, RoomError, TooManyTries
from dashboard.classroom.results import Score
from dashboard.classroom.room import Lists, Phone, Room, Seen, Voter, characters
from dashboard.serving.rates import Rate, Rates

MOST_ROOMS = 100  # that somebody has entered
MOST_EMPTY = 100  # others
MOST_ROOMS_EACH = 20  # of one address: a school's teachers
MOST_VOTERS = 500  # of a room
MOST_VOTERS_EACH = 100  # of them, from one address
OPENINGS = Rate(burst=10, per_second=1 / 30)  # of one address
ENTRIES = Rate(burst=60, per_second=1)  # of one address into one room
IDLE_SECONDS = 3 * 3600.0  # then a room is closed
# A room whose host has not looked for so long makes way for a new one. A host's page looks twice a
# second, but browsers may wake one that is out of sight only once a minute.
SPARE_SECONDS = 90.0
MOST_LISTED = 300_000  # characters of a room's lists
MOST_LISTED_IN_ALL = 20_000_000
_LONGEST_TOKEN = 64


class Rooms:
    """All rooms of this server.

    Parameters
    ----------
    clock : callable
        Seconds that only ever grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._openings = Rates(OPENINGS, clock)
        self._wrong = Rates(codes.WRONG_CODES, clock)
        self._salt = secrets.token_bytes(16)
        self._lock = threading.Lock()

    def open(
        self, query: str, lists: Lists | None = None, old_key: str = "", address: str = ""
    ) -> tuple[str, str]:
        """Open a room on a run's link; return its code, and the key that moves its clock.

        Parameters
        ----------
        query : str
        lists : mapping of str to (dict of str to str), optional
            What that link only names.
        old_key : str
            Of the room that the same host had before, which is closed: nobody has two.
        address : str
            Where the host asks from.

        Raises
        ------
        RoomError
            If all rooms are in use, or the lists are too long, or this address has opened many.
        """
        lists = _fitting(lists or {})
        where = self._name(address)
        with self._lock:
            if not self._openings.take(where):
                raise RoomError(
                    "From your network many rooms were opened just now. Try again in a minute."
                )
            self._close(old_key)
            if sum(room.address == where for room in self._rooms.values()) >= MOST_ROOMS_EACH:
                raise RoomError(
                    f"From your network {MOST_ROOMS_EACH} rooms are open. Close one of them first."
                )
            self._make_way()
            total = sum(room.listed for room in self._rooms.values()) + characters(lists)
            if lists and total > MOST_LISTED_IN_ALL:
                raise RoomError("The rooms of this server hold too many names. Try fewer arms.")
            code = codes.fresh(self._rooms)
            key = secrets.token_urlsafe(16)
            entries = Rates(ENTRIES, self._clock)
            self._rooms[code] = Room(key, query, lists, self._clock(), where, entries)
            return code, key

    def _make_way(self) -> None:
        """See to it that there is room for another room; the lock is held."""
        empty = {code: room for code, room in self._rooms.items() if not room.voters}
        if len(empty) >= MOST_EMPTY:  # the oldest of who has most
            each = Counter(room.address for room in empty.values())
            del self._rooms[min(empty, key=lambda c: (-each[empty[c].address], empty[c].touched))]
        entered = [code for code in self._rooms if code not in empty]
        if len(entered) >= MOST_ROOMS:
            oldest = min(entered, key=lambda code: self._rooms[code].touched)
            if self._clock() - self._rooms[oldest].touched < SPARE_SECONDS:
                raise RoomError(
                    f"All {MOST_ROOMS} rooms of this server are in use. Try again in a few minutes."
                )
            del self._rooms[oldest]

    def find(self, code: str, address: str = "") -> str:
        """Return the code of a room that somebody has typed, as it is; a wrong one is counted.

        Raises
        ------
        RoomError
            If there is no such room, or from this address too many codes were wrong.
        """
        where = self._name(address)
        with self._lock:
            room = self._rooms.get(tidy(code))
            if room is None or not room.is_home_of(where):
                if self._wrong.wait(where) > 0:  # whether this one is right or not
                    raise TooManyTries(
                        "From your network too many wrong codes were tried. Wait a minute."
                    )
                if room is None:
                    self._wrong.take(where)
            self._find(code)
            return tidy(code)

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
                len(room.voters),
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

    def ask(self, code: str, key: str, question: Asked) -> None:
        """Ask a new question; its frame asked again changes nothing.

        A question of a lesson that was closed is shown with the votes that it got.
        """
        with self._lock:
            self._hosted(code, key).ask(question)

    def reveal(self, code: str, key: str) -> None:
        """Close the vote and say who was right."""
        with self._lock:
            self._hosted(code, key).reveal()

    def scores(self, code: str, key: str) -> list[Score]:
        """Return how everybody did so far, the best first; for the host."""
        with self._lock:
            room = self._hosted(code, key)
            past, names = list(room.past.values()), room.names()
        return results.scores(past, names)

    def table(self, code: str, key: str) -> bytes:
        """Return all answers as a CSV file, for the host."""
        with self._lock:
            room = self._hosted(code, key)
            past, names, regrets = list(room.past.values()), room.names(), dict(room.regrets)
        return results.table(past, names, regrets)

    def enter(self, code: str, voter: str, address: str = "", nickname: str = "") -> str:
        """Let a voter in, so that they may vote though the room is locked later.

        Returns the nickname that they have: the one they asked for, told apart from the others.

        Parameters
        ----------
        code : str
        voter : str
            A random number of the voter's browser.
        address : str
            Where it asks from.
        nickname : str
            As it was typed; none: the one from before.

        Raises
        ------
        RoomError
            If it may not come in; the text says why.
        """
        with self._lock:
            room = self._find(code)
            its = room.voters[self._enter(room, voter, self._name(address))]
            if name := nicknames.cleaned(nickname):
                others = (each.nickname for each in room.voters.values() if each is not its)
                its.nickname = nicknames.told_apart(name, others)
            return its.nickname

    def _enter(self, room: Room, voter: str, where: bytes) -> bytes:
        if not 8 <= len(voter) <= _LONGEST_TOKEN:
            raise RoomError("This browser did not say who votes. Reload the page.")
        name = self._name(voter)
        if name in room.voters:
            return name
        if room.removed & {name, where}:
            raise RoomError("The lecturer has taken this phone out of the room.")
        if room.locked:
            raise RoomError("The lecturer lets nobody else in now.")
        if len(room.voters) >= MOST_VOTERS:
            raise RoomError(f"This room is full: {MOST_VOTERS} are in it.")
        if sum(its.address == where for its in room.voters.values()) >= MOST_VOTERS_EACH:
            raise RoomError(
                f"From your network {MOST_VOTERS_EACH} are in this room, and no more can come."
            )
        if not room.entries.take(where):
            raise RoomError("Many come in at this moment. Vote again in a few seconds.")
        room.came += 1
        room.voters[name] = Voter(room.came, where)
        return name

    def vote(self, code: str, voter: str, name: str, choice: Choice, address: str = "") -> None:
        """Count a vote; a voter's later one replaces it, until the answer is revealed.

        Parameters
        ----------
        code : str
        voter : str
            A random number of the voter's browser.
        name : str
            Of the question that is answered; a vote that comes late counts for nothing.
        choice : (int, int)
        address : str
            Where it asks from.

        Raises
        ------
        RoomError
            If the vote is not one of the choices, or the voter may not come in.
        """
        with self._lock:
            room = self._find(code)
            question = room.question
            if question is None or question.name != name or room.revealed:
                return
            if not question.allows(choice):
                raise RoomError("This is none of the choices. Reload the page and vote again.")
            room.votes[self._enter(room, voter, self._name(address))] = choice

    def phones(self, code: str, key: str) -> list[Phone]:
        """Return who is in a room, for its host."""
        with self._lock:
            return self._hosted(code, key).phones()

    def is_locked(self, code: str, key: str) -> bool:
        """Whether nobody else is let in."""
        with self._lock:
            return self._hosted(code, key).locked

    def lock(self, code: str, key: str, *, locked: bool) -> None:
        """Let nobody else in, or let all in again."""
        with self._lock:
            self._hosted(code, key).locked = locked

    def remove(self, code: str, key: str, name: str, *, network: bool = False) -> None:
        """Take a voter out of a room with the vote, or all of the same network; for good.

        Parameters
        ----------
        code, key : str
        name : str
            See `Phone`.
        network : bool
        """
        with self._lock:
            self._hosted(code, key).remove(name, network=network)

    def start_again(self, code: str, key: str) -> str:
        """Empty a room and give it another code, which is returned: the old one opens nothing."""
        with self._lock:
            room = self._hosted(code, key)
            new = codes.fresh(self._rooms)
            del self._rooms[tidy(code)]
            self._rooms[new] = room
            room.voters, room.votes, room.past, room.regrets = {}, {}, {}, {}
            room.locked, room.came = False, 0
            room.entries = Rates(ENTRIES, self._clock)
            return new

    def played(self, code: str, voter: str, game: str, regret: float) -> tuple[int, int]:
        """Note how somebody's first game ended; return their place, and of how many."""
        with self._lock:
            return self._find(code).played(self._name(voter), game, regret)

    def games(self, code: str, key: str, game: str) -> list[tuple[str, float]]:
        """Return who has finished the room's game, and with what regret, the least first."""
        with self._lock:
            return self._hosted(code, key).games(game)

    def score_of(self, code: str, voter: str) -> tuple[int, int]:
        """Return how many of the closed questions a voter got right, and how many there were."""
        with self._lock:
            past, name = list(self._find(code).past.values()), self._name(voter)
        right = sum(each.votes.get(name) in each.question.answers for each in past)
        return right, sum(bool(each.question.answers) for each in past)

    def vote_of(self, code: str, voter: str) -> Choice | None:
        """Return what a voter has chosen, for their own browser; None if nothing has come."""
        with self._lock:
            return self._find(code).votes.get(self._name(voter))

    def close(self, code: str, key: str) -> None:
        """Close a room."""
        with self._lock:
            self._hosted(code, key)
            del self._rooms[tidy(code)]

    def _find(self, code: str) -> Room:
        room = self._rooms.get(tidy(code))
        if room is not None and self._clock() - room.touched < IDLE_SECONDS:
            return room
        raise RoomError("There is no such room: the code is mistyped, or the room was closed.")

    def _hosted(self, code: str, key: str) -> Room:
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

    def _name(self, text: str) -> bytes:
        data = text.encode(errors="replace")
        return hashlib.blake2b(data, digest_size=12, key=self._salt).digest()


def _fitting(lists: Lists) -> Lists:
    """Return lists as they are, if a room can hold them."""
    size = characters(lists)
    if size > MOST_LISTED:
        raise RoomError(
            f"These arms are too much for a room: expected at most {MOST_LISTED:,} characters of "
            f"names, means and rewards, got {size:,}. Give fewer rewards, or means only."
        )
    return lists


def _is_key(room: Room, key: str) -> bool:
    return hmac.compare_digest(room.key.encode(), key.encode(errors="replace"))
