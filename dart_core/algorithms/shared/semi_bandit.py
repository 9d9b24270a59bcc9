"""What the references that see every arm's reward are told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dart_core.algorithms.record import Numbers
    from dart_core.problem import Problem


def outlook(problem: Problem, _numbers: Numbers) -> tuple[str, str, str]:
    """Return a forecast, a warning ("" if there is none) and a caveat, without running."""
    from dart_core.guarantee import good_arms

    text = "It sees the reward of every arm it plays, which no full-bandit algorithm does."
    caveat = "A reference, not a competitor: its bound is for semi-bandit feedback."
    known, warning = good_arms(problem), ""
    if not known.holds:
        warning = (
            "The top K by mean, which it looks for, need not be the best set. " + known.sentence
        )
    return text, warning, caveat
