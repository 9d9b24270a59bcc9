"""Plotly figures of studies. Colours belong to curves; a band has the colour of its curve."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, isfinite, log, log10, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from dart_player.chart import in_full
from dart_player.looks import Style

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc

# Plotly's own picture would have the page's size and theme: "Save and reproduce" has better ones.
CONFIG = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d", "toImage"],
}
TEXT = {"light": "#3d4450", "dark": "#c8cdd6"}
_STRETCHES = 24
BELOW = {"y": -0.2, "yanchor": "top"}  # where a legend stands that has many long names
_MARKS = 8  # markers along a curve
_FEW_POWERS, _MANY_POWERS = 2.5, 4.5  # of ten, along a logarithmic axis
_FAR_APART = 10  # times: regrets of runs that are, have a logarithmic axis
_BELOW_NAME = 0.12  # of a row: how far a strip of dots lies below its middle
_FULL = {"type": "linear", "tickformat": ","}  # 4,000, as texts write it
_STANDS = 1e-12  # regret of a round that is none, but for rounding


def curves(
    study: dc.Study,
    styles: dict[str, Style],
    *,
    band: str,
    axes: str,
    theory: bool,
    theme: str,
    main: str,
) -> go.Figure:
    """Return cumulative regret over t, with bands.

    Parameters
    ----------
    study : Study
        As far as it is.
    styles : dict
        By label: ``light``, ``dark``, ``dash`` and, perhaps, ``marker``.
    band : str
        ``"mean"``, ``"min-max"`` or ``"quantiles"``.
    axes : str
        ``"linear"``, ``"log-t"``, ``"log-regret"`` or ``"log"``; or ``"over-log"`` and
        ``"over-root"``: regret divided by log t or by √t, which is level where it grows so.
    theory : bool
        Whether bounds are drawn, see `_theory`.
    theme : str
        ``"light"`` or ``"dark"``.
    main : str
        Label of the curve that is drawn thicker.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    bands = study.band(band)
    words = next(iter(bands.values())).words
    for label, each in bands.items():
        if np.isnan(each.centre).all():
            continue
        colour = styles[label][theme]
        t, scale = _scaled(axes, each.t)
        # What reaches down to 0 or below has no end on a logarithmic axis.
        low = np.maximum(each.low, each.centre / 2) if axes in ("log-regret", "log") else each.low
        low, centre, high = (values[-t.size :] / scale for values in (low, each.centre, each.high))
        add_band(figure, t, low, high, colour, label)
        figure.add_scatter(
            x=t,
            y=centre,
            name=label,
            legendgroup=label,
            hovertemplate="%{y:,.3g}" if axes in _OVER else "%{y:,.0f}",
            **marked(styles[label], theme, thick=label == main),
        )
    if theory:
        its = bands[main].centre if main in bands else None
        _theory(figure, study, its, TEXT[theme], axes)
    title = "regret" if axes not in _OVER else f"regret divided by {_OVER[axes]}"
    return laid_out(figure, axes, with_band(title, words), theme)


_OVER = {"over-log": "log t", "over-root": "√t"}


def _scaled(axes: str, t: Any) -> tuple[Any, Any]:
    """Return the rounds that are drawn, and what regret is divided by there."""
    if axes not in _OVER:
        return t, np.ones(t.size)
    later = t[t > 1].astype(float)  # log 1 = 0
    return later, np.log(later) if axes == "over-log" else np.sqrt(later)


def marked(style: Style, theme: str, *, thick: bool = False, every: bool = False) -> dict[str, Any]:
    """Return how a curve is drawn: a line and a few markers, so that colour is not all.

    Parameters
    ----------
    style : dict
    theme : str
    thick : bool
        Whether it is the one that the chart is about.
    every : bool
        Whether each point is marked, not only some along the line.
    """
    colour = style[theme]
    marker = {"symbol": style.get("marker", "circle"), "size": 9 if every else 8, "color": colour}
    return {
        "mode": "lines+markers",
        "line": {"color": colour, "width": 3.2 if thick else 2, "dash": dashed(style["dash"])},
        "marker": marker if every else marker | {"maxdisplayed": _MARKS},
    }


def add_band(figure: go.Figure, x: Any, low: Any, high: Any, colour: str, label: str) -> None:
    """Draw what is around the line `label`, in its colour."""
    figure.add_scatter(
        x=np.concatenate([x, x[::-1]]),
        y=np.concatenate([high, low[::-1]]),
        mode="lines",
        fill="toself",
        fillcolor=faint(colour),
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
        legendgroup=label,
    )


