"""Regret bounds that are stated for CUCB."""

from __future__ import annotations

from math import pi

import numpy as np

from dart_core.algorithms.bound import Bound, Floats, Setting


def _comb_ucb1(s: Setting, t: Floats) -> Floats:
    """Theorem 6 of Kveton, Wen, Ashkan and Szepesvári (2015), their n = T, L = N, divided by K.

    It is for the sum of K arms in [0, 1] and the radius √(3 ln t/(2 n_i)), CUCB's own. Their
    bound by gaps has 534 K ln T/Δ_i for each arm; sets with gaps below ε lose at most εT in all,
    and the ε that makes NK·534 ln T/ε + εT smallest gives 2√534 = 46.2, rounded up to 47.
    """
    logs = np.log(np.maximum(t, 2.0))
    return np.asarray(47 * np.sqrt(s.n * t * logs / s.k) + (pi**2 / 3 + 1) * s.n)


BOUNDS = (
    Bound(
        formula=r"47\sqrt{\tfrac{NT\ln T}{K}}+\left(\tfrac{\pi^2}{3}+1\right)N",
        source="Kveton, Wen, Ashkan, Szepesvári 2015, Theorem 6, divided by K",
        explicit=True,
        needs_mean=True,
        covers="it sees every arm's reward",
        value=_comb_ucb1,
    ),
    Bound(
        formula=r"\sqrt{NT/K}",
        source="Kveton et al. 2015, divided by K",
        explicit=False,
        needs_mean=True,
        covers="it sees every arm's reward",
        value=lambda s, t: np.sqrt(s.n * t / s.k),
    ),
)
