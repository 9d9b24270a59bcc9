"""Sensitivity: one or two parameters swept, and which of all matters most."""

import streamlit as st

from dashboard import comparison, sensitivity, state

settings = state.current()

st.header("Sensitivity")
st.markdown(comparison.subtitle(settings))
sensitivity.controls(settings)
sensitivity.show(settings)
sensitivity.show_what_matters(settings)
with st.expander("What is varied here"):
    st.markdown(sensitivity.GUIDE)
