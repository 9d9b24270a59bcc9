"""Beta random numbers for whole parameters, from a counted stream."""

from __future__ import annotations

import numpy as np

from dart_core.compile import kernel
from dart_core.streams import splitmix64

_S12 = np.uint64(12)
_TWO_52 = float(1 << 52)
_LOG_4 = 1.3862943611198906
_1_LOG_5 = 2.6094379124341003


@kernel
def inside(key: np.uint64, counter: np.uint64) -> float:
    """Return a float64 strictly between 0 and 1: the middle of one of 2⁵² equal cells."""
    return (float(splitmix64(key, counter) >> _S12) + 0.5) / _TWO_52


@kernel
def beta_variate(key: np.uint64, draws: int, alpha: int, beta: int) -> tuple[float, int]:
    """Draw from Beta(alpha, beta); return the number and the draws used so far.

    Parameters
    ----------
    key : uint64
        Key of the stream.
    draws : int
        Numbers of the stream used so far.
    alpha, beta : int
        The parameters, 1 or greater.

    Notes
    -----
    Exact up to rounding. With a parameter of 1 the distribution function has an inverse:
    x^alpha or 1 − (1−x)^beta. Otherwise rejection from a log-logistic envelope: algorithm BB of
    Cheng, "Generating beta variates with nonintegral shape parameters" (1978), in its symbols;
    it uses two numbers an attempt and at most 1.47 attempts on average.
    """
    if beta == 1:
        return inside(key, np.uint64(draws)) ** (1.0 / alpha), draws + 1
    if alpha == 1:
        return 1.0 - inside(key, np.uint64(draws)) ** (1.0 / beta), draws + 1
    a, b = float(min(alpha, beta)), float(max(alpha, beta))
    sum_ = a + b
    steep = np.sqrt((sum_ - 2.0) / (2.0 * a * b - sum_))
    gamma = a + 1.0 / steep
    while True:
        u1 = inside(key, np.uint64(draws))
        u2 = inside(key, np.uint64(draws + 1))
        draws += 2
        v = steep * np.log(u1 / (1.0 - u1))
        w = a * np.exp(v)
        z = u1 * u1 * u2
        r = gamma * v - _LOG_4
        s = a + r - w
        if s + _1_LOG_5 >= 5.0 * z:  # saves the logarithms in most attempts
            break
        log_z = np.log(z)
        if s >= log_z or r + sum_ * np.log(sum_ / (b + w)) >= log_z:
            break
    return (w / (b + w) if alpha <= beta else b / (b + w)), draws
