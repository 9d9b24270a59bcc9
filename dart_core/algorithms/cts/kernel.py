"""CTS: the K arms that are best in one draw from the posterior; it sees every arm's reward."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.cts.beta_variates import beta_variate
from dart_core.algorithms.cucb.kernel import keep_top
from dart_core.algorithms.shared.accept_reject import Arms, describe
from dart_core.algorithms.shared.played import mark_played, play_for_ever
from dart_core.compile import kernel
from dart_core.streams import uniform
from dart_core.world import Log, World, frame_due, play_and_see, snapshot, stopped

_POLL = 1_023  # rounds between looks at the stop flag, less one


@kernel
def show(log: Log, arms: Arms, paid: NDArray[np.int64], t: int) -> None:
    """Keep a frame; an arm's interval is μ̂ ± the standard deviation of its posterior."""
    describe(arms, 0, 0.0, 0.0)
    for i in range(arms.n.shape[0]):
        if arms.n[i] > 0:
            n, p = arms.n[i] + 2.0, (paid[i] + 1.0) / (arms.n[i] + 2.0)
            arms.width[i] = np.sqrt(p * (1.0 - p) / (n + 1.0))
    if t > 0:
        mark_played(arms)
    snapshot(log, t, arms.state, arms.sets, arms.mu, arms.width, arms.a)


@kernel
def run_cts(
    world: World,
    log: Log,
    arms: Arms,
    paid: NDArray[np.int64],
    theta: NDArray[np.float64],
    X: NDArray[np.float64],
    key: np.uint64,
    T: int,
) -> None:
    """Draw θ_i ~ Beta(1 + paid_i, 1 + unpaid_i) for every arm; play the K highest.

    Parameters
    ----------
    world, log, arms : World, Log, Arms
        What is played in, where it is written down, and the state before the first round.
    paid : int64 array (N,)
        Rounds in which an arm was played and its coin fell on 1; 0 at the start.
    theta : float64 array (N,)
        Scratch.
    X : float64 array (K,)
        Scratch: the rewards of the arms of the action.
    key : uint64
        Key of the algorithm's own random stream (the posterior draws); the coins come from
        the stream of the complement, ~key.
    T : int
        Horizon. The algorithm does not use it.

    Notes
    -----
    Wang, Chen, "Thompson sampling for combinatorial semi-bandits" (ICML 2018), Algorithm 1 with
    its uniform prior and the top K as the oracle: exact when more paying arms never lower the
    joint reward. A reward X between 0 and 1 counts as 1 with chance X, as 0 otherwise (Agrawal,
    Goyal, COLT 2012, Algorithm 2), and so an estimate is the mean of such coins.
    """
    N = world.mean.shape[0]
    mu, n, a = arms.mu, arms.n, arms.a
    draws = 0
    show(log, arms, paid, 0)
    for t in range(1, T + 1):
        if t & _POLL == 0 and stopped(log):
            break
        for i in range(N):
            theta[i], draws = beta_variate(key, draws, paid[i] + 1, n[i] - paid[i] + 1)
            keep_top(a, theta, i, i)
        play_and_see(world, log, a, t, X)
        for q in range(a.shape[0]):
            i = a[q]
            n[i] += 1
            # The source's coin makes a reward 0 or 1; one that is so already stays what it is.
            paid[i] += uniform(~key, np.uint64(t * a.shape[0] + q)) < X[q]
            mu[i] = paid[i] / n[i]
        if frame_due(log, t):
            show(log, arms, paid, t)
    play_for_ever(world, log, arms, T, T, 0, 0.0, 0.0)
