"""Plotly figures of the Play page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_player.charts import dashed, laid_out
from dart_player.naming import Thing
from dashboard.game.model import Score

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc

_YOU = {"light": "#0f151d", "dark": "#ffffff"}
_BEST = {"light": "#0068a5", "dark": "#56b4e9"}
_OTHER = {"light": "#a4abb7", "dark": "#656c79"}


def regrets(mine: Score, rivals: Sequence[Score], theme: str) -> go.Figure:
    """Return everyone's cumulative regret, the visitor's thickest and on top."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for score in (*rivals, mine):
        style = score.style or {"light": _YOU["light"], "dark": _YOU["dark"], "dash": ""}
        figure.add_scatter(
            x=np.arange(score.regret.size + 1),
            y=np.concatenate([[0.0], score.regret]),
            mode="lines",
            name=score.label,
            line={
                "color": style[theme],
                "width": 2 if score.style else 4.5,
                "dash": dashed(style["dash"]),
            },
            hovertemplate="%{y:.2f}",
        )
    figure = laid_out(figure, "linear", "cumulative regret", theme)
    figure.update_layout(height=400, uirevision=None)
    return figure


def truth(
    problem: dc.Problem,
    plays: NDArray[np.int64],
    labels: Sequence[str],
    thing: Thing,
    theme: str,
) -> go.Figure:
    """Return the true means as bars, the best set in colour, and how often each was played.

    Parameters
    ----------
    problem : Problem
    plays : int64 (N,)
        In how many rounds the visitor played each arm.
    labels : sequence of str
        What the N arms are called.
    thing : pair of str
        What an arm is, and several of them.
    theme : str
        ``"light"`` or ``"dark"``.
    """
    import plotly.graph_objects as go

    best = set(problem.optimal_set)
    colours = [(_BEST if arm in best else _OTHER)[theme] for arm in range(problem.n_arms)]
    figure = go.Figure(
        go.Bar(
            x=[escape(label) for label in labels],  # Plotly reads some markup
            y=list(problem.means),
            marker={"color": colours},
            text=[f"{'▲<br>' if arm in best else ''}{n}×" for arm, n in enumerate(plays)],
            textposition="outside",
            textfont={"size": 12},
            constraintext="none",
            cliponaxis=False,
            hovertemplate=f"{thing[0]} %{{x}}: true mean %{{y:.3f}}<extra></extra>",
        )
    )
    figure = laid_out(figure, "linear", "true mean", theme)
    figure.update_layout(height=300, hovermode="closest", showlegend=False, uirevision=None)
    figure.update_layout(margin={"t": 36})
    figure.update_xaxes(title=thing[0], type="category", showgrid=False)
    return figure
