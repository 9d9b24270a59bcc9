"""Frontier's regret on instances that nothing was chosen on: ``python -m benchmarks.fresh FILE``.

    python -m benchmarks.fresh FILE [--horizon T] [--show]

The instances are fixed below, in a commit before the first of them was run: means
``numpy.random.default_rng(s).random(N)``, seed s, every preset on the same luck, all that is run
shown. Each finished run is a line of FILE, and a measurement that was stopped goes on; instances
are the outer loop, so that one that ends early has the same number everywhere.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dart_core as dc
from tests.core.hard import wrong_moves

INSTANCES = {
    100_000: range(310_000, 310_020),
    1_000_000: range(300_000, 300_020),
    10_000_000: range(320_000, 320_020),
}
SETTINGS = (
    *((reward, 45, k) for reward in ("mean", "quadratic", "max") for k in (2, 4, 8)),
    ("mean", 100, 10),
)
PRESETS = ("guaranteed", "pace", "capital", "theorem")  # theorem has δ = 1/T, the others 0.01
RESAMPLES = 4_000

Floats = NDArray[np.float64]


def measured(horizon: int, setting: tuple[str, int, int], s: int, preset: str) -> dict[str, Any]:
    """Run one preset on one instance."""
    reward, n, k = setting
    problem = dc.Problem(np.random.default_rng(s).random(n), k, horizon, reward)
    begin = process_time()
    run = dc.simulate(problem, dc.algorithm("frontier", preset), seed=s, frames=0)
    seconds = process_time() - begin
    return {
        "horizon": horizon,
        "setting": list(setting),
        "s": s,
        "preset": preset,
        "regret": float(run.regret[-1]),
        "wrong": bool(wrong_moves(run)),
        "certified": int(run.moves.t.size) == n,
        "plays": run.commit_t,
        "seconds": seconds,
    }


def ratios(above: Floats, below: Floats) -> tuple[float, Floats]:
    """Return the ratio of the means, and those of resampled instances."""
    picked = np.random.default_rng(0).integers(above.size, size=(RESAMPLES, above.size))
    return above.mean() / below.mean(), above[picked].mean(axis=1) / below[picked].mean(axis=1)


def tables(rows: list[dict[str, Any]], horizon: int) -> str:
    """Return regret and ratios by setting, then what all settings together came to."""
    of = {
        (tuple(row["setting"]), row["s"], row["preset"]): row
        for row in rows
        if row["horizon"] == horizon
    }
    heads = ["reward", "N", "K", "instances", "guaranteed"]
    heads += [head for preset in PRESETS[1:] for head in (f"`{preset}`", "ratio")] + ["certified"]
    lines = [f"T = {horizon:,}", "", "| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    logs: dict[str, list[Floats]] = {preset: [] for preset in PRESETS}
    points: dict[str, list[float]] = {preset: [] for preset in PRESETS}
    for setting in SETTINGS:
        whole = [s for s in INSTANCES[horizon] if all((setting, s, p) in of for p in PRESETS)]
        if len(whole) < 2:
            continue
        regret = {p: np.array([of[setting, s, p]["regret"] for s in whole]) for p in PRESETS}
        cells = [*map(str, setting), str(len(whole))]
        for preset in PRESETS:
            error = regret[preset].std(ddof=1) / np.sqrt(len(whole))
            cells.append(f"{regret[preset].mean():,.0f} ± {error:,.0f}")
            if preset != PRESETS[0]:
                ratio, again = ratios(regret[preset], regret[PRESETS[0]])
                cells.append(f"{ratio:.2f} ± {again.std():.2f}")
                logs[preset].append(np.log(again))
                points[preset].append(float(np.log(ratio)))
        cells.append(
            ", ".join(str(sum(of[setting, s, p]["certified"] for s in whole)) for p in PRESETS)
        )
        lines.append("| " + " | ".join(cells) + " |")
    lines.append("")
    shuffled = np.random.default_rng(1)
    for preset in PRESETS[1:]:
        # Settings are resampled apart from each other: their luck has nothing in common.
        together = np.mean([shuffled.permutation(each) for each in logs[preset]], axis=0)
        low, high = np.exp(np.quantile(together, [0.05, 0.95]))
        mean = np.exp(np.mean(points[preset]))
        lines.append(f"{preset}: geometric mean {mean:.3f} (90 %: {low:.3f} to {high:.3f})")
    for preset in PRESETS:
        runs = [row for (_, _, p), row in of.items() if p == preset]
        seconds = sum(row["seconds"] for row in runs)
        each = sorted(row["seconds"] / row["plays"] * 1e6 for row in runs)
        lines.append(
            f"{preset}: {len(runs)} runs, {sum(row['wrong'] for row in runs)} with a wrong move; "
            f"{seconds / sum(row['plays'] for row in runs) * 1e6:.3f} µs a play before it commits, "
            f"median run {each[len(each) // 2]:.3f}, worst {each[-1]:.3f}"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure what is missing and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--horizon", type=int, choices=INSTANCES, action="append")
    parser.add_argument("--show", action="store_true", help="run nothing: print what is kept")
    asked = parser.parse_args()
    rows = [json.loads(line) for line in asked.file.open()] if asked.file.exists() else []
    done = {(row["horizon"], tuple(row["setting"]), row["s"], row["preset"]) for row in rows}
    for horizon in asked.horizon or INSTANCES:
        for s in () if asked.show else INSTANCES[horizon]:
            for setting in SETTINGS:
                for preset in PRESETS:
                    if (horizon, setting, s, preset) not in done:
                        rows.append(measured(horizon, setting, s, preset))
                        with asked.file.open("a") as file:
                            file.write(json.dumps(rows[-1]) + "\n")
        print(tables(rows, horizon), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
