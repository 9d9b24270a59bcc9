"""A regret bound as a number: with the constants of its proof, or as a bare order of growth.

A bound with constants may be read as a number of this problem; an order may not: its constant is
set to 1 and logarithms that Õ hides are left out, so that only the shapes of two orders compare.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, inf

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Setting:
    """What bounds depend on.

    Attributes
    ----------
    n, k : int
        N and K.
    u : float
        U of Assumption 3.
    mean : bool
        Whether the joint reward is the mean of the arms.
    good : bool
        Whether good arms make good sets (Assumption 2), as far as is known.
    independent : bool
        Whether arms are independent within a round.
    """

    n: int
    k: int
    u: float = 1.0
    mean: bool = True
    good: bool = True
    independent: bool = True


@dataclass(frozen=True)
class Bound:
    """One regret bound, for the worst problem with given N, K and U.

    Attributes
    ----------
    formula, source : str
        For tables; the formula is TeX.
    explicit : bool
        Whether `value` has the constants of the proof; else the order alone, constant 1.
    needs_mean : bool
        Whether it is stated for the sum or mean of the arms alone.
    covers : str
        What of this package it holds for, and what not.
    value : callable
        ``value(setting, t)``: the bound after t rounds; `t` a float array.
    needs_good, needs_independent : bool
        Whether its proof needs Assumption 2, and arms that are independent within a round.
    label : str
        What it is of; "": the algorithm's own label, which is entered.
    algorithm : str
        Its name in the registry, which is entered; "" for what bounds all of them.
    """

    formula: str
    source: str
    explicit: bool
    needs_mean: bool
    covers: str
    value: Callable[[Setting, Floats], Floats]
    needs_good: bool = False
    needs_independent: bool = False
    label: str = ""
    algorithm: str = ""

    def at(self, setting: Setting, t: float | Floats) -> Floats:
        """Return the bound at `t` > 0; NaN where it is not stated for such a problem."""
        rounds = np.asarray(t, dtype=np.float64)
        lacks = (
            (self.needs_mean and not setting.mean)
            or (self.needs_good and not setting.good)
            or (self.needs_independent and not setting.independent)
        )
        if lacks:
            return np.full(rounds.shape, np.nan)
        return self.value(setting, rounds)


def sets_of(s: Setting) -> float:
    """Return C(N, K), inf beyond the floats."""
    sets = comb(s.n, s.k)
    return float(sets) if sets < 10**300 else inf
