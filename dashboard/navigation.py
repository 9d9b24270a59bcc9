"""The pages of the app."""

from __future__ import annotations

import streamlit as st
from streamlit.navigation.page import StreamlitPage


def navigation() -> StreamlitPage:
    """Draw the navigation and return the page that the visitor is on."""
    return st.navigation(
        [
            st.Page("pages/watch.py", title="Watch", icon=":material/play_circle:"),
            st.Page("pages/compare.py", title="Compare", icon=":material/stacked_line_chart:"),
        ],
        position="top",
    )
