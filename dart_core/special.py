"""Distribution functions and quantiles of the beta and the truncated normal law.

NumPy has neither, and SciPy is not asked of those who run the app. Both laws live on [0, 1] and
are named by a code and two numbers, so that one search serves both.
"""

from __future__ import annotations

from math import erfc, exp, lgamma, log, log1p, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from dart_core.compile import kernel

BETA, NORMAL = 0, 1
_TINY = 1e-300
_EPS = 1e-16
_MOST_TERMS = 10_000
_MOST_STEPS = 200
_CLOSE, _NARROW = 1e-12, 1e-15  # a quantile is found: in its level, or in its place


@kernel
def _beta_fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function (Lentz's method)."""
    c, d = 1.0, 1.0 / max(1.0 - (a + b) * x / (a + 1.0), _TINY)
    value = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        step = 1.0
        for term in (even, odd):
            d = 1.0 + term * d
            c = 1.0 + term / c
            d = 1.0 / (d if abs(d) > _TINY else _TINY)
            c = c if abs(c) > _TINY else _TINY
            step = c * d
            value *= step
        if abs(step - 1.0) < _EPS:
            break
    return float(value)


@kernel
def beta_power(x: float, a: float, b: float) -> float:
    """Return x^a (1−x)^b / B(a, b), 0 < x < 1."""
    log_beta = lgamma(a) + lgamma(b) - lgamma(a + b)
    return exp(a * log(x) + b * log1p(-x) - log_beta)


@kernel
def beta_cdf(x: float, a: float, b: float) -> float:
    """Return I_x(a, b), the chance that a beta variable is at most x.

    Continued fraction on the side of the mean where it converges in O(√max(a, b)) terms (Press
    et al., Numerical Recipes, 6.4); absolute error below 1e-11 for a and b up to 10,000.
    """
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    if x < (a + 1.0) / (a + b + 2.0):
        return beta_power(x, a, b) * _beta_fraction(x, a, b) / a
    return 1.0 - beta_power(x, a, b) * _beta_fraction(1.0 - x, b, a) / b


@kernel
def normal_cdf(z: float) -> float:
    """Return Φ(z)."""
    return 0.5 * erfc(-z / sqrt(2.0))


@kernel
def normal_mass(low: float, high: float) -> float:
    """Return Φ(high) − Φ(low), without loss of digits in either tail; low ≤ high."""
    if low > 0.0:
        return normal_cdf(-low) - normal_cdf(-high)
    return normal_cdf(high) - normal_cdf(low)


@kernel
def normal_density(z: float) -> float:
    """Return φ(z)."""
    return exp(-0.5 * z * z) / sqrt(2.0 * pi)


@kernel
def cdf(kind: int, a: float, b: float, x: float) -> float:
    """Return F(x) of Beta(a, b), or of the normal with mean a and deviation b cut to [0, 1]."""
    if kind == BETA:
        return beta_cdf(x, a, b)
    low, inside = -a / b, (min(max(x, 0.0), 1.0) - a) / b
    return min(normal_mass(low, inside) / normal_mass(low, (1.0 - a) / b), 1.0)


@kernel
def density(kind: int, a: float, b: float, x: float) -> float:
    """Return the density F′(x), 0 < x < 1."""
    if kind == BETA:
        return beta_power(x, a, b) / (x * (1.0 - x))
    return normal_density((x - a) / b) / (b * normal_mass(-a / b, (1.0 - a) / b))


@kernel
def fill_cdf(kind: int, a: float, b: float, x: NDArray[np.float64], F: NDArray[np.float64]) -> None:
    """Write F(x) into `F`, both of one shape (M,)."""
    for m in range(x.shape[0]):
        F[m] = cdf(kind, a, b, x[m])


@kernel
def fill_quantiles(kind: int, a: float, b: float, knots: NDArray[np.float64]) -> None:
    """Write the quantiles of 0, 1/M, …, 1 into `knots`, of shape (M+1,).

    Newton's method, with a bisection whenever a step leaves the bracket or does not shrink it
    fast enough; a quantile starts from the one before it.
    """
    M = knots.shape[0] - 1
    knots[0], knots[M] = 0.0, 1.0
    for j in range(1, M):
        u, low, high = j / M, knots[j - 1], 1.0
        x = 0.5 * (low + high) if j == 1 else min(max(2.0 * low - knots[max(j - 2, 0)], low), high)
        for _ in range(_MOST_STEPS):
            if not low < x < high:
                x = 0.5 * (low + high)
            above = cdf(kind, a, b, x) - u
            if above > 0.0:
                high = x
            else:
                low = x
            if abs(above) < _CLOSE or high - low < _NARROW:
                break
            slope = density(kind, a, b, x) if 0.0 < x < 1.0 else 0.0
            step = above / slope if slope > 0.0 else high - low
            # In a flat or steep stretch Newton's step is worth less than half the bracket.
            x = x - step if 2.0 * abs(step) < high - low else 0.5 * (low + high)
        knots[j] = min(max(x, knots[j - 1]), 1.0)
