"""Frontier's certified order: edges, what follows from them, and the incumbent set's moves."""

from __future__ import annotations

import numpy as np

from dart_core.algorithms.frontier.accounts import Account
from dart_core.algorithms.frontier.bets import total
from dart_core.algorithms.frontier.capital import capital, most_capital, name_sources
from dart_core.algorithms.frontier.frames import describe, lead, lead_of_pair, show
from dart_core.algorithms.frontier.state import State, open_pair, settle_sides
from dart_core.algorithms.shared.accept_reject import test_shown
from dart_core.codes import ACCEPTED, ACTIVE, REJECTED
from dart_core.compile import inlined_kernel, kernel
from dart_core.extras import keep_edge
from dart_core.world import FRAMES, Log, book_move, last_frame_t, snapshot

MOVE = np.exp(1.5)  # odds on which the incumbent set gives way
CERTIFICATE, EXCHANGE = 0, 1  # what may get a frame of its own
SPACING = 1.1  # of two such frames the second is a tenth later: they spread over log t


@kernel
def event_shown(log: Log, s: State, t: int, kind: int, deciding: bool) -> bool:
    """Whether an event gets frames: always if it decides on an arm, else now and then."""
    if not deciding and (t < SPACING * s.told[kind] or not test_shown(log, False)):
        return False
    if not deciding:
        s.told[kind] = t
    return True


@kernel
def certify(
    log: Log, s: State, t: int, e: int, w: int, x: int, pairs: int, a: int, b: int, L: float,
    log_wealth: float, threshold: float,
) -> None:  # fmt: skip
    """Draw the edge "a above b" and all that follow; accept and reject; show what happened."""
    N, K = s.score.shape[0], s.A.shape[0]
    for u in range(N):
        if u == a or s.reach[u, a]:
            for v in range(N):
                if (v == b or s.reach[b, v]) and not s.reach[u, v]:
                    s.reach[u, v] = True
                    s.below[u] += 1
                    s.above[v] += 1
    keep_edge(log.extras, t, log.cursor[FRAMES], a, b)
    moving = False
    for i in range(N):
        moving |= s.sets[i] == ACTIVE and (s.below[i] >= N - K or s.above[i] >= K)
    shown = event_shown(log, s, t, CERTIFICATE, moving)
    if shown and last_frame_t(log) < t:
        show(log, s, t, e, w, x, pairs, L)
    for i in range(N):
        if s.sets[i] == ACTIVE and (s.below[i] >= N - K or s.above[i] >= K):
            s.sets[i] = ACCEPTED if s.below[i] >= N - K else REJECTED
            book_move(log, t, e, i, s.sets[i], log_wealth, threshold, np.nan)
    if shown:
        describe(log, s, e, w, x)
        lead(log, a, b, max(log_wealth, threshold), threshold)
        for u in range(log.extras.share.shape[0]):
            log.extras.share[u] = s.share[u]
        snapshot(log, t, s.state, s.sets, s.score, s.width, s.a)


@inlined_kernel
def is_due(s: State, i: int, j: int, due: float) -> bool:
    """Whether `certify_if_due` has something to do: a look that costs no call."""
    return open_pair(s, i, j) and (total(s.wealth, i, j) >= due or total(s.wealth, j, i) >= due)


@inlined_kernel
def may_be_due(s: State, own: Account, a: int, b: int, due: float) -> bool:
    """Whether `certify_by_capital` may have something to do."""
    kept = own.product.shape[0] > 0
    return kept and open_pair(s, a, b) and most_capital(s, own, a, b) >= due


@kernel
def certify_if_due(
    log: Log, s: State, t: int, e: int, w: int, x: int, pairs: int, i: int, j: int, L: float,
    due: float,
) -> bool:  # fmt: skip
    """Certify i above j, or j above i, if the total wealth of that bet is due."""
    for a, b in ((i, j), (j, i)):
        if open_pair(s, i, j) and total(s.wealth, a, b) >= due:
            log_wealth = np.log(total(s.wealth, a, b) / s.whole)
            certify(log, s, t, e, w, x, pairs, a, b, L, log_wealth, L)
            return True
    return False


@kernel
def certify_by_capital(
    log: Log, s: State, t: int, e: int, w: int, x: int, pairs: int, a: int, b: int, L: float,
    own: Account,
) -> bool:  # fmt: skip
    """Certify a above b if the capital of an account is due."""
    if own.product.shape[0] == 0 or not open_pair(s, a, b):
        return False
    together = capital(s, own, a, b, -1)
    if not s.whole * np.exp(own.L) <= together < np.inf:  # beyond all numbers: no certificate
        return False
    log_wealth = np.log(together / s.whole)
    if log.frame_t.size > 0:  # now: what follows from the certificate changes who counts
        name_sources(s, own, a, b, s.share)
    certify(log, s, t, e, w, x, pairs, a, b, L, log_wealth, own.L)
    s.share[:] = np.nan
    return True


@kernel
def exchange(log: Log, s: State, t: int, e: int, w: int, x: int, i: int, j: int, L: float) -> None:
    """Let A give up i for j; scores must not contradict it."""
    shown = event_shown(log, s, t, EXCHANGE, False)
    if shown and last_frame_t(log) < t:
        describe(log, s, e, w, x)
        snapshot(log, t, s.state, s.sets, s.score, s.width, s.a)
    at, out = s.place[i], s.place[j]
    s.A[at], s.C[out] = j, i
    s.place[i], s.place[j] = out, at
    s.inside[i], s.inside[j] = False, True
    if s.score[i] > s.score[j]:
        s.score[i], s.score[j] = s.score[j], s.score[i]
    if shown:
        describe(log, s, e, -1, -1)
        lead_of_pair(log, s, j, i, L)
        snapshot(log, t, s.state, s.sets, s.score, s.width, s.a)


@inlined_kernel
def move(log: Log, s: State, t: int, e: int, w: int, x: int, pairs: int, c: int, L: float) -> bool:
    """Swap the played pair with the best odds for the outsider, if they are good enough."""
    best_i, best_j, most = -1, -1, MOVE
    for p in range(-1 if c > 0 else 0, pairs):
        i, j = (w, x) if p < 0 else (s.pair[p, 0], s.pair[p, 1])
        if open_pair(s, i, j) and s.sets[i] != ACCEPTED and s.sets[j] != REJECTED:
            odds = total(s.wealth, j, i) / total(s.wealth, i, j)
            if odds > most:
                best_i, best_j, most = i, j, odds
    if best_i < 0:
        return False
    exchange(log, s, t, e, w, x, best_i, best_j, L)
    return True


@kernel
def repair(log: Log, s: State, t: int, e: int, w: int, x: int, L: float) -> None:
    """Let no arm outside A be certified above one inside.

    Then A holds every accepted arm and no rejected one: an accepted arm has N − K arms below it,
    and fewer are outside A besides itself; a rejected one has K above it, and fewer are inside.
    It ends: each exchange puts a higher arm of the order into A.
    """
    at = 0
    while at < s.A.shape[0]:
        i, best = s.A[at], -1
        for j in s.C:
            if s.reach[j, i] and (best < 0 or s.score[j] > s.score[best]):
                best = j
        if best < 0:
            at += 1
        else:
            exchange(log, s, t, e, w, x, i, best, L)
    settle_sides(s)
