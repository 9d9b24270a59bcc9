"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "*n*_i = 0 for every arm"),
        (0, "play", "in every round: index_i = *μ̂*_i + √(*c* log *t* / *n*_i), ∞ if *n*_i = 0"),
        (1, "play", "play the *K* arms with the highest index"),
        (1, "play", "see the reward of every arm played; average each into its *μ̂*_i"),
    ),
)
