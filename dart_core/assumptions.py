"""The paper's Assumptions 2 and 3 on one problem: what swaps of one arm are worth, and their U."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb, inf

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import MAX, MEAN, QUADRATIC
from dart_core.errors import checked_stop, end_if
from dart_core.frozen import freeze
from dart_core.laws import (
    BINARY,
    BY_ROW,
    FACTOR,
    FAMILY,
    NODES,
    OVERLAPS,
    SECOND,
    SHARED,
    WEIGHT,
    family_of,
    nodes_at_most,
    part,
    scratch_size,
)
from dart_core.problem import Problem, checked_problem
from dart_core.rows import Rows
from dart_core.search import beside_all

MOST_PARTNERS = 3_000  # sets of partners that are tried for max and min of arms beyond 0/1
_MOST_PAIRS = 500_000_000  # of these sets with pairs of arms: about a second
_ROOM = 4_000_000  # numbers in memory at once
_SWAPS = "Trying what swaps are worth"
_SEED = 2026  # of the sampled sets: the same problem, the same answer
Floats = NDArray[np.float64]
Stop = NDArray[np.int64] | None


@dataclass(frozen=True, eq=False)
class Swaps:
    """What arm i is worth in the place of arm j, beside the same K−1 partners S.

    Attributes
    ----------
    gap : float64 (N, N)
        Δ_{i,j} = E X_i − E X_j.
    least, greatest : float64 (N, N)
        Minimum and maximum over S of μ_{S ∪ {i}} − μ_{S ∪ {j}}; 0 where i = j, and throughout
        if K = N, where nothing can be swapped.
    exact : bool
        Whether no S can be beyond them; else S was sampled and they are the ends of the sample.
    tried : int
        How many S were sampled; 0 if `exact`.
    """

    gap: Floats
    least: Floats
    greatest: Floats
    exact: bool
    tried: int = 0

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def loss(self) -> Floats:
        """Return by how much Assumption 2 is broken, shape (N, N): 0 where a pair keeps to it.

        For Δ_{i,j} > 0 the most that the better arm i loses in the place of j; for equal means
        the most by which the two differ; for Δ_{i,j} < 0 as for (j, i).
        """
        better = np.maximum(0.0, -self.least)
        worse = np.maximum(0.0, self.greatest)
        either = np.maximum(better, worse)
        return np.where(self.gap > 0, better, np.where(self.gap < 0, worse, either))

    def worst(self) -> tuple[int, int, float]:
        """Return i, j and loss where Assumption 2 is broken worst: j is worth more, i ranks first.

        Of arms with equal means i is the one that is worth less.
        """
        loss = self.loss
        i, j = divmod(int(loss.argmax()), loss.shape[0])
        most = float(loss[i, j])
        if self.gap[i, j] < 0 or (self.gap[i, j] == 0 and -self.least[i, j] < most):
            i, j = j, i
        return i, j, most

    @property
    def strict(self) -> bool:
        """Return whether a higher mean is worth more beside all partners, as the paper asks."""
        return bool((self.loss == 0).all() and (self.least[self.gap > 0] > 0).all())

    @property
    def u_above(self) -> float:
        """Return the smallest U for the upper half of Assumption 3: U·Δ is never exceeded.

        Of one swap, and then of any two actions: one leads to the other by swaps of arms in the
        order of their means, whose gaps add up to the distance of the assumption.
        """
        return _largest(np.maximum(self.greatest, -self.least), self.gap)

    @property
    def u_below(self) -> float:
        """Return the smallest U with Δ_{i,j} / U ≤ μ_{S∪i} − μ_{S∪j} for Δ_{i,j} > 0.

        Corollary 1, with the sign that Assumption 2 gives it; inf if some swap is worth nothing
        or less. Lemmas 1 and 2 use it in this form.
        """
        return _largest(self.gap, np.maximum(self.least, 0.0))

    @property
    def u(self) -> float:
        """Return the smallest U ≥ 1 that the proofs can use; inf if there is none."""
        return max(1.0, self.u_above, self.u_below)


def _largest(numerator: Floats, denominator: Floats) -> float:
    """Return the largest ratio over pairs with Δ ≥ 0, 0/0 being no constraint; 0 if none is."""
    positive = numerator > 0
    ratios = np.full(numerator.shape, -inf)
    np.divide(numerator, denominator, out=ratios, where=positive & (denominator > 0))
    ratios[positive & (denominator == 0)] = inf
    return float(max(0.0, ratios.max()))


def swaps_work(problem: Problem) -> int:
    """Return about how many multiplications `swaps` takes, at most, on a prepared problem."""
    n, k, form = problem.n_arms, problem.k, problem.reward.form
    family, matrices = family_of(problem.arms), 100_000 + 40 * n * n
    if n == k or family == SHARED or form == MEAN:
        return matrices
    if isinstance(problem.arms, Rows):
        rows = problem.arms.distinct.counts.size
        return matrices + _tried(n, rows) * (8 * n * n + 60 * n + 8 * rows * (k + n))
    if family == BINARY:
        kept = min(n, k + 5)
        return matrices + k * (2 * kept**2 * (k + 1) * (k + 2) + 20 * n * n)
    if form == QUADRATIC:
        return matrices + 20 * n * n * k
    nodes = nodes_at_most(problem.arms, k, form)
    return matrices + _tried(n) * (8 * n * n + 60 * n + 2 * nodes * (k + n))


def _tried(n: int, rows: int = 0) -> int:
    """Return how many sets of partners are tried at most, where not all need be.

    Of arms by row, each has to be tried in every one of the different rows.
    """
    return max(1, min(MOST_PARTNERS, _MOST_PAIRS // max(n**2, 8 * n * rows)))


def swaps(problem: Problem, *, stop: NDArray[np.int64] | None = None) -> Swaps:
    """Return what all swaps of one arm for another are worth.

    Parameters
    ----------
    problem : Problem
    stop : int64 array of shape (1,), optional
        A flag; when another thread sets it to 1 the work ends soon.

    Returns
    -------
    Swaps

    Raises
    ------
    Stopped
        If `stop` was set.

    Notes
    -----
    Exact for the mean (Δ_{i,j}/K); for 0/1 arms, where a swap is worth Δ_{i,j} times
    E[g(C+1) − g(C)], C the number of partners that pay, which is affine in the mean of each
    partner, so that its ends lie at partners from the top and the bottom of the ranking; for
    the quadratic reward, affine in the sum of the partners' means; for shared luck, where the
    number of best arms among the partners is all that counts; for max and min of other arms, and
    for arms by row, if at most `MOST_PARTNERS` sets of partners exist. Else that many are sampled,
    and fewer if there are more than 400 arms, or many rows.
    """
    checked_problem(problem)
    checked_stop(stop)
    problem.prepare(stop)
    means = problem.mean_array
    gap = means[:, None] - means[None, :]
    n, k, family = problem.n_arms, problem.k, problem.laws.head[FAMILY]
    if n == k:
        return Swaps(gap, np.zeros((n, n)), np.zeros((n, n)), exact=True)
    if family == SHARED:
        return _shared(problem, gap)
    if problem.reward.form == MEAN:
        return Swaps(gap, gap / k, gap / k, exact=True)
    if family == BINARY:
        return _binary(problem, gap, stop)
    if problem.reward.form == QUADRATIC and family != BY_ROW:
        return _quadratic(problem, gap, stop)
    return _beside_partners(problem, gap, stop)


def _binary(problem: Problem, gap: Floats, stop: Stop) -> Swaps:
    """Try all partners from the top a and the bottom K−1−a of the other arms, for all pairs."""
    n, k = problem.n_arms, problem.k
    steps = np.diff(problem.curve_array)
    ranked = problem.mean_array[list(problem.ranking)]
    least, greatest = np.full((n, n), inf), np.full((n, n), -inf)
    for top in range(k):
        end_if(stop, _SWAPS)
        worth = _between_ends(ranked, steps, top, k - 1 - top)
        least, greatest = np.minimum(least, worth), np.maximum(greatest, worth)
    # A curve that falls adds terms of both signs, whose rounding must not pass for a worth.
    tie = 0.0 if problem.reward.monotone else 1e-14
    least[np.abs(least) <= tie] = greatest[np.abs(greatest) <= tie] = 0.0
    by_rank = np.triu(gap[np.ix_(problem.ranking, problem.ranking)], 1)
    return _from_ranks(problem, gap, by_rank * least, by_rank * greatest)


def _between_ends(ranked: Floats, steps: Floats, top: int, bottom: int) -> Floats:
    """Return E[g(C+1) − g(C)] beside the best `top` and the worst `bottom` of the other arms.

    Shape (N, N), by places in the ranking, of which the first is the better one: what is not
    above the diagonal has no meaning. Arms between both ends take no partner away from them, so
    two of these stand for all.
    """
    n = ranked.size
    places = np.array([*range(top), *range(n - 2 - bottom, n - 2)], dtype=np.int64)
    between = slice(top + 2, n - bottom - 2)
    first, second = np.arange(n), np.arange(n)
    first[between] = top + 2
    second[between] = min(top + 3, n - bottom - 3)
    kept = np.union1d(first, second)
    upper, lower = (kept[side] for side in np.triu_indices(kept.size, 1))
    worth = np.zeros((n, n))
    worth[upper, lower] = _pays_more(ranked[_beside(places, upper, lower)], steps)
    return worth[np.ix_(first, second)]


def _beside(
    places: NDArray[np.int64], upper: NDArray[np.intp], lower: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Return `places` among the arms other than two, as ranks: shape (pairs, places)."""
    skipped = places + (places >= upper[:, None])
    return skipped + (skipped >= lower[:, None])


