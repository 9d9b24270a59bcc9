"""Theory: the paper's assumptions, lemmas and bounds on the visitor's own problem."""

import streamlit as st

from dashboard import state, words
from dashboard.prices import limits
from dashboard.prices.limiting import show_over
from dashboard.serving.profile import profile
from dashboard.theory import page as theory

settings = state.current()

words.show_heading("Theory", words.subtitle(settings), [settings.watched])
if why := limits.of_theory(settings, profile()):
    show_over(why, settings, "theory")
else:
    report = theory.report_of(settings, st.empty())
    theory.show_symbols(report)
    theory.show_assumptions(settings, report)
    theory.show_timeline(report)
    theory.show_lambda(report)
    theory.show_bounds(report)
