"""Regret bounds that are stated for ETCG."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.bound import Bound

BOUNDS = (
    Bound(
        formula=r"N^{1/3}K^{4/3}T^{2/3}",
        source="Nie et al. 2022",
        explicit=False,
        needs_mean=False,
        covers="against (1 − 1/e) of the best set, and submodular rewards",
        value=lambda s, t: np.asarray(np.cbrt(s.n) * np.cbrt(s.k) ** 4 * np.cbrt(t) ** 2),
    ),
)
