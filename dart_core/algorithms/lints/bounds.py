"""Regret bounds that are stated for LinTS."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.bound import Bound

BOUNDS = (
    Bound(
        formula=r"N\sqrt{NT}",
        source="Agrawal, Goyal 2013, Theorem 1 (Table 1 prints N√T)",
        explicit=False,
        needs_mean=True,
        covers="preset theory",
        value=lambda s, t: np.asarray(s.n * np.sqrt(s.n * t)),
    ),
)
