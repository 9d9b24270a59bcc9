"""Problem: N arms, K chosen a round, horizon T, one joint reward."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dart_core.arms import Arm, Bernoulli
from dart_core.errors import (
    FieldError,
    FieldTypeError,
    checked_stop,
    end_if,
    real_number,
    whole_number,
)
from dart_core.frozen import frozen
from dart_core.joint_rewards import REWARDS, Reward, names_of_any_arms, parse_reward
from dart_core.laws import BINARY, Laws, family_of, make_laws, nodes_at_most, tables_work
from dart_core.lower_bound import LowerBound
from dart_core.optimum import Actions, Assumption2, Optimum
from dart_core.rows import Rows
from dart_core.search_work import assumption_2_work, optimum_work
from dart_core.showing import Shown
from dart_core.streams import stream_key, uniform

if TYPE_CHECKING:
    from dart_core.joint_rewards import RewardLike
    from dart_core.rows import Table

    Given = Iterable[float | Arm] | LowerBound | Rows

MAX_ARMS = 10_000
MAX_HORIZON = 10**12
MAX_SEED = 2**64 - 1
_POLL = 0.05  # s between two looks at the stop flag while another thread prepares
# What takes time, in this order, each from those before it.
_TABLES, _OPTIMUM, _ASSUMPTION_2 = _STEPS = ("tables", "optimum", "assumption 2")


@dataclass(frozen=True, repr=False)
class Problem(Shown):
    """Choose the best K of N arms when only one joint reward a round is seen.

    Parameters
    ----------
    means : sequence of float and Arm, or LowerBound, or Rows
        N ≥ 2 arms: a number p in [0, 1] is a Bernoulli arm, which pays 1 with chance p and else
        0; the others are laws of `dart_core.arms`, freely mixed. All are independent. A
        `LowerBound` is a whole set of arms that are not, and so are `Rows` of a table.
    k : int
        K, the number of arms in an action, 1 … N.
    horizon : int
        T, the number of rounds.
    reward : str, tuple or sequence of float, default "mean"
        The joint reward f; see `dart_core.joint_rewards.parse_reward`. Unless every arm pays 0 or 1
        it is ``"mean"``, ``"quadratic"``, ``"max"`` or ``"min"``.
    arms : sequence of Arm, or LowerBound, or Rows
        What `means` became. Given along with `means` it is ignored: `dataclasses.replace` does
        so.

    Attributes
    ----------
    arms : tuple of Arm, or LowerBound, or Rows
        The arms; a number is a `Bernoulli` here.
    means : tuple of float
        E X_1, …, E X_N, exact.
    optimal_set : tuple of int
        a*, the action with the highest expected reward, sorted arm indices from 0. Of several
        equally good ones the one with the most arms from the top of `ranking`.
    optimal_reward : float
        μ_{a*}.
    optimum_is_exact : bool
        Whether no action is better; False where there are too many to try: then `optimal_set`
        is the best one that a search of bounded length found.
    assumption_2 : Assumption2
        Whether good arms make good actions; where not, `optimal_set` need not be the top K.
    expectation_error : float
        Bound on the error of expected rewards: rounding alone, but for max and min of arms
        beyond 0/1 an estimate of the quadrature's error (`dart_core.quadrature`).

    Raises
    ------
    FieldError
        Naming the field, what was expected and what came.

    Notes
    -----
    Paper, section 3. The optimum is exact for every count curve of 0/1 arms: given its other
    arms, the expected reward is affine in the mean of one arm, so an arm may be exchanged for a
    more extreme one on one side without loss; hence some best set is the top a and the bottom
    K−a arms for an a in 0 … K, and all K+1 are tried. With a non-decreasing curve it is the top
    K. For other arms see `dart_core.optimum.Actions.best`.

    Threads may share a problem: nothing of it changes. What is worked out on demand is a function
    of the fields alone and read only. The optimum may take seconds: `work` says how long at most,
    and `prepare` does it so that it can be stopped.
    """

    arms: tuple[Arm, ...] | LowerBound | Rows
    k: int
    horizon: int
    reward: Reward

    def __init__(
        self,
        means: Given | None = None,
        k: int = 0,
        horizon: int = 0,
        reward: RewardLike | Reward = "mean",
        *,
        arms: Given | None = None,
    ) -> None:
        object.__setattr__(self, "_preparing", Lock())
        given = arms if means is None and arms is not None else means
        checked = given if isinstance(given, LowerBound | Rows) else _checked_arms(given)
        n = len(checked) if isinstance(checked, tuple) else checked.n_arms
        hint = f"There are N = {n} arms."
        object.__setattr__(self, "arms", checked)
        object.__setattr__(self, "k", whole_number("k", k, 1, n, hint))
        object.__setattr__(self, "horizon", whole_number("horizon", horizon, 1, MAX_HORIZON))
        object.__setattr__(self, "reward", parse_reward(reward, self.k))
        if not (self.binary or REWARDS[self.reward.name].of_any_arms):
            expected = f"{names_of_any_arms()} for arms that pay more than 0 or 1"
            hint = "A count of paying arms needs numbers, Bernoulli arms or rows of 0 and 1."
            raise FieldError("reward", expected, reward, hint)

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

    def __repr__(self) -> str:
        words = REWARDS[self.reward.name].words.format(m=self.reward.m, k=self.k)
        return f"<Problem: best {self.k} of {self.n_arms} arms, {words}, {self.horizon:,} rounds>"

    @classmethod
    def from_rows(
        cls, rows: Table, k: int, horizon: int, reward: RewardLike | Reward = "mean"
    ) -> Problem:
        """Return a problem whose every round pays one row of a table, drawn anew each time.

        Arms keep the dependence that they have in the table; see `Rows`.

        Parameters
        ----------
        rows : pandas.DataFrame or array-like of float, shape (R, N)
            A row for each round that was seen, a column for each arm; rewards in [0, 1], none
            missing.
        k, horizon, reward
            As for `Problem`; rows of 0 and 1 go with every joint reward.

        Raises
        ------
        FieldError
            Naming the first cell that cannot be used, or what does not fit.

        Examples
        --------
        No two of these arms overlap as A and B do not, so their means do not tell the best set:

        >>> rows = [[1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0]]
        >>> problem = Problem.from_rows(rows, k=2, horizon=1_000, reward="max")
        >>> problem.optimal_set, problem.optimal_reward
        ((0, 1), 1.0)
        """
        return cls(Rows(rows), k, horizon, reward)

    def __reduce__(self) -> tuple[object, ...]:
        # Pickled arrays come back writable: another type to Numba, so all would compile again.
        return type(self), (self.arms, self.k, self.horizon, self.reward)

    @property
    def n_arms(self) -> int:
        """N, the number of arms."""
        return len(self.arms) if isinstance(self.arms, tuple) else self.arms.n_arms

    @cached_property
    def binary(self) -> bool:
        """Whether every arm pays 0 or 1."""
        if isinstance(self.arms, tuple):
            return all(arm.binary for arm in self.arms)
        return isinstance(self.arms, Rows) and self.arms.binary

    @property
    def independent(self) -> bool:
        """Whether arms are independent within a round."""
        return isinstance(self.arms, tuple)

    @property
    def bernoulli(self) -> bool:
        """Whether arms are independent and each pays 0 or 1: then their means say all."""
        return family_of(self.arms) == BINARY

    @cached_property
    def means(self) -> tuple[float, ...]:
        """E X_1, …, E X_N."""
        if isinstance(self.arms, LowerBound):
            return self.arms.means(self.horizon)
        if isinstance(self.arms, Rows):
            return self.arms.means
        return tuple(arm.mean for arm in self.arms)

    @cached_property
    def mean_array(self) -> NDArray[np.float64]:
        """The means as a read-only array of shape (N,)."""
        return frozen(np.array(self.means, dtype=np.float64))

    @cached_property
    def curve_array(self) -> NDArray[np.float64]:
        """The count curve g(0), …, g(K) as a read-only array of shape (K+1,)."""
        return frozen(np.array(self.reward.curve, dtype=np.float64))

    @cached_property
    def ranking(self) -> tuple[int, ...]:
        """All arms by decreasing mean; equal means by increasing index."""
        return tuple(int(i) for i in np.argsort(-self.mean_array, kind="stable"))

    def prepare(
        self, stop: NDArray[np.int64] | None = None, *, assumption_2: bool = False
    ) -> Problem:
        """Work out now what properties would work out at their first use; return the problem.

        Parameters
        ----------
        stop : int64 array of shape (1,), optional
            A flag; when another thread sets it to 1 the work ends within milliseconds.
        assumption_2 : bool, default False
            Whether to check Assumption 2 too, and not only to find the optimum.

        Raises
        ------
        Stopped
            If `stop` was set.
        """
        checked_stop(stop)
        self._worked_out(_ASSUMPTION_2 if assumption_2 else _OPTIMUM, stop)
        return self

    def work(self, *, assumption_2: bool = False) -> int:
        """Return about how many multiplications `prepare` takes, at most; it takes no time itself.

        Parameters
        ----------
        assumption_2 : bool, default False
            As for `prepare`.
        """
        form, n, k = self.reward.form, self.n_arms, self.k
        sizes = (family_of(self.arms), form, n, k, nodes_at_most(self.arms, k, form))
        total = tables_work(self.arms, k, form) + optimum_work(*sizes)
        return total + assumption_2_work(*sizes) if assumption_2 else total

    def _worked_out(self, wanted: str, stop: NDArray[np.int64] | None = None) -> Any:
        """Return one of `_STEPS`, worked out once for all threads that share the problem."""
        known = vars(self)
        if wanted not in known:
            preparing: Lock = known["_preparing"]
            while not preparing.acquire(timeout=_POLL):
                end_if(stop, "Waiting for the best set")
            try:
                flag = np.zeros(1, dtype=np.int64) if stop is None else stop
                for step in _STEPS[: _STEPS.index(wanted) + 1]:
                    if step not in known:
                        known[step] = self._work_out(step, flag)
            finally:
                preparing.release()
        return known[wanted]

    def _work_out(self, step: str, stop: NDArray[np.int64]) -> Any:
        known = vars(self)
        if step == _TABLES:
            parts = (self.arms, self.mean_array, self.k, self.horizon, self.reward)
            return make_laws(*parts, stop)
        actions = Actions(known[_TABLES][0], self.reward, self.ranking, self.k)
        if step == _OPTIMUM:
            return actions.best(stop)
        return actions.assumption_2(known[_OPTIMUM], stop)

    @property
    def _tables(self) -> tuple[Laws, float]:
        tables: tuple[Laws, float] = self._worked_out(_TABLES)
        return tables

    @property
    def laws(self) -> Laws:
        """The arms as read-only arrays, for kernels."""
        return self._tables[0]

    @property
    def expectation_error(self) -> float:
        """How far from the truth an expected reward may be."""
        return self._tables[1]

    @cached_property
    def _actions(self) -> Actions:
        return Actions(self.laws, self.reward, self.ranking, self.k)

    @property
    def _optimum(self) -> Optimum:
        optimum: Optimum = self._worked_out(_OPTIMUM)
        return optimum

    @property
    def optimal_set(self) -> tuple[int, ...]:
        """a*, the best action: sorted arm indices from 0."""
        return self._optimum.action

    @property
    def optimal_reward(self) -> float:
        """μ_{a*}, the expected joint reward of the best action."""
        return self._optimum.reward

    @property
    def optimum_is_exact(self) -> bool:
        """Whether it is certain that no action is better than `optimal_set`."""
        return self._optimum.exact

    @property
    def assumption_2(self) -> Assumption2:
        """Whether good arms make good actions: proved, or tried; else where that is broken."""
        found: Assumption2 = self._worked_out(_ASSUMPTION_2)
        return found

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
        return self._actions.expected(sorted(checked))


def _checked_arms(arms: Any) -> tuple[Arm, ...]:
    try:
        values = list(arms)
    except TypeError:
        expected = "a sequence of N numbers from 0 to 1 or arms, or a LowerBound"
        raise FieldTypeError("means", expected, arms) from None
    if not 2 <= len(values) <= MAX_ARMS:
        raise FieldError("means", f"2 to {MAX_ARMS:,} arms", f"{len(values)} arms")
    hint = "Arms other than Bernoulli are objects, such as Beta(2, 5)."
    return tuple(
        arm if isinstance(arm, Arm) else Bernoulli(real_number(f"means[{i}]", arm, 0.0, 1.0, hint))
        for i, arm in enumerate(values)
    )


def checked_seed(seed: Any) -> int:
    """Return `seed` as an int in 0 … 2⁶⁴−1."""
    return whole_number("seed", seed, 0, MAX_SEED)


def checked_problem(problem: Any) -> Problem:
    """Return `problem` if it is one."""
    if not isinstance(problem, Problem):
        raise FieldTypeError("problem", "a Problem", problem)
    return problem
