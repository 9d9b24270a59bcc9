"""Sets of K among N arms by number: lexicographic ranks in a given order, without a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.compile import kernel


@kernel
def subset(rank: int, order: NDArray[np.int64], a: NDArray[np.int64], first: float) -> None:
    """Write the K arms of the set number `rank` (from 0) into `a`: lexicographic in `order`.

    Parameters
    ----------
    rank : int
        Number of the set, C(N, K) of them.
    order : int64 array (N,)
        All arms.
    a : int64 array (K,)
        Filled, in this order.
    first : float
        C(N−1, K−1), the number of sets that hold the first arm.

    Notes
    -----
    Arms are tried in order. Of m remaining arms with p places open, C(m−1, p−1) sets take the
    next arm; from there C(m−2, p−2) = C(m−1, p−1)·(p−1)/(m−1) do so too if it was taken, and
    C(m−2, p−1) = C(m−1, p−1)·(m−p)/(m−1) if not. The numbers stay far below 2⁵³, so products
    and quotients of floats are exact, and quicker than those of integers.
    """
    K = a.shape[0]
    left = float(rank)
    taking = first
    q, place, m = 0, 0, order.shape[0]
    while q < K:
        p = K - q
        if left < taking:
            a[q] = order[place]
            q += 1
            if q < K:
                taking = taking * (p - 1) / (m - 1)
        else:
            left -= taking
            taking = taking * (m - p) / (m - 1)
        place += 1
        m -= 1
