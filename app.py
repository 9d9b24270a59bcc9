"""Entry point: navigation, the shared sidebar, and what a teacher's link adds."""

from pathlib import Path

import streamlit as st

from dashboard import controls, sharing, state, words
from dashboard.navigation import navigation
from dashboard.serving import quiet
from dashboard.serving.mark import Full
from dashboard.serving.startup import say_what_is_missing

say_what_is_missing()
quiet.install()
page = navigation()
st.html(Path(__file__).with_name("dashboard") / "app.css")
state.receive(page.url_path)
controls.sidebar()
sharing.bar(page.url_path)
sharing.show_lesson()
words.show_not_loaded()
words.show_alike(state.current().names)
try:
    page.run()
except Full as full:
    st.warning(str(full), icon=":material/memory:")
