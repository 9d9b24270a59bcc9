"""DART: the adaptive accept–reject algorithm (paper, Algorithms 1 and 2)."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.accept_reject import (
    Arms,
    commit,
    describe,
    move,
    regroup,
    show,
    shuffle,
    sort_by_estimate,
    test_shown,
)
from dart_core.compile import kernel
from dart_core.world import ACCEPTED, REJECTED, Log, World, frame_due, last_frame_t, play, stopped


@kernel
def explore(
    world: World,
    log: Log,
    arms: Arms,
    key: np.uint64,
    draws: int,
    K: int,
    begin: int,
    end: int,
    spread: float,
    lam: float,
    delta_0: float,
) -> tuple[int, int, int, int, int, float]:
    """Run Algorithm 1 from round begin + 1 until it stops exploring, at `end` at the latest.

    Parameters
    ----------
    world, log, arms : World, Log, Arms
        What is played in, where it is written down, and the state before the first round.
    key, draws : uint64, int
        Key of the algorithm's own random stream (the permutations); numbers of it used so far.
    K, begin, end : int
        Arms in an action; rounds played so far; the last round.
    spread : float
        c·log(NT): a test at Δ comes after n = spread/Δ² epochs.
    lam, delta_0 : float
        The λ below which Δ ends exploration, and the first Δ.

    Returns
    -------
    tuple
        t, e, draws, |A|, |C| and Δ.

    Notes
    -----
    Departures from print, each forced: exploration leaves at the horizon (the printed inner
    ``t < T`` inside ``t <= T`` would spin through empty epochs); an arm that the last group of a
    partition takes a second time is not updated twice; tests compare *differences* of estimates,
    so that all K_e leaders are accepted just when everyone else is rejected, whatever the
    rounding; ranks are a stable sort of the shuffled active set, so ties are broken at random.
    """
    mu, n, a, A, C, rank = arms.mu, arms.n, arms.a, arms.A, arms.C, arms.rank
    n_A, n_C = 0, world.mean.shape[0]
    t, e = begin, 0
    delta = delta_0
    n_epochs = spread / delta**2
    show(log, arms, t, e, delta, spread, n_A, n_C)

    while t < end and not stopped(log):
        K_e = K - n_A
        for q in range(n_A):
            a[q] = A[q]
        draws = shuffle(C, n_C, key, draws)  # Partition Arms: group l is C[K_e·l : K_e·(l + 1)]
        e += 1
        first = 0
        while first < n_C and t < end:
            for q in range(K_e):  # the last group wraps to the first arms
                a[n_A + q] = C[first + q if first + q < n_C else first + q - n_C]
            t += 1
            r = play(world, log, a, t)
            for q in range(first, min(first + K_e, n_C)):
                i = C[q]
                n[i] += 1
                mu[i] += (r - mu[i]) / n[i]
            first += K_e
            if frame_due(log, t):
                show(log, arms, t, e, delta, spread, n_A, n_C)
        if e >= n_epochs and n_C > K_e:
            sort_by_estimate(rank, C, n_C, mu)
            kth, next_ = mu[rank[K_e - 1]], mu[rank[K_e]]
            moving = mu[rank[0]] - next_ >= delta or kth - mu[rank[n_C - 1]] >= delta
            shown = test_shown(log, moving)
            if shown and last_frame_t(log) < t:
                show(log, arms, t, e, delta, spread, n_A, n_C)
            for q in range(K_e):
                if mu[rank[q]] - next_ >= delta:
                    move(arms, log, t, e, rank[q], ACCEPTED, next_ + delta, delta)
            for q in range(K_e, n_C):
                if kth - mu[rank[q]] >= delta:
                    move(arms, log, t, e, rank[q], REJECTED, kth - delta, delta)
            n_A, n_C = regroup(arms, n_A, n_C)
            delta /= 2.0
            n_epochs = spread / delta**2
            if shown:
                show(log, arms, t, e, delta, spread, n_A, n_C)
        if delta < lam or n_A + n_C == K:
            break
    return t, e, draws, n_A, n_C, delta


@kernel
def run_dart(
    world: World,
    log: Log,
    arms: Arms,
    key: np.uint64,
    K: int,
    T: int,
    c: float,
    lam: float,
    delta_0: float,
) -> None:
    """Run Algorithm 1 with n = c·log(NT)/Δ², and play the set it ends with until T.

    Parameters
    ----------
    world, log, arms, key, K, lam, delta_0
        As for `explore`.
    T : int
        Horizon.
    c : float
        The constant of n.
    """
    spread = c * np.log(float(world.mean.shape[0]) * float(T))
    t, e, _, n_A, n_C, delta = explore(world, log, arms, key, 0, K, 0, T, spread, lam, delta_0)
    describe(arms, e, delta, spread)
    commit(world, log, arms, t, T, n_A, n_C)
