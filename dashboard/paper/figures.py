"""The figures of the page on the paper. DART is red, as there."""

from __future__ import annotations

from math import log, log10, sqrt
from typing import TYPE_CHECKING, Any

from dart_player.charts import drawn, laid_out, marked
from dart_player.charts import log_axis as logarithmic
from dashboard.catalogue import CATALOGUE, Choice, curve_labels, look, style
from dashboard.paper.experiment import MAIN

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

_RED = {"light": "#d0021b", "dark": "#ff5c5c"}
# Apart from DART's red, and from each other.
_OTHER = {
    "dart-eb": {"light": "#b86200", "dark": "#ffb454"},
    "lints.scaled": {"light": "#5b7a00", "dark": "#b5d14a"},
}
_INK = {"light": "#3d4450", "dark": "#c8cdd6"}
_BARS = 8
_OF_A_ROW = 0.78  # what the marks of one row take of it
_PRESETS = {"frontier.pace": "diamond", "frontier.guaranteed": "circle"}


def _rows(count: int) -> list[float]:
    """Return the range of an axis of rows, the first one on top, with room around them."""
    return [count - 0.5, -0.5]


def colour(curve: str, theme: str) -> str:
    """Return the colour of a curve."""
    if curve.startswith("dart."):
        return _RED[theme]
    own = _OTHER.get(curve) or _OTHER.get(curve.split(".", maxsplit=1)[0])
    return own[theme] if own else _style(curve)[theme]


def _looks(curve: str, theme: str) -> dict[str, str]:
    """Return how a curve is drawn here: in its own colour, those of `MAIN` by their first dash."""
    choice = Choice.read(curve)
    its = look(choice.name, choice.preset) | {theme: colour(curve, theme)}
    first = curve in MAIN.values() and curve != MAIN["lints-scaled"]
    return its | ({"dash": ""} if first else {"dash": its["dash"] or "7 4"})


def _symbol(curve: str, *, filled: bool = True) -> str:
    """Return the marker of a curve: filled, or open."""
    shape = _PRESETS.get(curve) or CATALOGUE[Choice.read(curve).name].marker.removesuffix("-open")
    return shape if filled else f"{shape}-open"


def promises(curve: str) -> bool:
    """Return whether it bounds the chance of a wrong accept or reject."""
    return "delta" in Choice.read(curve).algorithm().constants


def _style(curve: str) -> dict[str, str]:
    choice = Choice.read(curve)
    return style(choice.name, choice.preset)


def regret(
    table: pd.DataFrame,
    curves: list[str],
    theme: str,
    *,
    log_axis: bool,
    n: int,
    k: int,
    bounds: bool,
) -> go.Figure:
    """Return regret over t of one cell, the mean with bars from the least to the greatest run.

    Parameters
    ----------
    table : DataFrame
        `results.curves` of one cell.
    curves : list of str
    theme : str
        ``"light"`` or ``"dark"``.
    log_axis : bool
        Whether regret is on a logarithmic axis.
    n, k : int
        Of the cell.
    bounds : bool
        Whether Theorems 2 and 3 are drawn, with the constant 1.
    """
    import numpy as np
    import plotly.graph_objects as go

    figure = go.Figure()
    names = curve_labels()
    for at, curve in enumerate(curves):
        of = table[table["curve"] == curve]
        t, mean = of["t"].to_numpy(), of["mean"].to_numpy()
        ink, red = colour(curve, theme), curve.startswith("dart.")
        group = {"legendgroup": curve, "name": names[curve]}
        figure.add_scatter(
            x=t,
            y=mean,
            **marked(_looks(curve, theme), theme, thick=red),
            hovertemplate="%{fullData.name}: %{y:,.0f}<extra></extra>",
            **group,
        )
        # Bars of different curves stand beside each other.
        places = np.linspace(0.12, 1, _BARS) * t[-1] - 0.008 * at * t[-1]
        bars = np.unique(np.clip(np.searchsorted(t, places), 0, t.size - 1))
        low = of["min"].to_numpy()[bars]
        figure.add_scatter(
            x=t[bars],
            y=mean[bars],
            error_y={
                "array": of["max"].to_numpy()[bars] - mean[bars],
                "arrayminus": mean[bars] - (np.maximum(low, 1) if log_axis else low),
                "color": ink,
                "thickness": 1,
                "width": 3,
            },
            mode="markers",
            marker={"color": ink, "size": 1},
            hoverinfo="skip",
            showlegend=False,
            **group,
        )
    if bounds:
        t = np.geomspace(10, float(table["t"].max()), 60)
        lines = [
            ("Theorem 3, constant 1", k * np.sqrt(n * k * t * np.log(2 * n * t)), "dot"),
            ("Theorem 2, constant 1", np.sqrt(n * k * t / (4 * np.log(n * k * t))), "dashdot"),
        ]
        for name, y, dash in lines:
            dashes: dict[str, Any] = {"color": _INK[theme], "width": 1.4, "dash": dash}
            figure.add_scatter(
                x=t,
                y=y,
                mode="lines",
                name=name,
                line=dashes,
                hovertemplate="%{fullData.name}: %{y:,.0f}<extra></extra>",
            )
    axes = "log-regret" if log_axis else "linear"
    figure = laid_out(figure, axes, "cumulative regret", theme)
    if log_axis:
        # What happens in the first rounds would take half of the picture.
        early = table[table["curve"].isin(curves) & (table["t"] >= 0.02 * table["t"].max())]
        ends = early["mean"].clip(lower=1).min(), early["max"].max()
        figure.update_yaxes(**logarithmic(ends), range=[log10(ends[0]) - 0.3, log10(ends[1]) + 0.2])
    figure.update_layout(height=480, hovermode="closest")
    return figure


