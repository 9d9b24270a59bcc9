"""Speed of DART-EB and of Frontier, N = 45, T = 10⁶, environment included."""

from __future__ import annotations

import numpy as np

import dart_core as dc
from benchmarks.table import Row, best_seconds

HORIZON = 1_000_000
GOAL_STEPS = 10.0  # million a second, one core
GOAL_MICROSECONDS = 0.5  # a play, K = 8


def speed() -> list[Row]:
    """Measure both, each beside DART exploring on the same problem in the same run."""
    rows = []
    means = np.random.default_rng(0).random(45)
    endless = dc.algorithm("dart-eb", "bold", L=1e9)  # no arm ever moves
    for k in (2, 4, 8):
        problem = dc.Problem(means, k=k, horizon=HORIZON)
        eb = best_seconds(lambda p=problem: dc.simulate(p, endless, frames=0), 9)
        dart = _dart(problem)
        beside = f"DART {HORIZON / dart / 1e6:.1f} M steps/s"
        steps = HORIZON / eb / 1e6
        rows.append(Row(f"DART-EB kernel, K = {k}", steps, "M steps/s", GOAL_STEPS, True, beside))
    for k in (2, 4, 8):
        problem = dc.Problem(means, k=k, horizon=HORIZON)
        plays = _plays(problem)
        seconds = best_seconds(lambda p=problem: dc.simulate(p, "frontier", frames=0), 9)
        beside = f"{plays:,} plays; DART {_dart(problem) / HORIZON * 1e6:.3f} µs"
        micro = seconds / plays * 1e6
        row = Row(f"Frontier kernel, K = {k}", micro, "µs a play", GOAL_MICROSECONDS, False, beside)
        rows.append(row)
    return rows


def _dart(problem: dc.Problem) -> float:
    exploring = dc.algorithm("dart", "unresolved")
    return best_seconds(lambda: dc.simulate(problem, exploring, frames=0), 5)


def _plays(problem: dc.Problem) -> int:
    """Return the rounds before Frontier's set is certified: the rest is not simulated."""
    frames = dc.simulate(problem, "frontier", frames=4).snapshots
    committed = np.flatnonzero(frames.phase)
    return int(frames.t[committed[0]]) if committed.size else problem.horizon
