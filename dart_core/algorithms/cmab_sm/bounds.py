"""Regret bounds that are stated for CMAB-SM."""

from __future__ import annotations

from math import sqrt

import numpy as np

from dart_core.algorithms.bound import Bound

BOUNDS = (
    Bound(
        formula=r"K^{1/2}N^{1/3}T^{2/3}",
        source="Table 1; Agarwal et al. 2021",
        explicit=False,
        needs_mean=False,
        covers="preset printed",
        needs_good=True,
        value=lambda s, t: np.asarray(sqrt(s.k) * np.cbrt(s.n) * np.cbrt(t) ** 2),
    ),
)