def headline(rows: list[dict[str, Any]], theme: str) -> go.Figure:
    """Return how many times less regret each of ours has, a row for each figure."""
    import plotly.graph_objects as go

    figure = go.Figure()
    names = curve_labels()
    titles = list(dict.fromkeys(row["title"].split(": ")[1] for row in rows))
    curves = list(dict.fromkeys(row["curve"] for row in rows))
    for nth, curve in enumerate(curves):
        of = [row for row in rows if row["curve"] == curve]
        ratio = [row["ratio"] for row in of]
        # Presets of one algorithm are close to each other: each has a line of its own in the row.
        at = (nth - (len(curves) - 1) / 2) * _OF_A_ROW / len(curves)
        figure.add_scatter(
            x=ratio,
            y=[titles.index(row["title"].split(": ")[1]) + at for row in of],
            customdata=[row["title"].split(": ")[1] for row in of],
            error_x={
                "array": [row["high"] - row["ratio"] for row in of],
                "arrayminus": [row["ratio"] - row["low"] for row in of],
                "thickness": 1.5,
                "width": 3,
            },
            mode="markers",
            name=names[curve],
            marker={
                "color": colour(curve, theme),
                "size": 10,
                "symbol": _symbol(curve, filled=promises(curve)),
            },
            hovertemplate="%{fullData.name}: %{customdata}: %{x:.1f} times<extra></extra>",
        )
    figure = laid_out(figure, "linear", "", theme)
    figure.add_vline(x=1, line={"color": _RED[theme], "width": 2})
    places = list(range(len(titles)))
    figure.update_yaxes(tickvals=places, ticktext=titles, range=_rows(len(titles)), zeroline=False)
    figure.update_xaxes(
        **logarithmic(drawn(figure, "x")),
        title="DART's regret ÷ its regret (red: DART, authors' constants)",
    )
    figure.update_layout(height=90 + 62 * len(titles), hovermode="closest")
    return figure


def separations(rows: list[dict[str, Any]], theme: str) -> go.Figure:
    """Return the epochs at which arms were moved, over their gaps, and Lemma 2's epochs."""
    import numpy as np
    import plotly.graph_objects as go

    figure = go.Figure()
    shapes = {"accept": "triangle-up", "reject": "triangle-down"}
    for k, tint in ((2, _RED[theme]), (4, _INK[theme])):
        for move, symbol in shapes.items():
            of = [r for r in rows if r["k"] == k and r["move"] == move and r["gap"] > 0]
            figure.add_scatter(
                x=[r["gap"] for r in of],
                y=[r["epoch"] for r in of],
                mode="markers",
                name=f"K = {k}, {move}ed",
                marker={"color": tint, "symbol": symbol, "size": 9},
                hovertemplate="%{fullData.name}: gap %{x:.3f}: epoch %{y:,}<extra></extra>",
            )
        gap = np.geomspace(0.01, 1, 40)
        for c, dash in ((1, "dash"), (32, "dot")):
            figure.add_scatter(
                x=gap,
                y=9 * c * k * k * log(2 * 45 * 10**6) / gap**2,
                mode="lines",
                name=f"Lemma 2, K = {k}, c = {c}",
                line={"color": tint, "width": 1.5, "dash": dash},
                hoverinfo="skip",
            )
    figure = laid_out(figure, "log", "epoch", theme)
    figure.update_yaxes(dtick=1)
    figure.update_xaxes(title="gap of the arm's mean to the boundary")
    figure.update_layout(height=460, hovermode="closest")
    return figure


def lower(rows: list[dict[str, Any]], theme: str) -> go.Figure:
    """Return the regret on the lower bound's arms over sqrt(NKT), T = 10⁶."""
    import plotly.graph_objects as go

    figure = go.Figure()
    names = curve_labels()
    last = [row for row in rows if row["t"] == max(r["t"] for r in rows)]
    for curve in dict.fromkeys(row["curve"] for row in last):
        of = [row for row in last if row["curve"] == curve]
        scale = [row["of_root"] / row["mean"] for row in of]
        figure.add_scatter(
            x=[row["of_root"] for row in of],
            y=[f"K = {row['k']}" for row in of],
            error_x={
                "array": [(r["high"] - r["mean"]) * s for r, s in zip(of, scale, strict=True)],
                "thickness": 1.2,
            },
            mode="markers",
            name=names[curve],
            marker={"color": colour(curve, theme), "size": 11, "symbol": _symbol(curve)},
            hovertemplate="%{fullData.name}: %{y}: %{x:.4f}<extra></extra>",
        )
    figure = laid_out(figure, "linear", "", theme)
    worst = {f"K = {row['k']}": row["worst_of_root"] for row in last}
    bound = {f"K = {r['k']}": 1 / sqrt(4 * log(45 * r["k"] * r["t"])) for r in last}
    for name, places, symbol in (
        ("worst possible", worst, "line-ns"),
        ("σ√(NKT)", bound, "x-thin"),
    ):
        marks = {"symbol": symbol, "size": 16, "line": {"width": 2, "color": _INK[theme]}}
        figure.add_scatter(
            x=list(places.values()), y=list(places), mode="markers", marker=marks, name=name
        )
    figure.update_yaxes(type="category", range=_rows(len(worst)))
    figure.update_xaxes(title="regret ÷ √(NKT)", rangemode="tozero")
    figure.update_layout(height=380, hovermode="closest")
    return figure
