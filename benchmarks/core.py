"""Speed of the simulation core and size of an animation."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

import dart_core as dc
from benchmarks.plain import plain_dart
from benchmarks.table import Row, best_seconds
from dart_player.payload import MOST_FRAMES, encode, encode_curve, encode_shared, show
from dashboard.catalogue import choices
from dashboard.settings import Settings
from dashboard.watch.model import watch

GOALS = {2: 40.0, 4: 25.0, 8: 15.0}  # million steps a second, one core
HORIZON = 1_000_000
PLAIN_HORIZON = 20_000


def speed() -> list[Row]:
    """Measure DART, N = 45, mean reward, exploring until T, against plain Python in turn."""
    rows = []
    means = np.random.default_rng(0).random(45)
    exploring = dc.algorithm("dart", preset="unresolved")
    for k, goal in GOALS.items():
        problem = dc.Problem(means, k=k, horizon=HORIZON)
        dc.simulate(problem, exploring, frames=0)
        fast = best_seconds(lambda p=problem: dc.simulate(p, exploring, frames=0), 15)
        slow = best_seconds(lambda k=k: plain_dart(list(means), k, PLAIN_HORIZON, 0), 3)
        ratio = (slow / PLAIN_HORIZON) / (fast / HORIZON)
        steps = HORIZON / fast / 1e6
        beside = f"{ratio:,.0f} × plain Python ({PLAIN_HORIZON / slow / 1e6:.2f} M steps/s)"
        rows.append(Row(f"DART kernel, K = {k}", steps, "M steps/s", goal, True, beside))
    return rows


def payload() -> list[Row]:
    """Measure the animation of the paper's setting with four curves."""
    settings = replace(Settings.default(), n=45, k=4, horizon=HORIZON, constants=())
    settings = replace(settings, preset="authors-code")
    problem, dart = settings.problem(), settings.chosen()
    runs = [dc.simulate(problem, dart, frames=5 * MOST_FRAMES)]
    runs += [dc.simulate(problem, name, frames=0) for name in ("random", "oracle")]
    runs.append(dc.simulate(problem, dc.algorithm("dart", preset="paper-v2"), frames=0))
    main = encode(runs[0], "benchmark")
    data = show(encode_shared(runs[0]), [main], [encode_curve(run) for run in runs[1:]])
    size = len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()) / 1000
    frames = main["frames"]["count"]
    row = Row("payload, N = 45, 4 curves", size, "kB", 100, False, f"{frames} frames")
    racing = replace(settings, race=choices("frontier.guaranteed", "csar.est1", "lints.unscaled"))
    largest = max(
        len(json.dumps(run, ensure_ascii=False, separators=(",", ":")).encode()) / 1000
        for run in watch(racing)["player"]["runs"]
    )
    racer = Row("largest racer of four, N = 45", largest, "kB", 100, False)
    quick = best_seconds(lambda: watch(Settings.default()), 10) * 1000
    return [row, racer, Row("server work for the default problem", quick, "ms", 100, False)]
