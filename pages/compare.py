"""Compare: many runs of several algorithms on the same instances, as they come in."""

import streamlit as st

from dashboard import state, words
from dashboard.compare import page as compare
from dashboard.compare.words import GUIDE
from dashboard.serving import service
from dashboard.studying.words import heading

settings = state.current().compared()

words.show_heading("Compare", heading(settings), settings.choices())
compare.controls(settings)
compare.show(settings)
with st.expander("What is compared here"):
    st.markdown(GUIDE)
service.warm_in_background()
