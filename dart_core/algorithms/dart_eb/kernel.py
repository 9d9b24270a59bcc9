"""DART-EB: DART with empirical Bernstein intervals, the paper's own suggestion made true.

The paper ends its experiments with the remark that intervals for the worst variance explore too
much and that a Bernstein version is future work. Here it is: DART's sets and partitions; each
active arm keeps the sample variance V_i of the joint rewards it took part in, and the half-width

    w_i = sqrt(2 V_i L / n_i) + 3 L / n_i          (the form of Audibert, Munos, Szepesvári 2009)

of its own interval. An arm is accepted when its lower end reaches the (K_e+1)-th largest upper
end of the active set, rejected when its upper end falls to the K_e-th largest lower end. There is
no λ and no Δ: the widths adapt to the gaps.

What is proved. Take L = 9/8·log(2 N G/δ) with G = max(1, ⌈½·log₂ T⌉). Under the paper's
Assumptions 1 and 2 (symmetry; exchanging an arm for a better one never lowers the expected joint
reward, and equal means are worth the same), with independent rounds and rewards in [0, 1], the
probability that an arm is *ever* wrongly accepted or rejected is at most δ, for every horizon. Arms
may depend on each other within a round, as long as Assumption 2 holds all the same. (Wrong: no best
set agrees with the accepted and rejected arms.)

1.  An active arm has one reward X_e in every epoch e, with partners uniform among the other active
    arms (its group is a uniform sample, the wrapped last one too). So E[X_e | past] = v_i(A, C):
    fixed while the sets stay, another number after a move. Nothing below needs equal means.
    Let M_i = (1/n) Σ_e v_i(A_e, C_e). For i better than j, both active so far, v_i ≥ v_j in every
    epoch: pair each set of partners without i and j with itself, and exchange i and j in the
    others, where the two actions are the same. Hence M_i ≥ M_j, though neither is the mean of
    anything fixed: arms are compared on the same footing, *that* is what survives the moves.
2.  Let X̂_e be the mean of the arm's rewards before X_e (½ for the first), n V = Σ (X_e − X̂_e)².
    For 0 ≤ λ < 1 and ξ ≥ −1: exp(λξ − ψ(λ)ξ²) ≤ 1 + λξ, ψ(λ) = −log(1−λ) − λ (Fan, Grama,
    Liu 2015). With ξ = ±(X_e − X̂_e) the expectation given the past is at most e^{±λ(v − X̂_e)}, so
    exp(±λ Σ(X_e − v) − ψ(λ) n V) is a supermartingale from 1. By Ville's inequality
    ±n(μ̂ − M) < (ℓ + ψ(λ) n V)/λ at all epochs at once, but for a probability of e^{−ℓ}.
3.  ψ(λ) ≤ λ²/(2(1−λ)); with u = λ/(1−λ) the right side is at most ℓ + ℓ/u + n V u/2. Let u run
    through 1, 1/2, …, 2^{1−G}. If n V ≤ 2ℓ, u = 1 gives at most 3ℓ. Otherwise some u is within a
    factor √2 of the best, sqrt(2ℓ/(nV)), since n ≤ T, and gives at most
    ℓ + cosh(½ log 2)·sqrt(2ℓ n V) = ℓ + sqrt(9/8·2ℓ n V). Both are at most n w for L = 9/8·ℓ.
    With ℓ = log(2NG/δ) all N arms, both signs and all G values of u fail with probability ≤ δ.
4.  If no interval fails, separated intervals order the M: an arm outside the best set cannot have
    its lower end above the upper ends of all but K_e − 1 others, because one of these is a best
    arm still active; a best arm cannot be rejected likewise. Arms of equal worth have equal M and
    are never separated.

Tests come on a grid of epochs (each a tenth later than the one before) to save time; the proof
holds for any times. Not proved: a bound on the regret beyond "the wrong sets have probability δ",
and nothing at all for the preset `bold` (L = 3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import (
    Arms,
    commit,
    move,
    regroup,
    shuffle,
    sort_by_estimate,
    test_shown,
)
from dart_core.codes import ACCEPT_GATE, ACCEPTED, EPOCH, KTH, NEXT, REJECT_GATE, REJECTED
from dart_core.compile import kernel
from dart_core.world import Log, World, frame_due, last_frame_t, play, snapshot, stopped

GRID = 1.1  # each test comes a tenth later than the one before


@kernel
def intervals(
    arms: Arms,
    squares: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    L: float,
    n_C: int,
) -> None:
    """Fill in the half-width and the ends of every active arm's interval."""
    for q in range(n_C):
        i = arms.C[q]
        n = arms.n[i]
        if n > 0:
            arms.width[i] = np.sqrt(2.0 * (squares[i] / n) * L / n) + 3.0 * L / n
        low[i], high[i] = arms.mu[i] - arms.width[i], arms.mu[i] + arms.width[i]


