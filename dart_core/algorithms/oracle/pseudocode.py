"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import Constants

_LISTING = Listing(
    "oracle",
    ((0, "start commit", "in every round: play the best set"),),
)


def listing(_constants: Constants) -> Listing:
    """Return the lines."""
    return _LISTING
