"""LinUCB in plain numpy: V by its definition, everything else computed anew each round.

Arms that nobody played are exchangeable, so that many sets tie and rounding decides. The reference
therefore follows given actions and says of each round which action it would take and by which
margin: how far from a tie its closest decision was.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Round:
    """What is known before a round, and what LinUCB makes of it."""

    theta: NDArray[np.float64]
    inverse: NDArray[np.float64]  # V⁻¹
    radius: float  # √β

    def index(self, arms: Sequence[int]) -> float:
        """Return bᵀθ̂ + √β·sqrt(bᵀV⁻¹b)."""
        b = np.zeros(self.theta.size)
        b[list(arms)] = 1 / len(arms)
        return float(b @ self.theta + self.radius * math.sqrt(b @ self.inverse @ b))

    @property
    def arm_indices(self) -> list[float]:
        return [self.index([i]) for i in range(self.theta.size)]

    def decoupled(self, k: int) -> tuple[set[int], float]:
        """Return the top K of the arms' own indices, and the gap to the next one."""
        own = self.arm_indices
        ranked = sorted(range(len(own)), key=lambda i: -own[i])
        gap = own[ranked[k - 1]] - own[ranked[k]] if k < len(own) else math.inf
        return set(ranked[:k]), gap

    def exact(self, k: int) -> tuple[set[int], float]:
        """Return the best set of all, and its lead over the second best."""
        sets = list(itertools.combinations(range(self.theta.size), k))
        values = [self.index(arms) for arms in sets]
        first = int(np.argmax(values))
        return set(sets[first]), _lead(values)

    def greedy_swap(self, k: int) -> tuple[set[int], float]:
        """Return the set that greed and then the best exchanges lead to, and the closest call."""
        arms: list[int] = []
        margin = math.inf
        for _ in range(k):
            outside = [i for i in range(self.theta.size) if i not in arms]
            values = [self.index([*arms, i]) for i in outside]
            margin = min(margin, _lead(values))
            arms.append(outside[int(np.argmax(values))])
        while True:
            others = list(self.exchanges(arms))
            values = [self.index(other) for other in others]
            here = self.index(arms)
            if not others:
                return set(arms), margin
            margin = min(margin, abs(max(values) - here))
            if max(values) <= here:
                return set(arms), margin
            margin = min(margin, _lead(values))
            arms = others[int(np.argmax(values))]

    def exchanges(self, arms: Sequence[int]) -> Iterator[list[int]]:
        """Yield the sets that differ from `arms` in one arm."""
        for out in arms:
            for into in range(self.theta.size):
                if into not in arms:
                    yield [into if arm == out else arm for arm in arms]


def _lead(values: list[float]) -> float:
    ranked = sorted(values, reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 1 else math.inf


def rounds(
    n: int,
    actions: Sequence[Sequence[int]],
    rewards: Sequence[float],
    *,
    R: float,
    lam: float,
    S: float,
    delta: float,
) -> Iterator[Round]:
    """Yield what is known before each round, and at last after all of them."""
    V, f = lam * np.eye(n), np.zeros(n)
    for step in range(len(actions) + 1):
        _, log_det = np.linalg.slogdet(V)
        ratio = 0.5 * log_det - 0.5 * n * math.log(lam) - math.log(delta)
        radius = R * math.sqrt(2 * ratio) + math.sqrt(lam) * S
        yield Round(np.linalg.solve(V, f), np.linalg.inv(V), radius)
        if step < len(actions):
            b = np.zeros(n)
            b[list(actions[step])] = 1 / len(actions[step])
            V += np.outer(b, b)
            f += b * rewards[step]
