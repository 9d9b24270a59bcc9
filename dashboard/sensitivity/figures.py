"""Plotly figures of sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dart_player.charts import (
    BELOW,
    TEXT,
    drawn,
    faint,
    laid_out,
    log_axis,
    marked,
    with_band,
)
from dart_player.looks import Style
from dashboard.links.study_view import QUANTITIES
from dashboard.ranges import axis, is_log, label, own, present, value
from dashboard.sensitivity.effects import at_extremes, surely, times
from dashboard.sensitivity.marks import Mark
from dashboard.settings import Settings

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc

_INK = {"light": "#1d5fa8", "dark": "#79b8f2"}
_DASHES = {"here": "solid", "best": "dash", "theory": "dot", "preset": "dot"}  # of marks
_ROW = 17  # px
_MOST_WRITTEN = 16  # columns of a heat map: numbers in more would lie on each other
_WIDE = 1.2  # powers of ten that bars span
FEW_COLUMNS = 6  # whose numbers can be read on a phone
_BELOW_TITLE = -0.28  # of a low chart's height: its legend leaves room for the axis's title


def against(
    sweep: dc.Sweep,
    styles: dict[str, Style],
    quantity: str,
    *,
    band: str,
    theme: str,
    marks: list[Mark] | None = None,
) -> go.Figure:
    """Return a quantity against the one varied parameter, a line for each curve.

    A point's ``customdata`` is the value that it is at. A value without a result is a gap.

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
    marks : list of Mark, optional
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    name = sweep.parameters[0]
    x = [point.values[name] for point in sweep.points]
    log = is_log(x)
    words = ""
    for curve in sweep.curves:
        of = [None if p.study is None else p.study[curve] for p in sweep.points]
        ran = [each if each is not None and each.results.runs.size else None for each in of]
        if not any(ran):
            continue
        its = marked(styles[curve], theme, thick=curve == sweep.curves[0], every=True)
        if quantity == "regret":
            y, low, high, words = _bands(ran, band)
            if log:
                if not any(each for each in y if each is not None):
                    continue  # no regret at all, the oracle's, has no place on a logarithmic axis
                low = [
                    None if end is None or middle is None else max(end, 0.5 * middle)
                    for end, middle in zip(low, y, strict=True)
                ]
            _band(figure, x, low, high, styles[curve][theme])
        else:
            y = [None if each is None else _mean(each, quantity) for each in ran]
        figure.add_scatter(
            x=x,
            y=y,
            name=curve,
            legendgroup=curve,
            customdata=[[each] for each in x],
            hovertemplate=_HOVER.get(quantity, "%{y:,.0f}"),
            **its,
        )
    figure = laid_out(figure, "linear", with_band(QUANTITIES[quantity], words), theme)
    figure.update_xaxes(title=axis(name))
    figure.update_layout(legend=BELOW | {"y": _BELOW_TITLE})
    if log:
        figure.update_xaxes(**log_axis(drawn(figure, "x")))
    if log and quantity == "regret":
        figure.update_yaxes(**log_axis(drawn(figure, "y")), rangemode="normal")
    if quantity == "right":
        figure.update_yaxes(tickformat=".0%", range=[-0.03, 1.03])
    if any(isinstance(each, str) for each in x):
        figure.update_xaxes(type="category", categoryorder="array", categoryarray=x)
    else:
        _mark(figure, marks or [], x, log=log, theme=theme)
    figure.update_layout(height=430, clickmode="event+select")
    figure.update_traces(unselected={"marker": {"opacity": 0.9}}, selector={"type": "scatter"})
    return figure


