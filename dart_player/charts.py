"""Plotly figures of studies. Colours belong to curves; a band has the colour of its curve."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, isfinite, log, log10, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc

Style = dict[str, str]
# Plotly's own picture would have the page's size and theme: "Save and reproduce" has better ones.
CONFIG = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d", "toImage"],
}
_INK = {"light": "#3d4450", "dark": "#c8cdd6"}


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
        By label: ``light``, ``dark`` and ``dash``.
    band : str
        ``"mean"``, ``"min-max"`` or ``"quantiles"``.
    axes : str
        ``"linear"``, ``"log-t"``, ``"log-regret"`` or ``"log"``.
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
        colour, dash = styles[label][theme], dashed(styles[label]["dash"])
        # What reaches down to 0 or below has no end on a logarithmic axis.
        low = np.maximum(each.low, each.centre / 2) if axes in ("log-regret", "log") else each.low
        figure.add_scatter(
            x=np.concatenate([each.t, each.t[::-1]]),
            y=np.concatenate([each.high, low[::-1]]),
            mode="lines",
            fill="toself",
            fillcolor=faint(colour),
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
            legendgroup=label,
        )
        figure.add_scatter(
            x=each.t,
            y=each.centre,
            mode="lines",
            name=label,
            legendgroup=label,
            line={"color": colour, "width": 3.2 if label == main else 2, "dash": dash},
            hovertemplate="%{y:,.0f}",
        )
    if theory:
        _theory(figure, study, bands[main].centre if main in bands else None, _INK[theme])
    return with_band_named(laid_out(figure, axes, "cumulative regret", theme), words)


def _theory(figure: go.Figure, study: dc.Study, main: Any, ink: str) -> None:
    """Draw the paper's bounds with the constant 1 in place of O(·), and the shape of √t."""
    p = study.problem
    n, k, T = p.n_arms, p.k, p.horizon
    t = study.t.astype(float)
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
            y=y,
            mode="lines",
            name=name,
            line={"color": ink, "width": 1.2, "dash": dash},
            hovertemplate="%{y:,.0f}",
        )


def finals(study: dc.Study, styles: dict[str, Style], theme: str) -> go.Figure:
    """Return the final regret of every run as points in a strip for each curve.

    A point's ``customdata`` is its curve's label and the number of its run.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    ranked = sorted(
        (c for c in study.curves if c.final.size), key=lambda c: -float(np.mean(c.final))
    )
    for row, curve in enumerate(ranked):
        size = curve.final.size
        # Spread in the strip by rank, so that the same study gives the same picture.
        spread = ((np.argsort(np.argsort(curve.final)) * 0.618) % 1 - 0.5) * 0.5
        figure.add_scatter(
            x=curve.final,
            y=row + spread,
            mode="markers",
            name=curve.label,
            marker={"color": styles[curve.label][theme], "size": 8, "opacity": 0.75},
            customdata=[[curve.label, int(run)] for run in curve.results.runs],
            hovertemplate="run %{customdata[1]}: %{x:,.0f}",
            showlegend=False,
        )
        figure.add_scatter(
            x=[float(np.mean(curve.final))] * 2,
            y=[row - 0.36, row + 0.36],
            mode="lines",
            line={"color": _INK[theme], "width": 2},
            hovertemplate=f"mean of {size} runs: %{{x:,.0f}}",
            name="mean",
            showlegend=False,
        )
    figure = laid_out(figure, "linear", "", theme)
    rows = list(range(len(ranked)))
    figure.update_yaxes(
        tickvals=rows, ticktext=[c.label for c in ranked], showgrid=False, rangemode="normal"
    )
    figure.update_xaxes(title="regret at T of each run", rangemode="tozero")
    figure.update_layout(height=110 + 46 * len(ranked), hovermode="closest")
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
        font={"color": _INK[theme], "size": 13},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.01, "x": 0},
        hovermode="x unified",
        # On its side, the toolbar leaves the legend free.
        modebar={"orientation": "v", "bgcolor": "rgba(0,0,0,0)"},
        # Zoom and hidden curves stay while runs come in.
        uirevision="study",
    )
    log_t, log_y = axes in ("log-t", "log"), axes in ("log-regret", "log")
    figure.update_xaxes(
        **(log_axis(drawn(figure, "x")) if log_t else {"type": "linear"}),
        title="round t",
        gridcolor=grid,
        zeroline=False,
    )
    figure.update_yaxes(
        **(log_axis(drawn(figure, "y")) if log_y else {"type": "linear"}),
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


def log_axis(numbers: Iterable[float]) -> dict[str, Any]:
    """Return a logarithmic axis for the positive of some numbers, every tick named in full.

    Plotly would name what lies between powers of ten by its first digit alone.
    """
    positive = [number for number in numbers if isfinite(number) and number > 0] or [1.0]
    low, high = floor(log10(min(positive))) - 1, ceil(log10(max(positive))) + 1
    factors = (1, 2, 5) if log10(max(positive) / min(positive)) < 2.5 else (1,)
    ticks = [factor * 10.0**power for power in range(low, high) for factor in factors]
    return {"type": "log", "tickvals": ticks, "ticktext": [in_short(tick) for tick in ticks]}


def in_short(number: float) -> str:
    """Return a round number as an axis names it: 0.05, 200, 20k, 1M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


def with_band_named(figure: go.Figure, words: str) -> go.Figure:
    """Say above the legend what lines and bands are: on a phone an axis is too short for it."""
    figure.update_layout(legend={"title": {"text": f"Line and band: {words}", "side": "top"}})
    return figure


def faint(colour: str) -> str:
    """Return a colour for a band around a line."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.16)"


def dashed(dash: str) -> str:
    """Return a dash of the catalogue as Plotly writes it."""
    return ",".join(f"{part}px" for part in dash.split()) or "solid"
