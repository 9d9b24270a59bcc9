"""The pages of the app, and what the browser's tab shows."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from dashboard import about

# A Material icon here would make the browser ask a font server outside; so would none at all,
# as a page's own icon would take its place. Of an SVG, Streamlit puts the text itself into the
# page; any other image it serves, but not to a visitor in a hurry: it forgets the file when a
# run is interrupted.
ICON = str(Path(__file__).with_name("icon.svg"))

PATHS = frozenset(
    {"", "learn", "play", "compare", "sensitivity", "theory", "paper", "teach", "join"}
)
WITHOUT_SETTINGS = frozenset({"learn", "paper", "join"})  # pages on which the sidebar has no effect


def navigation() -> StreamlitPage:
    """Draw the navigation and return the page that the visitor is on."""
    st.set_page_config(
        page_icon=ICON,
        layout="wide",
        menu_items={"About": about.text()},
    )
    return st.navigation(
        [
            st.Page("pages/watch.py", title="Watch", icon=":material/play_circle:"),
            st.Page("pages/learn.py", title="Learn", icon=":material/school:"),
            st.Page("pages/play.py", title="Play", icon=":material/touch_app:"),
            st.Page("pages/compare.py", title="Compare", icon=":material/stacked_line_chart:"),
            st.Page("pages/sensitivity.py", title="Sensitivity", icon=":material/tune:"),
            st.Page("pages/theory.py", title="Theory", icon=":material/function:"),
            st.Page("pages/paper.py", title="Paper", icon=":material/fact_check:"),
            st.Page("pages/teach.py", title="Teach", icon=":material/co_present:"),
            st.Page("pages/join.py", title="Join a class", visibility="hidden"),
        ],
        position="top",
    )
