"""One run of a user's own algorithm: plain Python methods around one compiled round.

The object decides and learns in Python; the kernel plays, books regret and averages rewards. Its
arrays are handed over in plain tuples: taking a `NamedTuple` apart costs Numba more than the round.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dart_core.algorithms.shared.accept_reject import Arms, all_active, describe
from dart_core.algorithms.shared.played import mark_played
from dart_core.compile import kernel
from dart_core.errors import ContractError, FieldError
from dart_core.extras import Extras
from dart_core.laws import Laws
from dart_core.world import NEXT_FRAME, Log, World, play, settle, snapshot

if TYPE_CHECKING:  # at run time kernels do not depend on the problem's checks
    from dart_core.problem import Problem

METHODS = ("reset", "select", "update")


@dataclass(frozen=True)
class Rules:
    """What an algorithm may know of a problem: all but the arms.

    Attributes
    ----------
    n_arms, k, horizon : int
        N, K and T.
    reward : str
        Its name, as in `dart_core.joint_rewards`: ``"mean"``, …, ``"curve"``.
    curve : tuple of float
        g(0), …, g(K): the joint reward when 0, …, K of the arms of an action pay 1, others 0.
    """

    n_arms: int
    k: int
    horizon: int
    reward: str
    curve: tuple[float, ...]


class OwnAlgorithm(Protocol):
    """What a user's own algorithm has to be; see `dart_core.own.register`."""

    def reset(self, problem: Rules, rng: np.random.Generator) -> None:
        """Forget everything: a run begins."""

    def select(self, t: int) -> ArrayLike:
        """Return K different arms from 0 … N−1 for round t = 1 … T."""

    def update(self, t: int, action: NDArray[np.int64], reward: float) -> None:
        """Learn the joint reward of the action of round t."""


def checked_methods(name: str, algorithm: object) -> None:
    """Refuse an object that lacks a method."""
    missing = [each for each in METHODS if not callable(getattr(algorithm, each, None))]
    if missing:
        raise ContractError(
            f"{name}: expected an object with the methods reset(problem, rng), select(t) and "
            f"update(t, action, reward), got {type(algorithm).__name__} without "
            f"{' and '.join(missing)}. Add what is missing."
        )


class Guarded:
    """A user's object whose mistakes become errors that say which method, when, and what.

    Parameters
    ----------
    name : str
        Who is named in errors.
    algorithm : object
        What the user wrote; nothing about it is taken for granted.
    problem : Problem
        What it plays on.
    """

    def __init__(self, name: str, algorithm: Any, problem: Problem) -> None:
        checked_methods(name, algorithm)
        self.name, self.algorithm = name, algorithm
        self.n, self.k = problem.n_arms, problem.k
        curve = problem.reward.curve
        self._rules = Rules(self.n, self.k, problem.horizon, problem.reward.name, curve)
        self._select, self._update = algorithm.select, algorithm.update

    def reset(self, rng: np.random.Generator) -> None:
        """Begin a run; the algorithm's own luck comes from `rng`."""
        try:
            self.algorithm.reset(self._rules, rng)
        except Exception as error:
            raise self._failed("reset", 0, error) from error

    def select(self, t: int) -> NDArray[np.int64]:
        """Return the action of round t: K whole numbers, which may still be no arms, or equal."""
        try:
            chosen = self._select(t)
        except Exception as error:
            raise self._failed("select", t, error) from error
        try:
            action = np.array(chosen)  # a copy: what the object does with its own is its affair
        except Exception:  # such as lists of several lengths in a list
            raise self.wrong(t, chosen) from None
        if action.shape != (self.k,) or action.dtype.kind not in "iu":
            raise self.wrong(t, chosen)
        return action.astype(np.int64, copy=False)

    def update(self, t: int, action: NDArray[np.int64], reward: float) -> None:
        """Hand over the joint reward of round t."""
        try:
            self._update(t, action, reward)
        except Exception as error:
            raise self._failed("update", t, error) from error

    def numbers(self, what: str, t: int) -> NDArray[np.float64] | None:
        """Return the N numbers of an attribute after round t, None if the object has no such.

        Parameters
        ----------
        what : str
            ``"estimates"``: finite; or ``"widths"``: 0 or more, may be infinite.
        """
        try:
            given = getattr(self.algorithm, what, None)
        except Exception as error:
            raise self._failed(what, t, error) from error
        if given is None:
            return None
        try:
            values = np.array(given, dtype=np.float64)
        except Exception:
            values = np.full(0, np.nan)
        good = np.isfinite(values) if what == "estimates" else values >= 0.0
        if values.shape != (self.n,) or not good.all():
            kind = "finite numbers" if what == "estimates" else "numbers from 0 on"
            raise FieldError(self._where(what, t), f"N = {self.n} {kind}, one an arm", given)
        return values

    def wrong(self, t: int, chosen: Any) -> FieldError:
        """Return the error for an action that is none."""
        expected = f"an array of K = {self.k} different whole numbers from 0 to {self.n - 1}"
        came = chosen.tolist() if isinstance(chosen, np.ndarray) else chosen
        return FieldError(self._where("select", t), expected, came, self._hint(chosen))

    def _hint(self, chosen: Any) -> str:
        try:
            action = np.array(chosen)
        except Exception:
            return "Return one row of arms."
        if action.ndim != 1:
            return "Return one row of arms."
        if action.dtype.kind not in "iu":
            return "Arms are indices: make them whole, for example with .astype(int)."
        if action.size != self.k:
            return f"These are {action.size} arms; every round plays {self.k}."
        outside = action[(action < 0) | (action >= self.n)]
        if outside.size:
            return f"There is no arm {outside[0]}: arms count from 0."
        values, counts = np.unique(action, return_counts=True)
        return f"Arm {values[counts.argmax()]} came more than once."

    def _where(self, method: str, t: int) -> str:
        return f"{self.name}: {method} in round {t}" if t else f"{self.name}: {method} at the start"

    def _failed(self, method: str, t: int, error: Exception) -> ContractError:
        place = extract_tb(error.__traceback__)[-1]
        line = f"{Path(place.filename).name}, line {place.lineno}"
        where = self._where(method, t)
        return ContractError(f"{where} raised {type(error).__name__}: {error} ({line}).")


