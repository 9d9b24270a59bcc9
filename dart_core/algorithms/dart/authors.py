"""DART as its authors ran it: the variant behind the published figures.

Their research code differs from the printed Algorithm 1 in more than constants. What is known of
it, in words: the gates stand at 2·2^−r (r from 1) and are tested after *every* epoch, strictly;
r grows when t > n_r·⌈|C|/K_e⌉ with n_r = ⌊4^r·log(NT)⌋; exploration ends when 2^−r < λ, or when
fewer rounds than one epoch are left; a reward is divided by f = (|C| − K_e)/(|C| − 1), which
undoes the shrinkage E[μ̂_i − μ̂_j] = f·gap of random partners (proof of the paper's Lemma 1), so
estimates may exceed 1; a last group that overruns takes the last K_e arms of the permutation;
every arm of an action is updated, accepted arms and repeats too; and the K-th and (K+1)-th ranks
run over all N arms, rejected ones with their stale means.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import (
    Arms,
    commit,
    describe,
    move,
    regroup,
    shuffle,
    sort_by_estimate,
    test_shown,
)
from dart_core.codes import ACCEPT_GATE, ACCEPTED, KTH, NEXT, REJECT_GATE, REJECTED
from dart_core.compile import kernel
from dart_core.world import Log, World, frame_due, last_frame_t, play, snapshot, stopped


@kernel
def show_all_ranks(
    log: Log, arms: Arms, t: int, e: int, d: float, spread: float, kth: float, next_: float
) -> None:
    """Keep a frame; K-th and (K+1)-th are ranks over all N arms."""
    describe(arms, e, d, spread)
    arms.state[KTH], arms.state[NEXT] = kth, next_
    arms.state[ACCEPT_GATE], arms.state[REJECT_GATE] = next_ + d, kth - d
    snapshot(log, t, arms.state, arms.sets, arms.mu, arms.width, arms.a)


@kernel
def kth_and_next(order: NDArray[np.int64], mu: NDArray[np.float64], K: int) -> tuple[float, float]:
    """Re-sort `order` (all N arms) by decreasing μ̂; return the K-th and (K+1)-th estimates."""
    for q in range(1, order.shape[0]):  # nearly sorted from last time: about N comparisons
        i = order[q]
        at = q
        while at > 0 and mu[order[at - 1]] < mu[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
    return mu[order[K - 1]], mu[order[min(K, order.shape[0] - 1)]]


@kernel
def run_dart_authors(
    world: World,
    log: Log,
    arms: Arms,
    order: NDArray[np.int64],
    key: np.uint64,
    K: int,
    T: int,
    c: float,
    lam: float,
    delta_0: float,
) -> None:
    """Run the authors' variant with d_r = Δ_0·2·2^−r and n_r = ⌊c·4^r·log(NT)⌋.

    Parameters
    ----------
    order : int64 array (N,)
        Scratch: all arms, to be ranked.
    world, log, arms, key, K, T, c, lam, delta_0
        As for `dart_core.algorithms.dart.run_dart`; the authors' own c and Δ_0 are 1.

    Notes
    -----
    Two guards, silent in the source. The strict test can accept all leaders and leave arms in C:
    once |A| = K the rest is rejected in the same pass. And a rejected arm's stale mean may rank
    among the K best, so that all of C falls below the gate: as many leaders of C as there are
    open places are never rejected.
    """
    N = world.mean.shape[0]
    log_NT = np.log(float(N) * float(T))
    spread = 4.0 * c * log_NT  # d = 2·2^−r after c·4^r·log(NT) epochs
    mu, n, a, A, C, rank = arms.mu, arms.n, arms.a, arms.A, arms.C, arms.rank
    n_A, n_C = 0, N
    t, e, draws, r_level = 0, 0, 0, 1
    d = delta_0
    show_all_ranks(log, arms, t, e, d, spread, 0.0, 0.0)

    while t < T and n_A + n_C > K and not stopped(log):
        K_e = K - n_A
        if T - t < -(-n_C // K_e):
            if e == 0:  # nothing is known: a random set
                shuffle(C, n_C, key, draws)
            break
        f = (n_C - K_e) / (n_C - 1)
        for q in range(n_A):
            a[q] = A[q]
        draws = shuffle(C, n_C, key, draws)
        e += 1
        first = 0
        while first < n_C:
            begin = min(first, n_C - K_e)  # an overrunning group takes the last K_e arms
            for q in range(K_e):
                a[n_A + q] = C[begin + q]
            t += 1
            r = play(world, log, a, t) / f
            for i in a:
                n[i] += 1
                mu[i] += (r - mu[i]) / n[i]
            first += K_e
            if frame_due(log, t):
                kth, next_ = kth_and_next(order, mu, K)
                show_all_ranks(log, arms, t, e, d, spread, kth, next_)

        kth, next_ = kth_and_next(order, mu, K)
        sort_by_estimate(rank, C, n_C, mu)
        if mu[rank[0]] > next_ + d or mu[rank[n_C - 1]] < kth - d:
            if last_frame_t(log) < t:
                show_all_ranks(log, arms, t, e, d, spread, kth, next_)
            places, q = K_e, 0
            while q < n_C and places > 0 and mu[rank[q]] > next_ + d:
                move(arms, log, t, e, rank[q], ACCEPTED, next_ + d, d)
                places -= 1
                q += 1
            for p in range(q + places, n_C):  # the leaders fill the open places: they stay
                if mu[rank[p]] < kth - d or places == 0:
                    move(arms, log, t, e, rank[p], REJECTED, kth - d, d)
            n_A, n_C = regroup(arms, n_A, n_C)
            show_all_ranks(log, arms, t, e, d, spread, kth, next_)
        K_e = K - n_A
        n_r = int(c * 4.0**r_level * log_NT)
        if K_e > 0 and t > n_r * -(-n_C // K_e):
            shown = test_shown(log, False)
            if shown and last_frame_t(log) < t:
                show_all_ranks(log, arms, t, e, d, spread, kth, next_)
            r_level += 1
            d /= 2.0
            if shown:
                show_all_ranks(log, arms, t, e, d, spread, kth, next_)
            if d / 2.0 < lam:  # 2^−r < λ (times Δ_0)
                break
    describe(arms, e, d, spread)
    commit(world, log, arms, t, T, n_A, n_C)
