"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "*B* = identity, *f* = 0"),
        (0, "play", "in every round: *θ̂* = *B*^{−1}*f*"),
        (
            1,
            "play",
            "draw *θ̃* from the normal distribution with mean *θ̂* and covariance *v*^2*B*^{−1}",
        ),
        (1, "play", "play the *K* arms with the largest *θ̃*_i, see *r*"),
        (1, "play", "*b* = 1/*K* at the arms played; *B* += *bb*^⊤; *f* += *r* *b*"),
    ),
)
