"""Where a result comes from: the code that gives it again, the seed, the version, what to cite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dart_core.arms import Bernoulli
from dart_core.joint_rewards import REWARDS
from dart_core.lower_bound import LowerBound
from dart_core.rows import Rows
from dart_core.terms import CITATION

if TYPE_CHECKING:
    from dart_core.algorithms.registry import Algorithm
    from dart_core.problem import Problem
    from dart_core.run import Run


def code_of_problem(problem: Problem) -> str:
    """Return the Python that makes a problem, on one line."""
    arms = problem.arms
    if isinstance(arms, LowerBound):
        listed = f"dc.{arms!r}"
    elif isinstance(arms, Rows):
        listed = f"dc.Rows({arms.table.tolist()!r})"
    else:
        parts = (repr(a.p) if isinstance(a, Bernoulli) else f"dc.{a!r}" for a in arms)
        listed = f"[{', '.join(parts)}]"
    its = problem.reward
    reward = REWARDS[its.name].given(its.m, its.curve)
    return f"dc.Problem({listed}, k={problem.k}, horizon={problem.horizon:_}, reward={reward!r})"


def code_of_run(run: Run) -> str:
    """Return the Python that gives a run again, bit for bit."""
    return (
        "import dart_core as dc\n\n"
        f"problem = {code_of_problem(run.problem)}\n"
        f"run = dc.simulate(problem, dc.{run.algorithm!r}, seed={run.seed})\n"
        "print(run.final_set, run.regret[-1])\n"
    )


def code_of_study(
    problem: Problem, algorithms: Iterable[Algorithm], runs: int, seed: int, redraw_arms: bool
) -> str:
    """Return the Python that makes a study, on one line."""
    return f"dc.compare({_asked(problem, algorithms, runs, seed, redraw_arms)})"


def code_of_sweep(
    varied: Mapping[str, Sequence[Any]],
    design: str,
    problem: Problem,
    algorithms: Iterable[Algorithm],
    runs: int,
    seed: int,
    redraw_arms: bool,
) -> str:
    """Return the Python that makes a sweep, on one line."""
    asked = _asked(problem, algorithms, runs, seed, redraw_arms)
    values = {name: list(taken) for name, taken in varied.items()}
    return f"dc.sweep({values!r}, {asked}, design={design!r})"


def _asked(
    problem: Problem, algorithms: Iterable[Algorithm], runs: int, seed: int, redraw_arms: bool
) -> str:
    choices = ", ".join(f"dc.{each!r}" for each in algorithms)
    how = f"runs={runs}, seed={seed}, redraw_arms={redraw_arms}"
    return f"{code_of_problem(problem)}, [{choices}], {how}"


def about(settings: str, seed: int) -> dict[str, str]:
    """Return what every file says of itself, by short English names.

    Parameters
    ----------
    settings : str
        What gives the same numbers again: code, or a command.
    seed : int

    Returns
    -------
    dict of str to str
        ``settings``, ``seed``, ``version`` and ``citation``.
    """
    from dart_core import __version__

    version = f"dart_core {__version__}"
    return {"settings": settings, "seed": str(seed), "version": version, "citation": CITATION}
