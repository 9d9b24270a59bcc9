"""A chart as a Plotly figure, in the look of the app's charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dart_player.chart import Chart, Line
from dart_player.charts import BELOW, TEXT, add_band, drawn, laid_out, log_axis, marked

if TYPE_CHECKING:
    import plotly.graph_objects as go


def figure(chart: Chart, theme: str) -> go.Figure:
    """Return the figure of a chart.

    Parameters
    ----------
    chart : Chart
    theme : str
        ``"light"`` or ``"dark"``.
    """
    import plotly.graph_objects as go

    made = go.Figure()
    for line in chart.lines:
        _add(made, line, chart, theme)
    axes = "log" if chart.log_x and chart.log_y else "log-t" if chart.log_x else "linear"
    made = laid_out(made, axes, chart.y_words, theme)
    made.update_xaxes(title=chart.x_title)
    made.update_layout(legend=BELOW, hovermode="closest", title={"text": ""})
    if chart.log_y and not chart.log_x:
        made.update_yaxes(**log_axis(drawn(made, "y")), rangemode="normal")
    if chart.names:
        made.update_xaxes(tickvals=list(range(len(chart.names))), ticktext=list(chart.names))
    if chart.level is not None:
        made.add_hline(chart.level[0], line={"color": TEXT[theme], "dash": "dash", "width": 1})
    return made


def _add(made: go.Figure, line: Line, chart: Chart, theme: str) -> None:
    its = marked(line.style, theme, every=line.every)
    if not line.joined:
        its |= {"mode": "markers"}
    if line.low is not None and line.high is not None:
        fine = np.isfinite(line.low) & np.isfinite(line.high)
        if line.every:
            bars = {"array": line.high - line.y, "arrayminus": line.y - line.low}
            its["error_y"] = {"type": "data", "symmetric": False, "thickness": 1.2, **bars}
        elif fine.any():
            low = np.maximum(line.low, line.y / 2) if chart.log_y else line.low
            x, high = line.x[fine], line.high[fine]
            add_band(made, x, low[fine], high, line.style[theme], line.label)
    made.add_scatter(
        x=line.x,
        y=line.y,
        name=line.label,
        legendgroup=line.label,
        showlegend=bool(line.label),
        hovertemplate="%{y:,.4g}",
        **its,
    )
