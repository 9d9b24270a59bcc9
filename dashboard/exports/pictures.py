"""Charts of studies for slides: light, 1920 × 1080, with what they come from in small print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dashboard.component import component

if TYPE_CHECKING:
    import plotly.graph_objects as go

SIZE = {"width": 960, "height": 540, "scale": 2}
_FOLDER = Path(__file__).parent
_INK = "#1f2430"


@dataclass(frozen=True)
class Slide:
    """A chart to be saved: its title, a file's name without its ending, and its light figure."""

    title: str
    file: str
    figure: go.Figure


def figure_of(slide: Slide, facts: str, about: Mapping[str, str]) -> go.Figure:
    """Return the figure with a title above it and its origin below it.

    Parameters
    ----------
    slide : Slide
    facts : str
        What was run, in one line.
    about : mapping of str to str
        See `dashboard.exports.about`.
    """
    import plotly.graph_objects as go

    origin = f"{about['version']} · seed {about['seed']}, instance seed {about['instance seed']}"
    small = "<br>".join(escape(line) for line in (facts, origin, about["citation"]))
    figure = go.Figure(slide.figure)
    figure.update_layout(
        width=SIZE["width"],
        height=SIZE["height"],
        # Room for two rows of a legend, above the plot or below it, and for what stands beyond.
        margin={"l": 84, "r": 30, "t": 116, "b": 150},
        paper_bgcolor="#ffffff",
        plot_bgcolor="#ffffff",
        font={"family": "system-ui, sans-serif", "size": 13},
        title={
            "text": escape(slide.title),
            "font": {"size": 20, "color": _INK, "weight": 700},
            "x": 0,
            "xref": "container",
            "pad": {"l": 30},
            "y": 0.95,
        },
    )
    if (figure.layout.legend.y or 0) < 0:
        figure.update_layout(legend={"y": -0.22})  # clear of the title of the axis above it
    figure.add_annotation(
        text=small,
        align="right",
        showarrow=False,
        font={"size": 8},
        # At the right edge: on the left, long names of curves push the plot to the right.
        x=1,
        xref="paper",
        xanchor="right",
        y=0,
        yref="paper",
        yanchor="top",
        yshift=-108,
    )
    return figure


def offer(slides: Sequence[Slide], facts: str, about: Mapping[str, str], *, key: str) -> None:
    """Draw buttons that save charts as PNG or SVG; the browser makes the pictures."""
    data: dict[str, Any] = {
        "about": dict(about),
        **SIZE,
        "slides": [
            {"title": s.title, "file": s.file, "figure": figure_of(s, facts, about).to_json()}
            for s in slides
        ],
    }
    component("pictures", _FOLDER)(data=[data], key=key)
