"""Printing: whole charts on A4 and Letter, as wide as the paper, without controls.

`print.css` says how a page looks on paper. What it cannot know is how wide charts are on the screen
they were drawn for: a script measures that when a browser is about to print.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.component import component

_FOLDER = Path(__file__).parent
PAGES = ("compare", "sensitivity", "theory", "paper")


def prepare(page: str) -> None:
    """Make a page ready to be printed, if it is one of those that are made for it."""
    if page in PAGES:
        st.html(_FOLDER / "print.css")
        component("printing", _FOLDER)(data=[page], key="printing", height=1)


def on_screen(text: str, key: str) -> None:
    """Say what can be clicked, which paper leaves out."""
    with st.container(width="content", key=f"on-screen-{key}"):
        st.caption(text)
