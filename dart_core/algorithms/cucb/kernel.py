"""CUCB: the K arms with the highest upper confidence bounds; it sees every arm's reward."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import Arms, shuffle
from dart_core.algorithms.shared.played import play_for_ever, show_played
from dart_core.compile import kernel
from dart_core.world import Log, World, frame_due, play_and_see, stopped

_POLL = 4_095  # rounds between looks at the stop flag, less one


@kernel
def keep_top(a: NDArray[np.int64], value: NDArray[np.float64], i: int, before: int) -> None:
    """Let arm i into the top K by decreasing value, behind equal ones of the arms `before` it."""
    K = a.shape[0]
    if before >= K and value[a[K - 1]] >= value[i]:
        return
    at = min(before, K - 1)
    while at > 0 and value[a[at - 1]] < value[i]:
        a[at] = a[at - 1]
        at -= 1
    a[at] = i


@kernel
def run_cucb(
    world: World,
    log: Log,
    arms: Arms,
    index: NDArray[np.float64],
    X: NDArray[np.float64],
    key: np.uint64,
    T: int,
    c: float,
) -> None:
    """Play the K arms with the highest mean_i + sqrt(c log t / n_i).

    Parameters
    ----------
    world, log, arms : World, Log, Arms
        What is played in, where it is written down, and the state before the first round.
    index : float64 array (N,)
        Scratch.
    X : float64 array (K,)
        Scratch: the rewards of the arms of the action.
    key : uint64
        Key of the algorithm's own random stream (the order of the arms).
    T : int
        Horizon. The algorithm does not use it.
    c : float
        3/2 in the source.

    Notes
    -----
    Chen, Wang, Yuan, "Combinatorial multi-armed bandit: general framework and applications"
    (ICML 2013), Algorithm 1, with the top K as the oracle: exact when more paying arms never
    lower the joint reward. The index of an unplayed arm is infinite, so that ⌈N/K⌉ rounds see
    every arm once; t is the present round. Ties go to the first in a
    random order of the arms.
    """
    N = world.mean.shape[0]
    mu, n, a, order = arms.mu, arms.n, arms.a, arms.C
    shuffle(order, N, key, 0)
    show_played(log, arms, 0, 0, 0.0, 0.0)
    for t in range(1, T + 1):
        if t & _POLL == 0 and stopped(log):
            break
        spread = c * np.log(float(t))
        for q in range(N):
            i = order[q]
            index[i] = mu[i] + np.sqrt(spread / n[i]) if n[i] > 0 else np.inf
            keep_top(a, index, i, q)
        play_and_see(world, log, a, t, X)
        for q in range(a.shape[0]):
            i = a[q]
            n[i] += 1
            mu[i] += (X[q] - mu[i]) / n[i]
        if frame_due(log, t):
            show_played(log, arms, t, 0, 0.0, 4.0 * spread)
    play_for_ever(world, log, arms, T, T, 0, 0.0, 4.0 * c * np.log(float(T)))
