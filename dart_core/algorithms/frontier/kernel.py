"""Frontier: certified swap comparisons inside the best set known.

DART compares arms inside random sets, and random sets are bad. The paper's Assumption 2 says more
than DART uses: for *any fixed partners* S, the better of two arms makes the better set, so that
μ_{S+i} ≥ μ_{S+j} is their order. Frontier keeps the best set known, A, and plays it beside
A − i + j for the pairs (i, j) that matter. Such a comparison costs the gap of one arm, and the
plays of A, which are the reference of them all, cost nothing once A is right. It goes on until A is
certified.

What is proved. Under Assumptions 1 and 2 (symmetry; a better arm in a set's place never lowers its
expected reward, and equal means are worth the same), with independent rounds and rewards in [0, 1]
and the threshold L = log(K(N−K)/δ): the probability that an arm is *ever* wrongly accepted or
rejected is at most δ, for every horizon. Arms may depend on each other within a round, as long as
Assumption 2 holds all the same. (The floor under a bet's wealth makes it δ·(1 + 1e-300·T).)

1.  A bet cannot be expected to win on the worse arm. Say a is not better than b, and a bet on "a
    above b" has a factor this round. Its q reference plays are of S + a, its c test plays of S + b
    (or the other way round); S, q, c, λ and m are chosen from earlier rounds alone. Let v_a ≤ v_b
    be the two expected rewards and d = v_b − m. All plays are independent, and the limits on λ keep
    every factor ≥ 0, so with 1 + y ≤ e^y for the references
        E factor = (1 − λd)^c (1 + (λc/q)(v_a − m))^q ≤ (1 − λd)^c e^{cλd} ≤ 1.
    The other direction is the same with the signs turned.
2.  So the wealth of each bet, started at 1 and multiplied by at most one factor a round, is a
    non-negative supermartingale, and so is the mean over the six λ. By Ville's inequality it ever
    reaches e^L with probability at most e^{−L}: all times at once, nothing to pay for looking.
3.  Fix a best set B, every arm of it no worse than every other arm. Only the edges "a above b" with
    a outside B and b inside can do harm; there are K(N−K) of them. If none is drawn, no chain of
    edges leads from outside into B either: it would hold such an edge. Then an arm of B has at most
    K − 1 arms above it and is never rejected (K are needed), an arm outside has at most N−K−1 below
    it and is never accepted (N−K are needed). The chance that one is drawn is K(N−K)·e^{−L} = δ.

Which pairs are played, with which partners, how often, when A changes, and m: all that needs only
to depend on the past. Hence every constant below may be tuned freely; the scores are heuristics.

The preset `capital` multiplies the evidence against an arm from all its rivals; its proof stands
in `capital.py`. The preset `theorem` has a bound on the regret, of order log T: `docs/theorem.md`.
For the others none is proved. (Heuristically it is Σ over the frontier's pairs of
(2V/g + 1)(L + 2), with g the gap of a swap and V the variance of the reward.) The preset `bold`,
L = 5, has the inequality above with δ = K(N−K)·e^{−5}: 0.3 at 44 pairs, nothing from 149 on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dart_core.algorithms.frontier.accounts import feed
from dart_core.algorithms.frontier.bets import bet, set_odds, total
from dart_core.algorithms.frontier.frames import describe, play_swap, show
from dart_core.algorithms.frontier.order import (
    certify_by_capital,
    certify_if_due,
    is_due,
    may_be_due,
    move,
    repair,
)
from dart_core.algorithms.frontier.pairs import (
    SHORTEST,
    SLOPE,
    asleep,
    list_all_pairs,
    list_pairs,
    remember,
    rest,
    tell_who_waits,
)
from dart_core.algorithms.frontier.state import (
    MOST_REFERENCES,
    MOST_TESTS,
    State,
    open_pair,
    settle_sides,
)
from dart_core.algorithms.shared.accept_reject import shuffle
from dart_core.compile import inlined_kernel, kernel
from dart_core.streams import below
from dart_core.world import Log, World, frame_due, play, settle, stopped

BOOT = 10  # random partitions before the first incumbent
TRUST = 3  # a score from them counts like this many comparisons
LEAST_REFERENCES = 4
MOST_CHEAP = 20  # rounds of columns alone between two rounds with rows
EXPLORE = 32  # one in so many choices of w is random, by one of the ways below
NEVER, EVERY, COIN = range(3)
KEEP = np.exp(2.0)  # odds against w that end its time as the weakest
WINDOW = 200  # rewards of A that m remembers


class Rules(NamedTuple):
    """What sets the presets apart."""

    L: float  # log of the wealth that certifies a pair
    random_w: int  # NEVER, EVERY (EXPLORE-th choice) or COIN (that falls so with 1/EXPLORE)
    sleep: float  # log of the wealth from which a pair sleeps; inf: none ever does


class Due(NamedTuple):
    """What draws an edge: the wealth of a pair's bets, and the capital of either account."""

    pair: float
    rows: float
    beside: float


