"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Listing

LISTING = Listing(
    (
        (0, "start", "cut the arms at random into groups of *K* + 1"),
        (0, "sort", "SORT a group: *a*_{−i} is the group without arm *i*; *Δ* = 1/2"),
        (1, "sort", "while *Δ* > *λ* and some |*μ̂*_i − *μ̂*_j| ≤ 2*Δ*:"),
        (2, "sort", "play those *a*_{−i} until each has *L*/*Δ*^2 samples; *Δ* = *Δ*/2"),
        (1, "sort", "order by increasing mean of *a*_{−i}; keep the first *K*"),
        (0, "merge", "MERGE it with *G*^⋆: the first of both lists, *G*^⋆(*i*) and *G*(*j*)"),
        (1, "merge", "base: *G*^⋆; challenger: *G*^⋆ with *G*(*j*) in the place of *G*^⋆(*i*)"),
        (
            1,
            "merge",
            "play both until |difference of means| > *Δ*_1 + *Δ*_2, halving *Δ*_2 while > *λ*",
        ),
        (1, "merge", "the arm of the higher mean is next in the new *G*^⋆; repeat *K* times"),
        (0, "commit", "play *G*^⋆ until *T*"),
    ),
)