def plain(fields: World | Log) -> tuple[Any, ...]:
    """Return all fields in a tuple, those that are named tuples themselves as tuples."""
    return tuple(tuple(each) if isinstance(each, tuple) else each for each in fields)


@kernel
def play_once(
    world: tuple[Any, ...],
    log: tuple[Any, ...],
    n: NDArray[np.int64],
    mu: NDArray[np.float64],
    seen: NDArray[np.int64],
    action: NDArray[np.int64],
    t: int,
) -> float:
    """Play round t and average the joint reward into the arms; NaN if the action is none.

    Parameters
    ----------
    world, log : tuple
        A `World` and a `Log` made `plain`.
    n, mu : int64 and float64 arrays (N,)
        Plays and means of every arm.
    seen : int64 array (N,)
        Scratch: the last round in which an arm was named.
    action : int64 array (K,)
        Any numbers.
    t : int
        The round.
    """
    for q in range(action.shape[0]):
        i = action[q]
        if i < 0 or i >= seen.shape[0] or seen[i] == t:
            return np.nan
        seen[i] = t
    its_world = World(*(*world[:8], Laws(*world[8]), world[9]))  # laws and extras, by their places
    its_log = Log(*(*log[:21], Extras(*log[21])))
    r = play(its_world, its_log, action, t)
    for q in range(action.shape[0]):
        i = action[q]
        n[i] += 1
        mu[i] += (r - mu[i]) / n[i]
    return r


def run_own(
    name: str, algorithm: Any, problem: Problem, world: World, log: Log, key: np.uint64
) -> None:
    """Play a whole run of a user's object; its random numbers are those of `key` alone.

    Raises
    ------
    FieldError, ContractError
        Naming the algorithm, its method and the round.
    """
    own = Guarded(name, algorithm, problem)
    arms, seen = all_active(problem.n_arms, problem.k), np.zeros(problem.n_arms, dtype=np.int64)
    own.reset(np.random.Generator(np.random.Philox(int(key))))
    _show(own, log, arms, 0)
    plain_world, plain_log = plain(world), plain(log)
    for t in range(1, problem.horizon + 1):
        if log.stop[0]:
            return
        action = own.select(t)
        reward = play_once(plain_world, plain_log, arms.n, arms.mu, seen, action, t)
        if reward != reward:  # noqa: PLR0124 # NaN; isnan would take longer than the kernel
            raise own.wrong(t, action)
        arms.a[:] = action
        action.flags.writeable = False
        own.update(t, action, reward)
        if log.cursor[NEXT_FRAME] == t:
            _show(own, log, arms, t)
    T = problem.horizon
    settle(world, log, T, T, arms.state, arms.sets, arms.mu, arms.width, arms.a)


def _show(own: Guarded, log: Log, arms: Arms, t: int) -> None:
    """Keep a frame: the object's own estimates, or the running means of the joint reward."""
    if log.frame_t.size == 0:
        return
    describe(arms, 0, 0.0, 0.0)
    if t > 0:
        mark_played(arms)
    estimates, widths = own.numbers("estimates", t), own.numbers("widths", t)
    mu = arms.mu if estimates is None else estimates
    width = arms.width if widths is None else widths
    snapshot(log, t, arms.state, arms.sets, mu, width, arms.a)