@kernel
def boot(world: World, log: Log, s: State, key: np.uint64, T: int, L: float) -> tuple[int, int]:
    """Score the arms by random partitions; return the rounds played and the numbers drawn."""
    N, K = s.score.shape[0], s.A.shape[0]
    order = s.place  # scratch until there is an incumbent
    for i in range(N):
        order[i] = i
    t, draws = 0, 0
    for e in range(1, BOOT + 1):
        if t == T:
            break
        draws = shuffle(order, N, key, draws)
        first = 0
        while first < N and t < T:
            for q in range(K):
                s.a[q] = order[first + q if first + q < N else first + q - N]
            t += 1
            r = play(world, log, s.a, t)
            for q in range(first, min(first + K, N)):
                i = order[q]
                s.n[i] += 1
                s.score[i] += (r - s.score[i]) / s.n[i]
            first += K
            if frame_due(log, t):
                show(log, s, t, e, -1, -1, 0, L)
    for q in range(N):  # a stable sort of the last partition by decreasing score, A then C
        i, at = order[q], q
        s.n[i] = min(s.n[i], TRUST)
        while at > 0:
            other = s.A[at - 1] if at <= K else s.C[at - 1 - K]
            if s.score[other] >= s.score[i]:
                break
            if at < K:
                s.A[at] = other
            else:
                s.C[at - K] = other
            at -= 1
        if at < K:
            s.A[at] = i
        else:
            s.C[at - K] = i
    return t, draws


@inlined_kernel
def choose(
    s: State, key: np.uint64, old: int, choices: int, draws: int, random_w: int
) -> tuple[int, int, int]:
    """Return the weakest incumbent, the challenger (−1: none) and the numbers drawn so far."""
    w, x, count = -1, -1, 0
    for i in s.A:
        if s.in_play[i]:
            count += 1
            if w < 0 or s.score[i] < s.score[w]:
                w = i
    for j in s.C:
        if s.in_play[j] and (x < 0 or s.score[j] > s.score[x]):
            x = j
    if w < 0 or x < 0:
        return w, x, draws
    explore = random_w == EVERY and choices % EXPLORE == 0
    if random_w == COIN:
        explore = below(key, np.uint64(draws), EXPLORE) == 0
        draws += 1
    if explore:
        nth = below(key, np.uint64(draws), count)
        for i in s.A:
            if s.in_play[i]:
                if nth == 0:
                    return i, x, draws + 1
                nth -= 1
    serves = old >= 0 and s.inside[old] and s.in_play[old]
    if serves and total(s.wealth, old, w) < KEEP * total(s.wealth, w, old):
        w = old
    return w, x, draws


