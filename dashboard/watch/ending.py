"""How a visit to Watch begins and ends: who is shown around, and what one can go on with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dashboard.lessons import progress
from dashboard.links.learn_state import LearnState
from dashboard.links.lesson import Lesson
from dashboard.links.link import Link
from dashboard.settings import Settings
from dashboard.state import is_newcomer, lesson


def start(settings: Settings) -> dict[str, Any]:
    """Return what the player is told of it.

    Returns
    -------
    dict
        ``newcomer``; ``next``, the acts that the card at the end offers; and ``lesson``, the link
        of the next moment of Learn ("" once all are answered). In a lesson the teacher says what
        comes next, and in a question the card would give the answer away: there is no ``next``,
        and so no card.
    """
    if replace(lesson(), present=False) != Lesson():
        return {"newcomer": False}
    given = settings.arms == "given"
    return {
        "newcomer": is_newcomer(),
        "next": ["play", "luck"] if given else ["play", "luck", "arms"],
        "lesson": _lesson(settings),
    }


def _lesson(settings: Settings) -> str:
    upcoming = progress.upcoming()
    if upcoming is None:
        return ""
    return f"learn?{Link(settings, learn=LearnState(upcoming.name)).shared('learn')}"
