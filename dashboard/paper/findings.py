"""What the measurements say: exponents, ratios to the bounds, and times less regret than DART.

Everything here is a function of the table of runs alone.
"""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt
from typing import Any

import numpy as np

from dart_core.summary import LEVEL, fit_exponent
from dashboard.catalogue import Choice
from dashboard.paper import experiment
from dashboard.paper.experiment import MAIN, Cell
from dashboard.paper.measured import Measurements

_HALF = Fraction(1, 2)
TABLE_1 = {
    "dart": (r"$K\sqrt{NT}$", "$N$", _HALF),
    "ucb": (r"$\sqrt{\binom NK T}$", r"$\binom NK$", _HALF),
    "csar": (r"$K\sqrt{NT}$", "$K^2$", _HALF),
    "cmab-sm": ("$K^{1/2}N^{1/3}T^{2/3}$", "$K$", Fraction(2, 3)),
    "lints": (r"$N\sqrt T$", "$N^3$", _HALF),
}
"""Regret bound, cost per step and power of T as in the paper's Table 1, up to logarithms."""


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
        for cell in (*experiment.figures(), *experiment.beyond())
        for curve in experiment.OURS
        if measured.has(cell.name, curve)
    ]


def table_1(measured: Measurements) -> list[dict[str, Any]]:
    """Return the paper's Table 1 beside the exponents that were measured."""
    rows: list[dict[str, Any]] = []
    cells = experiment.growth()
    for curve in experiment.TABLE:
        chosen = Choice.read(curve).algorithm()
        row: dict[str, Any] = {"curve": curve, "claimed": TABLE_1.get(chosen.name, ("–", "–"))[:2]}
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


def lower(measured: Measurements, level: float = LEVEL) -> list[dict[str, Any]]:
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
                row = measured.summary(cell.name, curve, level)
                row |= {"k": s.k, "t": s.horizon, "of_root": row["mean"] / scale}
                row |= {"of_lower": row["mean"] / sigma_scale, "worst_of_root": worst / scale}
                rows.append(row)
    return rows
