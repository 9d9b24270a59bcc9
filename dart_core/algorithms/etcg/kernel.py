"""ETCG: explore each way to add one more arm, commit to the best, K times over."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.shared.accept_reject import Arms, describe, shuffle
from dart_core.codes import ACCEPTED
from dart_core.compile import kernel
from dart_core.world import (
    Log,
    World,
    book_move,
    frame_due,
    last_frame_t,
    play,
    settle,
    snapshot,
    stopped,
)

_POLL = 4_095  # rounds between looks at the stop flag, less one


@kernel
def show(log: Log, arms: Arms, t: int, i: int, size: int, rad: float, log_T: float) -> None:
    """Keep a frame of phase i; the mean of n plays has the radius sqrt(2 log T / n)."""
    describe(arms, i, rad, 8.0 * log_T)
    snapshot(log, t, arms.state, arms.sets, arms.mu, arms.width, arms.a[:size])


@kernel
def best_candidate(arms: Arms, besides: int) -> int:
    """Return the arm outside S with the highest mean but `besides`; −1 if there is none."""
    best = -1
    for i in arms.C:
        if arms.sets[i] != ACCEPTED and i != besides and (best < 0 or arms.mu[i] > arms.mu[best]):
            best = i
    return best


@kernel
def run_etcg(world: World, log: Log, arms: Arms, key: np.uint64, K: int, T: int, m: int) -> None:
    """For i = 1 … K: play S ∪ {a} m times for every arm a outside S, and add the best to S.

    Parameters
    ----------
    world, log, arms : World, Log, Arms
        What is played in, where it is written down, and the state before the first round.
    key : uint64
        Key of the algorithm's own random stream (the order of the arms).
    K, T, m : int
        Arms in an action; horizon; plays of each candidate.

    Notes
    -----
    Nie, Agarwal, Umrawal, Aggarwal, Quinn, "An explore-then-commit algorithm for submodular
    maximization under full-bandit feedback" (UAI 2022). It plays sets smaller than K: the joint
    reward sees zeros for the missing arms, and a mean is still divided by K. Candidates are
    tried in a random order of the arms, and of equal means the first in this order is added; the
    source leaves both open.

    An arm's estimate is the mean reward of its own m plays as the newest arm of the set, in the
    present phase if it has had its turn and in the one before if not. When T comes before S is
    full, the final set is S and the candidates with the highest estimates.
    """
    mu, n, sets, a = arms.mu, arms.n, arms.sets, arms.a
    log_T = np.log(float(T))
    rad = np.sqrt(2.0 * log_T / m)
    shuffle(arms.C, arms.C.shape[0], key, 0)
    t, n_S = 0, 0  # the first |S| arms of `a` are S
    show(log, arms, t, 0, 1, rad, log_T)
    while n_S < K and t < T and not stopped(log):
        size = n_S + 1
        for x in arms.C:
            if sets[x] == ACCEPTED or t == T:
                continue
            a[n_S] = x
            n[x] = 0
            while n[x] < m and t < T and not (t & _POLL == 0 and stopped(log)):
                t += 1
                r = play(world, log, a[:size], t)
                n[x] += 1
                mu[x] += (r - mu[x]) / n[x]
                if frame_due(log, t):
                    show(log, arms, t, size, size, rad, log_T)
        if t < T and not stopped(log):
            best = best_candidate(arms, -1)
            other = best_candidate(arms, best)
            threshold = mu[other] if other >= 0 else np.nan
            if last_frame_t(log) < t:
                show(log, arms, t, size, size, rad, log_T)
            sets[best] = ACCEPTED
            book_move(log, t, size, best, ACCEPTED, mu[best], threshold, rad)
            show(log, arms, t, size, size, rad, log_T)
            a[n_S] = best
            n_S = size
    for q in range(n_S, K):
        a[q] = best_candidate(arms, -1)
        sets[a[q]] = ACCEPTED
    describe(arms, K, rad, 8.0 * log_T)
    settle(world, log, t, T, arms.state, sets, mu, arms.width, a)
