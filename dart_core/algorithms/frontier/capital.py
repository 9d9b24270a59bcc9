"""Capital: what the bets against one arm earned, whoever it was compared with.

A certificate for a pair pays for all K(N − K) pairs that could go wrong. But most arms that are
compared with a top arm b do not belong to the top, and each loses to b. The bets that they are
better than b can be multiplied into one capital against b, and then only K of these, not K(N − K),
could go wrong. That needs at most one factor a round for b.

Let R[u, b] be the product of the factors of a bet λ "u above b" over the rounds in which u was w
and b was tested in its row (Z beside A − w + b; if b = x, Z beside V), with c > 0: a round of all
pairs may test b more than once, and feeds no account. An edge w > b is drawn when

    mean over λ of R[w, b] · Π_{u outside} R[u, b] · Π_{u unsure} min(1, R[u, b]) ≥ K/(0.55 δ),

where u is outside if it is rejected or certified below w, else inside if it is accepted or
certified above b, and unsure in all other cases; those inside do not count. A second account, of x
above b from A − w + x beside A − w + b, draws at K/(0.10 δ), and the bets on single pairs draw at
K(N − K)/(0.35 δ).

What is proved. As in `kernel.py`, with the budget 0.55 δ + 0.10 δ + 0.35 δ.

1.  Fix a best set B, and b in B. M_b = Π_{u not in B} R[u, b] is multiplied by at most one factor a
    round, as a round has one w and tests b in its row once. Its source u is not in B, so that u is
    not better than b and the factor's mean at most 1 (point 1 there). So M_b is a non-negative
    supermartingale from 1; so are its mean over the λ and that over the K arms of B. By Ville's
    inequality none of the K means over λ ever reaches K/(0.55 δ), but with probability 0.55 δ.
    (B is not known: M_b belongs to the proof, not to the algorithm.)
2.  Suppose the first wrong edge is w > b, w outside B and b in it. Until then all edges are right.
    So rejected arms and those certified below w are outside B, accepted ones and those certified
    above b are in it, and the product above is M_b at most: factor by factor, as min(1, R) ≤ R for
    an unsure arm outside B, and min(1, R) ≤ 1 for one in it. Then M_b has reached K/(0.55 δ).
3.  The second account is the same with x in place of w. An edge says "b in B implies w in B", which
    is transitive, so what follows from right edges is right.

There is no floor under R: a gift to one source would be multiplied by what the others earned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.frontier.accounts import Account
from dart_core.algorithms.frontier.state import State
from dart_core.codes import ACCEPTED, REJECTED
from dart_core.compile import inlined_kernel, kernel


@kernel
def capital(s: State, own: Account, w: int, b: int, left_out: int) -> float:
    """Return what all sources but one (−1: all) have earned on "w above b", if w is no top arm.

    Sources that then cannot be top arms either count in full. Those that then are top arms do not
    count, and of the others, who may be either, what they lost.
    """
    together = 0.0
    for k in range(own.product.shape[2]):
        product = own.product[w, b, k] if w != left_out else 1.0
        for u in own.source:
            if u < 0:
                break
            if u in (w, left_out):
                continue
            if s.sets[u] == REJECTED or s.reach[w, u]:
                product *= own.product[u, b, k]
            elif s.sets[u] != ACCEPTED and not s.reach[u, b]:
                product *= min(1.0, own.product[u, b, k])
        together += product
    return together


@inlined_kernel
def most_capital(s: State, own: Account, w: int, b: int) -> float:
    """Return a bound on `capital` of all sources that takes a fraction of its time.

    Sources that are not surely outside can only lower it; one that is raises no bet by more than
    its best.
    """
    most = 1.000001  # what rounding may come to
    for u in own.source:
        if u < 0:
            break
        if u != w and (s.sets[u] == REJECTED or s.reach[w, u]):
            best = 1.0
            for k in range(own.product.shape[2]):
                best = max(best, own.product[u, b, k])
            most *= best
    together = 0.0
    for k in range(own.product.shape[2]):
        together += own.product[w, b, k]
    return together * most


@kernel
def name_sources(s: State, own: Account, w: int, b: int, share: NDArray[np.float64]) -> None:
    """Write down for a frame what part of the capital on "w above b" is whose; NaN: has no bets.

    Shares are as the logarithms of what the capital would lose without a source. One that loses
    nothing, because it earned nothing or what it earned does not count yet, has 0.
    """
    whole, counted = capital(s, own, w, b, -1), 0.0
    share[:] = np.nan
    for u in own.source:
        if u < 0:
            break
        compared = False
        for k in range(own.product.shape[2]):
            compared |= own.product[u, b, k] != 1.0
        if compared:
            rest = capital(s, own, w, b, u)
            share[u] = np.log(whole / rest) if rest < whole < np.inf and rest > 0.0 else 0.0
            counted += share[u]
    if counted > 0.0:
        for u in range(share.shape[0]):
            share[u] /= counted
