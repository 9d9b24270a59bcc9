"""Play: choose the arms yourself, on the luck that the algorithms get."""

import streamlit as st

from dashboard import state, words
from dashboard.game import page as play
from dashboard.game.words import GUIDE, subtitle
from dashboard.serving import service

settings = state.current()

words.show_heading("Play it yourself", subtitle(settings))
play.show(settings)
if not state.hides("guide"):
    with st.expander("What is compared here"):
        st.markdown(GUIDE)
service.warm_in_background()
