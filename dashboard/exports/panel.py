"""The panel "Save and reproduce" of a page: files and code, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import streamlit as st

from dashboard.exports.about import file_name
from dashboard.settings import Settings

LINES = 340  # px of code before it scrolls


@st.fragment
def save_run(settings: Settings, data: dict[str, Any]) -> None:
    """Offer the watched run as a file that plays, and as code.

    Parameters
    ----------
    settings : Settings
    data : dict
        What the player gets.
    """
    with _panel("run") as is_open:
        if not is_open:
            return
        from dashboard.exports.python_code import watch_script
        from dashboard.exports.standalone import standalone

        script = watch_script(settings)
        name = file_name(settings, "run")
        with st.container(horizontal=True):
            _offer("Animation (HTML)", f"{name}.html", partial(standalone, data, script))
            _offer_code(name, script)
        st.caption(
            "The animation is one file that plays from disk, offline. Pictures and a video of it: "
            "*Save*, at the bottom right of the player. The code gives the same numbers again, "
            "bit by bit."
        )
        st.code(script.text, language="python", height=LINES)


@contextmanager
def _panel(what: str) -> Iterator[bool]:
    """Provide a place that is filled only while it is open."""
    panel = st.expander(
        "Save and reproduce", icon=":material/download:", key=f"save_{what}", on_change="rerun"
    )
    with panel:
        yield bool(panel.open)


def _offer(label: str, name: str, make: Callable[[], str | bytes]) -> None:
    """Draw a button that makes a file once it is pressed."""
    st.download_button(label, make, name, on_click="ignore", key=f"save_{label}")


def _offer_code(name: str, script: Any) -> None:
    from dashboard.exports.notebook import notebook

    _offer("Notebook (.ipynb)", f"{name}.ipynb", partial(notebook, script))
    _offer("Script (.py)", f"{name}.py", lambda: script.text)
