"""Results of a room: who was right how often, and a table of all answers."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dashboard.classroom.questions import Asked, Choice

_FORMULA = "=+-@\t\r"  # what a spreadsheet would compute


@dataclass(frozen=True)
class Result:
    """A question that was closed, and who chose what."""

    question: Asked
    votes: Mapping[bytes, Choice]


@dataclass(frozen=True)
class Score:
    """How somebody in a room did.

    Attributes
    ----------
    voter : bytes
        Whose it is, as the room names them; shown nowhere.
    who : str
        The nickname, or a number where none was given.
    right, answered : int
        Of the questions that were closed.
    asked : int
        How many of these have a right answer.
    choices : tuple of (Choice or None)
        Question by question.
    """

    voter: bytes
    who: str
    right: int
    answered: int
    asked: int
    choices: tuple[Choice | None, ...]


def scores(past: Sequence[Result], names: Mapping[bytes, str]) -> list[Score]:
    """Return how everybody did, the best first; of equals, who came first.

    Parameters
    ----------
    past : sequence of Result
    names : mapping of bytes to str
        Who is in the room.
    """
    found = []
    asked = sum(bool(result.question.answers) for result in past)
    for voter, name in names.items():
        choices = tuple(result.votes.get(voter) for result in past)
        right = sum(
            choice in result.question.answers for choice, result in zip(choices, past, strict=True)
        )
        answered = sum(choice is not None for choice in choices)
        found.append(Score(voter, name, right, answered, asked, choices))
    return sorted(found, key=lambda score: -score.right)


def table(
    past: Sequence[Result], names: Mapping[bytes, str], regrets: Mapping[bytes, float]
) -> bytes:
    """Return a CSV file: a row for everybody, a column for each question, and one for a game."""
    written = io.StringIO()
    rows = csv.writer(written)
    game = ["regret of the game"] if regrets else []
    rows.writerow(["who", "right", "answered", *(_safe(r.question.text) for r in past), *game])
    right = [
        " or ".join(r.question.said(choice) for choice in sorted(r.question.answers)) for r in past
    ]
    rows.writerow(
        ["(the right answer)", len(past), len(past), *map(_safe, right), *("" for _ in game)]
    )
    for score in scores(past, names):
        said = [
            "" if choice is None else result.question.said(choice)
            for choice, result in zip(score.choices, past, strict=True)
        ]
        own = [f"{regrets[score.voter]:.2f}" if score.voter in regrets else "" for _ in game]
        rows.writerow([_safe(score.who), score.right, score.answered, *map(_safe, said), *own])
    return written.getvalue().encode("utf-8-sig")  # a spreadsheet then knows the encoding


def _safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(tuple(_FORMULA)) else text