def _pays_more(means: Floats, steps: Floats) -> Floats:
    """Return E[g(C+1) − g(C)] for each row of partners' means, by the Poisson-binomial law."""
    count = np.zeros((means.shape[0], steps.size + 1))
    count[:, 0] = 1.0
    for p in means.T[:, :, None]:
        count[:, 1:] = count[:, 1:] * (1.0 - p) + count[:, :-1] * p
        count[:, :1] *= 1.0 - p
    worth: Floats = count[:, : steps.size] @ steps
    return worth


def _from_ranks(problem: Problem, gap: Floats, low: Floats, high: Floats) -> Swaps:
    """Return swaps from the upper triangles by rank: the lower ones are their mirror."""
    n, ranking = problem.n_arms, np.array(problem.ranking)
    least, greatest = np.zeros((n, n)), np.zeros((n, n))
    least[np.ix_(ranking, ranking)] = low - high.T
    greatest[np.ix_(ranking, ranking)] = high - low.T
    return Swaps(gap, least, greatest, exact=True)


def _quadratic(problem: Problem, gap: Floats, stop: Stop) -> Swaps:
    """2/(K(K+1))·((E X_i² − E X_j²) + Δ_{i,j}·M), M the sum of the partners' means."""
    n, k, ranking = problem.n_arms, problem.k, problem.ranking
    second = part(problem.laws, SECOND, n)[list(ranking)]
    means = problem.mean_array[list(ranking)]
    ends = [np.array(end) for end in (range(k - 1), range(n - 2 - (k - 1), n - 2))]
    places = [end.astype(np.int64) for end in ends]
    low, high = np.zeros((n, n)), np.zeros((n, n))
    for above in range(n - 1):  # of all pairs at once, the partners alone would fill the memory
        end_if(stop, _SWAPS)
        lower = np.arange(above + 1, n)
        upper = np.full(lower.size, above)
        sums = [means[_beside(each, upper, lower)].sum(axis=1) for each in places]
        by_rank = means[upper] - means[lower]
        worth = [
            2.0 * (second[upper] - second[lower] + by_rank * total) / (k * (k + 1))
            for total in sums
        ]
        low[above, lower], high[above, lower] = np.minimum(*worth), np.maximum(*worth)
    return _from_ranks(problem, gap, low, high)


