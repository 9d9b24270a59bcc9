"""The panel "Save and reproduce" of a page: files and code, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.exports.about import file_name
from dashboard.settings import Settings
from dashboard.state import hides

if TYPE_CHECKING:
    import pandas as pd

    from dart_player.format import Payload
    from dashboard.exports.pictures import Slide
    from dashboard.exports.python_code import Script

_SAME = "The code gives the same numbers again, bit by bit; it needs this project's dart_core."


@st.fragment
def save_run(settings: Settings, data: Callable[[], Payload]) -> None:
    """Offer the watched run as a file that plays, and as code.

    Parameters
    ----------
    settings : Settings
    data : callable
        Gives what the player of the file gets, once the file is asked for.
    """
    with _panel("run") as is_open:
        if not is_open:
            return
        from dart_player.standalone import standalone
        from dashboard.exports.python_code import watch_script

        script = watch_script(settings)
        name = file_name(settings, "run")

        def animation() -> str:
            return standalone(data(), origin=script.about, code=script.text)

        with st.container(horizontal=True):
            _offer("Animation (HTML)", f"{name}.html", animation)
            _offer_code(name, script)
        st.caption(
            "The animation is one file that plays from disk, offline. For pictures and a video "
            f"press *Save* below the player. {_SAME}"
        )
        _show(script)


def save_study(
    settings: Settings,
    what: str,
    facts: str,
    *,
    script: Callable[[], Script],
    tables: Mapping[str, Callable[[], pd.DataFrame]],
    latex: Callable[[], str],
    slides: Callable[[], Sequence[Slide]],
) -> None:
    """Offer a comparison or a sweep as tables, pictures and code.

    Parameters
    ----------
    settings : Settings
    what : str
        A word for files' names, different for every panel of a page.
    facts : str
        What was run, in one line.
    script : callable
    tables : mapping of str to callable
        By what their rows are.
    latex : callable
        The ranking as a table for LaTeX.
    slides : callable
        The charts. All are called only once the panel is open.
    """
    with _panel(what) as is_open:
        if not is_open:
            return
        from dart_core.tables import csv, later, parquet
        from dashboard.exports import pictures

        code = script()
        name = file_name(settings, what)
        with st.container(horizontal=True):
            for rows, table in tables.items():
                for write in (csv, parquet):
                    kind = {csv: "CSV", parquet: "Parquet"}[write]
                    file = f"{name}-{rows}.{kind.lower()}"
                    make = later(write, table, code.about)
                    _offer(f"{rows.capitalize()} ({kind})", file, make)
            _offer("Table (LaTeX)", f"{name}-table.tex", latex)
            _offer_code(name, code)
        pictures.offer(slides(), facts, code.about, key=f"pictures_{what}")
        st.caption(f"Each file says inside which settings, seed and version it comes from. {_SAME}")
        _show(code)


@contextmanager
def _panel(what: str) -> Iterator[bool]:
    """Provide a place that is filled only while it is open; a lesson may leave it out."""
    if hides("save"):
        yield False
        return
    panel = st.expander(
        "Save and reproduce", icon=":material/download:", key=f"save_{what}", on_change="rerun"
    )
    with panel:
        yield bool(panel.open)


def _offer_code(name: str, script: Script) -> None:
    from dashboard.exports.notebook import notebook

    _offer("Notebook", f"{name}.ipynb", partial(notebook, script))
    _offer("Script", f"{name}.py", lambda: script.text)


def _offer(label: str, file: str, make: Callable[[], str | bytes]) -> None:
    """Draw a button that makes a file once it is pressed."""
    st.download_button(label, make, file, on_click="ignore", key=f"save_{file}")


def _show(script: Script) -> None:
    # Wrapped: a box that scrolls cannot be reached by the keyboard everywhere.
    st.code(script.text, language="python", wrap_lines=True)
