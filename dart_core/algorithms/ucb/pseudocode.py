"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Line, Listing
from dart_core.algorithms.record import Constants

_UCB1: tuple[Line, ...] = (
    (0, "start", "an action is one of the *C*(*N*, *K*) sets"),
    (0, "play", "play every action once"),
    (0, "play", "then, in every round, the action *a* with the highest"),
    (1, "play", "mean_a + √(*c* log *t* / *n*_a)"),
    (1, "play", "see *r*; average it into mean_a"),
)
_IMPROVED: tuple[Line, ...] = (
    (0, "start", "an action is one of the *C*(*N*, *K*) sets; all are live; *Δ* = Δ_0"),
    (0, "", "while *Δ* is large enough and more than one action is live:"),
    (1, "play", "play every live action until each has *n* = ⌈*c* log(*TΔ*^2)/*Δ*^2⌉ samples"),
    (1, "test reject", "drop *a* if mean_a + rad < max_b(mean_b − rad), rad = √(log(*TΔ*^2)/2*n*)"),
    (1, "halve", "*Δ* = *Δ*/2"),
    (0, "commit", "play the best live action until *T*"),
)


def listing(constants: Constants) -> Listing:
    """Return the lines of the variant that the constants name."""
    return Listing(_UCB1 if constants["variant"] == "ucb1" else _IMPROVED)
