"""Anytime DART: restarted from nothing whenever the round is a power of two."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.dart.kernel import run_dart
from dart_core.algorithms.shared.accept_reject import Arms
from dart_core.codes import ACTIVE, EXPLORING, PHASE
from dart_core.compile import kernel
from dart_core.world import Log, World, stopped


@kernel
def forget(arms: Arms) -> None:
    """Return to the state before the first round."""
    for i in range(arms.mu.shape[0]):
        arms.mu[i] = 0.0
        arms.n[i] = 0
        arms.sets[i] = ACTIVE
        arms.C[i] = i
        arms.width[i] = np.inf
    arms.state[PHASE] = EXPLORING


@kernel
def run_dart_anytime(
    world: World,
    log: Log,
    arms: Arms,
    key: np.uint64,
    K: int,
    T: int,
    c: float,
    lams: NDArray[np.float64],
    delta_0: float,
) -> None:
    """Run DART for T_l − T_{l−1} rounds, l = 1, 2, …, with T_0 = 0 and T_l = 2^l.

    Parameters
    ----------
    world, log, arms, key, K, delta_0
        As for `dart_core.algorithms.dart.run_dart`.
    T : int
        Horizon: where the last run is cut off. Nothing else depends on it.
    c : float
        The constant of n.
    lams : float64 array (number of runs,)
        λ_l.

    Notes
    -----
    The paper's appendix "Conversion to anytime algorithm": each run has the constants of its own
    length in place of T. Its permutations go on in one random stream.
    """
    T_before, draws = 0, 0
    for l in range(1, lams.shape[0] + 1):  # noqa: E741 # the paper's l
        if stopped(log):
            break
        T_l = 2**l
        length, end = T_l - T_before, min(T_l, T)
        forget(arms)
        draws = run_dart(
            world, log, arms, key, K, length, c, lams[l - 1], delta_0, T_before, end, draws
        )
        T_before = T_l
