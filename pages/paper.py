"""The paper, reproduced: its figures and claims, run again, with measured verdicts."""

import streamlit as st

from dashboard import state
from dashboard.paper import page as paper

state.current()

st.header("The paper, reproduced")
paper.introduction()
paper.headline()
st.subheader("Claims and verdicts")
paper.verdicts()
st.subheader("Figures")
paper.show_figures()
st.subheader("Table 1, measured")
paper.table_1()
st.subheader("Theorems in action")
paper.theorems()
paper.origin()
