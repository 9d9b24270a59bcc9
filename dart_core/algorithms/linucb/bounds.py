"""Regret bounds that are stated for LinUCB."""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from dart_core.algorithms.bound import Bound, Floats, Setting


def _oful(s: Setting, t: Floats) -> Floats:
    """Theorem 3 of Abbasi-Yadkori, Pál and Szepesvári (2011), their n = T, d = N, and X = 1_a/K.

    The regret is at most √(8 T β_T ln(det V_T/det λI)), β_T their radius squared, and theorem 3
    bounds √8 by 4. It prints L where its lemma 10, ln det V_T ≤ N ln(λ + TL²/N), has L². Here
    L = ‖1_a/K‖ = 1/√K ≤ 1, so that the printed bound holds too: it is the larger one.
    """
    R, lam, S, delta, L = 0.5, 1.0, sqrt(s.n), 0.05, 1 / sqrt(s.k)
    radius = sqrt(lam) * S + R * np.sqrt(2 * log(1 / delta) + s.n * np.log(1 + t * L / (lam * s.n)))
    return np.asarray(4 * np.sqrt(t * s.n * np.log(lam + t * L / s.n)) * radius)


BOUNDS = (
    Bound(
        formula=r"4\sqrt{TN\ln(\lambda+TL/N)}\,(\sqrt\lambda S+R\,w)",
        source="Abbasi-Yadkori, Pál, Szepesvári 2011, Theorem 3",
        explicit=True,
        needs_mean=True,
        covers="preset exact, with probability 1 − δ = 0.95; R = ½, λ = 1, S = √N, L = 1/√K, "
        "w² = 2 ln(1/δ) + N ln(1 + TL/(λN))",
        value=_oful,
    ),
    Bound(
        formula=r"N\sqrt T",
        source="Abbasi-Yadkori et al. 2011 (Table 1 prints √(NT))",
        explicit=False,
        needs_mean=True,
        covers="preset exact",
        value=lambda s, t: np.asarray(s.n * np.sqrt(t)),
    ),
)
