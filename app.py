"""Entry point: navigation and the shared sidebar."""

from pathlib import Path

import streamlit as st

from dashboard import controls, state, words
from dashboard.navigation import navigation

page = navigation()
st.html(Path(__file__).with_name("dashboard") / "app.css")
state.receive(page.url_path)
controls.sidebar()
words.show_not_loaded()
page.run()
