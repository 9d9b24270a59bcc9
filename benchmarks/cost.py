"""Measure what a round costs, for the prices on the pages: ``python -m benchmarks.cost``.

Prints, for each preset, the fitted nanoseconds and how far the fit is from the measurements;
``--write`` keeps them: each algorithm's in its folder (price.json), what is common to all in
dashboard/prices/cost.json. With names, ``python -m benchmarks.cost etcg --write``, only those
algorithms are measured. CPU time is measured, so other work on the machine disturbs little.
"""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import replace
from math import ceil
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
from scipy.optimize import nnls

import dart_core as dc
from dart_core.algorithms import BUILT_IN, price
from dart_core.algorithms.registry import REGISTRY
from dashboard.prices import cost
from dashboard.settings import Settings

SIZES = ((10, 2), (10, 5), (20, 4), (30, 3), (45, 2), (45, 8), (45, 20), (100, 3), (100, 25))
LAWS = ("bernoulli", "beta", "varied", "normal", "uniform", "constant", "shared")
LONG_ENOUGH = 0.03  # s: a measurement that can be trusted
SHORTEST, LONGEST = 4_000, 2_000_000  # rounds
REPEATS = 2
PLAYS_OF_A_SET = 5
DIGITS = 3


def cpu_seconds(problem: dc.Problem, chosen: dc.Algorithm) -> tuple[float, int]:
    """Return the CPU seconds of a run, and the rounds before it committed."""
    begin = thread_time()
    run = dc.simulate(problem, chosen, frames=0, checkpoints=250)
    return thread_time() - begin, run.commit_t


def per_round(means: Any, k: int, chosen: dc.Algorithm, overhead: float) -> float | None:
    """Return the nanoseconds of a round while exploring; None if it refuses, or commits at once."""
    # An index for each set is cheap until every set has been played.
    sets = cost.sets_of((chosen.name, chosen.preset), len(means), k)
    if sets > cost.most_sets((chosen.name, chosen.preset)):
        return None
    horizon = max(SHORTEST, PLAYS_OF_A_SET * sets)
    while True:
        problem = dc.Problem(means, k=k, horizon=horizon)
        try:
            seconds, rounds = min(cpu_seconds(problem, chosen) for _ in range(REPEATS))
        except dc.Refused:
            return None
        if seconds > LONG_ENOUGH or horizon >= LONGEST:
            break
        horizon = min(horizon * 5, LONGEST)
    if rounds < len(means):
        return None
    # Who commits early is watched again and again: a few rounds alone cannot be timed.
    times = ceil(SHORTEST / rounds)
    if times > 1:
        seconds = sum(cpu_seconds(problem, chosen)[0] for _ in range(times)) / times
    return (seconds - overhead) / rounds * 1e9


def fitted(chosen: dc.Algorithm, overhead: float) -> tuple[dict[str, float], float]:
    """Return the weight of each term of a round's cost, and the greatest factor it is off by."""
    cpu_seconds(dc.Problem([0.9, 0.5, 0.4, 0.1], k=2, horizon=100), chosen)  # loads the kernel
    curve = (chosen.name, chosen.preset)
    rows, measured = [], []
    for n, k in SIZES:
        # Close means keep those exploring that would commit early.
        means = 0.5 + 0.1 * np.random.default_rng(n).random(n)
        ns = per_round(means, k, chosen, overhead)
        if ns is not None and ns > 0:
            rows.append(list(cost.terms(curve, n, k).values()))
            measured.append(ns)
    if not measured:
        return {}, 1.0
    # Relative errors count: a factor is what a reader of a price cares about.
    matrix, target = np.array(rows) / np.array(measured)[:, None], np.ones(len(measured))
    weights, _ = nnls(matrix, target)
    weights /= np.sqrt((matrix @ weights).min() * (matrix @ weights).max())  # as far below as above
    off = matrix @ weights
    names = cost.terms(curve, 2, 1)
    kept = {name: w for name, w in zip(names, weights.tolist(), strict=True) if w > 0}
    return kept, float(np.exp(np.abs(np.log(off)).max()))


def draws(overhead: float) -> dict[str, float]:
    """Return the nanoseconds that an arm's reward takes more than one that is 0 or 1."""
    base = Settings(n=20, k=8, horizon=LONGEST // 4, arms="groups", gap=0.4)
    chosen = dc.algorithm("dart", preset="unresolved")
    found = {}
    problems = {law: replace(base, law=law).problem() for law in LAWS}
    seen = np.random.default_rng(0).random((base.n, 50))
    data = [dc.Empirical(rewards) for rewards in seen]
    problems["data"] = dc.Problem(data, k=base.k, horizon=base.horizon)
    problems["rows"] = dc.Problem.from_rows(seen.T, k=base.k, horizon=base.horizon)
    for law, problem in problems.items():
        seconds = min(cpu_seconds(problem, chosen)[0] for _ in range(REPEATS + 1))
        found[law] = (seconds - overhead) / base.horizon / base.k * 1e9
    return {law: max(0.0, ns - found["bernoulli"]) for law, ns in found.items()}


def main(arguments: list[str]) -> None:
    """Measure, print, and write if asked to."""
    names = [name for name in arguments if name != "--write"]
    if unknown := [name for name in names if name not in BUILT_IN]:
        sys.exit(f"Expected names of algorithms ({', '.join(BUILT_IN)}), got {unknown[0]!r}.")
    tiny = dc.Problem([0.9, 0.5, 0.1], k=1, horizon=1)
    cpu_seconds(tiny, dc.algorithm("oracle"))
    overhead = float(np.median([cpu_seconds(tiny, dc.algorithm("oracle"))[0] for _ in range(50)]))
    for name in names or BUILT_IN:
        rounds = {}
        for preset in REGISTRY[name].presets:
            rounds[preset], off = fitted(dc.algorithm(name, preset=preset), overhead)
            shown = " + ".join(f"{ns:.{DIGITS}g}·{term}" for term, ns in rounds[preset].items())
            print(f"{name}.{preset}: {shown} ns a round; within a factor {off:.2f}", flush=True)
        # A preset that committed at once everywhere is priced as the dearest one of its algorithm.
        dearest = max(rounds.values(), key=lambda weights: sum(weights.values()))
        priced = {preset: weights or dearest for preset, weights in rounds.items()}
        if "--write" in arguments:
            _write(price.file_of(name), _rounded(priced))
    if names:
        return
    numbers = _rounded({"run": overhead, "draw": draws(overhead)})
    print(
        f"a run: {overhead * 1e3:.2f} ms; an arm's reward, more than 0 or 1: {numbers['draw']} ns"
    )
    if "--write" in arguments:
        machine = {"machine": f"{platform.machine()}, Python {platform.python_version()}"}
        _write(cost.MEASURED, machine | numbers)


def _write(path: Path, measured: dict[str, Any]) -> None:
    lines = (json.dumps({name: each}, ensure_ascii=False)[1:-1] for name, each in measured.items())
    path.write_text("{\n " + ",\n ".join(lines) + "\n}\n", encoding="utf-8")
    print(f"Wrote {path.parent.name}/{path.name}.")


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return float(f"{value:.{DIGITS}g}")


if __name__ == "__main__":
    main(sys.argv[1:])
