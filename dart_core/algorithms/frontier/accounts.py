"""Accounts: what the bets against each arm earned, by the arm that they were on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.frontier.bets import Odds
from dart_core.compile import kernel


class Account(NamedTuple):
    """Products of factors of bets "u above b", by source u and target b (no floor under them)."""

    product: NDArray[np.float64]  # (N, N, B) R; (0, 0, B) where none is kept
    source: NDArray[np.int64]  # (N,) the arms u that had a bet, in that order, then −1
    L: float  # log of the capital that certifies


def account(n: int, bets: int, L: float) -> Account:
    """Return an account of n arms before the first bet; n = 0: none is kept."""
    return Account(np.ones((n, n, bets)), np.full(n, -1), L)


@kernel
def feed(own: Account, u: int, b: int, odds: Odds) -> None:
    """Multiply R[u, b] by the factors of the newest bets on the reference, which was u's."""
    if own.product.shape[0] == 0:
        return
    at = 0
    while own.source[at] >= 0 and own.source[at] != u:
        at += 1
    own.source[at] = u
    for k in range(odds.factor.shape[0]):
        own.product[u, b, k] *= odds.factor[k]
