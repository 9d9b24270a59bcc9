"""DART-EB in plain Python: DART's partitions, each arm with its own Bernstein interval."""

from __future__ import annotations

import math

from tests.reference import luck
from tests.reference.bandit import Bandit


def dart_eb(bandit: Bandit, *, L: float) -> None:
    """Accept an arm whose lower end beats K_e+1 upper ends but its own, reject the mirror image."""
    key = luck.stream_key(bandit.seed, "algorithm", "dart-eb")
    n = len(bandit.means)
    squares = [0.0] * n  # Σ (reward − the mean before it)²
    active, accepted, epoch, used, next_test = list(range(n)), [], 0, 0, 1
    while bandit.t < bandit.horizon:
        places = bandit.k - len(accepted)
        for last in range(len(active) - 1, 0, -1):
            other = luck.below(key, used, last + 1)
            used += 1
            active[last], active[other] = active[other], active[last]
        epoch += 1
        for first in range(0, len(active), places):
            if bandit.t == bandit.horizon:
                break
            group = [active[p % len(active)] for p in range(first, first + places)]
            r = bandit.play(accepted + group)
            for arm in active[first : first + places]:
                before = bandit.estimates[arm] if bandit.plays[arm] else 0.5
                squares[arm] += (r - before) * (r - before)
                bandit.average(arm, r)
            bandit.record(accepted + group)
        if epoch == next_test and bandit.plays[active[-1]] == epoch:
            next_test = max(epoch + 1, math.ceil(1.1 * epoch))
            if len(active) > places:
                accepted, active = _test(bandit, accepted, active, squares, epoch, L)
        if len(accepted) + len(active) == bandit.k:
            break
    ranked = sorted(active, key=lambda arm: -bandit.estimates[arm])
    bandit.commit(accepted + ranked[: bandit.k - len(accepted)])


def _test(
    bandit: Bandit,
    accepted: list[int],
    active: list[int],
    squares: list[float],
    epoch: int,
    L: float,
) -> tuple[list[int], list[int]]:
    places, mean = bandit.k - len(accepted), bandit.estimates
    half = {
        arm: math.sqrt(2.0 * (squares[arm] / epoch) * L / epoch) + 3.0 * L / epoch for arm in active
    }
    low = {arm: mean[arm] - half[arm] for arm in active}
    high = {arm: mean[arm] + half[arm] for arm in active}
    accept_gate = sorted(high.values(), reverse=True)[places]
    reject_gate = sorted(low.values(), reverse=True)[places - 1]
    for arm in sorted(active, key=lambda arm: -mean[arm]):
        if low[arm] >= accept_gate:
            bandit.sets[arm] = 1
            accepted = [*accepted, arm]
            bandit.moves.append((bandit.t, arm, mean[arm], accept_gate + half[arm]))
        elif high[arm] <= reject_gate:
            bandit.sets[arm] = 2
            bandit.moves.append((bandit.t, arm, mean[arm], reject_gate - half[arm]))
    active = [arm for arm in active if bandit.sets[arm] == 0]
    bandit.record(bandit.rounds[-1].action)
    return accepted, active
