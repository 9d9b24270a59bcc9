"""The joint reward of a round, and its exact expectation where arms are independent and pay 0 or 1.

That has closed forms, else it goes by the count of paying arms.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import MAX, MEAN, MIN, QUADRATIC
from dart_core.compile import inlined_kernel, kernel


@inlined_kernel
def reward_of(
    form: int,
    k: int,
    K: int,
    total: float,
    squares: float,
    highest: float,
    lowest: float,
    curve: NDArray[np.float64],
) -> float:
    """Return f of `k` arms from ΣX, ΣX², their highest and their lowest reward; K − k pay 0."""
    reward = lowest if k == K else 0.0
    if form == MEAN:
        reward = total / K
    elif form == QUADRATIC:  # Σ_{i≤j} X_i X_j is half of (ΣX)² + ΣX²
        reward = (total * total + squares) / (K * (K + 1))
    elif form == MAX:
        reward = highest
    elif form != MIN:  # arms pay 0 or 1, and their sum is their count
        reward = curve[int(total)]
    return float(reward)


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
