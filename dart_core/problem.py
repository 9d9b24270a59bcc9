"""Problem: N arms, K chosen a round, horizon T, one joint reward."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dart_core.errors import FieldError, FieldTypeError, real_number, whole_number
from dart_core.rewards import Reward, RewardLike, expected_reward, parse_reward
from dart_core.streams import stream_key, uniform

MAX_ARMS = 10_000
MAX_HORIZON = 10**12
MAX_SEED = 2**64 - 1


@dataclass(frozen=True)
class Problem:
    """Choose the best K of N Bernoulli arms when only one joint reward a round is seen.

    Parameters
    ----------
    means : sequence of float
        p_1, …, p_N, each in [0, 1]: the chance that the arm pays 1 in a round. N ≥ 2.
    k : int
        K, the number of arms in an action, 1 … N.
    horizon : int
        T, the number of rounds.
    reward : str, tuple or sequence of float, default "mean"
        The joint reward f; see `dart_core.rewards.parse_reward`.

    Attributes
    ----------
    optimal_set : tuple of int
        a*, the action with the highest expected reward, sorted arm indices from 0. Of several
        equally good ones the one with the most arms from the top of `ranking`.
    optimal_reward : float
        μ_{a*}.

    Raises
    ------
    FieldError
        Naming the field, what was expected and what came.

    Notes
    -----
    Paper, section 3. Rewards are independent between arms and rounds. The optimum is exact for
    every count curve: given its other arms, the expected reward is affine in the mean of one
    arm, so an arm may be exchanged for a more extreme one on one side without loss; hence some
    best set is the top a and the bottom K−a arms for an a in 0 … K, and all K+1 are tried. With
    a non-decreasing curve it is the top K.
    """

    means: tuple[float, ...]
    k: int
    horizon: int
    reward: Reward

    def __init__(
        self,
        means: Iterable[float],
        k: int,
        horizon: int,
        reward: RewardLike | Reward = "mean",
    ) -> None:
        checked = _checked_means(means)
        n = len(checked)
        hint = f"There are N = {n} arms."
        object.__setattr__(self, "means", checked)
        object.__setattr__(self, "k", whole_number("k", k, 1, n, hint))
        object.__setattr__(self, "horizon", whole_number("horizon", horizon, 1, MAX_HORIZON))
        object.__setattr__(self, "reward", parse_reward(reward, self.k))

    @classmethod
    def random(
        cls,
        n_arms: int,
        k: int,
        horizon: int,
        reward: RewardLike | Reward = "mean",
        seed: int = 0,
    ) -> Problem:
        """Return a problem whose means are drawn from U[0, 1), as in the paper's experiments.

        Parameters
        ----------
        n_arms : int
            N, 2 or more.
        k, horizon, reward
            As for `Problem`.
        seed : int, default 0
            Arm i has the same mean for every K, T and reward: it depends on (seed, i) alone.
        """
        n = whole_number("n_arms", n_arms, 2, MAX_ARMS)
        key = stream_key(checked_seed(seed), "arms")
        return cls([float(uniform(key, np.uint64(i))) for i in range(n)], k, horizon, reward)

    def __reduce__(self) -> tuple[object, ...]:
        # Pickled arrays come back writable: another type to Numba, so all would compile again.
        return type(self), (self.means, self.k, self.horizon, self.reward)

    @property
    def n_arms(self) -> int:
        """N, the number of arms."""
        return len(self.means)

    @cached_property
    def mean_array(self) -> NDArray[np.float64]:
        """The means as a read-only array of shape (N,)."""
        array = np.array(self.means, dtype=np.float64)
        array.flags.writeable = False
        return array

    @cached_property
    def curve_array(self) -> NDArray[np.float64]:
        """The count curve g(0), …, g(K) as a read-only array of shape (K+1,)."""
        array = np.array(self.reward.curve, dtype=np.float64)
        array.flags.writeable = False
        return array

    @cached_property
    def ranking(self) -> tuple[int, ...]:
        """All arms by decreasing mean; equal means by increasing index."""
        return tuple(int(i) for i in np.argsort(-self.mean_array, kind="stable"))

    @cached_property
    def _optimum(self) -> tuple[tuple[int, ...], float]:
        order, k = self.ranking, self.k
        tops = [k] if self.reward.monotone else range(k, -1, -1)
        sets = [tuple(sorted(order[:a] + order[len(order) - (k - a) :])) for a in tops]
        values = [self._expected(arms) for arms in sets]
        best = int(np.argmax(values))
        return sets[best], values[best]

    @property
    def optimal_set(self) -> tuple[int, ...]:
        """a*, the best action: sorted arm indices from 0."""
        return self._optimum[0]

    @property
    def optimal_reward(self) -> float:
        """μ_{a*}, the expected joint reward of the best action."""
        return self._optimum[1]

    def expected_reward(self, arms: Sequence[int]) -> float:
        """Return μ_a, the exact expected joint reward of one action.

        Parameters
        ----------
        arms : sequence of int
            K different arm indices from 0; their order does not matter.

        Raises
        ------
        FieldError
            If there are not K of them, or one is out of range or given twice.
        """
        n = self.n_arms
        checked = [whole_number("arms", arm, 0, n - 1, f"There are N = {n} arms.") for arm in arms]
        if len(checked) != self.k or len(set(checked)) != self.k:
            raise FieldError("arms", f"{self.k} different arm indices", list(arms))
        return self._expected(sorted(checked))

    def _expected(self, arms: Sequence[int]) -> float:
        action = np.array(arms, dtype=np.int64)
        scratch = np.empty(self.k + 1)
        form, curve = self.reward.form, self.curve_array
        return float(expected_reward(form, self.mean_array, action, self.k, curve, scratch))


def _checked_means(means: Any) -> tuple[float, ...]:
    try:
        values = list(means)
    except TypeError:
        raise FieldTypeError("means", "a sequence of N numbers from 0 to 1", means) from None
    if not 2 <= len(values) <= MAX_ARMS:
        raise FieldError("means", f"2 to {MAX_ARMS:,} arms", f"{len(values)} arms")
    return tuple(real_number(f"means[{i}]", p, 0.0, 1.0) for i, p in enumerate(values))


def checked_seed(seed: Any) -> int:
    """Return `seed` as an int in 0 … 2⁶⁴−1."""
    return whole_number("seed", seed, 0, MAX_SEED)


def checked_problem(problem: Any) -> Problem:
    """Return `problem` if it is one."""
    if not isinstance(problem, Problem):
        raise FieldTypeError("problem", "a Problem", problem)
    return problem
