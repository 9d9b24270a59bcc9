"""Frontier's regret bound, of the preset `theorem`: docs/theorem.md has its proof."""

from __future__ import annotations

from math import ceil, isinf, sqrt

import numpy as np

from dart_core.algorithms.bound import Bound, Floats, Setting

EPSILON = 1 / 32  # how often w is random


def most_plays(n: int, k: int) -> int:
    """Return P, the most plays of an epoch: a round with rows, or of all pairs, and 20 without."""
    return max(n + 44, k * (n - k) + 30) + 30 * k + 80


def _gap_free(s: Setting, t: Floats) -> Floats:
    """Return the corollary at its best z, with L = log(K(N−K)T)."""
    n, k = s.n, s.k
    if n == k:
        return np.zeros(t.shape)
    low, up = (1 / k, 1 / k) if s.mean else (1 / s.u, s.u)
    if low == 0.0:  # Assumption 3 has no constants here
        return np.full(t.shape, np.nan)
    P, kappa = most_plays(n, k), min(k, n - k)
    pairs, crossing = n * (n - 1) / 2, k * (n - k)
    counted = (2 + P) * pairs + P * k * crossing * kappa / EPSILON
    rest = 10 * ceil(n / k) + up * P * kappa + pairs / crossing
    z = np.geomspace(1e-12, 1.0, 1_201)[:, None]
    rounds = np.maximum(np.atleast_1d(t), 1.0)
    Lambda = np.log(crossing * rounds) + 4.2 + 0.64 * np.log(1 / (low * z))
    found = counted * (32 * Lambda / (3 * low**2 * z) + 64 / low) + (25 + kappa) * z * rounds
    best: Floats = (up * found.min(axis=0) + rest).reshape(t.shape)
    return best


def _order(s: Setting, t: Floats) -> Floats:
    n, k = s.n, s.k
    if n == k:
        return np.zeros(t.shape)
    kappa, ratio = min(k, n - k), 1.0 if s.mean else s.u**2
    if isinf(ratio):
        return np.full(t.shape, np.nan)
    P = most_plays(n, k)
    return np.asarray(ratio * sqrt((25 + kappa) * P * n * (n + 32 * k * k * kappa)) * np.sqrt(t))


BOUNDS = (
    Bound(
        formula=r"\min_z\; u\,(25+\kappa)\,zT + u\,[(2+P)\tbinom N2+32PK^2(N-K)\kappa]"
        r"\,(\tfrac{32\Lambda_z}{3l^2z}+\tfrac{64}{l}) + \dots",
        source="docs/theorem.md, the corollary of Theorem 1",
        explicit=True,
        needs_mean=False,
        covers="the preset theorem with δ = 1/T, no other; a rate, not a forecast",
        needs_good=True,
        value=_gap_free,
    ),
    Bound(
        formula=r"\tfrac ul\sqrt{(25+\kappa)\,PN\,(N+32K^2\kappa)\,T}",
        source="docs/theorem.md, the corollary of Theorem 1",
        explicit=False,
        needs_mean=False,
        covers="the preset theorem with δ = 1/T, no other; for fixed means it is log T",
        needs_good=True,
        value=_order,
    ),
)
