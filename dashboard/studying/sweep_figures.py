"""Plotly figures of sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dashboard.figures import Style, dashed, faint, laid_out
from dashboard.ranges import label

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc

QUANTITIES = {
    "regret": "regret at T",
    "right": "share of runs with the right set",
    "commit_t": "rounds before the set is committed to",
    "accepted": "arms accepted",
    "rejected": "arms rejected",
}


def against(
    sweep: dc.Sweep, styles: dict[str, Style], quantity: str, *, theme: str, log: bool
) -> go.Figure:
    """Return a quantity against the one varied parameter, a line with its band for each curve.

    Parameters
    ----------
    sweep : Sweep
    styles : dict
        By label.
    quantity : str
        One of `QUANTITIES`; a regret has the 95 % interval of its mean around it.
    theme : str
        ``"light"`` or ``"dark"``.
    log : bool
        Whether both axes are logarithmic, where values allow it.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    name = sweep.parameters[0]
    numbers = all(not isinstance(p.values.get(name), str) for p in sweep.points)
    for curve in sweep.curves:
        rows = [(p.values[name], p.study[curve]) for p in sweep.points if p.study is not None]
        rows = [(value, of) for value, of in rows if of.results.runs.size]
        if not rows:
            continue
        colour = styles[curve][theme]
        x = [value for value, _ in rows]
        if quantity == "regret":
            intervals = [of.interval() for _, of in rows]
            y = [i.mean for i in intervals]
            low = [i.mean if np.isnan(i.low) else i.low for i in intervals]
            high = [i.mean if np.isnan(i.high) else i.high for i in intervals]
            if log and numbers:
                if not any(y):
                    continue  # no regret at all, the oracle's, has no place on a logarithmic axis
                low = [max(end, 0.5 * middle) for end, middle in zip(low, y, strict=True)]
            figure.add_scatter(
                x=[*x, *x[::-1]],
                y=[*high, *low[::-1]],
                mode="lines",
                fill="toself",
                fillcolor=faint(colour),
                line={"width": 0},
                hoverinfo="skip",
                showlegend=False,
            )
        else:
            y = [float(np.mean(getattr(of.results, quantity))) for _, of in rows]
        line: dict[str, Any] = {"color": colour, "dash": dashed(styles[curve]["dash"])}
        line["width"] = 3.2 if curve == sweep.curves[0] else 2
        figure.add_scatter(x=x, y=y, mode="lines+markers", name=curve, line=line)
    figure = laid_out(figure, "linear", QUANTITIES[quantity], theme)
    both = log and numbers and quantity == "regret"
    figure.update_xaxes(title=label(name))
    if log and numbers:
        figure.update_xaxes(type="log", dtick="D2")
    if both:
        figure.update_yaxes(type="log", dtick="D2", rangemode="normal")
    return figure


def heatmap(sweep: dc.Sweep, curve: str, theme: str) -> go.Figure:
    """Return mean final regret over two varied parameters."""
    import plotly.graph_objects as go

    across, down = sweep.parameters
    xs = list(dict.fromkeys(p.values[across] for p in sweep.points))
    ys = list(dict.fromkeys(p.values[down] for p in sweep.points))
    z: list[list[Any]] = [[None] * len(xs) for _ in ys]
    for point in sweep.points:
        if point.study is not None and point.study[curve].final.size:
            row, column = ys.index(point.values[down]), xs.index(point.values[across])
            z[row][column] = float(point.study[curve].final.mean())
    figure = go.Figure(
        go.Heatmap(
            x=[str(x) for x in xs],
            y=[str(y) for y in ys],
            z=[[None if v is None else float(np.log10(max(v, 1.0))) for v in row] for row in z],
            text=[["" if v is None else f"{v:,.0f}" for v in row] for row in z],
            texttemplate="%{text}",
            hovertemplate="%{x}, %{y}: %{text}<extra></extra>",
            colorscale="Viridis",
            showscale=False,
        )
    )
    figure = laid_out(figure, "linear", label(down), theme)
    figure.update_xaxes(title=label(across), type="category")
    figure.update_yaxes(type="category", showgrid=False)
    return figure


def tornado(effects: list[dc.Effect], theme: str) -> go.Figure:
    """Return the range of mean regret that each parameter spans alone, the widest on top."""
    import plotly.graph_objects as go

    ink = {"light": "#1d5fa8", "dark": "#79b8f2"}[theme]
    shown = list(reversed(effects))
    figure = go.Figure(
        go.Bar(
            y=[label(e.parameter) for e in shown],
            x=[e.greatest - e.least for e in shown],
            base=[e.least for e in shown],
            orientation="h",
            marker={"color": ink},
            customdata=[
                [e.least, str(e.at_least or "now"), e.greatest, str(e.at_greatest or "now")]
                for e in shown
            ],
            hovertemplate="%{customdata[0]:,.0f} at %{customdata[1]}, "
            "%{customdata[2]:,.0f} at %{customdata[3]}<extra></extra>",
        )
    )
    figure = laid_out(figure, "linear", "", theme)
    figure.update_yaxes(type="category", rangemode="normal", showgrid=False)
    figure.update_layout(height=120 + 34 * len(shown), hovermode="closest")
    figure.update_xaxes(
        title="mean regret at T, from the least to the greatest", rangemode="tozero"
    )
    return figure
