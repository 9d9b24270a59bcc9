"""Sensitivity: one or two parameters swept, and which of all matters most."""

import streamlit as st

from dashboard import state, words
from dashboard.studying import comparison, sensitivity

settings = state.current()

words.show_heading("Sensitivity", comparison.subtitle(settings))
sensitivity.controls(settings)
sensitivity.show(settings)
sensitivity.show_what_matters(settings)
with st.expander("What is varied here"):
    st.markdown(sensitivity.GUIDE)
