"""CSAR: successive accepts and rejects with Hadamard designs (Rejwan and Mansour, ALT 2020)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import shuffle, sort_by_estimate, test_shown
from dart_core.codes import (
    ACCEPT_GATE,
    ACCEPTED,
    DELTA,
    EPOCH,
    KTH,
    N_STATE,
    NEXT,
    REJECT_GATE,
    REJECTED,
)
from dart_core.compile import kernel
from dart_core.world import Log, World, book_move, frame_due, play, settle, snapshot, stopped

POLL = 4095  # a run looks at its stop flag every POLL + 1 rounds


class Designs(NamedTuple):
    """Hadamard matrices for every number k' of free places that can come up."""

    entries: NDArray[np.int8]  # all matrices, row by row, one after another
    offset: NDArray[np.int64]  # (K+1,) where the matrix for k' begins
    order: NDArray[np.int64]  # (K+1,) its order 2q, a multiple of 2k'


class Candidates(NamedTuple):
    """The state of CSAR over N arms."""

    theta: NDArray[np.float64]  # (N,) θ̂_i of the last complete phase that measured arm i
    width: NDArray[np.float64]  # (N,) ε of that phase, inf before the first
    fresh: NDArray[np.float64]  # (N,) the estimates that the phase under way has made so far
    sets: NDArray[np.uint8]  # (N,) ACTIVE, ACCEPTED or REJECTED
    S: NDArray[np.int64]  # (N,) first C, then the rejected arms (latest and best first), last A
    spare: NDArray[np.int64]  # (N,) scratch: another order of S
    D: NDArray[np.int64]  # (2q,) the different arms of one design
    column: NDArray[np.int64]  # (2q,) the arm behind each column of H
    Z: NDArray[np.float64]  # (2q,) Z_i, the measured ±1 combinations of the arms
    a: NDArray[np.int64]  # (K,) the action
    state: NDArray[np.float64]  # (N_STATE,) what a frame says of the algorithm


def all_candidates(n_arms: int, k: int, widest: int) -> Candidates:
    """Return the state before the first round; `widest` is the largest order 2q."""
    state = np.zeros(N_STATE)
    state[ACCEPT_GATE : NEXT + 1] = np.nan  # no gates before the first estimates
    return Candidates(
        theta=np.zeros(n_arms),
        width=np.full(n_arms, np.inf),
        fresh=np.zeros(n_arms),
        sets=np.zeros(n_arms, dtype=np.uint8),
        S=np.arange(n_arms),
        spare=np.arange(n_arms),
        D=np.zeros(widest, dtype=np.int64),
        column=np.zeros(widest, dtype=np.int64),
        Z=np.zeros(widest),
        a=np.zeros(k, dtype=np.int64),
        state=state,
    )


@kernel
def show(log: Log, s: Candidates, t: int) -> None:
    """Keep a frame."""
    snapshot(log, t, s.state, s.sets, s.theta, s.width, s.a)


