"""What frames show of Frontier: who stands where, and the bet or the capital that leads."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.frontier.bets import total
from dart_core.algorithms.frontier.capital import capital, name_sources
from dart_core.algorithms.frontier.state import State, open_pair
from dart_core.codes import (
    ACCEPT_GATE,
    BETTER,
    CHALLENGER,
    EPOCH,
    INCUMBENT,
    LOG_WEALTH,
    NEXT,
    THRESHOLD,
    WEAKEST,
    WORSE,
)
from dart_core.compile import inlined_kernel, kernel
from dart_core.world import Log, World, frame_due, play, snapshot


@kernel
def describe(log: Log, s: State, e: int, w: int, x: int) -> None:
    """Fill in what a frame says; w, x: the weakest incumbent and the challenger, −1 for none."""
    s.state[EPOCH] = e
    for q in range(ACCEPT_GATE, NEXT + 1):
        s.state[q] = np.nan
    extras = log.extras
    if extras.marks.shape[0] == 0:
        return
    N, K = s.score.shape[0], s.A.shape[0]
    for i in range(N):
        extras.marks[i] = INCUMBENT * s.inside[i] + WEAKEST * (i == w) + CHALLENGER * (i == x)
        if s.sets[i] != 0:
            extras.progress[i] = 1.0
        elif s.inside[i]:
            extras.progress[i] = min(1.0, s.below[i] / max(1, N - K))
        else:
            extras.progress[i] = min(1.0, s.above[i] / K)


@kernel
def lead(log: Log, a: int, b: int, log_wealth: float, threshold: float) -> None:
    """Let frames show evidence that a is better than b, from bets on that pair alone."""
    if log.extras.lead.shape[0] > 0:
        log.extras.lead[BETTER], log.extras.lead[WORSE] = a, b
        log.extras.lead[LOG_WEALTH], log.extras.lead[THRESHOLD] = log_wealth, threshold
        log.extras.share[:] = np.nan


@kernel
def lead_of_pair(log: Log, s: State, a: int, b: int, L: float) -> None:
    """Let frames show the bet that a is better than b; certified, it counts as at its threshold."""
    log_wealth = np.log(total(s.wealth, a, b) / s.whole)
    lead(log, a, b, max(log_wealth, L) if s.reach[a, b] else log_wealth, L)


@kernel
def lead_of_account(log: Log, s: State, w: int, x: int, pairs: int) -> None:
    """Let frames show the capital against an arm of w's row, if it is further than the bet is."""
    if s.rows.product.shape[0] == 0 or log.extras.lead.shape[0] == 0:
        return
    so_far = max(0.0, log.extras.lead[LOG_WEALTH] / log.extras.lead[THRESHOLD])
    arm, most = -1, s.whole * np.exp(so_far * s.rows.L)
    for p in range(-1, pairs):
        i, j = (w, x) if p < 0 else (s.pair[p, 0], s.pair[p, 1])
        if i == w and open_pair(s, w, j):
            together = capital(s, s.rows, w, j, -1)
            if most < together < np.inf:
                arm, most = j, together
    if arm >= 0:
        # It may be due already, as of the round before: it is certified after this one.
        lead(log, w, arm, min(np.log(most / s.whole), 0.999 * s.rows.L), s.rows.L)
        name_sources(s, s.rows, w, arm, log.extras.share)


@kernel
def show(log: Log, s: State, t: int, e: int, w: int, x: int, pairs: int, L: float) -> None:
    """Keep a frame; of this round's open pairs, and of w and x, the wealthiest bet is shown."""
    if log.frame_t.size == 0:
        return
    describe(log, s, e, w, x)
    if w >= 0:
        best_a, best_b, most = w, x, total(s.wealth, w, x)
        for p in range(-1, pairs):
            i, j = (w, x) if p < 0 else (s.pair[p, 0], s.pair[p, 1])
            if open_pair(s, i, j):
                for_i, for_j = total(s.wealth, i, j), total(s.wealth, j, i)
                if for_i > most or p < 0:
                    best_a, best_b, most = i, j, for_i
                if for_j > most:
                    best_a, best_b, most = j, i, for_j
        lead_of_pair(log, s, best_a, best_b, L)
        lead_of_account(log, s, w, x, pairs)
    snapshot(log, t, s.state, s.sets, s.score, s.width, s.a)


@inlined_kernel
def play_swap(
    world: World, log: Log, s: State, t: int, e: int, w: int, x: int, pairs: int, L: float
) -> float:
    """Play the action in round t, and keep a frame if one is due."""
    r = play(world, log, s.a, t)
    if frame_due(log, t):
        show(log, s, t, e, w, x, pairs, L)
    return r
