"""Compare: many runs of several algorithms on the same instances, as they come in."""

import streamlit as st

from dashboard import state, words
from dashboard.studying import comparison

settings = state.current()

words.show_heading("Compare", comparison.subtitle(settings))
comparison.controls()
comparison.show(settings)
with st.expander("What is compared here"):
    st.markdown(comparison.GUIDE)
