"""What the references that see every arm's reward are told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dart_core.algorithms.record import Said

if TYPE_CHECKING:
    from dart_core.algorithms.record import Numbers
    from dart_core.problem import Problem


def outlook(problem: Problem, _numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, without running."""
    from dart_core.guarantee import good_arms

    text = Said(
        "It sees what every single arm pays, which the other algorithms do not.",
        "It sees the reward of every arm it plays, which no full-bandit algorithm does.",
    )
    caveat = Said(
        "A reference to measure others by, not a rival.",
        "A reference, not a competitor: its bound is for semi-bandit feedback.",
    )
    known, warning = good_arms(problem), ""
    if not known.holds:
        warning = (
            "It looks for the arms with the highest means, and those need not be the best set. "
            + known.sentence
        )
    return text, warning, caveat
