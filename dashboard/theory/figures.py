"""Plotly figures of the Theory page."""

from __future__ import annotations

from html import escape  # Plotly reads some markup
from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dart_player.charts import laid_out, marked
from dashboard.catalogue import CATALOGUE, look
from dashboard.theory.model import MOST_SHOWN

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from dart_core.algorithms.bound import Bound, Setting
    from dashboard.theory.model import Report

_INK = {"light": "#3d4450", "dark": "#c8cdd6"}
_GOOD = {"light": "#0a6b58", "dark": "#63d4b8"}
_BAD = {"light": "#b3275c", "dark": "#ff8fb1"}
_PAGE = {"light": "#ffffff", "dark": "#0e1117"}
_LONGEST = 1e12  # rounds that the axis of the bounds shows


def swapped(report: Report, theme: str) -> go.Figure:
    """Return what putting one arm in the place of another is worth at least, for every pair.

    Arms stand in the order of their means. A pair that breaks Assumption 2 has the other colour.
    """
    import plotly.graph_objects as go

    problem, swaps = report.problem, report.swaps
    order = np.array(problem.ranking)[:MOST_SHOWN]
    pairs = np.ix_(order, order)
    gap, least, greatest, loss = (
        table[pairs] for table in (swaps.gap, swaps.least, swaps.greatest, swaps.loss)
    )
    value = np.where(loss > 0, -loss, least)
    hidden = np.tril(np.ones(value.shape, dtype=bool))  # each pair once: column better than row
    labels = [escape(report.label(int(i))) for i in order]
    shown = np.where(hidden, np.nan, _compressed(value)).T[1:, :-1]
    facts = np.round(np.stack([gap.T, least.T, greatest.T], axis=2), 9)[1:, :-1]
    figure = go.Figure(
        go.Heatmap(
            x=labels[:-1],
            y=labels[1:],
            z=[[None if isnan(v) else float(v) for v in row] for row in shown],
            customdata=facts.tolist(),
            hovertemplate=(
                "%{x} for %{y}: Δ = %{customdata[0]:.4g}<br>worth %{customdata[1]:.3g} to "
                "%{customdata[2]:.3g} a round<extra></extra>"
            ),
            colorscale=[[0.0, _BAD[theme]], [0.5, _PAGE[theme]], [1.0, _GOOD[theme]]],
            zmin=-1,
            zmax=1,
            showscale=False,
            xgap=1,
            ygap=1,
            hoverongaps=False,
        )
    )
    figure = laid_out(figure, "linear", "…in the place of", theme)
    figure.update_layout(height=min(620, 230 + 16 * order.size), hovermode="closest")
    figure.update_xaxes(title="a better arm…", type="category", showgrid=False, side="bottom")
    figure.update_yaxes(type="category", autorange="reversed", showgrid=False)
    return figure


def _compressed(value: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bring worths to −1 … 1 on a scale that shows a thousandth of the largest one."""
    largest = float(np.abs(value).max()) or 1.0
    scaled: NDArray[np.float64] = np.log1p(1000 * np.abs(value) / largest) / np.log(1001)
    return np.sign(value) * scaled


def decided(report: Report, theme: str) -> go.Figure:
    """Return when each arm is decided: as proved, in expectation, and in the run."""
    import plotly.graph_objects as go

    rows = report.decided[:MOST_SHOWN]
    names = [
        f"{escape(report.label(row.proved.arm))} · {'top' if row.proved.in_top else 'rest'}"
        for row in rows
    ]
    figure = go.Figure()
    kinds: list[tuple[str, list[float], str, Any, str]] = [
        (
            "accepted in the run",
            [r.epoch if r.accepted else nan for r in rows],
            "circle",
            _GOOD[theme],
            "%{customdata}",
        ),
        (
            "rejected in the run",
            [nan if r.accepted else r.epoch for r in rows],
            "x-thin-open",
            _GOOD[theme],
            "%{customdata}",
        ),
        (
            "forecast, in expectation",
            [r.expected for r in rows],
            "line-ns-open",
            _INK[theme],
            "expected in epoch %{x:,}",
        ),
        (
            "Lemma 2: at the latest",
            [r.proved.epochs for r in rows],
            "diamond-open",
            _BAD[theme],
            "at the latest in epoch %{x:,.3s}",
        ),
    ]
    for row, name in zip(rows, names, strict=True):
        ends = [e for e in (row.epoch, row.expected, row.proved.epochs) if isfinite(e)]
        if len(ends) > 1:
            figure.add_scatter(
                x=[min(ends), max(ends)],
                y=[name, name],
                mode="lines",
                line={"color": "rgba(128,128,128,0.4)", "width": 1},
                hoverinfo="skip",
                showlegend=False,
            )
    for name, epochs, symbol, colour, hover in kinds:
        figure.add_scatter(
            x=[e if isfinite(e) else None for e in epochs],
            y=names,
            mode="markers",
            name=name,
            marker={"symbol": symbol, "color": colour, "size": 10, "line": {"width": 2}},
            customdata=[row.said for row in rows],
            hovertemplate="%{y}: " + hover + "<extra></extra>",
        )
    figure.add_vline(x=report.epochs, line={"color": _INK[theme], "width": 1.2, "dash": "dot"})
    figure = laid_out(figure, "log-t", "", theme)
    figure.update_layout(height=130 + (22 if len(rows) <= 30 else 15) * len(rows))
    figure.update_layout(hovermode="closest")
    figure.update_xaxes(title="epoch", dtick=1)
    figure.update_yaxes(
        type="category", categoryorder="array", categoryarray=names[::-1], rangemode="normal"
    )
    return figure


def bound_curves(
    setting: Setting, chosen: tuple[Bound, ...], horizon: int, theme: str
) -> go.Figure:
    """Return bounds over T, both axes logarithmic, beside T itself, which no regret exceeds."""
    import plotly.graph_objects as go

    t = np.geomspace(10, _LONGEST, 120)
    figure = go.Figure()
    for bound in chosen:
        y = bound.at(setting, t)
        if not np.isfinite(y).any():
            continue
        ink = _INK[theme]
        drawn: dict[str, Any] = {
            "mode": "lines",
            "line": {"color": ink, "dash": "dashdot", "width": 2},
        }
        if bound.algorithm:
            preset = CATALOGUE[bound.algorithm].default_preset
            its = look(bound.algorithm, preset)
            drawn = marked(its, theme, thick=bound.algorithm == "dart")
        figure.add_scatter(
            x=t,
            y=y,
            name=bound.label,
            **drawn,
            hovertemplate="%{y:,.3~r}",
        )
    figure.add_scatter(
        x=t,
        y=t,
        mode="lines",
        name="T: more is not possible",
        line={"color": _INK[theme], "width": 1.2, "dash": "dot"},
        hovertemplate="%{y:,.3~r}",
    )
    figure.add_vline(x=horizon, line={"color": _INK[theme], "width": 1, "dash": "dash"})
    figure = laid_out(figure, "log", "regret", theme)
    powers = {"tickvals": None, "ticktext": None, "dtick": 2, "exponentformat": "power"}
    figure.update_xaxes(title="horizon T; dashed: yours", hoverformat=",.3~r", **powers)
    figure.update_yaxes(range=[0, 14], **powers)
    return figure
