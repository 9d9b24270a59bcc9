"""Exact expected joint rewards of 0/1 arms: closed forms, else the count of paying arms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import MAX, MEAN, MIN, QUADRATIC
from dart_core.compile import kernel


@kernel
def poisson_binomial_mean(
    means: NDArray[np.float64],
    arms: NDArray[np.int64],
    k: int,
    curve: NDArray[np.float64],
    count: NDArray[np.float64],
) -> float:
    """Return E g(C), C the number of paying arms among `arms[:k]` (O(k²); `count` is scratch)."""
    count[0] = 1.0
    for q in range(k):
        p = means[arms[q]]
        count[q + 1] = count[q] * p
        for c in range(q, 0, -1):
            count[c] = count[c] * (1.0 - p) + count[c - 1] * p
        count[0] *= 1.0 - p
    total = 0.0
    for c in range(k + 1):
        total += float(count[c] * curve[c])
    return total


@kernel
def expected_reward(
    form: int,
    means: NDArray[np.float64],
    arms: NDArray[np.int64],
    k: int,
    curve: NDArray[np.float64],
    count: NDArray[np.float64],
) -> float:
    """Return μ_a, the exact expected joint reward of the arms `arms[:k]`.

    Closed forms (algorithms over independent 0/1 arms): mean Σp/K; quadratic
    2/(K(K+1))·(Σ_i p_i + Σ_{i<j} p_i p_j); max 1 − Π(1 − p); min Πp; otherwise the
    Poisson-binomial sum. `curve` has the K+1 values of g, `count` is scratch of that size.
    """
    if form == MEAN:
        total = 0.0
        for q in range(k):
            total += means[arms[q]]
        return float(total / (curve.shape[0] - 1))
    if form == QUADRATIC:
        total, squares = 0.0, 0.0
        for q in range(k):
            p = means[arms[q]]
            total += p
            squares += p * p
        size = curve.shape[0] - 1
        return float(2.0 * (total + 0.5 * (total * total - squares)) / (size * (size + 1)))
    if form == MAX:
        none = 1.0
        for q in range(k):
            none *= 1.0 - means[arms[q]]
        return 1.0 - none
    if form == MIN and k == curve.shape[0] - 1:
        all_pay = 1.0
        for q in range(k):
            all_pay *= means[arms[q]]
        return all_pay
    return poisson_binomial_mean(means, arms, k, curve, count)
