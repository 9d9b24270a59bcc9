"""outcome: what given actions earn, on the very luck that the algorithms meet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dart_core.compile import kernel
from dart_core.errors import FieldError, FieldTypeError, whole_number
from dart_core.frozen import frozen
from dart_core.problem import Problem, checked_problem, checked_seed
from dart_core.world import Log, World, make_log, make_world, play, see

MAX_TABLE = 10_000_000  # rewards in one table


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """What R actions earned.

    Attributes
    ----------
    rewards : float64 (R,)
        The joint reward f(X_{a_t,t}) of every round.
    regret : float64 (R,)
        Cumulative pseudo-regret Σ_{s ≤ t} (μ_{a*} − μ_{a_s}), from exact expectations.
    """

    rewards: NDArray[np.float64]
    regret: NDArray[np.float64]

    def __repr__(self) -> str:
        return f"<Outcome: {self.rewards.size:,} rounds, regret {self.regret[-1]:,.1f}>"


def outcome(problem: Problem, actions: ArrayLike, *, seed: int = 0) -> Outcome:
    """Play given actions in rounds 1 … R.

    Parameters
    ----------
    problem : Problem
    actions : array-like of int, shape (R, K)
        The arms of every round, from 0, in any order; R is 1 … T.
    seed : int, default 0
        The luck. An algorithm under `simulate` that plays these actions with this seed has the
        same rewards and the same regret, bit for bit.

    Returns
    -------
    Outcome

    Raises
    ------
    FieldError, FieldTypeError
        If an action is not made of K different arms, or there are more than T.
    """
    checked_problem(problem)
    world = make_world(problem, checked_seed(seed))
    plays = _checked_actions(problem, actions)
    rounds = plays.shape[0]
    none = np.zeros(0, dtype=np.int64)
    log = make_log(problem.n_arms, problem.k, np.arange(1, rounds + 1), none, None)
    rewards = np.zeros(rounds)
    _play_all(world, log, plays, rewards)
    return Outcome(frozen(rewards), frozen(log.checkpoint_regret))


def arm_rewards(problem: Problem, rounds: int, *, seed: int = 0) -> NDArray[np.float64]:
    """Return X[t, i] of every arm in rounds 1 … `rounds`, which no bandit algorithm may see.

    Parameters
    ----------
    problem : Problem
    rounds : int
        R, 1 … T, and at most 10,000,000 rewards in all.
    seed : int, default 0
        The luck.

    Returns
    -------
    float64 array of shape (R, N)
        Row t − 1 has round t.
    """
    checked_problem(problem)
    most = min(problem.horizon, MAX_TABLE // problem.n_arms)
    count = whole_number("rounds", rounds, 1, most)
    table = np.zeros((count, problem.n_arms))
    _see_all(make_world(problem, checked_seed(seed)), np.arange(problem.n_arms), table)
    return frozen(table)


@kernel
def _play_all(
    world: World, log: Log, actions: NDArray[np.int64], rewards: NDArray[np.float64]
) -> None:
    for r in range(actions.shape[0]):
        rewards[r] = play(world, log, actions[r], r + 1)


@kernel
def _see_all(world: World, arms: NDArray[np.int64], table: NDArray[np.float64]) -> None:
    for r in range(table.shape[0]):
        see(world, arms, r + 1, table[r])


def _checked_actions(problem: Problem, actions: ArrayLike) -> NDArray[np.int64]:
    n, k, T = problem.n_arms, problem.k, problem.horizon
    expected = f"an array of 1 to T = {T:,} rows of K = {k} whole numbers"
    try:
        plays = np.array(actions)
    except ValueError:  # rows of several lengths
        raise FieldError("actions", expected, actions) from None
    if plays.ndim != 2 or plays.shape[1] != k or not 1 <= plays.shape[0] <= T:
        raise FieldError("actions", expected, f"an array of shape {plays.shape}")
    if plays.dtype.kind not in "iu":
        raise FieldTypeError("actions", expected, plays)
    ordered = np.sort(plays, axis=1)
    wrong = (ordered[:, 0] < 0) | (ordered[:, -1] >= n) | (np.diff(ordered) == 0).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        arms = f"K = {k} different arms from 0 to {n - 1}"
        raise FieldError(f"actions: round {row + 1}", arms, plays[row].tolist())
    return plays.astype(np.int64)
