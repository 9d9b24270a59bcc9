"""CUCB and CTS in plain Python, and the beta random numbers of CTS."""

from __future__ import annotations

import math

from tests.reference import luck
from tests.reference.bandit import Bandit


def cucb(bandit: Bandit, *, c: float) -> None:
    """Play the top K of mean_i + sqrt(c log t / n_i); an unplayed arm comes first."""
    order = bandit.shuffled_arms("cucb")
    while bandit.t < bandit.horizon:
        bonus = c * math.log(bandit.t + 1)
        index = [
            mean + math.sqrt(bonus / n) if n else math.inf
            for mean, n in zip(bandit.estimates, bandit.plays, strict=True)
        ]
        action = sorted(order, key=lambda arm: -index[arm])[: bandit.k]
        bandit.play(action)
        for arm, outcome in zip(action, bandit.outcomes, strict=True):
            bandit.average(arm, outcome)
        bandit.mark(action)
        bandit.record(action)
    bandit.final_set = tuple(sorted(action))


def cts(bandit: Bandit) -> None:
    """Play the top K of one draw from every arm's Beta(1 + paid, 1 + unpaid)."""
    n = len(bandit.means)
    paid = [0] * n
    key = luck.stream_key(bandit.seed, "algorithm", "cts")
    numbers = BetaNumbers(key)
    while bandit.t < bandit.horizon:
        theta = [numbers.draw(1 + paid[arm], 1 + bandit.plays[arm] - paid[arm]) for arm in range(n)]
        action = sorted(range(n), key=lambda arm: -theta[arm])[: bandit.k]
        bandit.play(action)
        for place, (arm, outcome) in enumerate(zip(action, bandit.outcomes, strict=True)):
            coin = luck.uniform(luck.WORD - 1 - key, bandit.t * bandit.k + place)
            bandit.plays[arm] += 1
            paid[arm] += coin < outcome
            bandit.estimates[arm] = paid[arm] / bandit.plays[arm]
        bandit.mark(action)
        bandit.record(action)
    bandit.final_set = tuple(sorted(action))


class BetaNumbers:
    """Beta variates by inversion and by Cheng's algorithm BB, from one counted stream."""

    def __init__(self, key: int) -> None:
        self.key, self.used = key, 0

    def uniform(self) -> float:
        """Return the next (m + ½)/2⁵², m the upper 52 bits of an output."""
        bits = luck.splitmix64(self.key, self.used) >> 12
        self.used += 1
        return (bits + 0.5) / 2**52

    def draw(self, alpha: int, beta: int) -> float:
        if beta == 1:
            return self.uniform() ** (1 / alpha)
        if alpha == 1:
            return 1 - self.uniform() ** (1 / beta)
        a, b = min(alpha, beta), max(alpha, beta)
        lam = math.sqrt((a + b - 2) / (2 * a * b - (a + b)))
        while True:
            u1, u2 = self.uniform(), self.uniform()
            v = lam * math.log(u1 / (1 - u1))
            w = a * math.exp(v)
            # Cheng's squeeze is left out: it decides nothing that the full test does not.
            full = (a + b) * math.log((a + b) / (b + w)) + (a + 1 / lam) * v - math.log(4)
            if full >= math.log(u1 * u1 * u2):
                return w / (b + w) if alpha <= beta else b / (b + w)
