"""Which pairs a round compares: those that matter, are not certified, and do not sleep.

With the preset `pace` a pair sleeps while the bet on its order is ahead of its time: wealth
e^max(sleep, 0.35·log t) at least, and not yet twice as many rounds as at its last comparison. It
wakes by itself as t grows. When all that matters sleeps, A is played without a look: a rest. A
sleeping pair may be in the wrong order; asleep or awake, nothing but a certificate decides, so the
guarantee of `kernel.py` stands as it is: whether a pair is played depends on the past alone.
"""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.frontier.bets import total
from dart_core.algorithms.frontier.frames import show
from dart_core.algorithms.frontier.state import State, open_pair
from dart_core.compile import inlined_kernel, kernel
from dart_core.laws import expected
from dart_core.world import NEXT_CHECKPOINT, NEXT_FRAME, Log, World, _checkpoint

SLOPE = 0.35  # a sleeping pair's wealth is t^0.35 at least
SHORTEST = 10  # rounds of a rest


@inlined_kernel
def asleep(s: State, i: int, j: int, t: int, rich: float) -> bool:
    """Whether the bet that i of A is above j is ahead of its time, and was settled not long ago."""
    return rich < np.inf and total(s.wealth, i, j) >= rich and t < 2 * s.tested[i, j]


@inlined_kernel
def listed(s: State, i: int, j: int, t: int, rich: float) -> bool:
    """Whether a pair of the frontier is still to be compared, and now."""
    both = s.in_play[i] and s.in_play[j] and open_pair(s, i, j)
    return both and not asleep(s, i, j, t, rich)


@inlined_kernel
def list_pairs(s: State, w: int, x: int, with_rows: bool, t: int, rich: float) -> tuple[int, int]:
    """List the swaps of a round; return how many columns (i, x) and rows (w, j) there are."""
    columns, rows = 0, 0
    for i in s.A:
        if i != w and listed(s, i, x, t, rich):
            s.pair[columns, 0], s.pair[columns, 1] = i, x
            columns += 1
    if with_rows:
        for j in s.C:
            if j != x and listed(s, w, j, t, rich):
                s.pair[columns + rows, 0], s.pair[columns + rows, 1] = w, j
                rows += 1
    return columns, rows


@kernel
def list_all_pairs(s: State, w: int, x: int, t: int, rich: float) -> int:
    """List every pair of the frontier; none while one with w or x sleeps, which comes first."""
    for i in s.A:
        if asleep(s, i, x, t, rich) and s.in_play[i] and open_pair(s, i, x):
            return 0
    for j in s.C:
        if asleep(s, w, j, t, rich) and s.in_play[j] and open_pair(s, w, j):
            return 0
    pairs = 0
    for i in s.A:
        for j in s.C:
            if listed(s, i, j, t, rich):
                s.pair[pairs, 0], s.pair[pairs, 1] = i, j
                pairs += 1
    return pairs


@kernel
def until(s: State, i: int, j: int, t: int, rich: float) -> int:
    """Return the round in which a pair of the frontier wakes; 0 if it does not sleep."""
    both = s.in_play[i] and s.in_play[j] and open_pair(s, i, j)
    if not both or not asleep(s, i, j, t, rich):
        return 0
    ahead = (total(s.wealth, i, j) / s.whole) ** (1.0 / SLOPE)
    return int(min(ahead, 2.0 * s.tested[i, j]))


@kernel
def tell_who_waits(log: Log, s: State, w: int, x: int, t: int, rich: float) -> None:
    """Let frames show who is not compared with w, of A with x, for now."""
    for i in s.A:
        log.extras.waits[i] = until(s, i, x, t, rich) if i != w else 0
    for j in s.C:
        log.extras.waits[j] = until(s, w, j, t, rich)


@kernel
def rest(world: World, log: Log, s: State, t: int, e: int, until: int, L: float) -> int:
    """Play A to the end of round `until` without a look: its pseudo-regret is a straight line."""
    for q in range(s.A.shape[0]):
        s.a[q] = s.A[q]
    mu = expected(world.laws, world.form, s.a, s.a.shape[0], world.curve, world.scratch)
    gap, before = max(0.0, world.best - mu), log.regret[0]
    while log.cursor[NEXT_CHECKPOINT] <= until:
        _checkpoint(log, before + gap * (log.cursor[NEXT_CHECKPOINT] - t))
    while log.cursor[NEXT_FRAME] <= until:
        at = log.cursor[NEXT_FRAME]
        log.regret[0] = before + gap * (at - t)
        show(log, s, at, e, -1, -1, 0, L)
    log.regret[0] = before + gap * (until - t)
    return until


@inlined_kernel
def remember(s: State, t: int, w: int, x: int, c: int, pairs: int) -> None:
    """Write down when the round's pairs were compared."""
    if c > 0:
        s.tested[w, x] = t
    for p in range(pairs):
        s.tested[s.pair[p, 0], s.pair[p, 1]] = t