@inlined_kernel
def play_round(
    world: World, log: Log, s: State, t: int, e: int, w: int, x: int, L: float, rho: int, c: int,
    pairs: int,
) -> int:  # fmt: skip
    """Play A ρ times, A − w + x c times and each pair's swap once; return t."""
    for q in range(s.A.shape[0]):
        s.a[q] = s.A[q]
    for q in range(rho):
        t += 1
        s.Z[q] = play_swap(world, log, s, t, e, w, x, pairs, L)
    s.a[s.place[w]] = x
    for q in range(c):
        t += 1
        s.V[q] = play_swap(world, log, s, t, e, w, x, pairs, L)
    s.a[s.place[w]] = w
    for p in range(pairs):
        i, j = s.pair[p, 0], s.pair[p, 1]
        s.a[s.place[i]] = j
        t += 1
        s.Y[p] = play_swap(world, log, s, t, e, w, x, pairs, L)
        if p < pairs - 1:  # the last action stays, for frames of what follows from it
            s.a[s.place[i]] = i
    if pairs == 0 and c > 0:
        s.a[s.place[w]] = x
    return t


@inlined_kernel
def bet_all(s: State, w: int, x: int, rho: int, c: int, pairs: int, m: float) -> None:
    """Settle the round's bets: all of them before any certificate, which may not steer them."""
    Z_one, Z_many, V_one = s.odds
    set_odds(Z_one, s.grid, s.Z, rho, 1, m)
    if c > 0:
        set_odds(Z_many, s.grid, s.Z, rho, c, m)
        set_odds(V_one, s.grid, s.V, c, 1, m)
        if open_pair(s, w, x):
            bet(s.wealth, w, x, Z_many, s.V, 0, c, m)
            feed(s.rows, w, x, Z_many)
    for p in range(pairs):
        i, j = s.pair[p, 0], s.pair[p, 1]
        bet(s.wealth, i, j, Z_one, s.Y, p, 1, m)
        if c > 0 and i == w:  # an arm's account gets one factor a round: none when c = 0
            feed(s.rows, w, j, Z_one)
        # A − w + x is beside A − w + j of a row, and beside A − i + x of a column.
        a, b = (x, j) if i == w else (i, w)
        if c > 0 and open_pair(s, a, b):
            bet(s.wealth, a, b, V_one, s.Y, p, 1, m)
            if i == w:
                feed(s.beside, x, j, V_one)


@inlined_kernel
def learn(s: State, w: int, x: int, rho: int, c: int, pairs: int) -> None:
    """Move scores: a row's arm is as far from w, a column's from x, as the rewards say."""
    z = 0.0
    for q in range(rho):
        z += s.Z[q]
    z /= rho
    for p in range(pairs):
        i, j = s.pair[p, 0], s.pair[p, 1]
        if i == w:
            s.n[j] += 1
            s.score[j] += (s.Y[p] - z + s.score[i] - s.score[j]) / s.n[j]
        elif j == x:
            s.n[i] += 1
            s.score[i] += (z - s.Y[p] + s.score[j] - s.score[i]) / s.n[i]
    if c > 0:  # w and x are each other's row and column, with c plays
        v = 0.0
        for q in range(c):
            v += s.V[q]
        v /= c
        s.n[x] += c
        s.score[x] += c * (v - z + s.score[w] - s.score[x]) / s.n[x]
        s.n[w] += c
        s.score[w] += c * (z - v + s.score[x] - s.score[w]) / s.n[w]


@inlined_kernel
def certify_all(
    log: Log, s: State, t: int, e: int, w: int, x: int, c: int, pairs: int, L: float, due: Due
) -> bool:
    """Draw every edge whose wealth is due; return whether there was one."""
    drawn = False
    for p in range(-1 if c > 0 else 0, pairs):
        i, j = (w, x) if p < 0 else (s.pair[p, 0], s.pair[p, 1])
        if is_due(s, i, j, due.pair):
            drawn |= certify_if_due(log, s, t, e, w, x, pairs, i, j, L, due.pair)
        if c > 0 and i == w and may_be_due(s, s.rows, w, j, due.rows):
            drawn |= certify_by_capital(log, s, t, e, w, x, pairs, w, j, L, s.rows)
        if p < 0 or c == 0:
            continue
        a, b = (x, j) if i == w else (i, w)  # beside A − w + x
        if is_due(s, a, b, due.pair):
            drawn |= certify_if_due(log, s, t, e, w, x, pairs, a, b, L, due.pair)
        if i == w and may_be_due(s, s.beside, x, j, due.beside):
            drawn |= certify_by_capital(log, s, t, e, w, x, pairs, x, j, L, s.beside)
    return drawn


