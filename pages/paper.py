"""The paper, reproduced: its figures and claims, run again, with measured verdicts."""

import streamlit as st

from dashboard import state
from dashboard.paper import sections

state.current()

st.header("The paper, reproduced")
sections.introduction()
sections.headline()
st.subheader("Claims and verdicts")
sections.verdicts()
st.subheader("Figures")
sections.figures()
st.subheader("Table 1, measured")
sections.table_1()
st.subheader("Theorems in action")
sections.theorems()
sections.origin()
