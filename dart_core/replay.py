"""A few rounds of a run once more, with the one number that each of them showed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_core.asking import rewards_averaged
from dart_core.codes import ACCEPTED, ACTIVE
from dart_core.compile import kernel
from dart_core.simulation import simulate
from dart_core.world import Log, World, make_log, make_world, play

if TYPE_CHECKING:
    from dart_core.run import Run


@dataclass(frozen=True, eq=False)
class Epoch:
    """One epoch of DART, round by round (G groups, N arms, K in an action).

    Attributes
    ----------
    number : int
        The epoch, from 1.
    t : int
        Rounds played before it.
    action : int64 (G, K)
        The arms of each round: the accepted ones, then the group, in the order of the permutation.
    reward : float64 (G,)
        The joint reward that each round showed.
    before : float64 (N,)
        Estimates before the epoch.
    after : float64 (G, N)
        Estimates after each of its rounds.
    n_before : int64 (N,)
        n_i before the epoch.
    sets : uint8 (N,)
        The sets during it: 0 active, 1 accepted, 2 rejected.
    """

    number: int
    t: int
    action: NDArray[np.int64]
    reward: NDArray[np.float64]
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    n_before: NDArray[np.int64]
    sets: NDArray[np.uint8]


@kernel
def _play_again(
    world: World, log: Log, action: NDArray[np.int64], t: int, reward: NDArray[np.float64]
) -> None:
    for q in range(action.shape[0]):
        reward[q] = play(world, log, action[q], t + 1 + q)


def replayed_rewards(run: Run, action: NDArray[np.int64], t: int) -> NDArray[np.float64]:
    """Return the joint rewards of rounds t+1, t+2, … of a run.

    Parameters
    ----------
    run : Run
        Where the luck comes from.
    action : int64 array of shape (R, K)
        The sets played in these rounds.
    t : int
        Rounds played before them.

    Returns
    -------
    float64 array of shape (R,)
        What the run saw, bit for bit: X[t, i] depends on (seed, t, i) alone.
    """
    problem = run.problem
    world = make_world(problem, run.seed)
    ends = np.array([problem.horizon], dtype=np.int64)
    log = make_log(problem.n_arms, problem.k, ends, np.zeros(0, dtype=np.int64), None)
    reward = np.zeros(action.shape[0])
    _play_again(world, log, np.ascontiguousarray(action), t, reward)
    return reward


class Again:
    """The rounds of a run, played again one action at a time.

    Parameters
    ----------
    run : Run
        Where the luck comes from.

    Attributes
    ----------
    t : int
        Rounds played so far.
    """

    def __init__(self, run: Run) -> None:
        problem = run.problem
        ends = np.array([problem.horizon], dtype=np.int64)
        self._world = make_world(problem, run.seed)
        self._log = make_log(problem.n_arms, problem.k, ends, np.zeros(0, dtype=np.int64), None)
        self._totals = np.zeros(2)
        self.t = 0

    def play(
        self, action: Sequence[int], rounds: int, mean: float = 0.0, n: int = 0
    ) -> tuple[float, float]:
        """Play `action` for some rounds; return the sum of its rewards, and their running mean.

        Parameters
        ----------
        action : sequence of int
        rounds : int
        mean, n : float, int
            The mean so far and its samples, which the rewards are averaged into.
        """
        arms = np.array(action, dtype=np.int64)
        self._totals[:] = 0.0, mean
        _play_on(self._world, self._log, arms, self.t, rounds, n, self._totals)
        self.t += rounds
        return float(self._totals[0]), float(self._totals[1])


@kernel
def _play_on(
    world: World,
    log: Log,
    action: NDArray[np.int64],
    t: int,
    rounds: int,
    n: int,
    totals: NDArray[np.float64],
) -> None:
    for q in range(1, rounds + 1):
        r = play(world, log, action, t + q)
        totals[0] += r
        totals[1] += (r - totals[1]) / (n + q)


def epochs(run: Run, ends: Sequence[int]) -> list[Epoch]:
    """Return the epochs of a run of DART that ended after given rounds.

    Parameters
    ----------
    run : Run
        Of DART, with frames.
    ends : sequence of int
        Increasing rounds t, each the last one of an epoch, as the rounds of tests are.

    Returns
    -------
    list of Epoch
        Complete ones only.

    Notes
    -----
    The run is made again with a frame after every round of these epochs: equal arguments give
    equal bits. An action keeps its order, so the permutation can be read off it.
    """
    shown = run.snapshots
    windows = []
    for end in ends:
        at = max(0, int(shown.t.searchsorted(end, "right")) - 1)
        if shown.t[at] == end:
            at = int(shown.t.searchsorted(end))  # before the test that came after this round
        open_places = run.problem.k - int((shown.sets[at] == ACCEPTED).sum())
        active = int((shown.sets[at] == ACTIVE).sum())
        groups = -(-active // open_places) if open_places else 0
        if 0 < groups <= end <= run.problem.horizon:
            windows.append((end, groups))
    if not windows:
        return []
    wanted = np.concatenate([np.arange(end - size, end + 1) for end, size in windows])
    again = simulate(run.problem, run.algorithm, seed=run.seed, frames=wanted)
    kept, averaged = again.snapshots, rewards_averaged(again)
    found = []
    for end, size in windows:
        rounds = kept.t.searchsorted(np.arange(end - size + 1, end + 1))
        before = int(kept.t.searchsorted(end - size, "right")) - 1
        number = kept.epoch[rounds]
        if (number != number[-1]).any() or kept.phase[rounds].any():
            continue
        action = kept.action[rounds]
        found.append(
            Epoch(
                number=int(number[-1]),
                t=end - size,
                action=action,
                reward=replayed_rewards(run, action, end - size),
                before=kept.estimate[before],
                after=kept.estimate[rounds],
                n_before=averaged[before],
                sets=kept.sets[rounds[0]],
            )
        )
    return found
