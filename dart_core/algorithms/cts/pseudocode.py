"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "every arm: paid_i = unpaid_i = 0"),
        (0, "play", "in every round: draw *θ*_i from Beta(1 + paid_i, 1 + unpaid_i)"),
        (1, "play", "play the *K* arms with the highest *θ*_i"),
        (1, "play", "see the reward of every arm played; count it as paid or unpaid"),
    ),
)
