"""What a class is asked: who moves next, who is done first, or which of some answers is right."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from struct import unpack
from typing import Any

Choice = tuple[int, int]
"""An arm (from 0) and the lane that it moves to (1: accepted, 2: rejected); or a racer and 1; or
an answer and 0."""

_LANES = ("", "in", "out")


class RoomError(Exception):
    """A room cannot be opened, entered or used; the text says why and what to do."""


class TooManyTries(RoomError):
    """Whoever asks has to wait; what they asked for was not looked at."""


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
    racers : tuple of str
        In a race, what those to choose from are called: then it asks who is done first.
    """

    frame: int
    arms: tuple[int, ...]
    answers: frozenset[Choice]
    racers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What tells it from the other questions of a run."""
        return f"{self.frame}"

    @property
    def text(self) -> str:
        """The question in words, for a table of results."""
        if self.racers:
            return "Who will be done first?"
        return f"Which arm moves next, and where? (frame {self.frame})"

    def allows(self, choice: Choice) -> bool:
        """Return whether that can be chosen."""
        return choice[0] in self.arms and choice[1] in (1, 2)

    def said(self, choice: Choice) -> str:
        """Return a choice in words, for a table of results."""
        if self.racers:
            return self.racers[choice[0]]
        return f"arm {choice[0] + 1} {_LANES[choice[1]]}"

    def hidden(self) -> Question:
        """Return it as it may be shown before the answer is."""
        return replace(self, answers=frozenset())


@dataclass(frozen=True)
class Poll:
    """A question with some answers to choose from, in the words of a lesson.

    Attributes
    ----------
    name : str
        What tells it from the other questions of a lesson.
    title, text : str
        What it is about, and the question.
    options : tuple of str
        None where nothing is asked.
    right : int or None
        Which of them, from 0; None where it is not to be told.
    why : str
    game : str
        The link of a game that everybody plays; none as a rule.
    """

    name: str
    title: str
    text: str
    options: tuple[str, ...]
    right: int | None
    why: str
    game: str = ""

    @property
    def answers(self) -> frozenset[Choice]:
        """The right choice."""
        return frozenset() if self.right is None else frozenset({(self.right, 0)})

    def allows(self, choice: Choice) -> bool:
        """Return whether that can be chosen."""
        return 0 <= choice[0] < len(self.options) and choice[1] == 0

    def said(self, choice: Choice) -> str:
        """Return a choice in words."""
        return self.options[choice[0]]

    def hidden(self) -> Poll:
        """Return it as it may be shown before the answer is."""
        return replace(self, right=None, why="")


Asked = Question | Poll


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


def question_of_race(runs: Sequence[Mapping[str, Any]], n: int, frame: int) -> Question:
    """Return the question of a race, answered by all who are done first.

    Parameters
    ----------
    runs : sequence of mapping
        As the player gets them.
    n : int
        How many arms there are.
    frame : int
        Of all runs' timeline, where the first one is done: the player's name for the question.

    Raises
    ------
    RoomError
        If nobody is ever done.
    """
    times = [_done(run["frames"], n) for run in runs]
    first = min(times)
    if first == float("inf"):
        raise RoomError("Nobody is ever done there, so there is nothing to ask.")
    answers = frozenset((racer, 1) for racer, time in enumerate(times) if time == first)
    racers = tuple(run["curve"]["label"] for run in runs)
    return Question(frame, tuple(range(len(runs))), answers, racers)


def _done(frames: Mapping[str, Any], n: int) -> float:
    """Return the time from which on a run decides nothing any more; infinity if there is none."""
    count, raw = frames["count"], b64decode(frames["t"])
    kind = "I" if len(raw) == 4 * count else "d"
    lane = dict.fromkeys(range(n), 0)
    moves = list(reversed(frames["moves"]))
    for frame, (time, phase) in enumerate(
        zip(unpack(f"<{count}{kind}", raw), b64decode(frames["phase"]), strict=True)
    ):
        while moves and moves[-1][0] <= frame:
            _, arm, to = moves.pop()
            lane[arm] = to
        if phase == 1 or 0 not in lane.values():
            return float(time)
    return float("inf")
