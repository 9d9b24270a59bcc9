"""The paper's lower-bound construction: arms that share one Gaussian number a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import MAX, MEAN, QUADRATIC
from dart_core.errors import FieldError, FieldTypeError, end_if, real_number, whole_number
from dart_core.special import normal_cdf, normal_density

REACH = 9.0  # standard deviations of Z that are integrated over: 1e-19 of the mass is beyond
_NODES = 64


@dataclass(frozen=True)
class LowerBound:
    """All N arms of the lower bound: X_i = ½ + ε·1{i ∈ a*} + Z_t, cut to [0, 1].

    Parameters
    ----------
    n_arms : int
        N, 2 or more.
    k : int
        |a*|, 1 … N: the problem's K, in the paper.
    gap : float, optional
        ε in (0, ½]; by default the theorem's (σ/2)·sqrt(NK/(2T)), ½ at most.
    sigma : float, optional
        σ of Z_t ~ N(0, σ²), from 1e-6 to 10; by default 1/sqrt(4 log(NKT)), with which cutting
        hardly ever matters.
    best : sequence of int, optional
        a*, as k different arm indices from 0; by default the first k, as in the paper. An
        algorithm that breaks ties by index has an advantage there.

    Notes
    -----
    Paper, Theorem 2 and Appendix A. T is that of the problem that the arms are given to. Z_t is
    number t of a stream of its own; the arms' own luck is not used.
    """

    n_arms: int
    k: int
    gap: float | None
    sigma: float | None
    best: tuple[int, ...]

    def __init__(
        self,
        n_arms: int,
        k: int,
        gap: float | None = None,
        sigma: float | None = None,
        best: Iterable[int] | None = None,
    ) -> None:
        n = whole_number("LowerBound: n_arms", n_arms, 2, 10_000)
        size = whole_number("LowerBound: k", k, 1, n, f"There are N = {n} arms.")
        if gap is not None:
            gap = real_number("LowerBound: gap", gap, 0.0, 0.5)
            if gap == 0.0:
                raise FieldError("LowerBound: gap", "a number above 0", gap)
        if sigma is not None:
            sigma = real_number("LowerBound: sigma", sigma, 1e-6, 10.0)
        object.__setattr__(self, "n_arms", n)
        object.__setattr__(self, "k", size)
        object.__setattr__(self, "gap", gap)
        object.__setattr__(self, "sigma", sigma)
        object.__setattr__(self, "best", _checked_best(best, n, size))

    def numbers(self, horizon: int) -> tuple[float, float]:
        """Return ε and σ for T = `horizon`."""
        n, k = self.n_arms, self.k
        sigma = 1.0 / sqrt(4.0 * log(n * k * horizon)) if self.sigma is None else self.sigma
        paper = min(0.5, 0.5 * sigma * sqrt(n * k / (2.0 * horizon)))
        return paper if self.gap is None else self.gap, sigma

    def means(self, horizon: int) -> tuple[float, ...]:
        """Return the exact means of the N arms, cutting included."""
        bad, good = (float(v) for v in self.overlaps(MEAN, 1, horizon)[1])
        return tuple(good if i in set(self.best) else bad for i in range(self.n_arms))

    def overlaps_work(self, k: int) -> int:
        """Return how many multiplications `overlaps` takes, at most."""
        return 500_000 + 20_000 * (k + 1) * (k + 2)

    def overlaps(
        self, form: int, k: int, horizon: int, stop: NDArray[np.int64] | None = None
    ) -> NDArray[np.float64]:
        """Return the expected joint reward of every set, which depends on two counts alone.

        Parameters
        ----------
        form : int
            MEAN, QUADRATIC, MAX or MIN of `dart_core.codes`, of `k` arms.
        k, horizon : int
            K and T of the problem.
        stop : int64 array of shape (1,), optional
            Ends the work soon, with `Stopped`, when set to 1.

        Returns
        -------
        float64 array (K+1, K+1)
            In row s, column m ≤ s: s arms of which m are in a*; arms that are missing pay 0.

        Notes
        -----
        One-dimensional Gauss–Legendre quadrature over Z, 64 nodes between any two of the points
        where an arm meets 0 or 1; the error is below 1e-12 (tests).
        """
        gap, sigma = self.numbers(horizon)
        bad, good, weight = _outcomes(gap, sigma)
        table = np.zeros((k + 1, k + 1))
        for s in range(1, k + 1):
            end_if(stop, "The table of the lower bound")
            for m in range(s + 1):
                total = m * good + (s - m) * bad
                if form == MEAN:
                    reward = total / k
                elif form == QUADRATIC:
                    reward = (total**2 + m * good**2 + (s - m) * bad**2) / (k * (k + 1))
                elif form == MAX:
                    reward = good if m else bad
                else:
                    reward = (good if m == s else bad) if s == k else np.zeros(bad.size)
                table[s, m] = weight @ reward
        return table


def _checked_best(best: Iterable[int] | None, n: int, size: int) -> tuple[int, ...]:
    if best is None:
        return tuple(range(size))
    try:
        given = list(best)
    except TypeError:
        expected = f"{size} different arm indices"
        raise FieldTypeError("LowerBound: best", expected, best) from None
    hint = f"There are N = {n} arms."
    checked = sorted({whole_number("LowerBound: best", arm, 0, n - 1, hint) for arm in given})
    if len(given) != size or len(checked) != size:
        raise FieldError("LowerBound: best", f"{size} different arm indices", given)
    return tuple(checked)


def _outcomes(
    gap: float, sigma: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the rewards of an arm outside a* and of one in it at each node of Z, and weights."""
    low, high = max(-0.5 - gap, -REACH * sigma), min(0.5, REACH * sigma)
    kinks = [z for z in (-0.5, 0.5 - gap) if low < z < high]
    place, share = np.polynomial.legendre.leggauss(_NODES)
    # Beyond the ends both arms stand still: a node each, with the mass of the tail.
    nodes = [np.array([low, high])]
    weights = [np.array([normal_cdf(low / sigma), normal_cdf(-high / sigma)])]
    edges = [low, *kinks, high]
    for a, b in pairwise(edges):
        z = 0.5 * (a + b) + 0.5 * (b - a) * place
        density = np.array([normal_density(x / sigma) / sigma for x in z])
        nodes.append(z)
        weights.append(0.5 * (b - a) * share * density)
    z = np.concatenate(nodes)
    bad, good = np.clip(0.5 + z, 0.0, 1.0), np.clip(0.5 + gap + z, 0.0, 1.0)
    return bad, good, np.concatenate(weights)