def _shared(problem: Problem, gap: Floats) -> Swaps:
    """Partners differ by the number m of best arms among them alone."""
    n, k = problem.n_arms, problem.k
    good = problem.mean_array > problem.mean_array.min()
    best = int(good.sum())
    row = part(problem.laws, OVERLAPS, k + 1, k + 1)[k]
    fewest, most = max(0, k - 1 - (n - best - 1)), min(k - 1, best - 1)
    worth = np.diff(row)[fewest : most + 1] if 0 < best < n else np.zeros(1)
    worth = np.where(np.abs(worth) <= 4 * problem.expectation_error, 0.0, worth)
    sign = good[:, None].astype(float) - good[None, :]
    ends = worth.min() * sign, worth.max() * sign
    return Swaps(gap, np.minimum(*ends), np.maximum(*ends), exact=True)


def _beside_partners(problem: Problem, gap: Floats, stop: Stop) -> Swaps:
    """Max and min of arms beyond 0/1, and arms by row: try sets of partners, each for all pairs."""
    n, k, nodes = problem.n_arms, problem.k, int(problem.laws.head[NODES])
    by_row = problem.laws.head[FAMILY] == BY_ROW
    worths = partial(_by_row if by_row else _by_nodes, problem)
    tried = _tried(n, nodes * by_row)
    exact = comb(n, k - 1) <= tried
    sets = combinations(range(n), k - 1) if exact else _sampled(problem, tried)
    partners = np.array(list(sets), dtype=np.int64)
    least, worth = np.full((n, n), inf), np.empty((n, n))
    for some in np.array_split(partners, -(-partners.size * nodes // _ROOM) or 1):
        for chosen, value in zip(some, worths(some), strict=True):
            end_if(stop, _SWAPS)
            # A partner is worth ∞ in one's place and −∞ in another's: no least worth is its own.
            better, worse = value.copy(), value
            better[chosen], worse[chosen] = inf, -inf
            np.minimum(least, np.subtract.outer(better, worse, out=worth), out=least)
    least[np.isinf(least)] = 0.0  # i = j, and a pair that was never outside of a sampled set
    np.fill_diagonal(least, 0.0)
    least[np.abs(least) <= 4 * problem.expectation_error] = 0.0
    return Swaps(gap, least, -least.T, exact, 0 if exact else tried)


def _by_nodes(problem: Problem, partners: NDArray[np.int64]) -> Floats:
    """Return what each arm is worth beside each set of partners, but for a constant of the set."""
    laws, n, nodes = problem.laws, problem.n_arms, int(problem.laws.head[NODES])
    weight, factor = part(laws, WEIGHT, nodes), part(laws, FACTOR, n, nodes)
    sign = -1.0 if problem.reward.form == MAX else 1.0
    worth: Floats = sign * (weight * factor[partners].prod(axis=1)) @ factor.T
    return worth


def _by_row(problem: Problem, partners: NDArray[np.int64]) -> Floats:
    """Return what each arm is worth beside each set of partners."""
    laws, worth = problem.laws, np.empty((partners.shape[0], problem.n_arms))
    scratch = np.empty(scratch_size(laws))
    beside_all(laws, problem.reward.form, partners, problem.curve_array, scratch, worth)
    return worth


def _sampled(problem: Problem, count: int) -> Iterator[tuple[int, ...]]:
    """Give sets of partners: the top a with the bottom K−1−a, and random ones."""
    n, k, ranking = problem.n_arms, problem.k, problem.ranking
    for top in range(k):
        yield (*ranking[:top], *ranking[n - (k - 1 - top) :])
    luck = np.random.Generator(np.random.Philox(_SEED)).random((max(0, count - k), n))
    for row in luck.argsort(axis=1)[:, : k - 1]:
        yield tuple(int(i) for i in row)
