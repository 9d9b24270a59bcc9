"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}, *ε* = ε_0"),
        (0, "", "while |*A* ∪ *C*| > *K*:"),
        (
            1,
            "play permute",
            "cut *C* at random into sets; *H* is a Hadamard matrix, one column an arm",
        ),
        (
            1,
            "play group",
            "row 1: play both halves of the set, *m* times each; *Z*_1 = sum of means",
        ),
        (1, "play see", "row *i*: play its +1 and its −1 columns; *Z*_i = difference of means"),
        (1, "play update", "*θ̂* = *H*^⊤*Z* / order"),
        (1, "test", "rank *C* by *θ̂*; *k*′ = *K* − |*A*|"),
        (2, "accept", "accept *i* with *θ̂*_i − *θ̂*_{(k′+1)} > 2*ε*"),
        (2, "reject", "reject *i* with *θ̂*_{(k′)} − *θ̂*_i > 2*ε*"),
        (1, "halve", "*ε* = *ε*/2"),
        (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
    ),
)
