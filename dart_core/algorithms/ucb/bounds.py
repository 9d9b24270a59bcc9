"""Regret bounds that are stated for UCB."""

from __future__ import annotations

from math import pi

import numpy as np

from dart_core.algorithms.bound import Bound, Floats, Setting, sets_of


def _ucb1(s: Setting, t: Floats) -> Floats:
    sets = sets_of(s)
    logs = np.log(np.maximum(t, 2.0))
    return np.asarray(4 * np.sqrt(2 * sets * t * logs) + (1 + pi**2 / 3) * sets)


BOUNDS = (
    Bound(
        label="UCB1",
        formula=r"4\sqrt{2\tbinom NK T\ln T}+\left(1+\tfrac{\pi^2}{3}\right)\tbinom NK",
        source="Auer, Cesa-Bianchi, Fischer 2002, Theorem 1, each gap at its worst",
        explicit=True,
        needs_mean=False,
        covers="preset ucb1, any joint reward",
        value=_ucb1,
    ),
    Bound(
        formula=r"\sqrt{\tbinom NK T}",
        source="Table 1; Auer, Ortner 2010",
        explicit=False,
        needs_mean=False,
        covers="presets ucb1 and improved",
        value=lambda s, t: np.sqrt(sets_of(s) * t),
    ),
)
