"""Calibrate what a round costs: ``python -m benchmarks.cost`` writes dashboard/cost.json.

Each algorithm is timed on problems of several sizes; its nanoseconds a round are then fitted, all
coefficients at least 0 and errors relative, as a sum over `dashboard.cost.sizes`.
"""

from __future__ import annotations

import json
from time import perf_counter

import numpy as np
from scipy.optimize import nnls

import dart_core as dc
from dashboard.catalogue import CATALOGUE
from dashboard.cost import CALIBRATION, sizes

SHAPES = ((10, 2), (12, 6), (45, 2), (45, 8), (45, 20), (100, 1), (100, 4), (100, 40))
HORIZONS = (2_000, 20_000)
LEAST_SECONDS = 0.02  # a run that is shorter is run on ten times as many rounds
MOST_ROUNDS = 200_000


def nanoseconds(name: str, preset: str, n: int, k: int) -> float | None:
    """Return what a round costs, environment included; None if the algorithm refuses."""
    chosen = dc.algorithm(name, preset=preset)
    try:
        dc.simulate(dc.Problem.random(n, k, 10), chosen, frames=0)
        worst = 0.0
        for horizon in HORIZONS:
            seconds, rounds = 0.0, horizon
            while seconds < LEAST_SECONDS and rounds <= MOST_ROUNDS:
                problem = dc.Problem.random(n, k, rounds)
                begin = perf_counter()
                dc.simulate(problem, chosen, frames=0)
                seconds = perf_counter() - begin
                rounds *= 10
            worst = max(worst, seconds / (rounds / 10) * 1e9)
            if seconds > 10 * LEAST_SECONDS:
                break
    except dc.Refused:
        return None
    return worst


def fitted(name: str, preset: str) -> list[float]:
    """Return the coefficients of one algorithm, one for each of `dashboard.cost.sizes`."""
    measured = [(n, k, nanoseconds(name, preset, n, k)) for n, k in SHAPES]
    known = [(sizes(name, n, k), ns) for n, k, ns in measured if ns is not None]
    rows = np.array([[size / ns for size in of] for of, ns in known])
    coefficients, _ = nnls(rows, np.ones(len(rows)))
    return [float(f"{value:.3g}") for value in coefficients]


def main() -> None:
    """Time all algorithms and write the file."""
    table = {}
    for name, entry in CATALOGUE.items():
        for preset in entry.presets:
            table[f"{name}.{preset}"] = fitted(name, preset)
            print(f"{name}.{preset}", table[f"{name}.{preset}"], flush=True)
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(row)}" for key, row in table.items())
    CALIBRATION.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
