"""The best action, and whether good arms make good actions (the paper's Assumption 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import MAX, MEAN, QUADRATIC
from dart_core.errors import end_if
from dart_core.frozen import frozen
from dart_core.laws import (
    BINARY,
    BY_ROW,
    FACTOR,
    FAMILY,
    MEANS,
    NODES,
    SECOND,
    SEEN,
    SHARED,
    WORTH,
    Laws,
    expected,
    part,
    scratch_size,
)
from dart_core.search import LEAST_SCRATCH, TIE, climb, enumerate_actions, grow, worst_swap
from dart_core.search_work import MAX_SEARCH, MAX_WORK, count_sets, each_reward

if TYPE_CHECKING:  # kernels do not depend on which rewards have a name
    from dart_core.joint_rewards import Reward

_SEARCH = "The search for the best set"


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
        return np.empty(max(scratch_size(self.laws), LEAST_SCRATCH))

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
        is worth (E X_i² − E X_j²) + (E X_i − E X_j)·M, M ≥ the sum of the K−1 lowest means. Arms
        by row: if they are ordered in every row, and the reward never falls.
        """
        laws, ranking, n = self.laws, self.ranking, self.ranking.size
        if self.reward.form == MEAN or self.family == SHARED or n == self.k:
            return True
        if self.family == BINARY:
            return self.reward.monotone
        if self.family == BY_ROW:
            by_row = part(laws, FACTOR, n, laws.head[NODES])[ranking]
            return self.reward.monotone and bool((np.diff(by_row, axis=0) <= 0.0).all())
        means = part(laws, MEANS, n)[ranking]
        if self.reward.form == QUADRATIC:
            least = means[n - self.k + 1 :].sum()
            steps = np.diff(part(laws, SECOND, n)[ranking] + means * least)
        else:
            steps = np.diff(part(laws, FACTOR, n, laws.head[NODES])[ranking], axis=0)
            steps = -steps if self.reward.form == MAX else steps
        equal = np.diff(means) == 0.0
        return bool((steps <= TIE).all() and (steps[equal] >= -TIE).all())

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
        if count_sets(n, k) * self._cost() <= MAX_WORK:
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
        head = self.laws.head
        looked_up = head[WORTH] < head[SEEN]
        return each_reward(self.k, self.k if looked_up else int(head[NODES]))

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
                grow(*args, self.curve, start, left, stop)
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
        if count_sets(n, k - 1) * (n - k + 1) * self._cost() > MAX_WORK:
            return self._on_the_way_to_the_top(best)
        witness = np.empty(k + 1, dtype=np.int64)
        position, action = np.empty(k, dtype=np.int64), np.empty(k, dtype=np.int64)
        args = (self.laws, self.reward.form, self.ranking, self.curve, self.scratch)
        loss = float(worst_swap(*args, position, action, witness, stop))
        end_if(stop, _SEARCH)
        if loss <= TIE:
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
            if loss > max(worst.loss, TIE):
                worst = Assumption2(False, (tuple(sorted(others)), i, j), loss)
            known = [*others, i]
        return worst
