"""Compile every kernel ahead of time: ``python -m dart_core.warm``, or `warm_up` in a thread."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from time import perf_counter

from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.registry import REGISTRY, algorithm
from dart_core.arms import Arm, Beta, TruncatedNormal, Uniform
from dart_core.lower_bound import LowerBound
from dart_core.outcome import arm_rewards, outcome
from dart_core.problem import Problem
from dart_core.ready import PROBLEM, warm_own
from dart_core.simulation import simulate
from dart_core.theory import forecast


def warm_up(names: Iterable[str] = BUILT_IN) -> float:
    """Run algorithms once on a small problem, so that their kernels are compiled.

    Parameters
    ----------
    names : iterable of str
        Which; all of dart_core by default. The kernels' types do not depend on the problem or
        the constants.

    Returns
    -------
    float
        The seconds it took.
    """
    begin = perf_counter()
    for name in names:
        for preset in REGISTRY[name].presets:
            simulate(PROBLEM, algorithm(name, preset=preset))
    forecast(PROBLEM, "dart")
    outcome(PROBLEM, [[0, 1]])
    arm_rewards(PROBLEM, 1)
    # Equal means, too many actions to try them all: what only other arms need.
    several: list[Arm] = [Uniform(), Beta(2, 2), TruncatedNormal(0.5, 0.2)]
    for arms in (several, several * 20):
        beyond = Problem(arms, k=2 if arms is several else 20, horizon=200, reward="max")
        beyond.prepare(assumption_2=True)
    by_row = Problem.from_rows([[1, 0, 1], [0, 1, 1]], k=2, horizon=200, reward="max")
    by_row.prepare(assumption_2=True)
    LowerBound(3, 1).means(200)
    if names is BUILT_IN:
        warm_own()
    return perf_counter() - begin


def main(names: list[str]) -> None:
    """Compile the kernels of the named algorithms, or of all, and say how it goes."""
    chosen = names or list(BUILT_IN)
    for name in chosen:
        algorithm(name)  # an unknown name ends here, with the known ones in the message
    print("Compiling kernels; the first time this takes a minute or more.", flush=True)
    for name in chosen:
        print(f"  {name}: {warm_up([name]):.1f} s", flush=True)
    if not names:
        warm_own()


if __name__ == "__main__":
    main(sys.argv[1:])
