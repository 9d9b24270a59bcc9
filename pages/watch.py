"""Watch: one run of an algorithm, animated beside its regret."""

import streamlit as st

from dashboard import predicting, service, state, words
from dashboard.catalogue import CATALOGUE
from dashboard.exports.about import about_picture
from dashboard.exports.panel import save_run
from dashboard.link import to_shared_query
from dashboard.player import player
from dashboard.profile import refusal_to_watch
from dashboard.study_status import show_too_much
from dashboard.watching import watched

settings = state.current()

words.show_heading(f"Watch {CATALOGUE[settings.algorithm].label} decide", words.subtitle(settings))
words.show_notices(st.session_state.notices)

if why := refusal_to_watch(settings):
    show_too_much(settings, why)
    st.stop()
with watched(settings, st.empty()) as run:
    words.show_broken(run.shown["broken"])
    if "why_not" in run.shown:
        words.show_refusal(settings, run.shown["why_not"])
    else:
        words.show_forecast(run.shown["forecast"])
        data = run.shown["player"] | {
            "link": to_shared_query(settings, state.lesson()),
            "start": vars(st.session_state.start),
            "about": about_picture(settings, run.shown["player"]["version"], "run"),
        }
        predicting.show(settings, data)
        player(data, key="player")
        save_run(settings, data)
    words.show_left_out(run.shown["refused"])
    words.show_guide(settings)
    service.warm_in_background()
    if run.rest(st.empty()):
        st.rerun()
