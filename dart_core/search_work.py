"""How many multiplications the search for the best action may take, before it is begun."""

from __future__ import annotations

from dart_core.codes import MEAN
from dart_core.laws import BINARY, SHARED

MAX_WORK = 600_000_000  # multiplications of an enumeration: about a second
MAX_SEARCH = 2_000_000_000  # of a search by swaps: about two. A count, not a clock: equal bits


def optimum_work(family: int, form: int, n: int, k: int, nodes: int) -> int:
    """Return how many multiplications `dart_core.optimum.Actions.best` takes, at most.

    Parameters
    ----------
    family, form : int
        Of `dart_core.laws` and `dart_core.rewards`.
    n, k : int
        N and K.
    nodes : int
        Those of the quadrature, at most.
    """
    if family == BINARY:
        return (k + 1) * (k + 1) ** 2
    ordering = 4 * n * max(nodes, 4)
    if form == MEAN or family == SHARED or n == k:
        return ordering
    each = each_reward(k, nodes)
    enumerating = min(count_sets(n, k) * each, MAX_WORK)
    # Fewer nodes than the bound may let it enumerate what the bound would have it search.
    searching = MAX_SEARCH + 4 * each if count_sets(n, k) * each > MAX_WORK else 0
    return ordering + max(enumerating, searching)


def assumption_2_work(family: int, form: int, n: int, k: int, nodes: int) -> int:
    """Return how many multiplications `Actions.assumption_2` takes, at most."""
    ordering, each = 4 * n * max(nodes, 4), each_reward(k, nodes)
    if form == MEAN or family == SHARED or n == k:
        return ordering
    return ordering + min(count_sets(n, k - 1) * (n - k + 1) * each, MAX_WORK) + 2 * k * each


def each_reward(k: int, nodes: int) -> int:
    """Return about how many multiplications one expected reward takes."""
    return k * max(nodes, 4)


def count_sets(n: int, k: int) -> int:
    """Return the number of sets of k of n arms, or `MAX_WORK` + 1 if there are more."""
    count, k = 1, min(k, n - k)
    for q in range(k):  # C(n, q) rises up to the middle, and need not be known beyond the limit
        count = count * (n - q) // (q + 1)
        if count > MAX_WORK:
            return MAX_WORK + 1
    return count