def _band(figure: go.Figure, x: list[Any], low: list[Any], high: list[Any], colour: str) -> None:
    """Draw what is around a line, in one piece between any two gaps."""
    at = [place for place, end in enumerate(low) if end is not None]
    pieces = np.split(np.array(at), np.flatnonzero(np.diff(at) > 1) + 1)
    for piece in pieces:
        forth, back = piece.tolist(), piece.tolist()[::-1]
        figure.add_scatter(
            x=[x[place] for place in [*forth, *back]],
            y=[*(high[place] for place in forth), *(low[place] for place in back)],
            mode="lines",
            fill="toself",
            fillcolor=faint(colour),
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
        )


def _mark(figure: go.Figure, marks: list[Mark], x: list[Any], *, log: bool, theme: str) -> None:
    """Draw a line at each mark that lies in range, with its words above the chart."""
    ink = {"light": "#1f2430", "dark": "#e8eaee"}[theme]
    low, high = min(x), max(x)
    inside = [mark for mark in marks if low <= mark.at <= high]
    middle = np.sqrt(low * high) if log else (low + high) / 2
    for row, mark in enumerate(inside):
        line = {"color": ink, "width": 2.2 if mark.kind == "here" else 1.2}
        figure.add_vline(x=mark.at, line=line | {"dash": _DASHES[mark.kind]})
        figure.add_annotation(
            x=float(np.log10(mark.at)) if log else mark.at,
            xref="x",
            y=1,
            yref="paper",
            yshift=2 + _ROW * (len(inside) - 1 - row),
            yanchor="bottom",
            xanchor="left" if mark.at < middle else "right",
            text=f"{mark.words}: {mark.at:.3g}",
            showarrow=False,
            font={"size": 12, "color": ink},
        )
    figure.update_layout(margin={"t": 12 + _ROW * len(inside)})


def _bands(curves: list[dc.Curve | None], kind: str) -> tuple[list[Any], list[Any], list[Any], str]:
    """Return the centres of final regret, the ends of its band, and what the band is."""
    from dart_core.summary import band

    at_the_end = np.zeros(1, dtype=np.int64)
    each = [None if of is None else band(at_the_end, of.final[:, None], kind) for of in curves]
    centre, low, high = (
        [None if b is None else float(getattr(b, end)[0]) for b in each]
        for end in ("centre", "low", "high")
    )
    return centre, low, high, next(b.words for b in each if b is not None)


def heatmap(
    sweep: dc.Sweep, curve: str, quantity: str, theme: str, settings: Settings | None = None
) -> go.Figure:
    """Return the mean of one of `QUANTITIES` over two varied parameters.

    Each cell has a point whose ``customdata`` are its two values; with `settings` the cell of
    these is framed.
    """
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
    names = [value(across, x) for x in xs], [value(down, y) for y in ys]
    figure = go.Figure(
        go.Heatmap(
            x=names[0],
            y=names[1],
            z=[[None if np.isnan(v) else float(v) for v in row] for row in shown],
            text=[["" if np.isnan(v) else _said(quantity, v) for v in row] for row in means],
            texttemplate="%{text}" if len(xs) <= _MOST_WRITTEN else "",
            textfont={"size": 12},
            hovertemplate=f"{label(across)} %{{x}}, {label(down)} %{{y}}: %{{text}}<extra></extra>",
            colorscale="Cividis" if quantity != "regret" else "Cividis_r",
            colorbar=_scale(quantity, shown),
            zmin=0 if quantity == "right" else None,
            zmax=1 if quantity == "right" else None,
        )
    )
    # A heat map cannot be clicked: points over its cells can, and are not seen.
    figure.add_scatter(
        x=[value(across, p.values[across]) for p in sweep.points],
        y=[value(down, p.values[down]) for p in sweep.points],
        customdata=[[p.values[across], p.values[down]] for p in sweep.points],
        mode="markers",
        marker={"size": 26, "symbol": "square", "color": "rgba(0,0,0,0)"},
        unselected={"marker": {"opacity": 0}},
        hoverinfo="skip",
        showlegend=False,
    )
    figure = laid_out(figure, "linear", axis(down), theme)
    figure.update_xaxes(title=axis(across), type="category")
    figure.update_yaxes(type="category", showgrid=False, rangemode="normal")
    here = [] if settings is None else [present(settings, name) for name in (across, down)]
    if here and here[0] in xs and here[1] in ys:
        at, up = xs.index(here[0]), ys.index(here[1])
        frame = {"color": {"light": "#d0021b", "dark": "#ff5c5c"}[theme], "width": 3}
        figure.add_shape(
            type="rect", x0=at - 0.5, x1=at + 0.5, y0=up - 0.5, y1=up + 0.5, line=frame
        )
    title = f"{QUANTITIES[quantity]}: {curve}"
    figure.update_layout(
        hovermode="closest", title={"text": title, "font": {"size": 14}}, margin={"t": 40}
    )
    return figure


