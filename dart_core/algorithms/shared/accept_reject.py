"""What accept–reject algorithms share: the three sets, ranks inside the active one, frames."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import (
    ACCEPT_GATE,
    ACCEPTED,
    ACTIVE,
    DELTA,
    EPOCH,
    KTH,
    N_STATE,
    NEXT,
    REJECT_GATE,
)
from dart_core.compile import kernel
from dart_core.streams import below
from dart_core.world import SPARE, Log, World, book_move, settle, snapshot


class Arms(NamedTuple):
    """The state of an accept–reject algorithm over N arms."""

    mu: NDArray[np.float64]  # (N,) μ̂_i
    n: NDArray[np.int64]  # (N,) n_i, rewards averaged in μ̂_i
    sets: NDArray[np.uint8]  # (N,) ACTIVE, ACCEPTED or REJECTED
    a: NDArray[np.int64]  # (K,) the action: A, then a group of C
    A: NDArray[np.int64]  # (K,) its first |A| arms are the accept set
    C: NDArray[np.int64]  # (N,) its first |C| arms are the active set (the paper's N_e)
    rank: NDArray[np.int64]  # (N,) scratch: the active set by decreasing μ̂
    state: NDArray[np.float64]  # (N_STATE,) scratch: what a frame says of the algorithm
    width: NDArray[np.float64]  # (N,) half-widths w_i, inf before the first play


def all_active(n_arms: int, k: int) -> Arms:
    """Return the state before the first round."""
    return Arms(
        mu=np.zeros(n_arms),
        n=np.zeros(n_arms, dtype=np.int64),
        sets=np.full(n_arms, ACTIVE, dtype=np.uint8),
        a=np.zeros(k, dtype=np.int64),
        A=np.zeros(k, dtype=np.int64),
        C=np.arange(n_arms),
        rank=np.arange(n_arms),
        state=np.zeros(N_STATE),
        width=np.full(n_arms, np.inf),
    )


@kernel
def shuffle(C: NDArray[np.int64], n_C: int, key: np.uint64, draws: int) -> int:
    """Permute C[:n_C] uniformly (Fisher–Yates); return the number of draws used so far."""
    for q in range(n_C - 1, 0, -1):
        j = below(key, np.uint64(draws), q + 1)
        draws += 1
        C[q], C[j] = C[j], C[q]
    return draws


@kernel
def sort_by_estimate(
    rank: NDArray[np.int64], C: NDArray[np.int64], n_C: int, mu: NDArray[np.float64]
) -> None:
    """Write C[:n_C] by decreasing μ̂ into `rank`; equal estimates keep their order in C."""
    for q in range(n_C):
        i = C[q]
        at = q
        while at > 0 and mu[rank[at - 1]] < mu[i]:
            rank[at] = rank[at - 1]
            at -= 1
        rank[at] = i


@kernel
def move(arms: Arms, log: Log, t: int, e: int, i: int, to: int, threshold: float, d: float) -> None:
    """Put arm i into the accept or the reject set, and write that down."""
    arms.sets[i] = to
    book_move(log, t, e, i, to, arms.mu[i], threshold, d)


@kernel
def regroup(arms: Arms, n_A: int, n_C: int) -> tuple[int, int]:
    """Carry the moves over to A and C; return |A| and |C|.

    Arms enter A by decreasing estimate; the arms that stay in C keep their order.
    """
    for q in range(n_C):
        i = arms.rank[q]
        if arms.sets[i] == ACCEPTED:
            arms.A[n_A] = i
            n_A += 1
    left = 0
    for q in range(n_C):
        i = arms.C[q]
        if arms.sets[i] == ACTIVE:
            arms.C[left] = i
            left += 1
    return n_A, left


@kernel
def describe(arms: Arms, e: int, delta: float, spread: float) -> None:
    """Fill in what a frame says of the algorithm, without gates.

    An arm's interval is the algorithm's own, μ̂ ± w with w = ½·sqrt(spread/n): a test asks for
    a distance Δ after n = spread/Δ² epochs, so intervals are disjoint just when arms are as far
    apart as a test at this moment would ask for.
    """
    for i in range(arms.mu.shape[0]):
        if arms.n[i] > 0:
            arms.width[i] = 0.5 * np.sqrt(spread / arms.n[i])
    arms.state[EPOCH] = e
    arms.state[DELTA] = delta
    for q in range(ACCEPT_GATE, NEXT + 1):
        arms.state[q] = np.nan


@kernel
def show(
    log: Log, arms: Arms, t: int, e: int, delta: float, spread: float, n_A: int, n_C: int
) -> None:
    """Keep a frame; the gates stand at μ̂_(K_e+1) + Δ (accept) and μ̂_(K_e) − Δ (reject)."""
    describe(arms, e, delta, spread)
    K_e = arms.a.shape[0] - n_A
    if 0 < K_e < n_C:
        sort_by_estimate(arms.rank, arms.C, n_C, arms.mu)
        kth, next_ = arms.mu[arms.rank[K_e - 1]], arms.mu[arms.rank[K_e]]
        arms.state[KTH], arms.state[NEXT] = kth, next_
        arms.state[ACCEPT_GATE], arms.state[REJECT_GATE] = next_ + delta, kth - delta
    snapshot(log, t, arms.state, arms.sets, arms.mu, arms.width, arms.a)


@kernel
def test_shown(log: Log, moving: bool) -> bool:
    """Whether a test gets frames of its own, before and after it.

    Tests that move an arm always do; of the others a run keeps a bounded number.
    """
    if not moving:
        log.cursor[SPARE] -= 2
    return moving or log.cursor[SPARE] >= 0


@kernel
def commit(world: World, log: Log, arms: Arms, t: int, T: int, n_A: int, n_C: int) -> None:
    """Play A ∪ best K−|A| of C until T (after `describe` with the last epoch and Δ)."""
    sort_by_estimate(arms.rank, arms.C, n_C, arms.mu)
    for q in range(arms.a.shape[0]):
        arms.a[q] = arms.A[q] if q < n_A else arms.rank[q - n_A]
    settle(world, log, t, T, arms.state, arms.sets, arms.mu, arms.width, arms.a)
