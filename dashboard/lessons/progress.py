"""How far a visitor has come in the class hour, as far as this session knows."""

from __future__ import annotations

from dashboard.keeping import always
from dashboard.lessons.moments import Moment, moments


def answers() -> dict[str, int]:
    """Return what was answered, by the name of the moment; it may be written to."""
    return always("learn_answers", dict)


def upcoming() -> Moment | None:
    """Return the first moment that is not answered yet; None if all are."""
    answered = answers()
    return next((moment for moment in moments() if moment.name not in answered), None)