def _theory(figure: go.Figure, study: dc.Study, main: Any, ink: str, axes: str) -> None:
    """Draw the paper's bounds with the constant 1 in place of O(·), and the shape of √t."""
    p = study.problem
    n, k, T = p.n_arms, p.k, p.horizon
    t, scale = _scaled(axes, study.t)
    t = t.astype(float)
    sigma = 1 / sqrt(4 * log(max(n * k * T, 2)))
    lines = [
        ("K·√(NKt·log 2Nt), constant 1", k * np.sqrt(n * k * t * np.log(2 * n * t)), "dot"),
        (f"σ·√(NKt), constant 1, σ = {sigma:.2g}", sigma * np.sqrt(n * k * t), "dashdot"),
    ]
    if main is not None and np.isfinite(main[-1]) and main[-1] > 0:
        lines.append(("√t through the end of the main curve", main[-1] * np.sqrt(t / T), "dash"))
    for name, y, dash in lines:
        figure.add_scatter(
            x=t,
            y=y / scale,
            mode="lines",
            name=name,
            line={"color": ink, "width": 1.2, "dash": dash},
            hovertemplate="%{y:,.3g}" if axes in _OVER else "%{y:,.0f}",
        )


def playing_best(study: dc.Study, styles: dict[str, Style], theme: str, main: str) -> go.Figure:
    """Return over t how often runs lost nothing from one checkpoint to the next.

    Then they played nothing but best sets: so it is exact, and known of every algorithm. What is
    drawn is the share of such stretches among all of them up to a round, since the round before.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    # Some stretches belong to each point, or single ones would make the line flicker.
    edges = np.unique(np.searchsorted(study.t, np.geomspace(1, study.t[-1], _STRETCHES)))
    starts = np.concatenate([[0], edges[:-1] + 1])
    rounds = np.diff(study.t, prepend=0)
    for curve in study.curves:
        if not curve.final.size:
            continue
        steps = np.diff(curve.results.regret, axis=1, prepend=0.0)
        still = (np.abs(steps) <= _STANDS * rounds).mean(axis=0)
        figure.add_scatter(
            x=study.t[edges],
            y=np.add.reduceat(still, starts) / (edges + 1 - starts),
            name=curve.label,
            hovertemplate="%{y:.0%}",
            **marked(styles[curve.label], theme, thick=curve.label == main),
        )
    figure = laid_out(figure, "log-t", "runs that lose nothing", theme)
    figure.update_yaxes(tickformat=".0%", range=[-0.03, 1.03])
    figure.update_layout(legend=BELOW)
    return figure


def costs(
    costs: dict[str, tuple[float, float, float]], styles: dict[str, Style], theme: str
) -> Any:
    """Return regret against the time of a round and against memory, a point for each curve.

    Parameters
    ----------
    costs : dict
        By label: mean regret at T, ns of a round, kB of state.
    styles : dict
    theme : str
    """
    from plotly.subplots import make_subplots

    figure = make_subplots(1, 2, shared_yaxes=True, horizontal_spacing=0.04)
    for label, (regret, ns, kilobytes) in costs.items():
        for column, (x, unit) in enumerate(((ns, "ns a round"), (kilobytes, "kB")), start=1):
            its = marked(styles[label], theme, every=True)
            its["marker"]["size"] = 13
            figure.add_scatter(
                x=[x],
                y=[regret],
                row=1,
                col=column,
                name=label,
                legendgroup=label,
                showlegend=column == 1,
                hovertemplate=f"regret %{{y:,.0f}}, %{{x:,.3g}} {unit}",
                marker=its["marker"],
                mode="markers",
            )
    figure = laid_out(figure, "linear", "regret at T", theme)
    for column, title in ((1, "time of a round, ns"), (2, "memory of its state, kB")):
        its_x = [each[column] for each in costs.values()]
        figure.update_xaxes(title=title, row=1, col=column, **log_axis(its_x, short=True))
    figure.update_yaxes(title="", row=1, col=2)
    figure.update_layout(hovermode="closest", legend=BELOW)
    return figure


def finals(study: dc.Study, styles: dict[str, Style], theme: str) -> go.Figure:
    """Return the final regret of every run as points in a strip for each curve.

    A point's ``customdata`` is its curve's label and the number of its run. Names stand above their
    strips, which so are as wide as the chart: on a phone every point can be met by a finger.
    Regrets far apart lie on a logarithmic axis.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    ranked = sorted(
        (c for c in study.curves if c.final.size), key=lambda c: -float(np.mean(c.final))
    )
    for row, curve in enumerate(ranked):
        size = curve.final.size
        # Spread in the strip by rank, so that the same study gives the same picture.
        spread = ((np.argsort(np.argsort(curve.final)) * 0.618) % 1 - 0.5) * 0.5 - _BELOW_NAME
        figure.add_scatter(
            x=curve.final,
            y=row + spread,
            mode="markers",
            name=curve.label,
            marker=marked(styles[curve.label], theme, every=True)["marker"]
            | {"opacity": 0.75, "size": 11},
            # A click opens a run: nothing is to look chosen.
            unselected={"marker": {"opacity": 0.75}},
            customdata=[[curve.label, int(run)] for run in curve.results.runs],
            hovertemplate="run %{customdata[1]}: %{x:,.0f}",
            showlegend=False,
        )
        figure.add_scatter(
            x=[float(np.mean(curve.final))] * 2,
            y=[row - _BELOW_NAME - 0.3, row - _BELOW_NAME + 0.3],
            mode="lines",
            line={"color": TEXT[theme], "width": 2},
            hovertemplate=f"mean of {size} runs: %{{x:,.0f}}",
            name="mean",
            showlegend=False,
        )
        figure.add_annotation(
            text=curve.label,
            x=0,
            xref="paper",
            xanchor="left",
            y=row + 0.5,
            yanchor="top",
            yshift=-2,
            showarrow=False,
        )
    figure = laid_out(figure, "linear", "", theme)
    figure.update_yaxes(
        showticklabels=False,
        showgrid=False,
        automargin=False,
        rangemode="normal",
        range=[-0.6, len(ranked) - 0.4],
    )
    every = drawn(figure, "x")
    if every and min(every) > 0 and max(every) > _FAR_APART * min(every):
        figure.update_xaxes(**log_axis(every))
    else:
        figure.update_xaxes(rangemode="tozero")
    figure.update_xaxes(title="regret at T of each run")
    figure.update_layout(height=80 + 66 * len(ranked), hovermode="closest", hoverdistance=30)
    return figure


