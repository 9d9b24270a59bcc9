"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "*V* = *λ* · identity, *f* = 0"),
        (0, "play", "in every round: *θ̂* = *V*^{−1}*f*; *β* from log det *V*"),
        (
            1,
            "play",
            "play the set with the highest index: *θ̂* of its arms plus √*β* · its uncertainty",
        ),
        (1, "play", "see *r*; *b* = 1/*K* at the arms played"),
        (1, "play", "*V* += *bb*^⊤; *f* += *r* *b*"),
    ),
)
