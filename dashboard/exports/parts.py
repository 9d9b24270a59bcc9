"""A button "Save" beside a figure or a table: pictures, and its numbers as CSV and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from dart_core.tables import csv, later, latex
from dashboard.exports.pictures import Slide, offer

if TYPE_CHECKING:
    import pandas as pd


@st.fragment
def save_part(
    name: str,
    facts: str,
    about: Mapping[str, str],
    *,
    table: Callable[[], pd.DataFrame],
    shown: Callable[[], pd.DataFrame] | None = None,
    slides: Callable[[], Sequence[Slide]] | None = None,
) -> None:
    """Offer a part of a page as files, made when they are asked for.

    Parameters
    ----------
    name : str
        Of the files, without an ending; it tells the parts of a page apart.
    facts : str
        What was run, in one line.
    about : mapping of str to str
        See `dashboard.exports.about`.
    table : callable
        What is shown, or the numbers behind a figure.
    shown : callable, optional
        How LaTeX writes the table, where that is not as it is.
    slides : callable, optional
        The figure.
    """
    panel = st.popover(
        "Save", icon=":material/download:", key=f"part_{name}", on_change="rerun", type="tertiary"
    )
    with panel:
        if not panel.open:
            return
        if slides is not None:
            offer(slides(), facts, about, key=f"part_pictures_{name}")
        with st.container(horizontal=True):
            for label, ending, write, its in (
                ("CSV", "csv", csv, table),
                ("LaTeX", "tex", latex, shown or table),
            ):
                st.download_button(
                    label,
                    later(write, its, about),
                    f"{name}.{ending}",
                    on_click="ignore",
                    key=f"part_{name}_{ending}",
                )
