"""The best action, and whether good arms make good actions (the paper's Assumption 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import MAX, MEAN, MIN, QUADRATIC
from dart_core.compile import kernel
from dart_core.errors import end_if
from dart_core.frozen import frozen
from dart_core.laws import (
    BINARY,
    CHOSEN,
    FACTOR,
    FAMILY,
    MEANS,
    NODES,
    SECOND,
    SHARED,
    WEIGHT,
    Laws,
    expected,
    part,
    scratch_size,
)

if TYPE_CHECKING:  # kernels do not depend on which rewards have a name
    from dart_core.joint_rewards import Reward

MAX_WORK = 600_000_000  # multiplications of an enumeration: about a second
MAX_SEARCH = 2_000_000_000  # of a search by swaps: about two. A count, not a clock: equal bits
_MOST_SWAPS = 1_000
_SEARCH = "The search for the best set"
_LEAST_SCRATCH = 3  # what `beside` keeps of partners whose reward is quadratic
_TIE = 1e-12  # expected rewards this close are equal: they are sums in another order


@dataclass(frozen=True)
class Optimum:
    """A best action: sorted arms from 0, its expected reward, and whether none is better."""

    action: tuple[int, ...]
    reward: float
    exact: bool


@dataclass(frozen=True)
class Assumption2:
    """Whether, in every action, an arm with a higher mean is worth more (and equal ones alike).

    Attributes
    ----------
    holds : bool or None
        None: it is not proved, and there are too many actions to try.
    witness : tuple (S, i, j) or None
        Where it is broken worst, of what was tried: E X_i ≥ E X_j, but S ∪ {j} is better than
        S ∪ {i}; or the means are equal and the actions are not. S: K−1 sorted arms.
    loss : float
        μ of S ∪ {j} minus μ of S ∪ {i}; 0 if there is no witness.
    """

    holds: bool | None
    witness: tuple[tuple[int, ...], int, int] | None = None
    loss: float = 0.0


def optimum_work(family: int, form: int, n: int, k: int, nodes: int) -> int:
    """Return how many multiplications `Actions.best` takes, at most.

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
    each = _each(k, nodes)
    enumerating = min(_sets(n, k) * each, MAX_WORK)
    # Fewer nodes than the bound may let it enumerate what the bound would have it search.
    searching = MAX_SEARCH + 4 * each if _sets(n, k) * each > MAX_WORK else 0
    return ordering + max(enumerating, searching)


def assumption_2_work(family: int, form: int, n: int, k: int, nodes: int) -> int:
    """Return how many multiplications `Actions.assumption_2` takes, at most; see `optimum_work`."""
    ordering, each = 4 * n * max(nodes, 4), _each(k, nodes)
    if form == MEAN or family == SHARED or n == k:
        return ordering
    return ordering + min(_sets(n, k - 1) * (n - k + 1) * each, MAX_WORK) + 2 * k * each


def _each(k: int, nodes: int) -> int:
    """Return about how many multiplications one expected reward takes."""
    return k * max(nodes, 4)


def _sets(n: int, k: int) -> int:
    """Return the number of sets of k of n arms, or `MAX_WORK` + 1 if there are more."""
    count, k = 1, min(k, n - k)
    for q in range(k):  # C(n, q) rises up to the middle, and need not be known beyond the limit
        count = count * (n - q) // (q + 1)
        if count > MAX_WORK:
            return MAX_WORK + 1
    return count


