"""DART: the adaptive accept–reject algorithm (paper, Algorithms 1 and 2)."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.shared.accept_reject import (
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
from dart_core.codes import ACCEPTED, REJECTED
from dart_core.compile import kernel
from dart_core.world import Log, World, frame_due, last_frame_t, play, stopped


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
    begin: int,
    end: int,
    draws: int,
) -> int:
    """Run Algorithm 1 with n = c·log(NT)/Δ²; return the numbers of the random stream used so far.

    Parameters
    ----------
    world, log, arms : World, Log, Arms
        What is played in, where it is written down, and the state before the first round.
    key : uint64
        Key of the algorithm's own random stream (the permutations).
    K, T : int
        Arms in an action; the horizon that n is for.
    c, lam, delta_0 : float
        The constant of n, the λ below which Δ ends exploration, and the first Δ.
    begin, end, draws : int
        Rounds played before this run; its last round; numbers of the stream used before it. A
        run of its own has 0, T and 0; anytime DART is many runs, one after the other.

    Notes
    -----
    Departures from print, each forced: exploration leaves at the horizon (the printed inner
    ``t < T`` inside ``t <= T`` would spin through empty epochs); an arm that the last group of a
    partition takes a second time is not updated twice; tests compare *differences* of estimates,
    so that all K_e leaders are accepted just when everyone else is rejected, whatever the
    rounding; ranks are a stable sort of the shuffled active set, so ties are broken at random.
    """
    N = world.mean.shape[0]
    spread = c * np.log(float(N) * float(T))
    mu, n, a, A, C, rank = arms.mu, arms.n, arms.a, arms.A, arms.C, arms.rank
    n_A, n_C = 0, N
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
    describe(arms, e, delta, spread)
    commit(world, log, arms, t, end, n_A, n_C)
    return draws
