"""LinUCB: optimism with a linear model (OFUL, Abbasi-Yadkori, Pál, Szepesvári, NeurIPS 2011)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import shuffle
from dart_core.algorithms.shared.linear import (
    aligned_zeros,
    describe_linear,
    diagonal,
    mark_played,
    mean_over,
    padded,
    subtract_product,
    top_k,
)
from dart_core.codes import N_STATE
from dart_core.compile import kernel
from dart_core.world import Log, World, frame_due, play, settle, snapshot, stopped

DECOUPLED, EXACT, GREEDY_SWAP = range(3)


class Ridge(NamedTuple):
    """Ridge regression of the joint reward on the arms of the action."""

    theta: NDArray[np.float64]  # (N',) θ̂ = V⁻¹·Σ b·r
    inverse: NDArray[np.float64]  # (N', N') V⁻¹
    u: NDArray[np.float64]  # (N',) scratch: V⁻¹·b
    upper: NDArray[np.float64]  # (N',) scratch: θ̂_i plus its bonus
    a: NDArray[np.int64]  # (K,) the action
    order: NDArray[np.int64]  # (N,) all arms; of equally good ones the first is taken
    sets: NDArray[np.uint8]  # (N,) 1: in the action, 0: not
    width: NDArray[np.float64]  # (N,) scratch: √β·sqrt((V⁻¹)_ii)
    state: NDArray[np.float64]  # (N_STATE,) scratch: what a frame says of the algorithm
    place: NDArray[np.int64]  # (K,) scratch: places in `order`
    keys: NDArray[np.int64]  # (N'+K,) scratch: values as integers
    total: NDArray[np.float64]  # (K,) scratch: Σ θ̂_i over the first q arms of a set
    square: NDArray[np.float64]  # (K,) scratch: Σ_ij (V⁻¹)_ij over them
    column: NDArray[np.float64]  # (K, N) scratch: row q is Σ_j (V⁻¹)_ji over them
    inside: NDArray[np.uint8]  # (N,) scratch: 1 for the arms of a set


def no_rounds_yet(n_arms: int, k: int, lam: float) -> Ridge:
    """Return the state before the first round: V = λI."""
    return Ridge(
        theta=aligned_zeros(padded(n_arms)),
        inverse=diagonal(n_arms, 1.0 / lam),
        u=aligned_zeros(padded(n_arms)),
        upper=aligned_zeros(padded(n_arms)),
        a=np.zeros(k, dtype=np.int64),
        order=np.arange(n_arms),
        sets=np.zeros(n_arms, dtype=np.uint8),
        width=np.zeros(n_arms),
        state=np.zeros(N_STATE),
        place=np.zeros(k, dtype=np.int64),
        keys=np.zeros(padded(n_arms) + k, dtype=np.int64),
        total=np.zeros(k),
        square=np.zeros(k),
        column=np.zeros((k, n_arms)),
        inside=np.zeros(n_arms, dtype=np.uint8),
    )


@kernel
def run_linucb(
    world: World,
    log: Log,
    p: Ridge,
    key: np.uint64,
    T: int,
    R: float,
    lam: float,
    S: float,
    delta: float,
    mode: int,
) -> None:
    """Play the set of the highest index bᵀθ̂ + √β·sqrt(bᵀV⁻¹b), V = λI + Σ b·bᵀ, b = 1_a/K.

    Parameters
    ----------
    world, log, p : World, Log, Ridge
        What is played in, where it is written down, and the state before the first round.
    key : uint64
        Key of the algorithm's own random stream: the order that decides between equal arms.
    T : int
        Horizon.
    R, lam, S, delta : float
        Rewards are R-subgaussian; λ of the ridge; a bound on the norm of θ; δ, the chance that
        some confidence ellipsoid misses θ. √β = R·sqrt(2·log(det(V)^½·λ^(−N/2)/δ)) + √λ·S.
    mode : int
        How the highest index is found, as trying all C(N, K) sets is out of reach in general:
        EXACT tries them; GREEDY_SWAP looks for a set that no exchange of one arm improves;
        DECOUPLED takes the top K of θ̂_i + √β·sqrt((V⁻¹)_ii), whose mean over a set is no less
        than the index of the set (triangle inequality), so that it is an upper bound too.

    Notes
    -----
    V⁻¹ and det V follow V by rank-one updates. The best guess at the end is the top K of θ̂.

    DECOUPLED can keep a wrong set for ever: playing one set again and again narrows the sum of
    its arms but hardly any single one, so that their bonuses, unlike that of the set, stay. The
    other modes compare the bonuses of sets and do not have this fault.
    """
    N = p.order.shape[0]
    shuffle(p.order, N, key, 0)
    growth = 0.0  # log(det(V)/λ^N)
    radius = R * np.sqrt(2.0 * np.log(1.0 / delta)) + np.sqrt(lam) * S
    t, changes = 0, 0
    show(log, p, t, changes, radius)
    while t < T and not stopped(log):
        t += 1
        radius = R * np.sqrt(growth + 2.0 * np.log(1.0 / delta)) + np.sqrt(lam) * S
        if mode == EXACT:
            best_set(p, radius)
        elif mode == GREEDY_SWAP:
            greedy_set(p, radius)
            exchange(p, radius)
        else:
            for i in range(N):
                p.upper[i] = p.theta[i] + radius * np.sqrt(p.inverse[i, i])
            top_k(p.upper, p.order, p.a, p.keys)
        r = play(world, log, p.a, t)
        growth += learn(p, r)
        changes += mark_played(p.sets, p.a)
        if frame_due(log, t):
            show(log, p, t, changes, radius)
    top_k(p.theta, p.order, p.a, p.keys)
    settle(world, log, T, T, p.state, p.sets, p.theta, p.width, p.a)


@kernel
def learn(p: Ridge, r: float) -> float:
    """Add the joint reward r of the action (Sherman, Morrison); return the growth of log det V."""
    p.u[:] = 0.0
    for q in range(p.a.shape[0]):
        for i in range(p.u.shape[0]):
            p.u[i] += p.inverse[p.a[q], i]
    for i in range(p.u.shape[0]):
        p.u[i] /= p.a.shape[0]
    norm = mean_over(p.u, p.a)
    surprise = r - mean_over(p.theta, p.a)
    for i in range(p.u.shape[0]):
        p.theta[i] += p.u[i] * surprise / (1.0 + norm)
    subtract_product(p.inverse, 1.0 / (1.0 + norm), p.u, p.u)
    return float(np.log(1.0 + norm))


@kernel
def best_set(p: Ridge, radius: float) -> None:
    """Write the set of the highest index into `a`: all sets, in lexicographic order of places."""
    N, K = p.order.shape[0], p.a.shape[0]
    highest = -np.inf
    p.total[0], p.square[0] = 0.0, 0.0
    p.column[0, :] = 0.0
    q = 0  # the place of the set that is being filled
    p.place[0] = -1
    while q >= 0:
        p.place[q] += 1
        if p.place[q] > N - K + q:
            q -= 1
            continue
        i = p.order[p.place[q]]
        total = p.total[q] + p.theta[i]
        square = p.square[q] + 2.0 * p.column[q, i] + p.inverse[i, i]
        if q < K - 1:
            p.total[q + 1], p.square[q + 1] = total, square
            for j in range(N):
                p.column[q + 1, j] = p.column[q, j] + p.inverse[i, j]
            p.place[q + 1] = p.place[q]
            q += 1
            continue
        index = total + radius * np.sqrt(max(0.0, square))  # K times the index of the set
        if index > highest:
            highest = index
            for h in range(K):
                p.a[h] = p.order[p.place[h]]


@kernel
def greedy_set(p: Ridge, radius: float) -> None:
    """Fill `a` arm by arm, each time with the arm that gives the highest index."""
    N, K = p.order.shape[0], p.a.shape[0]
    p.inside[:] = 0
    p.column[0, :] = 0.0
    total, square = 0.0, 0.0
    for q in range(K):
        highest, best = -np.inf, 0
        for place in range(N):
            i = p.order[place]
            if p.inside[i] == 0:
                with_i = square + 2.0 * p.column[0, i] + p.inverse[i, i]
                index = total + p.theta[i] + radius * np.sqrt(max(0.0, with_i))
                if index > highest:
                    highest, best = index, i
        total += p.theta[best]
        square += 2.0 * p.column[0, best] + p.inverse[best, best]
        p.a[q] = best
        p.inside[best] = 1
        for j in range(N):
            p.column[0, j] += p.inverse[best, j]


@kernel
def exchange(p: Ridge, radius: float) -> None:
    """Exchange one arm of `a` for the best one outside until no exchange raises the index.

    An exchange must raise it by more than rounding could, or two sets might alternate for ever.
    """
    N, K = p.order.shape[0], p.a.shape[0]
    while True:
        total, square = 0.0, 0.0
        for q in range(K):
            total += p.theta[p.a[q]]
            square += p.column[0, p.a[q]]
        highest = total + radius * np.sqrt(max(0.0, square))
        highest += 1e-9 * (1.0 + abs(highest))
        out, into = -1, -1
        for q in range(K):
            j = p.a[q]
            without = square - 2.0 * p.column[0, j] + p.inverse[j, j]
            for place in range(N):
                i = p.order[place]
                if p.inside[i] == 0:
                    cross = p.column[0, i] - p.inverse[j, i]
                    with_i = without + 2.0 * cross + p.inverse[i, i]
                    index = total - p.theta[j] + p.theta[i] + radius * np.sqrt(max(0.0, with_i))
                    if index > highest:
                        highest, out, into = index, q, i
        if out < 0:
            return
        j = p.a[out]
        p.a[out] = into
        p.inside[j], p.inside[into] = 0, 1
        for h in range(N):
            p.column[0, h] += p.inverse[into, h] - p.inverse[j, h]


@kernel
def show(log: Log, p: Ridge, t: int, changes: int, radius: float) -> None:
    """Keep a frame; an arm's half-width is the bonus of a set that were this arm alone."""
    for i in range(p.width.shape[0]):
        p.width[i] = radius * np.sqrt(p.inverse[i, i])
    describe_linear(p.state, changes, radius)
    snapshot(log, t, p.state, p.sets, p.theta, p.width, p.a)
