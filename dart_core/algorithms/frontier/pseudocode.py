"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import Constants

_CHOOSE = "choose the weakest *w* in *A* and the challenger *x* outside"
_CERTIFY = "a bet with wealth ≥ e^L certifies its order; decided arms leave the game"


def _lines(choose: str, *certify: str, sleep: tuple[str, ...] = ()) -> Listing:
    return Listing(
        (
            (0, "start", "play random partitions once: first scores; *A* = the incumbent set"),
            (0, "", "while some place of *A* is not certified:"),
            (1, "play", choose),
            *((1, "play", line) for line in sleep),
            (
                1,
                "play",
                "play *A* as a reference, and *A* − *i* + *j* for the pairs (*i*, *j*) that matter",
            ),
            (
                1,
                "play",
                "bet on the order of each pair: the wealth of a bet grows with what is seen",
            ),
            *((1, "accept reject", line) for line in certify),
            (1, "play", "if *x* leads *w* clearly: exchange them in *A*"),
            (0, "commit", "play *A* until *T*"),
        ),
    )


def listing(constants: Constants) -> Listing:
    """Return the lines of the variant that the constants name."""
    variant = constants.get("variant")
    if variant == "capital":
        together = "all bets against *j* with capital ≥ K/(0.55 δ) certify *w* above *j*"
        return _lines(_CHOOSE, together, _CERTIFY)
    if variant == "theorem":
        return _lines(f"{_CHOOSE}; 1 time in 32 a random *w*", _CERTIFY)
    if variant == "pace":
        pairs = "leave pairs with wealth ≥ e^s alone until *t* has doubled; if all sleep, play *A*"
        return _lines(_CHOOSE, _CERTIFY, sleep=(pairs,))
    return _lines(_CHOOSE, _CERTIFY)
