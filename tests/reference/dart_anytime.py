"""Anytime DART in plain Python: Algorithm 1 from nothing at every power of two."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.reference import luck
from tests.reference.bandit import Bandit


def dart_anytime(
    bandit: Bandit, *, c: float, lam: float | Callable[[int, int, int], float], delta0: float
) -> None:
    """Run for T_l − T_{l−1} rounds, l = 1, 2, …; `lam` is λ or a function of N, K, T."""
    key = luck.stream_key(bandit.seed, "algorithm", "dart-anytime")
    used, t_before, t_l = 0, 0, 2
    while bandit.t < bandit.horizon:
        length = t_l - t_before
        own = lam(len(bandit.means), bandit.k, length) if callable(lam) else lam
        used = _one_run(bandit, min(t_l, bandit.horizon), length, key, used, c, own, delta0)
        t_before, t_l = t_l, 2 * t_l


def _one_run(
    bandit: Bandit, end: int, length: int, key: int, used: int, c: float, lam: float, delta: float
) -> int:
    n = len(bandit.means)
    bandit.estimates, bandit.plays, bandit.sets = [0.0] * n, [0] * n, [0] * n
    active, accepted, epoch = list(range(n)), [], 0
    while bandit.t < end:
        open_places = bandit.k - len(accepted)
        for last in range(len(active) - 1, 0, -1):
            other = luck.below(key, used, last + 1)
            used += 1
            active[last], active[other] = active[other], active[last]
        epoch += 1
        for first in range(0, len(active), open_places):
            if bandit.t == end:
                break
            group = [active[p % len(active)] for p in range(first, first + open_places)]
            r = bandit.play(accepted + group)
            for arm in active[first : first + open_places]:
                bandit.average(arm, r)
            bandit.record(accepted + group)
        if epoch >= c * math.log(n * length) / delta**2 and len(active) > open_places:
            ranked = sorted(active, key=lambda arm: -bandit.estimates[arm])
            inside = bandit.estimates[ranked[open_places - 1]]
            outside = bandit.estimates[ranked[open_places]]
            for place, arm in enumerate(ranked):
                own = bandit.estimates[arm]
                if place < open_places and own - outside >= delta:
                    bandit.sets[arm] = 1
                    accepted.append(arm)
                    bandit.moves.append((bandit.t, arm, own, outside + delta))
                elif place >= open_places and inside - own >= delta:
                    bandit.sets[arm] = 2
                    bandit.moves.append((bandit.t, arm, own, inside - delta))
            active = [arm for arm in active if bandit.sets[arm] == 0]
            bandit.record(bandit.rounds[-1].action)
            delta /= 2
        if delta < lam or len(accepted) + len(active) == bandit.k:
            break
    ranked = sorted(active, key=lambda arm: -bandit.estimates[arm])
    action = accepted + ranked[: bandit.k - len(accepted)]
    bandit.final_set = tuple(sorted(action))
    while bandit.t < end:
        bandit.play(action)
        bandit.record(action)
    return used
