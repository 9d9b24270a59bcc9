"""CMAB-SM: sort small groups, merge them one after another (Agarwal et al., ALT 2021)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import shuffle, test_shown
from dart_core.codes import ACCEPT_GATE, ACCEPTED, ACTIVE, DELTA, EPOCH, N_STATE, NEXT, REJECTED
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

DELTA_1 = 0.5  # Δ_r = 2^−r, r from 1
POLL = 4095  # a run looks at its stop flag every POLL + 1 rounds
NOTHING, SORT, MERGE = 0, 1, 2  # what is being measured


class Groups(NamedTuple):
    """The state of CMAB-SM over N arms in groups of K+1."""

    cut: NDArray[np.int64]  # (N,) the arms in random order; group g is cut[g(K+1):(g+1)(K+1)]
    G: NDArray[np.int64]  # (K+1,) the group at hand; in order once it is sorted
    kept: NDArray[np.int64]  # (K,) G*, in order
    merged: NDArray[np.int64]  # (K,) the G* that a merge builds
    mu: NDArray[np.float64]  # (K+1,) means of the actions being measured (MERGE: base, challenger)
    n: NDArray[np.int64]  # (K+1,) their samples
    rank: NDArray[np.int64]  # (K+1,) scratch
    close: NDArray[np.bool_]  # (K+1,) scratch
    measured: NDArray[np.int64]  # (3,) NOTHING, SORT or MERGE; the two arms that a merge compares
    sets: NDArray[np.uint8]  # (N,) ACCEPTED: in G*; REJECTED: left out; ACTIVE: the others
    estimate: NDArray[np.float64]  # (N,) mean joint reward with arm i, when it was last measured
    width: NDArray[np.float64]  # (N,) its half-width
    a: NDArray[np.int64]  # (K,) the action
    state: NDArray[np.float64]  # (N_STATE,) what a frame says of the algorithm


def all_unsorted(n_arms: int, k: int) -> Groups:
    """Return the state before the first round."""
    state = np.zeros(N_STATE)
    state[DELTA] = DELTA_1
    state[ACCEPT_GATE : NEXT + 1] = np.nan  # arms are compared with each other, not with a gate
    return Groups(
        cut=np.arange(n_arms),
        G=np.zeros(k + 1, dtype=np.int64),
        kept=np.zeros(k, dtype=np.int64),
        merged=np.zeros(k, dtype=np.int64),
        mu=np.zeros(k + 1),
        n=np.zeros(k + 1, dtype=np.int64),
        rank=np.zeros(k + 1, dtype=np.int64),
        close=np.zeros(k + 1, dtype=np.bool_),
        measured=np.zeros(3, dtype=np.int64),
        sets=np.full(n_arms, ACTIVE, dtype=np.uint8),
        estimate=np.zeros(n_arms),
        width=np.full(n_arms, np.inf),
        a=np.zeros(k, dtype=np.int64),
        state=state,
    )


@kernel
def look(s: Groups, L: float) -> None:
    """Bring the estimates of the arms that are being measured up to date.

    An arm's estimate is the mean joint reward of the actions that hold it, so that right is
    better in SORT as well, where the action a_−i measures the arm that it lacks: leaving out a
    good arm costs reward. Means of a_−i and a_−j that differ by d move the estimates of i and j
    d/K apart; the widths are those of n samples, sqrt(L/n), on the same scale. So two arms with
    disjoint intervals are in order now.
    """
    K = s.a.shape[0]
    if s.measured[0] == SORT:
        for i in range(K + 1):
            total, count = 0.0, 0
            for j in range(K + 1):
                if j != i and s.n[j] > 0:
                    total += s.mu[j]
                    count += 1
            if count > 0:
                s.estimate[s.G[i]] = total / count
                s.width[s.G[i]] = np.sqrt(L / s.n[i]) / K if s.n[i] > 0 else np.inf
    if s.measured[0] == MERGE:
        for x in range(2):
            if s.n[x] > 0:
                s.estimate[s.measured[1 + x]] = s.mu[x]
                s.width[s.measured[1 + x]] = np.sqrt(L / s.n[x])


@kernel
def show(log: Log, s: Groups, t: int, L: float) -> None:
    """Keep a frame."""
    look(s, L)
    snapshot(log, t, s.state, s.sets, s.estimate, s.width, s.a)


@kernel
def fill(world: World, log: Log, s: Groups, x: int, n_r: float, t: int, T: int, L: float) -> int:
    """Play `s.a` until mean x has n_r samples; return the new t."""
    while s.n[x] < n_r and t < T:
        t += 1
        r = play(world, log, s.a, t)
        s.n[x] += 1
        s.mu[x] += (r - s.mu[x]) / s.n[x]
        if frame_due(log, t):
            show(log, s, t, L)
        if t & POLL == 0 and stopped(log):
            break
    return t


@kernel
def sort_group(world: World, log: Log, s: Groups, t: int, T: int, lam: float, L: float) -> int:
    """SORT(G): put `s.G` in order by increasing mean of a_−i; return the new t."""
    K = s.a.shape[0]
    G, mu, n = s.G, s.mu, s.n
    s.measured[0] = SORT
    for i in range(K + 1):
        mu[i], n[i] = 0.0, 0
    delta = DELTA_1
    s.state[DELTA] = delta
    while delta > lam:
        unsorted = 0
        for i in range(K + 1):
            s.close[i] = False
            for j in range(K + 1):
                if j != i and abs(mu[i] - mu[j]) <= 2.0 * delta:
                    s.close[i] = True
            unsorted += s.close[i]
        if unsorted == 0:
            break
        n_r = L / delta**2
        for i in range(K + 1):
            if s.close[i] and n[i] < n_r:
                for q in range(K):  # a_−i
                    s.a[q] = G[q] if q < i else G[q + 1]
                t = fill(world, log, s, i, n_r, t, T, L)
                if t == T or stopped(log):
                    return t
        delta /= 2.0
        s.state[DELTA] = delta
    look(s, L)
    s.measured[0] = NOTHING
    for i in range(K + 1):  # a stable sort: `rank` first holds places in G, then arms
        at = i
        while at > 0 and mu[s.rank[at - 1]] > mu[i]:
            s.rank[at] = s.rank[at - 1]
            at -= 1
        s.rank[at] = i
    for i in range(K + 1):
        s.rank[i] = G[s.rank[i]]
    for i in range(K + 1):
        G[i] = s.rank[i]
    return t


@kernel
def merge(world: World, log: Log, s: Groups, t: int, T: int, lam: float, L: float) -> int:
    """MERGE(G*, G): write the best K of both, in order, into `s.merged`; return the new t."""
    K = s.a.shape[0]
    G1, G2, mu, n = s.kept, s.G, s.mu, s.n
    base, challenger = 0, 1
    mu[base], n[base] = 0.0, 0
    delta_1 = DELTA_1
    i, j = 0, 0
    for k in range(K):
        while j < K and holds(G1, K, G2[j]):  # the last group shares arms with the first
            j += 1
        if j == K:
            s.merged[k] = G1[i]
            i += 1
            continue
        s.measured[0], s.measured[1], s.measured[2] = MERGE, G1[i], G2[j]
        mu[challenger], n[challenger] = 0.0, 0
        delta_2 = DELTA_1
        s.state[DELTA] = delta_2
        while delta_2 > lam:
            for q in range(K):
                s.a[q] = G1[q]
            t = fill(world, log, s, base, L / delta_1**2, t, T, L)
            if t == T or stopped(log):
                return t
            s.a[i] = G2[j]
            t = fill(world, log, s, challenger, L / delta_2**2, t, T, L)
            if t == T or stopped(log):
                return t
            if abs(mu[base] - mu[challenger]) > delta_1 + delta_2:
                break
            delta_2 /= 2.0
            if delta_2 > lam:
                delta_1 = min(delta_1, delta_2)
            s.state[DELTA] = delta_2
        look(s, L)
        if n[challenger] > 0 and test_shown(log, False):
            if last_frame_t(log) < t:
                show(log, s, t, L)
            show(log, s, t, L)
        s.measured[0] = NOTHING
        if mu[challenger] > mu[base]:
            s.merged[k] = G2[j]
            j += 1
        else:
            s.merged[k] = G1[i]
            i += 1
    return t


@kernel
def holds(arms: NDArray[np.int64], size: int, arm: int) -> bool:
    """Whether `arm` is one of arms[:size]."""
    found = False
    for q in range(size):
        found |= arms[q] == arm
    return found


@kernel
def leave_out(log: Log, s: Groups, t: int, stage: int, arm: int, returns: bool) -> None:
    """Take `arm` out of the play, for good unless it fills up the last group (`returns`)."""
    if returns:
        s.sets[arm] = ACTIVE
    elif s.sets[arm] != REJECTED:
        s.sets[arm] = REJECTED
        book_move(log, t, stage, arm, REJECTED, s.estimate[arm], np.nan, s.state[DELTA])


@kernel
def run_cmab_sm(
    world: World, log: Log, s: Groups, key: np.uint64, K: int, T: int, lam: float, L: float
) -> None:
    """Run CMAB-SM with n_r = L/Δ_r².

    Parameters
    ----------
    world, log, s : World, Log, Groups
        What is played in, where it is written down, and the state before the first round.
    key : uint64
        Key of the algorithm's own random stream (the cut into groups).
    K, T : int
        Arms in an action; horizon.
    lam, L : float
        The λ that Δ_r must exceed for sampling; the logarithm in n_r.

    Notes
    -----
    Choices where the paper leaves room: the last group is filled up with the first arms of the
    cut, and an arm that is already in G* is no challenger; a sort is done when no two means are
    within 2Δ_r of each other for the *next* Δ_r, as printed; with equal means the arm of G* (in
    SORT: the one cut first) goes first; the base of a merge, like its challengers, is never
    sampled for a Δ_r ≤ λ (as printed, r1 would follow r2 past the last level). A stage cut off by
    T changes nothing. A stage is one SORT or one MERGE: 1, then 2 and 3 for the second group, and
    so on.
    """
    N = world.mean.shape[0]
    groups = -(-N // (K + 1))
    shared = groups * (K + 1) - N  # arms of the first group that the last one holds again
    shuffle(s.cut, N, key, 0)
    for q in range(K):
        s.kept[q] = s.cut[q]
    t, stage, g = 0, 0, 0
    show(log, s, t, L)

    while g < groups:
        last = g == groups - 1
        for q in range(K + 1):
            s.G[q] = s.cut[(g * (K + 1) + q) % N]
        stage += 1
        s.state[EPOCH] = stage
        began = t
        t = sort_group(world, log, s, t, T, lam, L)
        if t == T or stopped(log):
            break
        if t > began and last_frame_t(log) < t:
            show(log, s, t, L)
        if g == 0:
            for q in range(K):
                s.kept[q] = s.G[q]
                s.sets[s.G[q]] = ACCEPTED
        if not holds(s.kept, K, s.G[K]):
            returns = not last and holds(s.cut, shared, s.G[K])
            leave_out(log, s, t, stage, s.G[K], returns)
        if t > began:
            show(log, s, t, L)
        if g > 0:
            stage += 1
            s.state[EPOCH] = stage
            began = t
            t = merge(world, log, s, t, T, lam, L)
            if t == T or stopped(log):
                break
            if t > began and last_frame_t(log) < t:
                show(log, s, t, L)
            for q in range(K):
                s.sets[s.merged[q]] = ACCEPTED
            for q in range(K):
                if not holds(s.merged, K, s.kept[q]):
                    returns = not last and holds(s.cut, shared, s.kept[q])
                    leave_out(log, s, t, stage, s.kept[q], returns)
            for q in range(K):
                if not holds(s.merged, K, s.G[q]):
                    leave_out(log, s, t, stage, s.G[q], False)
            for q in range(K):
                s.kept[q] = s.merged[q]
            if t > began:
                show(log, s, t, L)
        g += 1

    s.measured[0] = NOTHING
    if g == groups:
        for arm in s.kept:
            book_move(log, t, stage, arm, ACCEPTED, s.estimate[arm], np.nan, s.state[DELTA])
    settle(world, log, t, T, s.state, s.sets, s.estimate, s.width, s.kept)
