"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "*S* = ∅; *m* plays for each candidate"),
        (0, "", "repeat *K* times:"),
        (1, "play", "for every arm *a* outside *S*: play *S* ∪ {*a*} *m* times, average"),
        (1, "accept test", "add the arm with the highest mean to *S*"),
        (0, "commit", "play *S* until *T*"),
    ),
)
