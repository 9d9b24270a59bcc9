"""The paper, reproduced: its figures and claims, run again, with measured verdicts."""

import streamlit as st

from dashboard import state
from dashboard.paper import page as paper

state.current()

st.title("The paper, reproduced")
paper.headline()
paper.show_figures()
st.header("What the paper says, and what was measured")
paper.verdicts()
st.header("And ours")
paper.ours()
st.header("Table 1, measured")
paper.table_1()
st.header("Theorems in action")
paper.theorems()
paper.origin()
