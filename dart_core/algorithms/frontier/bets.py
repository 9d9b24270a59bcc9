"""Frontier's bets: how wealth grows with the evidence that one arm is better than another.

The evidence comes as reference rewards Q (q plays of a set S + a) and test rewards D (c plays of
S + b). With m, the usual reward, fixed beforehand, a round multiplies the wealth of each bet λ on

    "a is better":  Π_D (1 + λ(m − D)) · Π_Q (1 + (λc/q)(Q − m))
    "b is better":  Π_D (1 + λ(D − m)) · Π_Q (1 − (λc/q)(Q − m))

The same reference serves many tests, so its products are computed once, as `Odds`. Why nobody can
expect to win a bet on the worse arm stands in `kernel.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.compile import inlined_kernel, kernel

N_BETS = 6  # λ_k = 0.06·3^k: from gaps that take the whole run to gaps seen at once
SMALLEST, RATIO = 0.06, 3.0
SMALL = 1.0 / 16  # the part of the wealth that smaller bets get, where there are any
SAFE = 0.95  # the most of a wealth that one reward may take
# A bet that lost everything could never win again, and numbers below this are slow. Wealth is
# kept above by gifts; together they are worth less than the rounding of the products.
FLOOR = 1e-300


class Bets(NamedTuple):
    """The bets on one order (B of them): their λ, and what they start with."""

    grid: NDArray[np.float64]  # (B,) λ
    weight: NDArray[np.float64]  # (B,) the wealth at first: 1 for N_BETS of them
    whole: float  # of all together


def the_bets(smaller: int = 0) -> Bets:
    """Return the N_BETS bets, with weight 1 each, and `smaller` ones below them.

    The bet 0.06·3^−m gets SMALL·2^−m of the whole. What is left of SMALL would be for bets that
    are smaller still: they would come too late, and stay out.
    """
    grid, weight = [SMALLEST], [1.0]
    for _ in range(N_BETS - 1):
        grid.append(grid[-1] * RATIO)
        weight.append(1.0)
    whole = float(N_BETS) if smaller == 0 else N_BETS / (1.0 - SMALL)
    for m in range(1, smaller + 1):
        grid.append(SMALLEST / RATIO**m)
        weight.append(whole * SMALL / 2.0**m)
    return Bets(np.array(grid), np.array(weight), whole)


class Odds(NamedTuple):
    """A reference, ready for tests of c plays each."""

    stake_for: NDArray[np.float64]  # (B,) λ of the bets on the reference
    stake_against: NDArray[np.float64]  # (B,) λ of the bets on the test
    gain_for: NDArray[np.float64]  # (B,) Π_Q (1 + (λc/q)(Q − m))
    gain_against: NDArray[np.float64]  # (B,) Π_Q (1 − (λc/q)(Q − m))
    factor: NDArray[np.float64]  # (B,) of the newest bets on the reference


def no_odds(bets: int = N_BETS) -> Odds:
    """Return odds to be filled in."""
    return Odds(*(np.zeros(bets) for _ in range(5)))


@kernel
def set_odds(
    odds: Odds, grid: NDArray[np.float64], Q: NDArray[np.float64], q: int, c: int, m: float
) -> None:
    """Fill in the odds of the reference rewards Q[:q], for tests of c plays, around m."""
    share = c / q
    most_for = SAFE / max(1.0 - m, share * m)
    most_against = SAFE / max(m, share * (1.0 - m))
    for k in range(grid.shape[0]):
        stake_for, stake_against = min(grid[k], most_for), min(grid[k], most_against)
        gain_for, gain_against = 1.0, 1.0
        for p in range(q):
            gain_for *= 1.0 + (stake_for * share) * (Q[p] - m)
            gain_against *= 1.0 - (stake_against * share) * (Q[p] - m)
        odds.stake_for[k], odds.stake_against[k] = stake_for, stake_against
        odds.gain_for[k], odds.gain_against[k] = gain_for, gain_against


@inlined_kernel
def bet(
    wealth: NDArray[np.float64],
    a: int,
    b: int,
    odds: Odds,
    D: NDArray[np.float64],
    first: int,
    c: int,
    m: float,
) -> None:
    """Multiply the wealth of both bets: a in the reference, b in D, c rewards from `first`."""
    for k in range(odds.factor.shape[0]):
        gain_for, gain_against = odds.gain_for[k], odds.gain_against[k]
        for p in range(first, first + c):
            gain_for *= 1.0 + odds.stake_for[k] * (m - D[p])
            gain_against *= 1.0 - odds.stake_against[k] * (m - D[p])
        odds.factor[k] = gain_for
        wealth[a, b, k] = max(FLOOR, wealth[a, b, k] * gain_for)
        wealth[b, a, k] = max(FLOOR, wealth[b, a, k] * gain_against)


@inlined_kernel
def total(wealth: NDArray[np.float64], a: int, b: int) -> float:
    """Return what the bets on "a above b" have together."""
    together = 0.0
    for k in range(wealth.shape[2]):
        together += wealth[a, b, k]
    return together
