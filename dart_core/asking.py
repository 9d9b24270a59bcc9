"""Questions about one arm of a run: what its estimate rests on, its next tests, and half the λ."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.registry import Algorithm, algorithm
from dart_core.problem import Problem
from dart_core.simulation import simulate

if TYPE_CHECKING:
    from dart_core.run import Run

_MOST_TESTS = 60


def spread_of(problem: Problem, chosen: Algorithm) -> float:
    """Return what n_i takes to a half-width: w_i = ½·sqrt(spread / n_i), for DART.

    Parameters
    ----------
    problem : Problem
    chosen : Algorithm
        DART, with any preset.

    Returns
    -------
    float
        c·log(NT), four times that for the authors' code: see `accept_reject.describe`.
    """
    numbers = chosen.resolved(problem)
    c = float(numbers["c"])
    factor = 4.0 * c if numbers["variant"] == "authors" else c
    return float(factor * np.log(float(problem.n_arms) * float(problem.horizon)))


def rewards_averaged(run: Run) -> NDArray[np.int64]:
    """Return n_i, the rewards behind each estimate, at every frame of a run of DART.

    Parameters
    ----------
    run : Run
        Of DART, with frames.

    Returns
    -------
    int64 array of shape (F, N)
        0 before the first play. Printed algorithm: rounds that an arm took part in while it was
        active, without wrapped repeats; the estimate of an accepted arm is left alone. Authors'
        code: all rounds that it took part in.

    Notes
    -----
    A frame keeps w_i and not n_i; n_i = spread / (2 w_i)², a whole number to within rounding.
    """
    spread = spread_of(run.problem, run.algorithm)
    return np.rint(spread / (2.0 * run.snapshots.width) ** 2).astype(np.int64)


@dataclass(frozen=True)
class Schedule:
    """When the tests of a run of DART come, as far as its constants alone say.

    Attributes
    ----------
    lam : float
        λ.
    by_rounds : bool
        False: the test at ``delta[m]`` comes once after ``count[m]`` epochs. True (the authors'
        code, which tests after every epoch): the gates stand at ``delta[m]`` as soon as more than
        ``count[m]`` rounds for each group of an epoch have been played.
    delta : tuple of float
        Δ₀, Δ₀/2, …: at most 60, as far as T could reach if an epoch took one round.
    count : tuple of int
        Increasing.
    allowed : int
        How many of them λ lets happen.
    """

    lam: float
    by_rounds: bool
    delta: tuple[float, ...]
    count: tuple[int, ...]
    allowed: int


def schedule(problem: Problem, chosen: Algorithm) -> Schedule:
    """Return when the tests of DART come.

    Parameters
    ----------
    problem : Problem
    chosen : Algorithm
        DART, with any preset.

    Returns
    -------
    Schedule
    """
    numbers = chosen.resolved(problem)
    c, lam, delta = (float(numbers[name]) for name in ("c", "lam", "delta0"))
    log_nt = float(np.log(float(problem.n_arms) * float(problem.horizon)))
    authors = numbers["variant"] == "authors"
    deltas: list[float] = []
    counts: list[int] = []
    allowed = 0
    while len(deltas) < _MOST_TESTS:
        m = len(deltas)
        if authors:  # Δ halves for the m-th time when t > n_m·⌈|C|/K_e⌉
            due = 0 if m == 0 else int(min(c * 4.0**m * log_nt, 1e15))
            held = m == 0 or delta / 2.0 >= lam
        else:  # an epoch ends with one test at most; the first may come before λ is looked at
            due = max(ceil(min(c * log_nt / delta**2, 1e15)), counts[-1] + 1 if counts else 1)
            held = delta >= lam or due == 1
        if m and due > problem.horizon:
            break
        deltas.append(delta)
        counts.append(due)
        allowed += held and allowed == m
        delta /= 2.0
    return Schedule(lam, authors, tuple(deltas), tuple(counts), allowed)


@dataclass(frozen=True)
class HalfLambda:
    """The same run with half the λ: the same problem, the same luck, the same permutations.

    Attributes
    ----------
    lam : float
        Half the λ of the run.
    to : tuple of int
        Where each arm ended: 0 still active, 1 accepted, 2 rejected.
    t : tuple of int
        The round after which it got there; 0 for arms that stayed active.
    commit_t : int
        The rounds played before the set was committed to; T if it never was.
    regret : float
        Pseudo-regret at T.
    """

    lam: float
    to: tuple[int, ...]
    t: tuple[int, ...]
    commit_t: int
    regret: float


def with_half_lambda(run: Run, stop: NDArray[np.int64] | None = None) -> HalfLambda:
    """Run DART again with half the λ: not a forecast, but what would have happened.

    Parameters
    ----------
    run : Run
        Of DART.
    stop : int64 array of shape (1,), optional
        As in `simulate`.

    Returns
    -------
    HalfLambda
        Until λ ended the exploration of `run`, both runs are the same.
    """
    chosen, problem = run.algorithm, run.problem
    lam = float(chosen.resolved(problem)["lam"]) / 2.0
    own = dict(chosen.overrides) | {"lam": lam}
    other = simulate(
        problem, algorithm("dart", chosen.preset, **own), seed=run.seed, frames=0, stop=stop
    )
    to, t = [0] * problem.n_arms, [0] * problem.n_arms
    for arm, goal, when in zip(other.moves.arm, other.moves.to, other.moves.t, strict=True):
        to[arm], t[arm] = int(goal), int(when)
    return HalfLambda(lam, tuple(to), tuple(t), other.commit_t, float(other.regret[-1]))
