"""Random: K arms drawn anew in every round."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.shared.accept_reject import Arms, describe
from dart_core.algorithms.shared.linear import mark_played
from dart_core.compile import kernel
from dart_core.streams import below
from dart_core.world import Log, World, frame_due, play, settle, snapshot, stopped


@kernel
def run_random(world: World, log: Log, arms: Arms, key: np.uint64, K: int, T: int) -> None:
    """Play K arms drawn uniformly without replacement in every round."""
    N = world.mean.shape[0]
    describe(arms, 0, 0.0, 0.0)
    snapshot(log, 0, arms.state, arms.sets, arms.mu, arms.width, arms.a)
    draws = 0
    for t in range(1, T + 1):
        if stopped(log):
            break
        for q in range(K):
            j = q + below(key, np.uint64(draws), N - q)
            draws += 1
            arms.C[q], arms.C[j] = arms.C[j], arms.C[q]
            arms.a[q] = arms.C[q]
        play(world, log, arms.a, t)
        if frame_due(log, t):
            mark_played(arms.sets, arms.a)
            snapshot(log, t, arms.state, arms.sets, arms.mu, arms.width, arms.a)
    mark_played(arms.sets, arms.a)
    settle(world, log, T, T, arms.state, arms.sets, arms.mu, arms.width, arms.a)
