"""Sensitivity: one or two parameters swept, and which of all matters most."""

import streamlit as st

from dashboard import state, words
from dashboard.sensitivity import page as sensitivity
from dashboard.sensitivity.words import GUIDE
from dashboard.serving import service
from dashboard.studying.words import heading

settings = state.current().compared()

words.show_heading("Sensitivity", heading(settings), settings.choices())
sensitivity.controls(settings)
sensitivity.show(settings)
sensitivity.show_what_matters(settings)
with st.expander("What is varied here"):
    st.markdown(GUIDE)
service.warm_in_background()
