"""Frontier's state: the incumbent set and the certified order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.frontier.accounts import Account, account
from dart_core.algorithms.frontier.bets import Bets, Odds, no_odds, the_bets
from dart_core.codes import ACCEPTED, N_STATE, REJECTED
from dart_core.compile import inlined_kernel, kernel

MOST_REFERENCES, MOST_TESTS = 30, 16


class State(NamedTuple):
    """What Frontier remembers (N arms, K in a set, P = max(N, K(N−K)) pairs)."""

    score: NDArray[np.float64]  # (N,) s_i, heuristic: it says whom to compare, never who is better
    n: NDArray[np.int64]  # (N,) comparisons averaged in s_i
    sets: NDArray[np.uint8]  # (N,) ACTIVE, ACCEPTED or REJECTED
    A: NDArray[np.int64]  # (K,) the incumbent set
    C: NDArray[np.int64]  # (N−K,) the rest
    place: NDArray[np.int64]  # (N,) where an arm is in A or in C
    inside: NDArray[np.bool_]  # (N,) whether it is in A
    in_play: NDArray[np.bool_]  # (N,) on the frontier: undecided and undominated on its side
    reach: NDArray[np.bool_]  # (N, N) certified order, transitively closed: a above b
    above: NDArray[np.int64]  # (N,) arms certified above i
    below: NDArray[np.int64]  # (N,) arms certified below i
    grid: NDArray[np.float64]  # (B,) the bets on one order
    whole: float  # what they start with
    wealth: NDArray[np.float64]  # (N, N, B) of the bets that a is better than b
    tested: NDArray[np.int64]  # (N, N) when i of A was last compared with j; (0, 0) if none sleeps
    rows: Account  # of the bets in which w was the reference of its row
    beside: Account  # of those in which A − w + x was that of A − w + j
    share: NDArray[np.float64]  # (N,) of each source in the capital that certifies; NaN: none
    pair: NDArray[np.int64]  # (P, 2) this round's swaps: out of A, into A
    Y: NDArray[np.float64]  # (P,) their rewards
    Z: NDArray[np.float64]  # (MOST_REFERENCES,) rewards of A
    V: NDArray[np.float64]  # (MOST_TESTS,) rewards of A − w + x
    odds: tuple[Odds, Odds, Odds]  # Z against one test, Z against V, V against one test
    a: NDArray[np.int64]  # (K,) the action
    told: NDArray[np.int64]  # (2,) rounds of the last certificate and exchange with a frame
    state: NDArray[np.float64]  # (N_STATE,) what a frame says of the algorithm
    width: NDArray[np.float64]  # (N,) inf: scores have no intervals


def nothing_known(
    n: int,
    k: int,
    bets: Bets | None = None,
    *,
    due: tuple[float, float] | None = None,
    pace: bool = False,
) -> State:
    """Return the state before the first round; `bets`: `the_bets()` if not given.

    `due` asks for the accounts of rows and of those beside A − w + x, with their thresholds.
    """
    pairs, bets = max(n, k * (n - k)), bets or the_bets()
    b = bets.grid.size
    accounts, sleepers = (n if due else 0), (n if pace else 0)
    L_rows, L_beside = due or (np.inf, np.inf)
    return State(
        score=np.zeros(n),
        n=np.zeros(n, dtype=np.int64),
        sets=np.zeros(n, dtype=np.uint8),
        A=np.arange(k),
        C=np.arange(k, n),
        place=np.zeros(n, dtype=np.int64),
        inside=np.zeros(n, dtype=np.bool_),
        in_play=np.zeros(n, dtype=np.bool_),
        reach=np.zeros((n, n), dtype=np.bool_),
        above=np.zeros(n, dtype=np.int64),
        below=np.zeros(n, dtype=np.int64),
        grid=bets.grid,
        whole=bets.whole,
        wealth=np.tile(bets.weight, (n, n, 1)),
        tested=np.zeros((sleepers, sleepers), dtype=np.int64),
        rows=account(accounts, b, L_rows),
        beside=account(accounts, b, L_beside),
        share=np.full(n, np.nan),
        pair=np.zeros((pairs, 2), dtype=np.int64),
        Y=np.zeros(pairs),
        Z=np.zeros(MOST_REFERENCES),
        V=np.zeros(MOST_TESTS),
        odds=(no_odds(b), no_odds(b), no_odds(b)),
        a=np.zeros(k, dtype=np.int64),
        told=np.zeros(2, dtype=np.int64),
        state=np.zeros(N_STATE),
        width=np.full(n, np.inf),
    )


@inlined_kernel
def open_pair(s: State, a: int, b: int) -> bool:
    """Whether the order of a and b is not certified."""
    return not (s.reach[a, b] or s.reach[b, a])


@kernel
def settle_sides(s: State) -> None:
    """Find out where every arm is, and who is on the frontier.

    Of A the non-accepted arms with no non-accepted arm of A certified below them; of C the
    non-rejected ones with no non-rejected arm of C certified above them.
    """
    for side in range(2):
        arms = s.A if side == 0 else s.C
        decided = ACCEPTED if side == 0 else REJECTED
        for q in range(arms.shape[0]):
            i = arms[q]
            s.place[i], s.inside[i] = q, side == 0
            s.in_play[i] = s.sets[i] != decided
            for p in range(arms.shape[0]):
                other = arms[p]
                if s.sets[other] != decided and (
                    s.reach[i, other] if side == 0 else s.reach[other, i]
                ):
                    s.in_play[i] = False
