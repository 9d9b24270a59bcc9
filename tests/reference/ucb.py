"""UCB over all actions in plain Python: UCB1, improved UCB, and the variant of DART's authors."""

from __future__ import annotations

import math
from itertools import combinations

from tests.reference.bandit import Bandit


def all_actions(bandit: Bandit) -> list[list[int]]:
    """Return every action, in the order of their ranks."""
    return [list(action) for action in combinations(bandit.shuffled_arms("ucb"), bandit.k)]


def ucb1(bandit: Bandit, *, c: float) -> None:
    """Play each action once, then the first with the highest mean + sqrt(c log t / n)."""
    actions = all_actions(bandit)
    total, plays = [0.0] * len(actions), [0] * len(actions)
    while bandit.t < bandit.horizon:
        if bandit.t < len(actions):
            chosen = bandit.t
        else:
            s = math.sqrt(c * math.log(bandit.t))
            index = [
                own / n + s * (1.0 / math.sqrt(n)) for own, n in zip(total, plays, strict=True)
            ]
            chosen = index.index(max(index))
        action = actions[chosen]
        r = bandit.play(action)
        plays[chosen] += 1
        total[chosen] += r
        for arm in action:
            bandit.average(arm, r)
        bandit.mark(action)
        bandit.record(action)
    bandit.final_set = tuple(action)


def improved(bandit: Bandit, *, c: float, delta0: float) -> None:
    """Run Figure 1 of Auer and Ortner, then the live action with the highest mean."""
    actions = all_actions(bandit)
    mean, live = [0.0] * len(actions), list(range(len(actions)))
    n, delta, T = 0, delta0, bandit.horizon
    while len(live) > 1 and T * delta * delta >= math.e and bandit.t < T:
        n_m = math.ceil(c * math.log(T * delta * delta) / delta**2)
        while n < n_m and bandit.t < T:
            n += 1
            _sweep(bandit, actions, mean, live, n)
        if n == n_m and bandit.t < T:
            rad = math.sqrt(math.log(T * delta * delta) / (2 * n_m))
            live = _drop(bandit, actions, mean, live, rad)
        delta /= 2
    best = _best(actions, mean, live)
    bandit.mark(best)
    bandit.commit(best)


def authors_code(bandit: Bandit, *, c: float, delta0: float) -> None:
    """Drop actions after every sweep; stop at Δ < sqrt(|A| log|A| / T)."""
    actions = all_actions(bandit)
    mean, live = [0.0] * len(actions), list(range(len(actions)))
    n, delta, T = 0, delta0, bandit.horizon
    while len(live) > 1 and bandit.t < T:
        if delta < math.sqrt(len(live) * math.log(len(live)) / T):
            break
        log_td = math.log(T * delta * delta)
        if log_td <= 0:
            break
        while n < math.ceil(c * log_td / delta**2) and bandit.t < T and len(live) > 1:
            n += 1
            _sweep(bandit, actions, mean, live, n)
            if bandit.t < T:
                live = _drop(bandit, actions, mean, live, math.sqrt(log_td / (2 * n)))
        delta /= 2
    best = _best(actions, mean, live)
    bandit.mark(best)
    bandit.commit(best)


def _sweep(
    bandit: Bandit, actions: list[list[int]], mean: list[float], live: list[int], n: int
) -> None:
    for x in live:
        if bandit.t == bandit.horizon:
            return
        r = bandit.play(actions[x])
        mean[x] += (r - mean[x]) / n
        for arm in actions[x]:
            bandit.average(arm, r)
        bandit.mark(actions[x])
        bandit.record(actions[x])


def _drop(
    bandit: Bandit, actions: list[list[int]], mean: list[float], live: list[int], rad: float
) -> list[int]:
    reach = max(mean[x] - rad for x in live)
    kept = [x for x in live if mean[x] + rad >= reach]
    held = {arm for x in kept for arm in actions[x]}
    for arm, old in enumerate(bandit.sets):
        if old != 2 and arm not in held:
            last = [x for x in live if arm in actions[x]][-1]
            bandit.moves.append((bandit.t, arm, mean[last], reach - rad))
            bandit.sets[arm] = 2
    if bandit.rounds[-1].sets != bandit.sets:
        bandit.record(bandit.rounds[-1].action)
    return kept


def _best(actions: list[list[int]], mean: list[float], live: list[int]) -> list[int]:
    return actions[max(live, key=lambda x: (mean[x], -x))]
