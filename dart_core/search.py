"""Kernels that go through a problem's actions: all of them, or swap by swap."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.by_row import gather_by_row, joined_by_row
from dart_core.codes import MAX, MIN, QUADRATIC
from dart_core.compile import kernel
from dart_core.laws import (
    BY_ROW,
    CHOSEN,
    FACTOR,
    FAMILY,
    MEANS,
    NODES,
    SECOND,
    SHIFT,
    WEIGHT,
    Laws,
    expected,
)

LEAST_SCRATCH = 3  # what `beside` keeps of partners whose reward is quadratic
TIE = 1e-12  # expected rewards this close are equal: they are sums in another order
_MOST_SWAPS = 1_000


@kernel
def next_positions(position: NDArray[np.int64], size: int, n: int) -> bool:
    """Advance to the next `size` of the numbers 0 … n−1 in lexicographic order, if there is one."""
    q = size - 1
    while q >= 0 and position[q] == n - size + q:
        q -= 1
    if q < 0:
        return False
    position[q] += 1
    for later in range(q + 1, size):
        position[later] = position[later - 1] + 1
    return True


@kernel
def enumerate_actions(
    laws: Laws,
    form: int,
    ranking: NDArray[np.int64],
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
    position: NDArray[np.int64],
    action: NDArray[np.int64],
    best: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> None:
    """Write the best of all actions into `best`; of equal ones the one with the highest ranks."""
    k = best.shape[0]
    for q in range(k):
        position[q] = q
    most, more = -1.0, True
    while more and stop[0] == 0:
        for q in range(k):
            action[q] = ranking[position[q]]
        mu = expected(laws, form, action, k, curve, scratch)
        if mu > most + TIE:
            most = mu
            copy(action, k, best)
        more = next_positions(position, k, ranking.shape[0])


@kernel
def grow(
    laws: Laws,
    form: int,
    tried: NDArray[np.int64],
    scratch: NDArray[np.float64],
    taken: NDArray[np.bool_],
    curve: NDArray[np.float64],
    action: NDArray[np.int64],
    left: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> None:
    """Fill `action` with the arm that adds most, K times over; missing arms pay 0 until then.

    `left[0]` is how many multiplications may still be spent; once there are none, the first arms
    that are not in it fill `action`. `taken[i]` is whether arm i is in it.
    """
    each = max(laws.head[NODES], 4)
    for size in range(action.shape[0]):
        whole = size + 1 == action.shape[0]
        beside(laws, form, action, size, -1, scratch)
        most, best = -1.0, -1
        for i in tried:
            if taken[i]:
                continue
            mu = 0.0
            if left[0] > 0 and stop[0] == 0 and (whole or form != MIN):
                mu = joined_by(laws, form, i, curve, scratch)
                left[0] -= each
            if mu > most + TIE:
                most, best = mu, i
        action[size] = best
        taken[best] = True
        left[0] -= size * each


@kernel
def climb(
    laws: Laws,
    form: int,
    tried: NDArray[np.int64],
    scratch: NDArray[np.float64],
    taken: NDArray[np.bool_],
    curve: NDArray[np.float64],
    action: NDArray[np.int64],
    left: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> None:
    """Swap arms of `action` while a swap improves it; `taken` and `left` as for `grow`."""
    k, each = action.shape[0], max(laws.head[NODES], 4)
    most = expected(laws, form, action, k, curve, scratch)
    for _ in range(_MOST_SWAPS):
        place, best = -1, -1
        for q in range(k):
            if left[0] <= 0 or stop[0] != 0:
                break
            beside(laws, form, action, k, q, scratch)
            for i in tried:
                if taken[i]:
                    continue
                mu = joined_by(laws, form, i, curve, scratch)
                if mu > most + TIE:
                    most, place, best = mu, q, i
            left[0] -= (k + tried.shape[0]) * each
        if place < 0:
            break
        taken[action[place]], taken[best] = False, True
        action[place] = best


@kernel
def beside(
    laws: Laws,
    form: int,
    action: NDArray[np.int64],
    k: int,
    without: int,
    scratch: NDArray[np.float64],
) -> None:
    """Write into `scratch` what `joined_by` needs of `action[:k]` without its place `without`.

    Independent arms beyond 0/1, or arms by row, and a reward other than the mean.
    """
    head, table = laws.head, laws.table
    if head[FAMILY] == BY_ROW:
        values = table[head[FACTOR] : head[SHIFT]]
        gather_by_row(form, values, head[NODES], action, k, without, scratch)
        return
    if form == QUADRATIC:  # ΣE X, Σ(E X)² and ΣE X²
        scratch[0] = scratch[1] = scratch[2] = 0.0
        for q in range(k):
            if q != without:
                p = table[head[MEANS] + action[q]]
                scratch[0] += p
                scratch[1] += p * p
                scratch[2] += table[head[SECOND] + action[q]]
        return
    M = head[NODES]
    for m in range(M):
        scratch[m] = table[head[WEIGHT] + m]
    for q in range(k):
        if q != without:
            row = head[FACTOR] + action[q] * M
            for m in range(M):
                scratch[m] *= table[row + m]


@kernel
def joined_by(
    laws: Laws, form: int, arm: int, curve: NDArray[np.float64], scratch: NDArray[np.float64]
) -> float:
    """Return μ of `arm` and the partners that `beside` wrote into `scratch`."""
    head, table = laws.head, laws.table
    if head[FAMILY] == BY_ROW:
        values, weights = table[head[FACTOR] : head[SHIFT]], table[head[WEIGHT] : head[FACTOR]]
        return joined_by_row(form, values, weights, arm, head[CHOSEN], curve, scratch)
    if form == QUADRATIC:
        K, p = head[CHOSEN], table[head[MEANS] + arm]
        total, squares = scratch[0] + p, scratch[1] + p * p
        second = scratch[2] + table[head[SECOND] + arm]
        return float((2.0 * second + total * total - squares) / (K * (K + 1)))
    M, integral = head[NODES], 0.0
    row = head[FACTOR] + arm * M
    for m in range(M):
        integral += scratch[m] * table[row + m]
    return float(1.0 - integral if form == MAX else integral)


@kernel
def beside_all(
    laws: Laws,
    form: int,
    partners: NDArray[np.int64],
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
    worth: NDArray[np.float64],
) -> None:
    """Write μ of each arm with each set of K − 1 partners into `worth` (sets × N)."""
    for s in range(partners.shape[0]):
        beside(laws, form, partners[s], partners.shape[1], -1, scratch)
        for i in range(worth.shape[1]):
            worth[s, i] = joined_by(laws, form, i, curve, scratch)


@kernel
def is_in(action: NDArray[np.int64], size: int, arm: int) -> bool:
    """Return whether `arm` is among the first `size` arms of `action`."""
    found = False
    for q in range(size):
        found |= action[q] == arm
    return found


@kernel
def copy(arms: NDArray[np.int64], size: int, to: NDArray[np.int64]) -> None:
    """Write the first `size` of `arms` into `to`."""
    for q in range(size):
        to[q] = arms[q]


@kernel
def worst_swap(
    laws: Laws,
    form: int,
    ranking: NDArray[np.int64],
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
    position: NDArray[np.int64],
    action: NDArray[np.int64],
    witness: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> float:
    """Return the most that a swap for an arm with no higher mean adds to an action.

    `witness` gets S, then i and j with E X_i ≥ E X_j and the largest μ_{S∪j} − μ_{S∪i}; of arms
    with equal means i is the one that is worth less.
    """
    N, k = ranking.shape[0], action.shape[0]
    mean = laws.table[laws.head[MEANS] : laws.head[MEANS] + N]
    for q in range(k - 1):
        position[q] = q
    worst, more = 0.0, True
    while more and stop[0] == 0:
        for q in range(k - 1):
            action[q] = ranking[position[q]]
        lowest, low_arm = np.inf, -1  # among the arms that rank higher
        highest, high_arm = -np.inf, -1  # among those that rank higher by index alone
        for j in ranking:
            if is_in(action, k - 1, j):
                continue
            action[k - 1] = j
            mu = expected(laws, form, action, k, curve, scratch)
            if high_arm < 0 or mean[high_arm] != mean[j]:
                highest, high_arm = -np.inf, j
            if mu - lowest > worst:
                worst, witness[k - 1], witness[k] = mu - lowest, low_arm, j
                copy(action, k - 1, witness)
            if highest - mu > worst:
                worst, witness[k - 1], witness[k] = highest - mu, j, high_arm
                copy(action, k - 1, witness)
            if mu < lowest:
                lowest, low_arm = mu, j
            if mu > highest:
                highest, high_arm = mu, j
        more = next_positions(position, k - 1, N)
    return worst
