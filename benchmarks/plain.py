"""The baseline: DART as one would write it in plain Python, exploring all the way."""

from __future__ import annotations

from random import Random


def plain_dart(means: list[float], k: int, horizon: int, seed: int) -> tuple[float, list[float]]:
    """Play DART's epochs without tests (mean reward); return the regret and the estimates."""
    random = Random(seed)
    n = len(means)
    best = sum(sorted(means)[-k:]) / k
    estimates, counts = [0.0] * n, [0] * n
    active, regret, t = list(range(n)), 0.0, 0
    while t < horizon:
        random.shuffle(active)
        for first in range(0, n, k):
            if t >= horizon:
                break
            group = [active[(first + q) % n] for q in range(k)]
            reward = sum(random.random() < means[i] for i in group) / k
            regret += best - sum(means[i] for i in group) / k
            t += 1
            for i in group[: n - first]:
                counts[i] += 1
                estimates[i] += (reward - estimates[i]) / counts[i]
    return regret, estimates
