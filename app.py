"""Entry point: navigation and the shared sidebar."""

from pathlib import Path

import streamlit as st

from dashboard import controls, state

# A file of our own: a Material icon here would make the browser ask a font server outside.
ICON = str(Path(__file__).with_name("dashboard") / "icon.png")

st.set_page_config(page_title="Watch DART decide", page_icon=ICON, layout="wide")
st.html(Path(__file__).with_name("dashboard") / "app.css")
page = st.navigation([st.Page("pages/watch.py", title="Watch", icon=":material/play_circle:")])
state.receive()
controls.sidebar()
page.run()
