"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}"),
        (0, "", "while |*A* ∪ *C*| > *K*:"),
        (1, "play", "*e* += 1; *K*_e = *K* − |*A*|; permute *C*, cut it into groups of *K*_e"),
        (1, "play", "for each group *G*: play *A* ∪ *G*, see *r*"),
        (2, "play", "for *i* in *G*: average *r* into *μ̂*_i and its variance *V*_i"),
        (1, "test", "if *e* is in 1, 2, …, ⌈1.1 *e*⌉, …: *w*_i = √(2*V*_i*L*/*n*_i) + 3*L*/*n*_i"),
        (2, "accept", "accept *i* if *μ̂*_i − *w*_i ≥ the (*K*_e+1)-th largest *μ̂*_j + *w*_j"),
        (2, "reject", "reject *i* if *μ̂*_i + *w*_i ≤ the *K*_e-th largest *μ̂*_j − *w*_j"),
        (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
    ),
)