class Actions:
    """The actions of one problem and their expected rewards.

    Parameters
    ----------
    laws : Laws
    reward : Reward
    ranking : tuple of int
        All arms by falling mean.
    k : int
        K.
    """

    def __init__(self, laws: Laws, reward: Reward, ranking: tuple[int, ...], k: int) -> None:
        self.laws, self.reward, self.k = laws, reward, k
        self.ranking = frozen(np.array(ranking, dtype=np.int64))
        self.curve = frozen(np.array(reward.curve, dtype=np.float64))
        self.family = laws.head[FAMILY]

    @property
    def scratch(self) -> NDArray[np.float64]:
        """New room for one call: kernels release the GIL, so threads cannot share any."""
        return np.empty(max(scratch_size(self.laws), _LEAST_SCRATCH))

    def expected(self, arms: NDArray[np.int64] | list[int]) -> float:
        """Return μ of the given arms."""
        action = np.array(arms, dtype=np.int64)
        args = (self.reward.form, action, action.size, self.curve, self.scratch)
        return float(expected(self.laws, *args))

    def ordered(self) -> bool:
        """Return whether a higher mean is provably never worth less, whatever the other arms.

        Mean: always. Shared luck: the better arm is nowhere below the other. 0/1 arms: with a
        non-decreasing curve. Max and min: if the arms' distribution functions are ordered at all
        nodes of the quadrature, of which expected rewards are made. Quadratic: swapping j for i
        is worth (E X_i² − E X_j²) + (E X_i − E X_j)·M, M ≥ the sum of the K−1 lowest means.
        """
        laws, ranking, n = self.laws, self.ranking, self.ranking.size
        if self.reward.form == MEAN or self.family == SHARED or n == self.k:
            return True
        if self.family == BINARY:
            return self.reward.monotone
        means = part(laws, MEANS, n)[ranking]
        if self.reward.form == QUADRATIC:
            least = means[n - self.k + 1 :].sum()
            steps = np.diff(part(laws, SECOND, n)[ranking] + means * least)
        else:
            steps = np.diff(part(laws, FACTOR, n, laws.head[NODES])[ranking], axis=0)
            steps = -steps if self.reward.form == MAX else steps
        equal = np.diff(means) == 0.0
        return bool((steps <= _TIE).all() and (steps[equal] >= -_TIE).all())

    def best(self, stop: NDArray[np.int64]) -> Optimum:
        """Return the best action.

        The top K if that is provably best; for 0/1 arms with a curve that falls somewhere the
        best of top a and bottom K−a (see `Problem`); else the best of all actions, while
        that takes less than a second; else what swaps of one arm cannot improve on, or what they
        have come to after `MAX_SEARCH` multiplications.

        Raises
        ------
        Stopped
            If `stop` was set.
        """
        n, k = self.ranking.size, self.k
        if self.family == BINARY or self.ordered():
            tops = [k] if self.ordered() else range(k, -1, -1)
            picks = [np.append(self.ranking[:a], self.ranking[n - (k - a) :]) for a in tops]
            sets = [np.sort(pick) for pick in picks]
            values = [self.expected(action) for action in sets]
            at = int(np.argmax(values))
            return self._optimum(sets[at], exact=True)
        if _sets(n, k) * self._cost() <= MAX_WORK:
            best = np.empty(k, dtype=np.int64)
            position, action = np.empty(k, dtype=np.int64), np.empty(k, dtype=np.int64)
            args = (self.laws, self.reward.form, self.ranking, self.curve, self.scratch)
            enumerate_actions(*args, position, action, best, stop)
            end_if(stop, _SEARCH)
            return self._optimum(np.sort(best), exact=True)
        return self._optimum(np.sort(self._by_swaps(stop)), exact=False)

    def _optimum(self, action: NDArray[np.int64], *, exact: bool) -> Optimum:
        return Optimum(tuple(int(i) for i in action), self.expected(action), exact)

    def _cost(self) -> int:
        """Return about how many multiplications one expected reward takes."""
        return _each(self.k, int(self.laws.head[NODES]))

    def _by_swaps(self, stop: NDArray[np.int64]) -> NDArray[np.int64]:
        """Improve the top K, and what greed finds, by the best swap of one arm; return the better.

        Of many arms only the 40 K most promising ones by mean and by second moment are tried.
        Each start has half of `MAX_SEARCH`.
        """
        most = 40 * self.k
        by_second = np.argsort(-part(self.laws, SECOND, self.ranking.size), kind="stable")
        tried = np.array(list(dict.fromkeys([*self.ranking[:most], *by_second[:most]])))
        taken = np.zeros(self.ranking.size, dtype=np.bool_)
        args = (self.laws, self.reward.form, tried, self.scratch, taken)
        ends: list[NDArray[np.int64]] = []
        for start in (self.ranking[: self.k].copy(), np.empty(self.k, dtype=np.int64)):
            left = np.array([MAX_SEARCH // 2], dtype=np.int64)
            taken[:] = False
            if ends:
                grow(*args, start, left, stop)
            else:
                taken[start] = True
            climb(*args, self.curve, start, left, stop)
            end_if(stop, _SEARCH)
            ends.append(start)
        return max(ends, key=self.expected)

    def assumption_2(self, best: Optimum, stop: NDArray[np.int64]) -> Assumption2:
        """Return whether Assumption 2 holds: proved, or tried on all actions if that is quick.

        Else a witness may lie between the best known action and the top K: if that is worse,
        some swap for a higher mean on the way there lost reward.

        Raises
        ------
        Stopped
            If `stop` was set.
        """
        n, k = self.ranking.size, self.k
        if self.ordered():
            return Assumption2(True)
        if _sets(n, k - 1) * (n - k + 1) * self._cost() > MAX_WORK:
            return self._on_the_way_to_the_top(best)
        witness = np.empty(k + 1, dtype=np.int64)
        position, action = np.empty(k, dtype=np.int64), np.empty(k, dtype=np.int64)
        args = (self.laws, self.reward.form, self.ranking, self.curve, self.scratch)
        loss = float(worst_swap(*args, position, action, witness, stop))
        end_if(stop, _SEARCH)
        if loss <= _TIE:
            return Assumption2(True)
        others, i, j = sorted(int(a) for a in witness[: k - 1]), int(witness[-2]), int(witness[-1])
        return Assumption2(False, (tuple(others), i, j), loss)

    def _on_the_way_to_the_top(self, best: Optimum) -> Assumption2:
        """Swap the best known action for the top K by mean, arm by arm; a loss is a witness."""
        top = [int(i) for i in self.ranking[: self.k]]
        known = list(best.action)
        worst = Assumption2(None)
        better = [i for i in top if i not in known]
        worse = [j for j in known if j not in top]
        for i, j in zip(better, worse, strict=True):
            others = [arm for arm in known if arm != j]
            loss = self.expected(sorted([*others, j])) - self.expected(sorted([*others, i]))
            if loss > max(worst.loss, _TIE):
                worst = Assumption2(False, (tuple(sorted(others)), i, j), loss)
            known = [*others, i]
        return worst


@kernel
def next_positions(position: NDArray[np.int64], size: int, n: int) -> bool:
    """Advance to the next `size` of the numbers 0 … n−1 in lexicographic order, if there is one."""
    q = size - 1
    while q >= 0 and position[q] == n - size + q:
        q -= 1
    if q < 0:
        return False
    position[q] += 1
    for later in range(q + 1, size):
        position[later] = position[later - 1] + 1
    return True


@kernel
def enumerate_actions(
    laws: Laws,
    form: int,
    ranking: NDArray[np.int64],
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
    position: NDArray[np.int64],
    action: NDArray[np.int64],
    best: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> None:
    """Write the best of all actions into `best`; of equal ones the one with the highest ranks."""
    k = best.shape[0]
    for q in range(k):
        position[q] = q
    most, more = -1.0, True
    while more and stop[0] == 0:
        for q in range(k):
            action[q] = ranking[position[q]]
        mu = expected(laws, form, action, k, curve, scratch)
        if mu > most + _TIE:
            most = mu
            copy(action, k, best)
        more = next_positions(position, k, ranking.shape[0])


@kernel
def grow(
    laws: Laws,
    form: int,
    tried: NDArray[np.int64],
    scratch: NDArray[np.float64],
    taken: NDArray[np.bool_],
    action: NDArray[np.int64],
    left: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> None:
    """Fill `action` with the arm that adds most, K times over; missing arms pay 0 until then.

    `left[0]` is how many multiplications may still be spent; once there are none, the first arms
    that are not in it fill `action`. `taken[i]` is whether arm i is in it.
    """
    each = max(laws.head[NODES], 4)
    for size in range(action.shape[0]):
        whole = size + 1 == action.shape[0]
        beside(laws, form, action, size, -1, scratch)
        most, best = -1.0, -1
        for i in tried:
            if taken[i]:
                continue
            mu = 0.0
            if left[0] > 0 and stop[0] == 0 and (whole or form != MIN):
                mu = joined_by(laws, form, i, scratch)
                left[0] -= each
            if mu > most + _TIE:
                most, best = mu, i
        action[size] = best
        taken[best] = True
        left[0] -= size * each


@kernel
def climb(
    laws: Laws,
    form: int,
    tried: NDArray[np.int64],
    scratch: NDArray[np.float64],
    taken: NDArray[np.bool_],
    curve: NDArray[np.float64],
    action: NDArray[np.int64],
    left: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> None:
    """Swap arms of `action` while a swap improves it; `taken` and `left` as for `grow`."""
    k, each = action.shape[0], max(laws.head[NODES], 4)
    most = expected(laws, form, action, k, curve, scratch)
    for _ in range(_MOST_SWAPS):
        place, best = -1, -1
        for q in range(k):
            if left[0] <= 0 or stop[0] != 0:
                break
            beside(laws, form, action, k, q, scratch)
            for i in tried:
                if taken[i]:
                    continue
                mu = joined_by(laws, form, i, scratch)
                if mu > most + _TIE:
                    most, place, best = mu, q, i
            left[0] -= (k + tried.shape[0]) * each
        if place < 0:
            break
        taken[action[place]], taken[best] = False, True
        action[place] = best


@kernel
def beside(
    laws: Laws,
    form: int,
    action: NDArray[np.int64],
    k: int,
    without: int,
    scratch: NDArray[np.float64],
) -> None:
    """Write into `scratch` what `joined_by` needs of `action[:k]` without its place `without`.

    Independent arms beyond 0/1, and a reward other than the mean.
    """
    head, table = laws.head, laws.table
    if form == QUADRATIC:  # ΣE X, Σ(E X)² and ΣE X²
        scratch[0] = scratch[1] = scratch[2] = 0.0
        for q in range(k):
            if q != without:
                p = table[head[MEANS] + action[q]]
                scratch[0] += p
                scratch[1] += p * p
                scratch[2] += table[head[SECOND] + action[q]]
        return
    M = head[NODES]
    for m in range(M):
        scratch[m] = table[head[WEIGHT] + m]
    for q in range(k):
        if q != without:
            row = head[FACTOR] + action[q] * M
            for m in range(M):
                scratch[m] *= table[row + m]


@kernel
def joined_by(laws: Laws, form: int, arm: int, scratch: NDArray[np.float64]) -> float:
    """Return μ of `arm` and the partners that `beside` wrote into `scratch`."""
    head, table = laws.head, laws.table
    if form == QUADRATIC:
        K, p = head[CHOSEN], table[head[MEANS] + arm]
        total, squares = scratch[0] + p, scratch[1] + p * p
        second = scratch[2] + table[head[SECOND] + arm]
        return float((2.0 * second + total * total - squares) / (K * (K + 1)))
    M, integral = head[NODES], 0.0
    row = head[FACTOR] + arm * M
    for m in range(M):
        integral += scratch[m] * table[row + m]
    return float(1.0 - integral if form == MAX else integral)


@kernel
def is_in(action: NDArray[np.int64], size: int, arm: int) -> bool:
    """Return whether `arm` is among the first `size` arms of `action`."""
    found = False
    for q in range(size):
        found |= action[q] == arm
    return found


@kernel
def copy(arms: NDArray[np.int64], size: int, to: NDArray[np.int64]) -> None:
    """Write the first `size` of `arms` into `to`."""
    for q in range(size):
        to[q] = arms[q]


@kernel
def worst_swap(
    laws: Laws,
    form: int,
    ranking: NDArray[np.int64],
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
    position: NDArray[np.int64],
    action: NDArray[np.int64],
    witness: NDArray[np.int64],
    stop: NDArray[np.int64],
) -> float:
    """Return the most that a swap for an arm with no higher mean adds to an action.

    `witness` gets S, then i and j with E X_i ≥ E X_j and the largest μ_{S∪j} − μ_{S∪i}; of arms
    with equal means i is the one that is worth less.
    """
    N, k = ranking.shape[0], action.shape[0]
    mean = laws.table[laws.head[MEANS] : laws.head[MEANS] + N]
    for q in range(k - 1):
        position[q] = q
    worst, more = 0.0, True
    while more and stop[0] == 0:
        for q in range(k - 1):
            action[q] = ranking[position[q]]
        lowest, low_arm = np.inf, -1  # among the arms that rank higher
        highest, high_arm = -np.inf, -1  # among those that rank higher by index alone
        for j in ranking:
            if is_in(action, k - 1, j):
                continue
            action[k - 1] = j
            mu = expected(laws, form, action, k, curve, scratch)
            if high_arm < 0 or mean[high_arm] != mean[j]:
                highest, high_arm = -np.inf, j
            if mu - lowest > worst:
                worst, witness[k - 1], witness[k] = mu - lowest, low_arm, j
                copy(action, k - 1, witness)
            if highest - mu > worst:
                worst, witness[k - 1], witness[k] = highest - mu, j, high_arm
                copy(action, k - 1, witness)
            if mu < lowest:
                lowest, low_arm = mu, j
            if mu > highest:
                highest, high_arm = mu, j
        more = next_positions(position, k - 1, N)
    return worst
