"""Values as parts of a page: what a notebook shows where one is the value of a cell."""

from __future__ import annotations

from base64 import b64encode
from functools import singledispatch
from html import escape
from typing import TYPE_CHECKING

import dart_core as dc
from dart_core.tables import ranking
from dart_player.animation import payload
from dart_player.drawing import chart_of
from dart_player.standalone import framed
from dart_player.svg import svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

_HEIGHT = 640  # px of the animation: what a notebook shows on a laptop
_MOST_ROWS = 40


@singledispatch
def html(value: object) -> str:
    """Return a value as a part of a page: a still picture, and what it comes to.

    Parameters
    ----------
    value : Problem, Run, Race, Study or Sweep
    """
    return _picture(value)


@html.register
def _(value: dc.Problem) -> str:
    best = ", ".join(map(str, value.optimal_set))
    certain = "" if value.optimum_is_exact else " (as far as a search found)"
    return f"{_picture(value)}{_line(value)}<p>Best set{certain}: {best}</p>"


@html.register
def _(value: dc.Run) -> str:
    return _animated(value, (value,))


@html.register
def _(value: dc.Race) -> str:
    return _animated(value, value.runs)


@html.register
def _(value: dc.Study) -> str:
    ranked = value.summary().sort_values("mean").reset_index()
    return _picture(value) + _table(ranking(ranked))


@html.register
def _(value: dc.Sweep) -> str:
    return _picture(value) + _table(ranking(value.summary(), value.parameters))


def _animated(value: dc.Run | dc.Race, runs: Sequence[dc.Run]) -> str:
    """Return the animation in a frame that covers a still picture.

    Where frames are taken out, as on sites that render saved notebooks, the picture is what is
    left; where scripts do not run, the page in the frame shows it.
    """
    still = f"{_picture(value)}{_line(value)}"
    if not all(run.snapshots.t.size for run in runs):
        return f"{still}<p>It has no frames to be animated: simulate it with frames.</p>"
    names = [str(arm) for arm in range(runs[0].problem.n_arms)]  # as Python counts them
    page = framed(payload(runs, names), still=still)
    title = escape(chart_of(value).title)
    return (
        f'<div style="position:relative;min-height:{_HEIGHT}px">{still}'
        f'<iframe title="{title}" srcdoc="{escape(page)}" style="position:absolute;left:0;top:0;'
        'width:100%;height:100%;border:0" allow="fullscreen"></iframe></div>'
    )


def _picture(value: object) -> str:
    chart = chart_of(value)
    data = b64encode(svg(chart).encode()).decode()
    alt = escape(f"{chart.title}: {chart.y_words} over {chart.x_title}")
    return f'<p><img src="data:image/svg+xml;base64,{data}" alt="{alt}" width="640"></p>'


def _line(value: object) -> str:
    return f"<p>{escape(repr(value)[1:-1])}</p>"


def _table(table: pd.DataFrame) -> str:
    shown = table.head(_MOST_ROWS).to_html(index=False, escape=True, border=0, na_rep="")
    left = len(table) - _MOST_ROWS
    return shown + (f"<p>And {left:,} more rows, in .summary().</p>" if left > 0 else "")
