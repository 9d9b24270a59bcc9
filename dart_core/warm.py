"""Compile every kernel ahead of time: ``python -m dart_core.warm``, or `warm_up` in a thread."""

from __future__ import annotations

from time import perf_counter

from dart_core.algorithms import REGISTRY, algorithm
from dart_core.problem import Problem
from dart_core.simulation import simulate
from dart_core.theory import forecast


def warm_up() -> float:
    """Run everything once on a small problem; return the seconds it took.

    The kernels' types do not depend on the problem, so nothing is compiled again after this.
    """
    begin = perf_counter()
    problem = Problem([0.9, 0.6, 0.4, 0.1], k=2, horizon=200)
    for spec in REGISTRY.values():
        for preset in spec.presets:
            simulate(problem, algorithm(spec.name, preset=preset))
    forecast(problem, "dart")
    return perf_counter() - begin


if __name__ == "__main__":
    print(f"Kernels are ready ({warm_up():.1f} s).")
