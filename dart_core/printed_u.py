"""The paper's Assumption 3 to the letter: one U for all pairs of actions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from dart_core.errors import checked_stop, end_if
from dart_core.laws import nodes_at_most
from dart_core.problem import Problem, checked_problem

MOST_ACTIONS = 1_500  # actions whose pairs are all compared
_PAIRS = "Comparing actions"
_SEED = 2026  # of the sampled actions: the same problem, the same answer


@dataclass(frozen=True)
class PrintedU:
    """The smallest U of Assumption 3 as printed: for all pairs of actions, not swaps alone.

    Attributes
    ----------
    u : float
        The smallest U ≥ 1, a lower bound of it if not `exact`; inf if there is none.
    exact : bool
        Whether all pairs of actions were compared; else those of `MOST_ACTIONS` random ones.
    witness : tuple of two tuples of int, or None
        The actions that need it, sorted arms from 0; None if there is only one action.
    distance, difference : float
        Theirs: min_π ‖E X_{a₁} − π(E X_{a₂})‖₁ and |μ_{a₁} − μ_{a₂}|.
    """

    u: float
    exact: bool
    witness: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    distance: float = 0.0
    difference: float = 0.0


def printed_u_work(problem: Problem) -> int:
    """Return about how many multiplications `printed_u` takes, at most, on a prepared problem."""
    n, k = problem.n_arms, problem.k
    nodes = nodes_at_most(problem.arms, k, problem.reward.form)
    # Python checks each arm of an action, which takes longer than its multiplications.
    return MOST_ACTIONS * (k * (max(nodes, k) + 4_000) + 100 * n + 3 * MOST_ACTIONS * k)


def printed_u(problem: Problem, *, stop: NDArray[np.int64] | None = None) -> PrintedU:
    """Return the smallest U with which Assumption 3 holds to the letter.

    Parameters
    ----------
    problem : Problem
    stop : int64 array of shape (1,), optional
        A flag; when another thread sets it to 1 the work ends soon.

    Returns
    -------
    PrintedU

    Raises
    ------
    Stopped
        If `stop` was set.

    Notes
    -----
    The permutation that brings two vectors closest in ‖·‖₁ sorts both. Two actions of
    nearly the same worth with different means make U large, even for the mean reward; the
    proofs compare actions that differ by one arm, for which see `dart_core.assumptions.Swaps.u`.
    """
    checked_problem(problem)
    checked_stop(stop)
    problem.prepare(stop)
    n, k = problem.n_arms, problem.k
    exact = comb(n, k) <= MOST_ACTIONS
    if exact:
        actions = list(combinations(range(n), k))
    else:
        luck = np.random.Generator(np.random.Philox(_SEED)).random((MOST_ACTIONS, n))
        chosen = np.sort(luck.argsort(axis=1)[:, :k], axis=1)
        actions = sorted({tuple(int(i) for i in row) for row in chosen})
    worth = np.empty(len(actions))
    for at, action in enumerate(actions):
        end_if(stop, _PAIRS)
        worth[at] = problem.expected_reward(action)
    means = np.sort(problem.mean_array[np.array(actions)], axis=1)
    tie = 2 * problem.expectation_error
    found = PrintedU(1.0, exact)
    for first in range(len(actions) - 1):
        end_if(stop, _PAIRS)
        distance = np.abs(means[first + 1 :] - means[first]).sum(axis=1)
        difference = np.abs(worth[first + 1 :] - worth[first])
        difference[difference <= tie] = 0.0
        distance[distance <= tie] = 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            needed = np.fmax(distance / difference, difference / distance)  # 0/0 asks nothing
        if np.isnan(needed).all():
            continue
        at = int(np.nanargmax(needed))
        if found.witness is None or needed[at] > found.u:
            pair = (actions[first], actions[first + 1 + at])
            most = max(1.0, float(needed[at]))
            found = PrintedU(most, exact, pair, float(distance[at]), float(difference[at]))
    return found
