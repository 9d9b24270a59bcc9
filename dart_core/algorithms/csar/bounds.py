"""Regret bounds that are stated for CSAR."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.bound import Bound

BOUNDS = (
    Bound(
        formula=r"\sqrt{NT}",
        source="Table 1; Rejwan, Mansour 2020: K√(NT) for the sum, divided by K",
        explicit=False,
        needs_mean=True,
        covers="independent arms, presets est1 and est2",
        needs_independent=True,
        value=lambda s, t: np.sqrt(s.n * t),
    ),
)