@kernel
def gates(
    arms: Arms, low: NDArray[np.float64], high: NDArray[np.float64], K_e: int, n_C: int
) -> tuple[float, float]:
    """Return the (K_e+1)-th largest upper and the K_e-th largest lower end; rank C by μ̂."""
    rank = arms.rank
    sort_by_estimate(rank, arms.C, n_C, high)
    accept = high[rank[K_e]]
    sort_by_estimate(rank, arms.C, n_C, low)
    reject = low[rank[K_e - 1]]
    sort_by_estimate(rank, arms.C, n_C, arms.mu)
    return accept, reject


@kernel
def describe(arms: Arms, e: int) -> None:
    """Fill in what a frame says of the algorithm, without gates."""
    arms.state[EPOCH] = e
    for q in range(ACCEPT_GATE, NEXT + 1):
        arms.state[q] = np.nan


@kernel
def show(
    log: Log,
    arms: Arms,
    squares: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    L: float,
    t: int,
    e: int,
    n_A: int,
    n_C: int,
) -> None:
    """Keep a frame."""
    intervals(arms, squares, low, high, L, n_C)
    describe(arms, e)
    state, K_e = arms.state, arms.a.shape[0] - n_A
    if 0 < K_e < n_C and t > 0:
        state[ACCEPT_GATE], state[REJECT_GATE] = gates(arms, low, high, K_e, n_C)
        state[KTH], state[NEXT] = arms.mu[arms.rank[K_e - 1]], arms.mu[arms.rank[K_e]]
    snapshot(log, t, state, arms.sets, arms.mu, arms.width, arms.a)


@kernel
def run_dart_eb(
    world: World,
    log: Log,
    arms: Arms,
    squares: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    key: np.uint64,
    K: int,
    T: int,
    L: float,
) -> None:
    """Run DART-EB.

    Parameters
    ----------
    world, log, arms, key
        As for `dart_core.algorithms.dart.run_dart`.
    squares : float64 array (N,)
        Zeros: n_i V_i, the squares of each reward's distance from the mean before it.
    low, high : float64 array (N,)
        Scratch: the ends of the intervals.
    K, T : int
        Arms in an action; the horizon.
    L : float
        The logarithm in the widths, positive.
    """
    N = world.mean.shape[0]
    mu, n, a, A, C, rank = arms.mu, arms.n, arms.a, arms.A, arms.C, arms.rank
    n_A, n_C = 0, N
    t, e, draws, next_test = 0, 0, 0, 1
    show(log, arms, squares, low, high, L, t, e, n_A, n_C)

    while t < T and not stopped(log):
        K_e = K - n_A
        for q in range(n_A):
            a[q] = A[q]
        draws = shuffle(C, n_C, key, draws)
        e += 1
        first = 0
        while first < n_C and t < T:
            for q in range(K_e):  # the last group wraps to the first arms
                a[n_A + q] = C[first + q if first + q < n_C else first + q - n_C]
            t += 1
            r = play(world, log, a, t)
            for q in range(first, min(first + K_e, n_C)):
                i = C[q]
                d = r - (mu[i] if e > 1 else 0.5)
                squares[i] += d * d
                n[i] = e
                mu[i] += (r - mu[i]) / e
            first += K_e
            if frame_due(log, t):
                show(log, arms, squares, low, high, L, t, e, n_A, n_C)
        if e == next_test and first >= n_C:
            next_test = max(e + 1, int(np.ceil(GRID * e)))
            if n_C > K_e:
                intervals(arms, squares, low, high, L, n_C)
                accept, reject = gates(arms, low, high, K_e, n_C)
                moving = False
                for q in range(n_C):
                    moving |= low[rank[q]] >= accept or high[rank[q]] <= reject
                shown = test_shown(log, moving)
                if shown and last_frame_t(log) < t:
                    show(log, arms, squares, low, high, L, t, e, n_A, n_C)
                for q in range(n_C):
                    i = rank[q]
                    if low[i] >= accept:
                        move(arms, log, t, e, i, ACCEPTED, accept + arms.width[i], arms.width[i])
                    elif high[i] <= reject:
                        move(arms, log, t, e, i, REJECTED, reject - arms.width[i], arms.width[i])
                n_A, n_C = regroup(arms, n_A, n_C)
                if shown:
                    show(log, arms, squares, low, high, L, t, e, n_A, n_C)
        if n_A + n_C == K:
            break
    intervals(arms, squares, low, high, L, n_C)
    describe(arms, e)
    commit(world, log, arms, t, T, n_A, n_C)