@kernel
def plays_of_a_set(design: Designs, free: int, m: int) -> int:
    """Return the plays that one set costs: each of 2q rows has 2q/k' parts, each played m times."""
    order = design.order[free]
    return order * (order // free) * m  # type: ignore[no-any-return] # an item is Any


@kernel
def sum_of(world: World, log: Log, s: Candidates, t: int, m: int) -> float:
    """Play `s.a` m times from round t+1; return the mean of K·r, an estimate of Σ_a θ."""
    total = 0.0
    for u in range(t + 1, t + m + 1):
        total += play(world, log, s.a, u)
        if frame_due(log, u):
            show(log, s, u)
        if u & POLL == 0 and stopped(log):
            break
    return s.a.shape[0] * total / m  # type: ignore[no-any-return] # a shape is Any


@kernel
def estimate_set(
    world: World,
    log: Log,
    s: Candidates,
    design: Designs,
    t: int,
    T: int,
    M: int,
    own: int,
    free: int,
    m: int,
    known: float,
) -> int:
    """Measure the arms D[:M] together; write θ̂ of the first `own` of them into `s.fresh`.

    An action is what stands in the first K − k' places of `s.a` and a part of k' = `free` arms.
    Row 1 of H plays both halves of the columns, row i its +1 columns and its −1 columns; each
    half is dealt out to q/k' parts of k' arms. With M < 2q an arm stands for neighbouring
    columns: at most q/k' of them, so that no part gets it twice. Returns the new t. If T cuts the
    plays short, what is written means nothing.
    """
    order = design.order[free]
    H = design.offset[free]
    parts = order // 2 // free
    fixed = s.a.shape[0] - free
    for d in range(M):
        for j in range(-(-d * order // M), -(-(d + 1) * order // M)):
            s.column[j] = s.D[d]
    for i in range(order):
        if t == T or stopped(log):
            return t
        s.Z[i] = 0.0
        for sign in (1, -1):
            for part in range(parts):
                c, q = 0, fixed
                for j in range(order):
                    if i == 0:
                        inside = j < order // 2 if sign == 1 else j >= order // 2
                    else:
                        inside = design.entries[H + i * order + j] == sign
                    if inside:
                        if c % parts == part:
                            s.a[q] = s.column[j]
                            q += 1
                        c += 1
                mean = sum_of(world, log, s, t, min(m, T - t))
                t = min(t + m, T)
                s.Z[i] += mean if i == 0 else sign * mean  # Z_1 is a sum, Z_i a difference
    s.Z[0] -= 2 * parts * known
    for d in range(own):  # θ̂ = Hᵀ Z / 2q
        first, end = -(-d * order // M), -(-(d + 1) * order // M)
        total = 0.0
        for j in range(first, end):
            for i in range(order):
                total += design.entries[H + i * order + j] * s.Z[i]
        s.fresh[s.D[d]] = total / (order * (end - first))
    return t


@kernel
def samples(c: float, eps: float, n: int, delta: float, T: int) -> int:
    """Return m = ⌈(c/ε²)·log(2n/δ)⌉, the plays of each action (T + 1 if it is more)."""
    m = np.ceil(c / eps**2 * np.log(2 * n / delta))
    return int(min(max(m, 1.0), T + 1.0))


@kernel
def estimate_accepted(
    world: World,
    log: Log,
    s: Candidates,
    design: Designs,
    t: int,
    T: int,
    n_A: int,
    c: float,
    eps: float,
    delta: float,
) -> tuple[int, bool]:
    """Measure A together with the best of the other arms (EST2); return t and whether it fitted."""
    N, K = s.S.shape[0], s.a.shape[0]
    M = min(design.order[K], N)
    for d in range(M):
        s.D[d] = s.S[N - n_A + d] if d < n_A else s.S[d - n_A]
    m = samples(c, eps, M, delta, T)
    fits = t + plays_of_a_set(design, K, m) <= T
    return estimate_set(world, log, s, design, t, T, M, n_A, K, m, 0.0), fits


@kernel
def estimate_candidates(
    world: World,
    log: Log,
    s: Candidates,
    design: Designs,
    t: int,
    T: int,
    n_A: int,
    n_C: int,
    free: int,
    m: int,
    known: float,
) -> tuple[int, bool]:
    """Cut C into sets of 2q and measure each; return t and whether all of them fitted before T."""
    N, K, order = s.S.shape[0], s.a.shape[0], design.order[free]
    fillers = N if free == K else N - n_A  # EST2 plays A anyway
    first = 0
    while first < n_C:
        own = min(order, n_C - first)
        M = own
        while order > M:  # the last set, short: other sets' arms, or else those that left C
            at = M - own if n_C >= order else first + M
            if at == fillers:
                break
            s.D[M] = s.S[at]
            M += 1
        for d in range(own):
            s.D[d] = s.S[first + d]
        fits = t + plays_of_a_set(design, free, m) <= T
        t = estimate_set(world, log, s, design, t, T, M, own, free, m, known)
        if not fits or stopped(log):
            return t, False
        first += order
    return t, True


@kernel
def run_csar(
    world: World,
    log: Log,
    s: Candidates,
    design: Designs,
    key: np.uint64,
    K: int,
    T: int,
    fix_accepted: bool,
    c: float,
    eps_0: float,
    delta: float,
) -> None:
    """Run CSAR with EST1, or EST2 if `fix_accepted`.

    Parameters
    ----------
    world, log, s, design : World, Log, Candidates, Designs
        What is played in, where it is written down, the state before the first round, and the
        Hadamard matrices of every k' that can come up.
    key : uint64
        Key of the algorithm's own random stream (how C is cut into sets).
    K, T : int
        Arms in an action; horizon.
    fix_accepted : bool
        EST2: accepted arms are part of every action, k' = K − |A| arms of C join them.
    c, eps_0, delta : float
        m = (c/ε²)·log(2n/δ); the first ε; the chance of an error that the test may have.

    Notes
    -----
    The model is a reward that is the *sum* of K arms, so K·r is fed to it, and θ̂ is on the scale
    of one arm. Choices where the paper leaves room: m is rounded up; phase τ has
    δ_τ = 6δ/(π²τ²), which sums to δ; C is cut at random, which also breaks ties at random; ranks
    are taken inside C with k' = K − |A|, since EST1 has no fresh estimate of accepted arms; the
    last set is filled up with arms of other sets, else with rejected arms, the latest and best
    first, else (EST1) with accepted arms, and their estimates are discarded; tests compare
    differences of estimates, so that all leaders are accepted just when everyone else is
    rejected. A phase cut off by T changes nothing.
    """
    N = s.S.shape[0]
    n_A, n_C = 0, N
    t, phase, draws = 0, 0, 0
    eps, theta, S = eps_0, s.theta, s.S
    s.state[EPOCH], s.state[DELTA] = phase, eps
    show(log, s, t)

    while n_C + n_A > K and t < T and not stopped(log):
        phase += 1
        s.state[EPOCH] = phase
        delta_t = 6.0 * delta / np.pi**2 / phase**2
        factor, known, complete = 1.0, 0.0, True
        free = K - n_A if fix_accepted else K
        if free < K:
            factor = 2.0 * K / free
            t, complete = estimate_accepted(world, log, s, design, t, T, n_A, c, eps, delta_t)
            for q in range(n_A):
                s.a[q] = S[N - n_A + q]
                known += s.fresh[s.a[q]]
        if complete and not stopped(log):
            draws = shuffle(S, n_C, key, draws)
            m = samples(factor * c, eps, n_C, delta_t, T)
            t, complete = estimate_candidates(world, log, s, design, t, T, n_A, n_C, free, m, known)
        if not complete or stopped(log):
            break
        for q in range(n_C):
            theta[S[q]], s.width[S[q]] = s.fresh[S[q]], eps
        for q in range(N - n_A if free < K else N, N):
            theta[S[q]], s.width[S[q]] = s.fresh[S[q]], eps

        k_ = K - n_A
        sort_by_estimate(S, S, n_C, theta)
        kth, next_ = theta[S[k_ - 1]], theta[S[k_]]
        gates(s, kth, next_, eps)
        accepts, rejects = 0, 0
        while accepts < k_ and theta[S[accepts]] - next_ > 2.0 * eps:
            accepts += 1
        while rejects < n_C - k_ and kth - theta[S[n_C - 1 - rejects]] > 2.0 * eps:
            rejects += 1
        shown = test_shown(log, accepts + rejects > 0)
        if shown:
            show(log, s, t)
        for q in range(accepts):
            move(log, s, t, phase, S[q], ACCEPTED, next_ + 2.0 * eps, eps)
        for q in range(n_C - rejects, n_C):
            move(log, s, t, phase, S[q], REJECTED, kth - 2.0 * eps, eps)
        for q in range(N):  # the accepted arms, first in S, go to its end
            s.spare[q] = S[q]
        for q in range(N):
            S[q] = s.spare[(q + accepts) % N]
        n_A, n_C = n_A + accepts, n_C - accepts - rejects
        eps /= 2.0
        s.state[DELTA] = eps
        if n_C > 0:
            gates(s, theta[S[K - n_A - 1]], theta[S[K - n_A]], eps)
        else:
            gates(s, np.nan, np.nan, eps)
        if shown:
            show(log, s, t)

    sort_by_estimate(S, S, n_C, theta)
    for q in range(K):
        s.a[q] = S[N - n_A + q] if q < n_A else S[q - n_A]
    settle(world, log, t, T, s.state, s.sets, s.theta, s.width, s.a)


@kernel
def gates(s: Candidates, kth: float, next_: float, eps: float) -> None:
    """Put the gates at θ̂_(k'+1) + 2ε (accept) and θ̂_(k') − 2ε (reject)."""
    s.state[KTH], s.state[NEXT] = kth, next_
    s.state[ACCEPT_GATE], s.state[REJECT_GATE] = next_ + 2.0 * eps, kth - 2.0 * eps


@kernel
def move(
    log: Log, s: Candidates, t: int, phase: int, i: int, to: int, threshold: float, eps: float
) -> None:
    """Put arm i into the accept or the reject set, and write that down."""
    s.sets[i] = to
    book_move(log, t, phase, i, to, s.theta[i], threshold, eps)
