"""Entry point: navigation and the shared sidebar."""

import streamlit as st

from dashboard import controls, state

st.set_page_config(page_title="Watch DART decide", page_icon=":material/target:", layout="wide")
page = st.navigation([st.Page("pages/watch.py", title="Watch", icon=":material/play_circle:")])
state.receive()
controls.sidebar()
page.run()
