"""LinTS: Thompson sampling with a linear model (Agrawal and Goyal, ICML 2013, Algorithm 1)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import shuffle
from dart_core.algorithms.shared.linear import (
    aligned_zeros,
    combine_twice,
    describe_linear,
    diagonal,
    mark_played,
    mean_over,
    means_over,
    padded,
    subtract_product,
    top_k,
)
from dart_core.codes import N_STATE
from dart_core.compile import kernel
from dart_core.normals import normals
from dart_core.world import Log, World, frame_due, play, settle, snapshot, stopped


class Posterior(NamedTuple):
    """N(θ̂, v²·B⁻¹) over the parameters of N arms, as a square root S of B⁻¹ = S·Sᵀ."""

    theta: NDArray[np.float64]  # (N',) θ̂ = B⁻¹·f
    root: NDArray[np.float64]  # (N', N') Sᵀ: row j is column j of S
    z: NDArray[np.float64]  # (N',) standard normal numbers of the coming round
    noise: NDArray[np.float64]  # (N',) S·z
    sample: NDArray[np.float64]  # (N',) scratch: θ̃ = θ̂ + v·S·z
    w: NDArray[np.float64]  # (N',) scratch: Sᵀ·b
    u: NDArray[np.float64]  # (N',) scratch: B⁻¹·b
    a: NDArray[np.int64]  # (K,) the action
    keys: NDArray[np.int64]  # (N'+K,) scratch: values as integers
    order: NDArray[np.int64]  # (N,) all arms
    sets: NDArray[np.uint8]  # (N,) 1: in the action, 0: not
    width: NDArray[np.float64]  # (N,) scratch: v·sqrt((B⁻¹)_ii)
    state: NDArray[np.float64]  # (N_STATE,) scratch: what a frame says of the algorithm


def prior(n_arms: int, k: int) -> Posterior:
    """Return the state before the first round: B = I and f = 0."""
    return Posterior(
        theta=aligned_zeros(padded(n_arms)),
        root=diagonal(n_arms, 1.0),
        z=aligned_zeros(padded(n_arms)),
        noise=aligned_zeros(padded(n_arms)),
        sample=aligned_zeros(padded(n_arms)),
        w=aligned_zeros(padded(n_arms)),
        u=aligned_zeros(padded(n_arms)),
        a=np.zeros(k, dtype=np.int64),
        keys=np.zeros(padded(n_arms) + k, dtype=np.int64),
        order=np.arange(n_arms),
        sets=np.zeros(n_arms, dtype=np.uint8),
        width=np.zeros(n_arms),
        state=np.zeros(N_STATE),
    )


@kernel
def run_lints(
    world: World, log: Log, p: Posterior, key: np.uint64, T: int, v: float, delta: float
) -> None:
    """Run Thompson sampling with B = I + Σ b·bᵀ, f = Σ b·r and θ̂ = B⁻¹·f.

    Parameters
    ----------
    world, log, p : World, Log, Posterior
        What is played in, where it is written down, and the state before the first round.
    key : uint64
        Key of the algorithm's own random stream: round t uses the normal numbers t·N … t·N + N−1.
        The order of equal arms comes from the stream of the complement, ~key.
    T : int
        Horizon.
    v, delta : float
        Scale of the posterior: v in every round if δ = 0, otherwise v·sqrt(log(t/δ)) in round t.

    Notes
    -----
    The printed algorithm draws θ̃ ~ N(θ̂, v²·B⁻¹) from B. Here θ̃ = θ̂ + v·S·z with a square root S
    that follows B by rank-one updates, O(N²) a round and free of inverses (`learn`). The arms'
    b is 1_a/K, so that the best action under θ̃ is the top K of θ̃, exactly. The best guess at
    the end is the top K of θ̂, of equal ones (arms that never paid) at random.
    """
    N = p.order.shape[0]
    t, changes = 0, 0
    show(log, p, t, changes, scale(v, delta, 1))
    normals(p.noise[:N], key, N)  # S·z with S = I
    while t < T and not stopped(log):
        t += 1
        v_t = scale(v, delta, t)
        for i in range(N):
            p.sample[i] = p.theta[i] + v_t * p.noise[i]
        top_k(p.sample, p.order, p.a, p.keys)
        r = play(world, log, p.a, t)
        normals(p.z[:N], key, (t + 1) * N)
        learn(p, r)
        changes += mark_played(p.sets, p.a)
        if frame_due(log, t):
            show(log, p, t, changes, v_t)
    shuffle(p.order, N, ~key, 0)
    top_k(p.theta, p.order, p.a, p.keys)
    settle(world, log, T, T, p.state, p.sets, p.theta, p.width, p.a)


@kernel
def scale(v: float, delta: float, t: int) -> float:
    """Return v_t."""
    return v if delta == 0.0 else v * np.sqrt(np.log(t / delta))


@kernel
def learn(p: Posterior, r: float) -> None:
    """Add the joint reward r of the action to B and f, and take S·z for the coming round.

    This is Potter's square-root update (1963). With w = Sᵀb and g = 1/(1 + wᵀw), Sherman and
    Morrison say (B + b·bᵀ)⁻¹ = S·(I − g·w·wᵀ)·Sᵀ, and I − g·w·wᵀ is the square of I − γ·w·wᵀ with
    γ = g/(1 + sqrt(g)). So S becomes S − γ·u·wᵀ with u = S·w, which keeps S·Sᵀ positive definite
    whatever the rounding. A rounding error of one round acts like a slightly different B in that
    round, and later rounds do not enlarge it. One pass over the old S gives u and S·z; the new
    S·z is (S − γ·u·wᵀ)·z = S·z − γ·(wᵀz)·u.
    """
    means_over(p.root, p.a, p.w)
    ww, wz = combine_twice(p.root, p.w, p.u, p.z, p.noise)
    g = 1.0 / (1.0 + ww)
    gamma = g / (1.0 + np.sqrt(g))
    surprise = r - mean_over(p.theta, p.a)
    for i in range(p.u.shape[0]):
        p.theta[i] += g * surprise * p.u[i]
        p.noise[i] -= gamma * wz * p.u[i]
    subtract_product(p.root, gamma, p.w, p.u)


@kernel
def show(log: Log, p: Posterior, t: int, changes: int, v: float) -> None:
    """Keep a frame; an arm's half-width is v·sqrt((B⁻¹)_ii), its standard deviation in θ̃."""
    for i in range(p.width.shape[0]):
        variance = 0.0
        for j in range(p.root.shape[0]):
            variance += p.root[j, i] * p.root[j, i]
        p.width[i] = v * np.sqrt(variance)
    describe_linear(p.state, changes, v)
    snapshot(log, t, p.state, p.sets, p.theta, p.width, p.a)
