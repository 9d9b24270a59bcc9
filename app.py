"""Entry point: navigation, the shared sidebar, and what a teacher's link adds."""

from pathlib import Path

import streamlit as st

from dashboard import controls, printing, sharing, state, words
from dashboard.arrival.words import title
from dashboard.navigation import WITHOUT_SETTINGS, navigation
from dashboard.serving import quiet
from dashboard.serving.mark import Full
from dashboard.serving.startup import say_what_is_missing

say_what_is_missing()
quiet.install()
page = navigation()
for sheet in ("app.css", "access.css"):
    st.html(Path(__file__).with_name("dashboard") / sheet)
state.receive(page.url_path)
of_a_link = state.current() if state.session().address else None
st.set_page_config(page_title=title(page.url_path, of_a_link))
if page.url_path not in WITHOUT_SETTINGS:
    controls.sidebar()
sharing.bar(page.url_path)
sharing.show_lesson()
words.show_not_loaded()
words.show_alike(state.current().names)
printing.prepare(page.url_path)
try:
    page.run()
except Full as full:
    st.warning(str(full), icon=":material/memory:")
