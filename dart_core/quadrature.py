"""A quadrature rule for E max and E min of independent arms: ∫ ΠF_i over [0, 1]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

from dart_core.arms import Arm
from dart_core.errors import end_if
from dart_core.frozen import frozen

ORDERS = (2, 4, 8, 16)  # Gauss–Legendre nodes of a panel: the first that do are taken
TOLERANCE = 1e-12  # of one panel
_GAUSS = {order: [frozen(each) for each in leggauss(order)] for order in ORDERS}
_NARROW = 1e-13  # a panel this wide cannot err by more than its width


def evaluations(arms: Iterable[Arm], power: int) -> int:
    """Return how often `rule` looks at each distribution function, at most; 0 if none is smooth.

    Notes
    -----
    A product of `power` functions bends about log2 `power` times as sharply between two cuts.
    Peaks of relative width c are met by some 6/c panels, a peak alone by 32 at most, and the
    steep ends of [0, 1] by some hundreds. What would take more is left with a larger error.
    """
    laws = list(dict.fromkeys(arms))
    smooth = [law for law in laws if law.smooth]
    if not smooth:
        return 0
    cuts = 1 + sum(law.most_breaks for law in laws)
    curved = [law for law in smooth if not law.most_breaks]
    panels = 300.0 + min(6.0 / min((_width(law) for law in curved), default=1.0), 32 * len(curved))
    return int(10 * (1 + log2(power)) * cuts + 40 * panels)


def _width(law: Arm) -> float:
    """Return the deviation of a law as a share of the largest that its mean allows."""
    mean = law.mean
    largest, variance = mean * (1.0 - mean), law.second_moment - mean * mean
    return max((variance / largest) ** 0.5, 1e-4) if largest > 0.0 < variance else 1e-4


def work(arms: Iterable[Arm], power: int) -> int:
    """Return how many multiplications `rule` takes, at most."""
    laws = list(dict.fromkeys(arms))
    each = sum(law.cdf_work for law in laws if law.smooth)
    return evaluations(laws, power) * each + 200 * sum(law.most_breaks for law in laws)


def rule(
    arms: Iterable[Arm],
    power: int,
    *,
    survival: bool,
    stop: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return nodes and weights on (0, 1) that integrate products of `power` distribution functions.

    Parameters
    ----------
    arms : iterable of Arm
    power : int
        K, the number of factors.
    survival : bool
        Whether the factors are 1 − F_i (for the minimum) rather than F_i (for the maximum).
    stop : int64 array of shape (1,), optional
        Ends the work soon, with `Stopped`, when set to 1.

    Returns
    -------
    nodes, weights : float64 arrays (M,)
        Rising nodes, none on a jump; positive weights with sum 1.
    error : float
        Estimate of the error: the sum over panels of the largest change, over the arms' own
        functions and their K-th powers, when a panel is halved.

    Notes
    -----
    [0, 1] is cut wherever an F_i jumps or has a kink, so that atoms are exact: between cuts an
    arm with finitely many values is constant. A panel gets 2, 4, 8 or 16 Gauss–Legendre nodes,
    the first number that halving the panel does not improve on by more than 1e-12; where 16 do
    not, the panel is halved, as long as there are `evaluations` left.
    """
    laws = list(dict.fromkeys(arms))
    smooth = [law for law in laws if law.smooth]
    cuts = np.unique([0.0, 1.0, *(x for law in laws for x in law.breaks)])
    low, high = cuts[:-1], cuts[1:]
    if not smooth:
        return 0.5 * (low + high), high - low, 0.0
    nodes, weights, error, left = [], [], 0.0, evaluations(laws, power)
    while low.size:
        open_ = np.ones(low.size, dtype=bool)
        for order in ORDERS:
            change = _change(smooth, power, survival, low[open_], high[open_], order, stop)
            left -= 3 * order * change.size
            enough = (change < TOLERANCE) | (high[open_] - low[open_] < _NARROW)
            if left <= 0 and order == ORDERS[-1]:
                enough[:] = True
            done = np.flatnonzero(open_)[enough]
            x, w = _panels(low[done], high[done], order)
            nodes.append(x.ravel())
            weights.append(w.ravel())
            error += float(change[enough].sum())
            open_[done] = False
        middle = 0.5 * (low[open_] + high[open_])
        low, high = np.append(low[open_], middle), np.append(middle, high[open_])
    x, w = np.concatenate(nodes), np.concatenate(weights)
    rising = np.argsort(x)
    return x[rising], w[rising], error


def _panels(
    low: NDArray[np.float64], high: NDArray[np.float64], order: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the nodes and weights of each panel: two arrays of shape (panels, order)."""
    place, share = _GAUSS[order]
    half = 0.5 * (high - low)[:, None]
    return 0.5 * (low + high)[:, None] + half * place, half * share


def _change(
    laws: Sequence[Arm],
    power: int,
    survival: bool,
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    order: int,
    stop: NDArray[np.int64] | None,
) -> NDArray[np.float64]:
    """Return how much halving changes each panel's integral, at worst over laws and powers."""
    middle = 0.5 * (low + high)
    x, w = _panels(low, high, order)
    x_1, w_1 = _panels(low, middle, order)
    x_2, w_2 = _panels(middle, high, order)
    points, n = np.concatenate([x, x_1, x_2], axis=1), x.shape[1]
    worst = np.zeros(low.size)
    for law in laws:
        end_if(stop, "The quadrature")
        F = law.cdf(points.ravel()).reshape(points.shape)
        factor = 1.0 - F if survival else F
        for values in (factor, factor**power):
            whole = (w * values[:, :n]).sum(axis=1)
            halves = (w_1 * values[:, n : 2 * n] + w_2 * values[:, 2 * n :]).sum(axis=1)
            worst = np.maximum(worst, np.abs(whole - halves))
    return worst
