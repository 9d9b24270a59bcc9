"""check_algorithm: contract tests for a user's own algorithm, before it is registered."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dart_core.errors import ContractError
from dart_core.own import fresh
from dart_core.own_run import Guarded
from dart_core.problem import Problem

_SEEDING = threading.Lock()  # there is one of each global generator
_KEY = 2026  # of the random numbers handed to the algorithm
_PROBLEMS = (  # small and awkward: T below N, K = 1, K = N, ties, rewards of several shapes
    Problem([0.3, 0.8], k=1, horizon=1),
    Problem([0.5, 0.5], k=2, horizon=20),
    Problem([0.1, 0.9, 0.4], k=2, horizon=300, reward="max"),
    Problem([0.0, 0.0, 0.0, 0.0], k=2, horizon=50),
    Problem([1.0, 1.0, 1.0, 0.5, 0.5], k=3, horizon=300),
    Problem([(2 * i + 1) / 24 for i in range(12)], k=1, horizon=300),
    Problem([(2 * i + 1) / 24 for i in range(12)], k=5, horizon=7, reward="min"),
    Problem([(2 * i + 1) / 24 for i in range(12)], k=12, horizon=30),
)
_EASY = Problem([0.9, 0.1, 0.9, 0.1, 0.1, 0.1], k=2, horizon=2_000)


@dataclass(frozen=True)
class Contract:
    """What `check_algorithm` found: the contract is kept.

    Attributes
    ----------
    rounds : int
        Rounds played in all.
    regret, random_regret : float
        Expected regret of its sets on an easy problem (N = 6, K = 2, T = 2,000), and what random
        sets lose there.
    warnings : tuple of str
        What is allowed, but probably not meant.
    """

    rounds: int
    regret: float
    random_regret: float
    warnings: tuple[str, ...]

    def __str__(self) -> str:
        head = (
            f"The contract is kept in {self.rounds:,} rounds. On an easy problem its regret is "
            f"{self.regret:,.0f}; random sets have {self.random_regret:,.0f}."
        )
        return "\n".join([head, *(f"Warning: {each}" for each in self.warnings)])


@dataclass(frozen=True)
class _Trial:
    problem: Problem
    actions: NDArray[np.int64]  # (T, K) sorted in each round

    @property
    def regret(self) -> float:
        sets, counts = np.unique(self.actions, axis=0, return_counts=True)
        earned = sum(c * self.problem.expected_reward(a) for a, c in zip(sets, counts, strict=True))
        return float(self.problem.horizon * self.problem.optimal_reward - earned)


def check_algorithm(candidate: Any, name: str = "your algorithm") -> Contract:
    """Try an algorithm of one's own on small problems; see `dart_core.own.register`.

    Parameters
    ----------
    candidate : class, callable or object
        What `register` would be given.
    name : str, optional
        Who is named in errors.

    Returns
    -------
    Contract
        Print it: it has the regret on an easy problem, and warnings.

    Raises
    ------
    ContractError, FieldError
        Naming the method, the round, what was expected and what came: a method is missing or
        fails, `select` does not return K different arms, `update` changes the action, a run
        depends on an earlier one, or on random numbers other than those handed to `reset`.
    """
    problems = (*_PROBLEMS, _EASY)
    firsts = []
    for problem in problems:
        with _global_luck(1):
            first = _play(name, fresh(name, candidate), problem)
        with _global_luck(2):
            again = _play(name, fresh(name, candidate), problem)
        if differ := _first_difference(first, again):
            raise ContractError(
                f"{name}: {differ}: expected the same set in two runs whose rng is the same, got "
                "another. Draw all random numbers from the rng that reset is given, and keep "
                "nothing outside of the object."
            )
        firsts.append(first)
    # Only now: by chance, other random numbers may give the same sets on one problem.
    used = fresh(name, candidate)
    for first in firsts:
        if differ := _first_difference(first, _play(name, used, first.problem)):
            raise ContractError(
                f"{name}: {differ}: expected what a new object chooses, got another set after "
                "earlier runs. Let reset set everything to its beginning."
            )
    rounds, regret = 3 * sum(each.horizon for each in problems), firsts[-1].regret
    warnings = (*_warnings(firsts[-1]), *_order_warnings(name, candidate))
    return Contract(rounds, regret, _random_regret(_EASY), warnings)


def _play(name: str, algorithm: Any, problem: Problem) -> _Trial:
    """Play a run in plain Python."""
    own = Guarded(name, algorithm, problem)
    luck = np.random.Generator(np.random.Philox(_KEY))
    own.reset(np.random.Generator(np.random.Philox(_KEY + 1)))
    own.numbers("estimates", 0), own.numbers("widths", 0)
    actions = np.empty((problem.horizon, problem.k), dtype=np.int64)
    for t in range(1, problem.horizon + 1):
        action = own.select(t)
        arms = np.sort(action)
        if arms[0] < 0 or arms[-1] >= problem.n_arms or (arms[1:] == arms[:-1]).any():
            raise own.wrong(t, action)
        paying = int((luck.random(problem.n_arms) < problem.mean_array)[action].sum())
        kept = action.copy()
        own.update(t, action, float(problem.curve_array[paying]))
        if not np.array_equal(action, kept):
            raise ContractError(
                f"{name}: update in round {t}: expected the action to stay {kept.tolist()}, got "
                f"{action.tolist()} in its place. Work on a copy: action.copy()."
            )
        actions[t - 1] = arms
    own.numbers("estimates", problem.horizon), own.numbers("widths", problem.horizon)
    return _Trial(problem, actions)


def _first_difference(one: _Trial, other: _Trial) -> str:
    """Return in which round, where, and from which sets on two runs differ; "" if they do not."""
    differ = np.flatnonzero((one.actions != other.actions).any(axis=1))
    if not differ.size:
        return ""
    at, p = int(differ[0]), one.problem
    sets = f"{one.actions[at].tolist()} and {other.actions[at].tolist()}"
    on = f"N = {p.n_arms}, K = {p.k}, T = {p.horizon}"
    return f"select in round {at + 1} ({on}) returned {sets}"


def _random_regret(problem: Problem) -> float:
    """Return T·(μ_{a*} − mean of μ_a) for the mean reward."""
    return problem.horizon * (problem.optimal_reward - float(problem.mean_array.mean()))


def _warnings(trial: _Trial) -> tuple[str, ...]:
    if trial.regret < _random_regret(trial.problem):
        return ()
    return (
        "it does no better than random sets on an easy problem. Does update learn, and does "
        "select use what was learnt?",
    )


def _order_warnings(name: str, candidate: Any) -> tuple[str, ...]:
    """Warn of a first set that is always the same: arms can only differ by their numbers yet."""
    firsts = set[tuple[int, ...]]()
    for key in range(20):
        own = Guarded(name, fresh(name, candidate), _EASY)
        own.reset(np.random.Generator(np.random.Philox(key)))
        firsts.add(tuple(sorted(own.select(1).tolist())))
    if len(firsts) > 1:
        return ()
    return (
        "its first set is always the same, so its regret depends on the order in which arms are "
        "listed. Break ties by the rng that reset is given.",
    )


@contextmanager
def _global_luck(seed: int) -> Iterator[None]:
    """Seed the global generators, which an algorithm must not use; put them back afterwards."""
    with _SEEDING:
        python, numpy = random.getstate(), np.random.get_state()  # noqa: NPY002 # it is the test
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002 # it is what is tested
        try:
            yield
        finally:
            random.setstate(python)
            np.random.set_state(numpy)  # noqa: NPY002 # it is what is tested
