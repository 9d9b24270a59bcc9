"""The paper, reproduced: its figures and claims, run again, with measured verdicts."""

import streamlit as st

from dashboard import state
from dashboard.paper import page as paper
from dashboard.paper.later import later

state.current()

st.title("The paper, reproduced")
paper.headline()
paper.show_figures()
st.header("What the paper says, and what was measured")
paper.verdicts()
later("below", paper.below)
paper.origin()