def _scale(quantity: str, shown: Any) -> dict[str, Any]:
    """Return the scale of a heat map: of regret, whose logarithm is drawn, in its own numbers."""
    if quantity == "right":
        return {"tickformat": ".0%", "thickness": 14}
    if quantity != "regret" or np.isnan(shown).all():
        return {"thickness": 14}
    ends = 10 ** np.nanmin(shown), 10 ** np.nanmax(shown)
    ticks = log_axis(ends)
    kept = [
        (float(np.log10(at)), text)
        for at, text in zip(ticks["tickvals"], ticks["ticktext"], strict=True)
        if ends[0] <= at <= ends[1]
    ]
    return {
        "tickvals": [at for at, _ in kept],
        "ticktext": [text for _, text in kept],
        "thickness": 14,
    }


def tornado(settings: Settings, effects: list[dc.Effect], theme: str) -> go.Figure:
    """Return the range of mean regret that each parameter spans alone, the widest on top.

    The axis is logarithmic, so a bar is as long as regret changes times, unless there is none. A
    bar's ``customdata`` is its parameter, as the settings call it.
    """
    import plotly.graph_objects as go

    shown = list(reversed(effects))
    names = [label(e.parameter) for e in shown]
    log = all(e.least > 0 for e in shown)
    figure = go.Figure(
        go.Bar(
            y=names,
            x=[e.greatest - e.least for e in shown],
            base=[e.least for e in shown],
            orientation="h",
            marker={"color": _INK[theme]},
            customdata=[[own(e.parameter)] for e in shown],
            hovertemplate="click to see it over its values<extra></extra>",
            unselected={"marker": {"opacity": 1}},
            showlegend=False,
        )
    )
    ends = [at_extremes(settings, e) for e in shown]
    sure = [f"regret changes {times(e.ratio)}{surely(e)}" for e in shown]
    for x, at, side in (
        ([e.least for e in shown], [least for least, _ in ends], "left"),
        ([e.greatest for e in shown], [greatest for _, greatest in ends], "right"),
    ):
        figure.add_scatter(
            x=x,
            y=names,
            mode="text",
            text=[f" {words} " for words in at],
            textposition=f"middle {side}",
            cliponaxis=False,
            customdata=[
                [own(e.parameter), *words] for e, *words in zip(shown, at, sure, strict=True)
            ],
            hovertemplate="%{x:,.0f} at %{customdata[1]}<br>%{customdata[2]}<extra></extra>",
            unselected={"textfont": {"color": TEXT[theme]}},
            showlegend=False,
        )
    figure = laid_out(figure, "linear", "", theme)
    figure.update_yaxes(type="category", rangemode="normal", showgrid=False)
    figure.update_layout(height=90 + 34 * len(shown), hovermode="closest", margin={"r": 70})
    low, high = min(e.least for e in shown), max(e.greatest for e in shown)
    reach = np.log10(high / low) if log else 1
    room = 0.3 * reach  # beside the bars, for the text
    figure.update_xaxes(
        title="mean regret at T",
        # Half as wide as the page: where many ticks would crowd, powers of ten are enough.
        **(log_axis((low, high), short=reach > _WIDE) if log else {"type": "linear"}),
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
