"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "for *l* = 1, 2, …: forget everything; *T*_l = 2^l"),
        (
            1,
            "play test accept reject halve",
            "run DART with horizon *T*_l − *T*_{l−1} and its own *λ*_l",
        ),
        (1, "commit", "(a run that stops exploring plays its set until *T*_l)"),
    ),
)
