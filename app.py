"""Entry point: navigation and the shared sidebar."""

from pathlib import Path

import streamlit as st

from dashboard import controls, state
from dashboard.navigation import navigation

# A Material icon here would make the browser ask a font server outside. Of an SVG, Streamlit puts
# the text itself into the page; any other image it serves, but not to a visitor in a hurry: it
# forgets the file when a run is interrupted.
ICON = str(Path(__file__).with_name("dashboard") / "icon.svg")

st.set_page_config(page_title="Watch DART decide", page_icon=ICON, layout="wide")
st.html(Path(__file__).with_name("dashboard") / "app.css")
page = navigation()
state.receive()
controls.sidebar()
page.run()