@kernel
def run_frontier(world: World, log: Log, s: State, key: np.uint64, T: int, rules: Rules) -> None:
    """Run Frontier.

    Parameters
    ----------
    world, log, s : World, Log, State
        What is played in, where it is written down, and `nothing_known`.
    key : uint64
        Key of the algorithm's own random stream (partitions, random choices of w).
    T : int
        Horizon. Only the last round looks at it.
    rules : Rules
        Its thresholds: 0 < L ≤ 600.
    """
    L = rules.L
    due = Due(s.whole * np.exp(L), s.whole * np.exp(s.rows.L), s.whole * np.exp(s.beside.L))
    show(log, s, 0, 0, -1, -1, 0, L)
    t, draws = boot(world, log, s, key, T, L)
    settle_sides(s)
    e, w, x, choices, cheap = BOOT, -1, -1, 0, 0
    m, seen = 0.5, 1
    while not stopped(log):
        serve = w >= 0 and s.inside[w] and s.in_play[w] and not s.inside[x] and s.in_play[x]
        if cheap == 0 or not serve:
            cheap = 0
            choices += 1
            w, x, draws = choose(s, key, w, choices, draws, rules.random_w)
            if w < 0 or x < 0:  # every place is certified
                break
        rich = np.inf
        if rules.sleep < np.inf:
            rich = s.whole * np.exp(max(rules.sleep, SLOPE * np.log(t)))
        columns, rows = list_pairs(s, w, x, cheap == 0, t, rich)
        if rules.sleep < np.inf and log.extras.waits.shape[0] > 0:
            tell_who_waits(log, s, w, x, t, rich)
        if cheap > 0 and columns == 0:
            cheap = 0
            continue
        pairs, c = columns + rows, min(MOST_TESTS, max(1, rows // 4))
        if pairs == 0 and (s.reach[w, x] or asleep(s, w, x, t, rich)):
            pairs, c = list_all_pairs(s, w, x, t, rich), 0
            if pairs == 0 and rules.sleep < np.inf:
                if t == T:
                    break
                t = rest(world, log, s, t, e, min(T, t + max(SHORTEST, t // 50)), L)
                cheap = 0
                continue
        rho = min(MOST_REFERENCES, max(LEAST_REFERENCES, (pairs + c) // 2))
        if t + rho + c + pairs > T:  # no room for a round
            break
        e += 1
        t = play_round(world, log, s, t, e, w, x, L, rho, c, pairs)
        bet_all(s, w, x, rho, c, pairs, m)
        if rules.sleep < np.inf:
            remember(s, t, w, x, c, pairs)
        learn(s, w, x, rho, c, pairs)
        for q in range(rho):
            seen += 1
            m += (s.Z[q] - m) / min(seen, WINDOW)
        drawn = certify_all(log, s, t, e, w, x, c, pairs, L, due)
        moved = move(log, s, t, e, w, x, pairs, c, L)
        if drawn:
            repair(log, s, t, e, w, x, L)
        elif moved:
            settle_sides(s)
        if cheap > 0:
            cheap -= 1
        elif columns > 0:
            cheap = min(MOST_CHEAP, (rows + c) // (2 * columns))
    log.extras.waits[:] = 0
    describe(log, s, e, -1, -1)
    settle(world, log, t, T, s.state, s.sets, s.score, s.width, s.A)
