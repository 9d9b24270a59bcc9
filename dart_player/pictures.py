"""What `dart_core.showing` asks for: values as pages, pictures and figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import dart_core as dc
from dart_core.errors import FieldError, FieldTypeError
from dart_player import animation, notebook, paper, plotly_figure
from dart_player import svg as svg_of
from dart_player.drawing import chart_of

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from matplotlib.axes import Axes

THEMES = ("light", "dark")


def html(value: object) -> str:
    """Return a value as a part of a page; see `dart_player.notebook`."""
    return notebook.html(value)


def svg(value: object) -> str:
    """Return the still picture of a value."""
    return svg_of.svg(chart_of(value))


def figure(value: object, *, theme: str, band: str, log: str | None) -> go.Figure:
    """Return a Plotly figure; see `dart_core.showing.Drawn.figure`."""
    if theme not in THEMES:
        raise FieldError("theme", "one of " + ", ".join(THEMES), theme)
    return plotly_figure.figure(chart_of(value, band, log), theme)


def plot(
    value: object, ax: Axes | None, *, path: str | Path | None, band: str, log: str | None
) -> Axes:
    """Draw with Matplotlib; see `dart_core.showing.Drawn.plot`."""
    return paper.plot(chart_of(value, band, log), ax, path)


def page(value: object, about: Mapping[str, str]) -> str:
    """Return the animation of a run or a race as one HTML file."""
    if not isinstance(value, dc.Run | dc.Race):
        raise FieldTypeError("value", "a Run or a Race", value)
    runs = (value,) if isinstance(value, dc.Run) else value.runs
    return animation.page(runs, about)
