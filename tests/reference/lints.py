"""LinTS in plain numpy: B and f by their definitions, everything else computed anew each round.

The law of θ̃ fixes no particular square root of B⁻¹. To meet the kernel's draws number by number,
the root here is carried on too: each round it is multiplied by the symmetric square root of
(I + w·wᵀ)⁻¹, w = Sᵀb, from an eigenvalue decomposition; and every round it is checked that it is
a root of the inverse of B.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.reference import luck
from tests.reference.normals import normal
from tests.reference.rewards import Reward, expected_by_counts, joint_reward


@dataclass(frozen=True)
class Frame:
    """The state after round `t`."""

    t: int
    action: list[int]
    changes: int  # how many times the played set changed, the first set included
    v: float
    estimates: NDArray[np.float64]
    widths: NDArray[np.float64]
    regret: float


def play(
    seed: int, means: list[float], reward: Reward, t: int, action: list[int]
) -> tuple[float, float]:
    """Return the joint reward of a round and its pseudo-regret (non-decreasing rewards only)."""
    outcomes = [luck.bernoulli(seed, means, t, arm) for arm in action]
    best = expected_by_counts(reward, tuple(sorted(means)[-len(action) :]))
    own = expected_by_counts(reward, tuple(sorted(means[arm] for arm in action)))
    return joint_reward(reward, outcomes), max(0.0, best - own)


def run(
    means: list[float],
    k: int,
    horizon: int,
    reward: Reward,
    seed: int,
    *,
    v: float = 0.0,
    R: float = 0.0,
    delta: float = 0.0,
) -> tuple[list[Frame], tuple[int, ...]]:
    """Run LinTS with a scale v, or with R·sqrt(9 N log(t/δ)) if `delta` is given."""
    n = len(means)
    key = luck.stream_key(seed, "algorithm", "lints")
    B, f, root = np.eye(n), np.zeros(n), np.eye(n)
    regret, changes, before = 0.0, 0, set[int]()

    def scale(t: int) -> float:
        return R * math.sqrt(9 * n * math.log(t / delta)) if delta else v

    frames = [Frame(0, [-1] * k, 0, scale(1), np.zeros(n), np.full(n, scale(1)), 0.0)]
    for t in range(1, horizon + 1):
        z = np.array([normal(key, t * n + i) for i in range(n)])
        theta = np.linalg.solve(B, f)
        draw = theta + scale(t) * (root @ z)
        action = sorted(range(n), key=lambda i: -draw[i])[:k]
        r, lost = play(seed, means, reward, t, action)
        regret += lost
        changes += set(action) != before
        before = set(action)

        b = np.zeros(n)
        b[action] = 1 / k
        w = root.T @ b
        values, vectors = np.linalg.eigh(np.eye(n) + np.outer(w, w))
        root = root @ (vectors / np.sqrt(values)) @ vectors.T
        B += np.outer(b, b)
        f += b * r
        inverse = np.linalg.inv(B)
        np.testing.assert_allclose(root @ root.T, inverse, atol=1e-10)
        widths = scale(t) * np.sqrt(np.diag(inverse))
        frames.append(Frame(t, action, changes, scale(t), inverse @ f, widths, regret))
    order = luck.shuffled(list(range(n)), luck.WORD - 1 - key)
    best = sorted(order, key=lambda i: -frames[-1].estimates[i])[:k]
    return frames, tuple(sorted(best))
