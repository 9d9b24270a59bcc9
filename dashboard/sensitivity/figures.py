"""Plotly figures of sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dart_player.charts import (
    Style,
    dashed,
    drawn,
    faint,
    laid_out,
    log_axis,
    with_band_named,
)
from dashboard.links.study_view import QUANTITIES
from dashboard.ranges import axis, label, value
from dashboard.sensitivity.model import at_extremes, surely
from dashboard.settings import Settings

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc


def against(
    sweep: dc.Sweep, styles: dict[str, Style], quantity: str, *, band: str, theme: str, log: bool
) -> go.Figure:
    """Return a quantity against the one varied parameter, a line for each curve.

    Parameters
    ----------
    sweep : Sweep
    styles : dict
        By label.
    quantity : str
        One of `QUANTITIES`; regret has a band around it, all else is a mean.
    band : str
        One of `dart_core.summary.BANDS`.
    theme : str
        ``"light"`` or ``"dark"``.
    log : bool
        Whether both axes are logarithmic, where values allow it.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    name = sweep.parameters[0]
    numbers = all(not isinstance(p.values.get(name), str) for p in sweep.points)
    words = ""
    for curve in sweep.curves:
        rows = [(p.values[name], p.study[curve]) for p in sweep.points if p.study is not None]
        rows = [(value, of) for value, of in rows if of.results.runs.size]
        if not rows:
            continue
        colour = styles[curve][theme]
        x = [value for value, _ in rows]
        if quantity == "regret":
            y, low, high, words = _bands([of for _, of in rows], band)
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
            y = [_mean(of, quantity) for _, of in rows]
        line: dict[str, Any] = {"color": colour, "dash": dashed(styles[curve]["dash"])}
        line["width"] = 3.2 if curve == sweep.curves[0] else 2
        hover = _HOVER.get(quantity, "%{y:,.0f}")
        figure.add_scatter(
            x=x, y=y, mode="lines+markers", name=curve, line=line, hovertemplate=hover
        )
    figure = laid_out(figure, "linear", QUANTITIES[quantity], theme)
    figure.update_xaxes(title=axis(name))
    if words:
        with_band_named(figure, words)
    if log and numbers:
        figure.update_xaxes(**log_axis(drawn(figure, "x")))
    if log and numbers and quantity == "regret":
        figure.update_yaxes(**log_axis(drawn(figure, "y")), rangemode="normal")
    if quantity == "right":
        figure.update_yaxes(tickformat=".0%", range=[-0.02, 1.02])
    return figure


def _bands(studies: list[dc.Curve], kind: str) -> tuple[list[float], list[float], list[float], str]:
    """Return the centres of final regret, the ends of its band, and what the band is."""
    from dart_core.summary import band

    at_the_end = np.zeros(1, dtype=np.int64)
    each = [band(at_the_end, of.final[:, None], kind) for of in studies]
    ends = ([float(getattr(b, end)[0]) for b in each] for end in ("centre", "low", "high"))
    centre, low, high = ends
    return centre, low, high, each[0].words


def heatmap(sweep: dc.Sweep, curve: str, quantity: str, theme: str) -> go.Figure:
    """Return the mean of one of `QUANTITIES` over two varied parameters."""
    import plotly.graph_objects as go

    across, down = sweep.parameters
    xs = list(dict.fromkeys(p.values[across] for p in sweep.points))
    ys = list(dict.fromkeys(p.values[down] for p in sweep.points))
    means = np.full((len(ys), len(xs)), np.nan)
    for point in sweep.points:
        if point.study is not None and point.study[curve].final.size:
            place = ys.index(point.values[down]), xs.index(point.values[across])
            means[place] = _mean(point.study[curve], quantity)
    shown = np.log10(np.maximum(means, 1.0)) if quantity == "regret" else means
    figure = go.Figure(
        go.Heatmap(
            x=[value(across, x) for x in xs],
            y=[value(down, y) for y in ys],
            z=[[None if np.isnan(v) else float(v) for v in row] for row in shown],
            text=[["" if np.isnan(v) else _said(quantity, v) for v in row] for row in means],
            texttemplate="%{text}",
            hovertemplate=f"{label(across)} %{{x}}, {label(down)} %{{y}}: %{{text}}<extra></extra>",
            colorscale="Viridis",
            showscale=False,
            zmin=0 if quantity == "right" else None,
            zmax=1 if quantity == "right" else None,
        )
    )
    figure = laid_out(figure, "linear", axis(down), theme)
    figure.update_xaxes(title=axis(across), type="category")
    figure.update_yaxes(type="category", showgrid=False)
    return figure


def tornado(settings: Settings, effects: list[dc.Effect], theme: str) -> go.Figure:
    """Return the range of mean regret that each parameter spans alone, the widest on top.

    The axis is logarithmic, so a bar is as long as regret changes times, unless there is none.
    """
    import plotly.graph_objects as go

    ink = {"light": "#1d5fa8", "dark": "#79b8f2"}[theme]
    shown = list(reversed(effects))
    names = [label(e.parameter) for e in shown]
    log = all(e.least > 0 for e in shown)
    figure = go.Figure(
        go.Bar(
            y=names,
            x=[e.greatest - e.least for e in shown],
            base=[e.least for e in shown],
            orientation="h",
            marker={"color": ink},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    ends = [at_extremes(settings, e) for e in shown]
    sure = [f"{e.ratio:.3g}-fold{surely(e)}" for e in shown]
    for x, at, side in (
        ([e.least for e in shown], [least for least, _ in ends], "left"),
        ([e.greatest for e in shown], [greatest for _, greatest in ends], "right"),
    ):
        figure.add_scatter(
            x=x,
            y=names,
            mode="text",
            text=[f" {words.removeprefix('at ').removeprefix('with ')} " for words in at],
            textposition=f"middle {side}",
            cliponaxis=False,
            customdata=list(zip(at, sure, strict=True)),
            hovertemplate="%{x:,.0f} %{customdata[0]}<br>%{customdata[1]}<extra></extra>",
            showlegend=False,
        )
    figure = laid_out(figure, "linear", "", theme)
    figure.update_yaxes(type="category", rangemode="normal", showgrid=False)
    figure.update_layout(height=90 + 34 * len(shown), hovermode="closest", margin={"r": 70})
    low, high = min(e.least for e in shown), max(e.greatest for e in shown)
    room = 0.12 * (np.log10(high / low) if log else 1)  # beside the bars, for the text
    figure.update_xaxes(
        title="mean regret at T",
        **(log_axis((low, high)) if log else {"type": "linear"}),
        range=[np.log10(low) - room, np.log10(high) + room] if log else None,
    )
    return figure


def _mean(of: dc.Curve, quantity: str) -> float:
    return float(np.mean(of.final if quantity == "regret" else getattr(of.results, quantity)))


def _said(quantity: str, mean: float) -> str:
    if quantity == "right":
        return f"{mean:.0%}"
    return f"{mean:.1f}" if quantity in ("accepted", "rejected") else f"{mean:,.0f}"


_HOVER = {"right": "%{y:.0%}", "accepted": "%{y:.1f}", "rejected": "%{y:.1f}"}
