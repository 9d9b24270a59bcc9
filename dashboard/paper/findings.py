"""What the measurements say: exponents, ratios to the bounds, and how two curves compare.

Everything here is a function of the table of runs alone.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dart_core as dc
from dart_core.summary import fit_exponent, mean_interval
from dashboard.catalogue import name_and_preset
from dashboard.paper import claims, experiment
from dashboard.paper.experiment import MAIN, Cell

Floats = NDArray[np.float64]


class Measurements:
    """The final regrets of all runs, by cell and curve."""

    def __init__(self, table: pd.DataFrame) -> None:
        ends = table.assign(end=[float(regret[-1]) for regret in table["regret"]])
        groups = ends.sort_values("run").groupby(["cell", "curve"], sort=False)
        self.ends: dict[tuple[str, str], Floats] = {
            (str(cell), str(curve)): of["end"].to_numpy() for (cell, curve), of in groups
        }
        self.commits: dict[tuple[str, str], Floats] = {
            (str(cell), str(curve)): of["commit_t"].to_numpy() for (cell, curve), of in groups
        }

    def has(self, cell: str, curve: str) -> bool:
        """Return whether the curve was run there."""
        return (cell, curve) in self.ends

    def curves(self, cell: str, algorithm: str) -> list[str]:
        """Return the presets of an algorithm that were run there."""
        return [c for at, c in self.ends if at == cell and c.startswith(f"{algorithm}.")]

    def ratio(self, cell: str, more: str, less: str) -> dict[str, float]:
        """Return how many times the regret of `more` is that of `less`.

        The ratio of the mean regrets, with the 95 % interval of the jackknife over pairs of runs,
        on the scale of its logarithm. A pair has the same arms and the same luck.
        """
        above, below = self.ends[cell, more], self.ends[cell, less]
        n = above.size
        whole = log(above.mean() / below.mean())
        without = np.log((above.sum() - above) / (below.sum() - below))
        of = mean_interval(n * whole - (n - 1) * without)
        return {"ratio": exp(whole), "low": exp(of.low), "high": exp(of.high), "pairs": n}

    def summary(self, cell: str, curve: str) -> dict[str, Any]:
        """Return the mean final regret with its 95 % interval."""
        of = mean_interval(self.ends[cell, curve])
        return {"cell": cell, "curve": curve, "mean": of.mean, "low": of.low, "high": of.high}


def findings(table: pd.DataFrame) -> dict[str, Any]:
    """Return all that the page says beside the curves themselves."""
    measured = Measurements(table)
    return {
        "claims": claims.verdicts(measured),
        "headline": headline(measured),
        "table": table_1(measured),
        "bounds": bounds(measured),
        "lower": lower(measured),
        "missing": missing(measured),
    }


def missing(measured: Measurements) -> list[str]:
    """Return what the experiment asks for and the measurements do not have."""
    lacking: dict[str, list[str]] = {}
    for cell in experiment.everything():
        for curve in cell.curves:
            if not measured.has(cell.name, curve):
                lacking.setdefault(curve, []).append(cell.title.split(":")[0])
    return [f"{curve} ({', '.join(dict.fromkeys(of))})" for curve, of in lacking.items()]


def headline(measured: Measurements) -> list[dict[str, Any]]:
    """Return how many times less regret ours have than DART with the authors' constants."""
    return [
        {"cell": cell.name, "title": cell.title, "curve": curve}
        | measured.ratio(cell.name, MAIN["dart"], curve)
        for cell in experiment.figures()
        for curve in ("frontier.guaranteed", "frontier.bold", "dart-eb.guaranteed", "dart-eb.bold")
        if measured.has(cell.name, curve)
    ]


def table_1(measured: Measurements) -> list[dict[str, Any]]:
    """Return the paper's Table 1 beside the exponents that were measured."""
    rows: list[dict[str, Any]] = []
    cells = experiment.growth()
    for curve in experiment.TABLE:
        name, preset = name_and_preset(curve)
        chosen = dc.algorithm(name, preset=preset)
        row: dict[str, Any] = {"curve": curve, "claimed": claims.TABLE_1.get(name, ("–", "–"))}
        for what in ("T", "N", "K"):
            of = [
                c
                for c in cells
                if c.name.startswith(f"growth-{what}-") and measured.has(c.name, curve)
            ]
            if len(of) < 2:
                continue
            x = [float(value(cell, what)) for cell in of]
            fit = fit_exponent(x, np.array([measured.ends[cell.name, curve] for cell in of]))
            row[what] = {"exponent": fit.exponent, "low": fit.low, "high": fit.high}
        problem = experiment.figures()[0].settings.problem()
        row["bytes"] = int(chosen.spec.memory(problem, chosen.resolved(problem)))
        rows.append(row)
    return rows


def value(cell: Cell, what: str) -> int:
    """Return T, N or K of a cell."""
    s = cell.settings
    return {"T": s.horizon, "N": s.n, "K": s.k}[what]


def upper_bound(n: int, k: int, t: float) -> float:
    """Return K·sqrt(NKT·log 2NT), Theorem 3 with U = 1 and 1 in place of O(·)."""
    return k * sqrt(n * k * t * log(2 * n * t))


def lower_bound(n: int, k: int, t: float) -> float:
    """Return σ·sqrt(NKT), σ² = 1/(4 log NKT): Theorem 2 with 1 in place of Ω(·)."""
    return sqrt(n * k * t / (4 * log(n * k * t)))


def bounds(measured: Measurements) -> list[dict[str, Any]]:
    """Return DART's regret over both bounds in every figure."""
    rows = []
    for cell in experiment.figures():
        s = cell.settings
        above, below = (of(s.n, s.k, s.horizon) for of in (upper_bound, lower_bound))
        for curve in ("dart.authors-code", "dart.clean-c1", "dart.unresolved", "dart.paper-v1"):
            if not measured.has(cell.name, curve):
                continue
            row = measured.summary(cell.name, curve)
            row |= {"title": cell.title, "upper": above, "lower": below}
            rows.append(row | {"of_upper": row["mean"] / above, "of_lower": row["mean"] / below})
    return rows


def lower(measured: Measurements) -> list[dict[str, Any]]:
    """Return every algorithm's regret on the lower bound's arms, over sqrt(NKT)."""
    rows = []
    for cell in experiment.lower():
        s = cell.settings
        scale, sigma_scale = sqrt(s.n * s.k * s.horizon), lower_bound(s.n, s.k, s.horizon)
        problem = s.problem()
        least = problem.expected_reward(np.argsort(problem.mean_array)[: s.k].tolist())
        worst = s.horizon * (problem.optimal_reward - least)
        for curve in cell.curves:
            if measured.has(cell.name, curve):
                row = measured.summary(cell.name, curve)
                row |= {"k": s.k, "t": s.horizon, "of_root": row["mean"] / scale}
                row |= {"of_lower": row["mean"] / sigma_scale, "worst_of_root": worst / scale}
                rows.append(row)
    return rows
