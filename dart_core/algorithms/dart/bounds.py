"""Regret bounds that are stated for DART."""

from __future__ import annotations

from math import sqrt

import numpy as np

from dart_core.algorithms.bound import Bound, Floats, Setting


def _dart(s: Setting, t: Floats) -> Floats:
    scale = 1.0 if s.mean else s.u**2
    rest = 1.0 if s.mean else s.u * s.k
    return np.asarray(
        scale * 4 * sqrt(720) * s.k * np.sqrt(s.n * s.k * t * np.log(2 * s.n * t)) + rest
    )


BOUNDS = (
    Bound(
        formula=r"4\sqrt{720}\,U^2K\sqrt{NKT\ln 2NT}+UK",
        source="Theorem 3, its proof with λ put in; mean: end of section 6",
        explicit=True,
        needs_mean=False,
        covers="c = 32 and λ = U·√(720NK ln(2NT)/T): no preset but paper-v2, and that if U = 1; "
        "for the mean U cancels with λ = K·√(720NK ln(2NT)/T)",
        needs_good=True,
        value=_dart,
    ),
    Bound(
        formula=r"K\sqrt{NKT}",
        source="Theorem 3 (Table 1 prints K√(NT))",
        explicit=False,
        needs_mean=False,
        covers="c = 32 with the λ of the proof",
        needs_good=True,
        value=lambda s, t: np.asarray(s.k * np.sqrt(s.n * s.k * t)),
    ),
)
