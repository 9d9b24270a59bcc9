"""Kernels over the different rows of a table (`dart_core.rows`): exact expected rewards.

`values` has N times M numbers, what each arm pays in each of M different rows, and `weights` how
often each row came. All is summed in the order of the rows: equal arguments, equal bits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import MAX, MIN
from dart_core.compile import kernel
from dart_core.rewards import reward_of


@kernel
def expected_by_row(
    form: int,
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    arms: NDArray[np.int64],
    k: int,
    K: int,
    curve: NDArray[np.float64],
) -> float:
    """Return the mean joint reward of the arms `arms[:k]` over all rows; missing arms pay 0."""
    M, whole, count = weights.shape[0], 0.0, 0.0
    for m in range(M):
        total, squares, highest, lowest = 0.0, 0.0, 0.0, 1.0
        for q in range(k):
            x = values[arms[q] * M + m]
            total += x
            squares += x * x
            highest = max(highest, x)
            lowest = min(lowest, x)
        whole += weights[m] * reward_of(form, k, K, total, squares, highest, lowest, curve)
        count += weights[m]
    return whole / count


@kernel
def gather_by_row(
    form: int,
    values: NDArray[np.float64],
    M: int,
    arms: NDArray[np.int64],
    k: int,
    without: int,
    scratch: NDArray[np.float64],
) -> None:
    """Write into `scratch` (2M) what `joined_by_row` needs of `arms[:k]` but place `without`.

    That is their highest reward in each row (max), the lowest (min) or ΣX, and then ΣX².
    """
    for m in range(M):
        scratch[m], scratch[M + m] = 1.0 if form == MIN else 0.0, 0.0
    for q in range(k):
        if q == without:
            continue
        for m in range(M):
            x = values[arms[q] * M + m]
            scratch[M + m] += x * x
            if form == MAX:
                scratch[m] = max(scratch[m], x)
            elif form == MIN:
                scratch[m] = min(scratch[m], x)
            else:
                scratch[m] += x


@kernel
def joined_by_row(
    form: int,
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    arm: int,
    K: int,
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
) -> float:
    """Return the mean joint reward of `arm` and the partners that `gather_by_row` wrote down.

    Missing arms pay 0; with min none must be missing.
    """
    M, whole, count = weights.shape[0], 0.0, 0.0
    for m in range(M):
        x, own = values[arm * M + m], scratch[m]
        squares = scratch[M + m] + x * x
        f = reward_of(form, K, K, own + x, squares, max(own, x), min(own, x), curve)
        whole += weights[m] * f
        count += weights[m]
    return whole / count


@kernel
def place_of_set(arms: NDArray[np.int64], k: int, K: int, choose: NDArray[np.float64]) -> int:
    """Return where the set of `arms[:k]`, in any order, stands in the table of `tabulate`.

    `choose` has C(i, s) for i in 0 … N and s in 0 … K. The sets of one size stand in the order of
    their highest arm, then of the next one: Σ_q C(a_q, q + 1) for a_0 < a_1 < … are before a set.
    """
    before, last = 0.0, choose.shape[0] - K - 1  # where C(N, ·) begins
    for size in range(1, k):
        before += choose[last + size]
    for q in range(k):
        rank = 1
        for p in range(k):
            rank += arms[p] < arms[q]
        before += choose[arms[q] * (K + 1) + rank]
    return int(before)


@kernel
def tabulate(
    form: int,
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    n: int,
    k: int,
    curve: NDArray[np.float64],
    worth: NDArray[np.float64],
    action: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> None:
    """Write the expected joint reward of all sets of 1 … k of n arms; `action` (k,) is scratch."""
    at = 0
    for size in range(1, k + 1):
        for q in range(size):
            action[q] = q
        q = 0
        while q < size and stop[0] == 0:
            worth[at] = expected_by_row(form, values, weights, action, size, k, curve)
            at += 1
            q = 0  # the first arm that can move up, with all before it back at the bottom
            while q < size and action[q] + 1 == (action[q + 1] if q + 1 < size else n):
                action[q] = q
                q += 1
            if q < size:
                action[q] += 1
