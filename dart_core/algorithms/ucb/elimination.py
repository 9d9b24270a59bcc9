"""Improved UCB over all C(N, K) actions: sweeps over the live ones, and the bad ones drop out."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import Arms, shuffle, test_shown
from dart_core.algorithms.shared.played import learn, play_for_ever, show_played
from dart_core.algorithms.ucb.subsets import subset
from dart_core.codes import REJECTED
from dart_core.compile import kernel
from dart_core.world import Log, World, book_move, frame_due, last_frame_t, play, stopped

_POLL = 4_095  # rounds between looks at the stop flag, less one


class Actions(NamedTuple):
    """M actions by lexicographic rank; the live ones have all been played equally often."""

    first: float  # C(N−1, K−1), for `subset`
    mean: NDArray[np.float64]  # (M,) mean joint reward
    live: NDArray[np.int64]  # (M,) the first of them are the ranks of live actions, increasing
    holding: NDArray[np.int64]  # (N,) live actions that hold the arm
    last_mean: NDArray[np.float64]  # (N,) mean of the last action with the arm to drop out


def all_live(n_arms: int, count: int, first: int) -> Actions:
    """Return `count` unplayed actions, `first` of which hold any one arm."""
    return Actions(
        first=float(first),
        mean=np.zeros(count),
        live=np.arange(count),
        holding=np.full(n_arms, first, dtype=np.int64),
        last_mean=np.zeros(n_arms),
    )


@kernel
def best_live(actions: Actions, n_live: int) -> int:
    """Return the live action with the highest mean; of equal ones the lowest rank."""
    best = actions.live[0]
    for q in range(1, n_live):
        if actions.mean[actions.live[q]] > actions.mean[best]:
            best = actions.live[q]
    return best  # type: ignore[no-any-return] # an item is Any


@kernel
def drop(
    actions: Actions, n_live: int, order: NDArray[np.int64], rad: float, a: NDArray[np.int64]
) -> int:
    """Drop every action with mean + rad < max (mean − rad); return how many are left."""
    reach = actions.mean[best_live(actions, n_live)] - rad
    left = 0
    for q in range(n_live):
        x = actions.live[q]
        if actions.mean[x] + rad < reach:
            subset(x, order, a, actions.first)
            for i in a:
                actions.holding[i] -= 1
                actions.last_mean[i] = actions.mean[x]
        else:
            actions.live[left] = x
            left += 1
    return left


@kernel
def book_eliminated(
    log: Log, arms: Arms, actions: Actions, t: int, m: int, threshold: float, delta: float
) -> None:
    """Put arms that no live action holds into the reject set."""
    for i in range(arms.sets.shape[0]):
        if actions.holding[i] == 0 and arms.sets[i] != REJECTED:
            arms.sets[i] = REJECTED
            book_move(log, t, m, i, REJECTED, actions.last_mean[i], threshold, delta)


@kernel
def run_elimination(
    world: World,
    log: Log,
    arms: Arms,
    actions: Actions,
    scratch: NDArray[np.int64],
    key: np.uint64,
    T: int,
    c: float,
    delta_0: float,
    every_sweep: bool,
) -> None:
    """Sweep over the live actions; phase m lasts until each has n_m = ⌈c log(TΔ²)/Δ²⌉ plays.

    Parameters
    ----------
    world, log, arms : World, Log, Arms
        What is played in, where it is written down, and the state before the first round.
    actions : Actions
        All C(N, K) actions, none of them played.
    scratch : int64 array (K,)
    key : uint64
        Key of the algorithm's own random stream (the order of the arms).
    T : int
        Horizon.
    c, delta_0 : float
        The constant of n_m, and the first Δ; after each phase Δ halves.
    every_sweep : bool
        False: the printed algorithm. Actions drop out at the end of a phase; phases go on while
        TΔ² ≥ e. True: as the authors of DART ran it. Actions drop out after every sweep, and
        phases go on while Δ ≥ sqrt(|A| log|A| / T) with |A| live actions.

    Notes
    -----
    Auer, Ortner, "UCB revisited: improved regret bounds for the stochastic multi-armed bandit
    problem" (2010), Figure 1, with c = 2 and Δ_0 = 1; their m ≤ ½ log₂(T/e) is TΔ² ≥ e. The
    radius is sqrt(log(TΔ²)/(2n)) for n plays; at the end of a phase n = n_m. The source does not
    say in which order a phase plays, or what is played after the last one: we sweep by rank,
    lexicographic in a random order of the arms, and then play the live action with the highest
    mean, of equal ones that of the lowest rank.

    An arm is eliminated when no live action holds it. Its estimate is the mean reward of all
    plays of actions that hold it, and enters no decision.
    """
    N = world.mean.shape[0]
    mean, live, order = actions.mean, actions.live, arms.C
    shuffle(order, N, key, 0)
    n_live = mean.shape[0]
    t, n, m, delta = 0, 0, 0, delta_0
    spread = 0.0
    show_played(log, arms, 0, 0, delta, spread)

    while t < T and n_live > 1 and not stopped(log):
        fewest = np.sqrt(n_live * np.log(float(n_live)) / T) if every_sweep else np.sqrt(math.e / T)
        log_TD = np.log(T * delta * delta)
        if delta < fewest or log_TD <= 0.0:
            break
        m += 1
        n_m = np.ceil(c * log_TD / delta**2)
        spread = 2.0 * log_TD  # sqrt(log(TΔ²)/(2n)) = ½ sqrt(spread/n)
        if test_shown(log, False):
            show_played(log, arms, t, m, delta, spread)
        while n < n_m and t < T and n_live > 1:
            n += 1
            for q in range(n_live):
                if t == T or (t & _POLL == 0 and stopped(log)):
                    break
                x = live[q]
                subset(x, order, arms.a, actions.first)
                t += 1
                r = play(world, log, arms.a, t)
                mean[x] += (r - mean[x]) / n
                learn(arms, r)
                if frame_due(log, t):
                    show_played(log, arms, t, m, delta, spread)
            if stopped(log):
                break
            if t < T and (every_sweep or n >= n_m):
                rad = np.sqrt(log_TD / (2.0 * n))
                threshold = mean[best_live(actions, n_live)] - rad - rad
                n_live = drop(actions, n_live, order, rad, scratch)
                moving = False
                for i in range(N):
                    moving |= actions.holding[i] == 0 and arms.sets[i] != REJECTED
                if moving:
                    if last_frame_t(log) < t:
                        show_played(log, arms, t, m, delta, spread)
                    book_eliminated(log, arms, actions, t, m, threshold, delta)
                    show_played(log, arms, t, m, delta, spread)
        delta /= 2.0
    subset(best_live(actions, n_live), order, arms.a, actions.first)
    play_for_ever(world, log, arms, t, T, m, delta, spread)
