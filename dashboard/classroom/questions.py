"""What a class is asked: which arm moves next, and where to."""

from __future__ import annotations

from dataclasses import dataclass

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