def empty(theme: str) -> go.Figure:
    """Return a figure that waits for its first curves: axes that say nothing yet."""
    import plotly.graph_objects as go

    figure = laid_out(go.Figure(), "linear", "", theme)
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(range=[0, 1], showticklabels=False, title="")
    return figure


def laid_out(figure: go.Figure, axes: str, title: str, theme: str) -> go.Figure:
    """Give a figure the look of all: no background, quiet grid, axes as `axes` says."""
    grid = "rgba(128,128,128,0.25)"
    figure.update_layout(
        height=460,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": TEXT[theme], "size": 13},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.01, "x": 0},
        hovermode="x unified",
        # On its side, the toolbar leaves the legend free.
        modebar={"orientation": "v", "bgcolor": "rgba(0,0,0,0)"},
        # Zoom and hidden curves stay while runs come in.
        uirevision="study",
    )
    log_t, log_y = axes in ("log-t", "log", *_OVER), axes in ("log-regret", "log")
    figure.update_xaxes(
        **(log_axis(drawn(figure, "x")) if log_t else _FULL),
        title="round",
        gridcolor=grid,
        zeroline=False,
    )
    figure.update_yaxes(
        **(log_axis(drawn(figure, "y")) if log_y else _FULL),
        title=title,
        gridcolor=grid,
        zeroline=False,
        rangemode="normal" if log_y else "tozero",
        automargin=True,
    )
    return figure


def drawn(figure: go.Figure, letter: str) -> list[float]:
    """Return the numbers of all traces along the axis "x" or "y"; None, a gap, is left out."""
    traces = [trace[letter] for trace in figure.data if trace[letter] is not None]
    return [float(number) for numbers in traces for number in numbers if number is not None]


def log_axis(numbers: Iterable[float], *, short: bool = False) -> dict[str, Any]:
    """Return a logarithmic axis for the positive of some numbers, every tick named in full.

    Plotly would name what lies between powers of ten by its first digit alone. Over many powers
    every second one has a name, so that long ones have room on a phone; on a `short` axis powers
    alone have one.
    """
    positive = [number for number in numbers if isfinite(number) and number > 0] or [1.0]
    low, high = floor(log10(min(positive))) - 1, ceil(log10(max(positive))) + 1
    reach = log10(max(positive) / min(positive))
    factors = (1, 2, 5) if reach < _FEW_POWERS and not short else (1,)
    every = 2 if reach > _MANY_POWERS else 1
    ticks = [(power, factor * 10.0**power) for power in range(low, high) for factor in factors]
    return {
        "type": "log",
        "tickvals": [tick for _, tick in ticks],
        "ticktext": ["" if power % every else in_full(tick) for power, tick in ticks],
    }


def with_band(title: str, words: str) -> str:
    """Return the title of an axis with what lines and bands are below it."""
    return f"{title}<br><sup>{words}</sup>" if words else title


def faint(colour: str) -> str:
    """Return a colour for a band around a line."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.16)"


def dashed(dash: str) -> str:
    """Return a dash of the catalogue as Plotly writes it."""
    return ",".join(f"{part}px" for part in dash.split()) or "solid"
