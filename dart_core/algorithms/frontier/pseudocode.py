"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import Constants

_LISTING = Listing(
    "Frontier",
    (
        (0, "start", "play random partitions once: first scores; *A* = the incumbent set"),
        (0, "", "while some place of *A* is not certified:"),
        (1, "play", "choose the weakest *w* in *A* and the challenger *x* outside"),
        (
            1,
            "play",
            "play *A* as a reference, and *A* − *i* + *j* for the pairs (*i*, *j*) that matter",
        ),
        (1, "play", "bet on the order of each pair: the wealth of a bet grows with what is seen"),
        (
            1,
            "accept reject",
            "a bet with wealth ≥ e^L certifies its order; decided arms leave the game",
        ),
        (1, "play", "if *x* leads *w* clearly: exchange them in *A*"),
        (0, "commit", "play *A* until *T*"),
    ),
)


def listing(_constants: Constants) -> Listing:
    """Return the lines."""
    return _LISTING
