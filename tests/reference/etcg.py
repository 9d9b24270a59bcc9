"""ETCG in plain Python."""

from __future__ import annotations

import math

from tests.reference.bandit import Bandit


def printed_m(n: int, k: int, t: int) -> int:
    """Return m of the source, at least 1 (the source's m is 0 for T = 1)."""
    root = math.sqrt(2 * math.log(t))
    return max(1, math.ceil((t * root / (n + 2 * n * k * root)) ** (2 / 3)))


def etcg(bandit: Bandit, *, m: int) -> None:
    """Explore all S ∪ {a}, add the best, K times; then play S."""
    everyone = bandit.shuffled_arms("etcg")
    chosen: list[int] = []
    while len(chosen) < bandit.k and bandit.t < bandit.horizon:
        for arm in everyone:
            if arm in chosen:
                continue
            for play in range(m):
                if bandit.t == bandit.horizon:
                    break
                if play == 0:
                    bandit.plays[arm] = 0
                bandit.average(arm, bandit.play([*chosen, arm]))
                bandit.record([*chosen, arm])
        if bandit.t == bandit.horizon:
            break
        ranked = _ranked(bandit, everyone, chosen)
        runner_up = bandit.estimates[ranked[1]] if len(ranked) > 1 else math.nan
        bandit.moves.append((bandit.t, ranked[0], bandit.estimates[ranked[0]], runner_up))
        chosen.append(ranked[0])
        bandit.sets[ranked[0]] = 1
        bandit.record(bandit.rounds[-1].action)
    chosen += _ranked(bandit, everyone, chosen)[: bandit.k - len(chosen)]
    bandit.commit(chosen)


def _ranked(bandit: Bandit, everyone: list[int], chosen: list[int]) -> list[int]:
    others = [arm for arm in everyone if arm not in chosen]
    return sorted(others, key=lambda arm: -bandit.estimates[arm])
