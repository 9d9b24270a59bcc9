"""Watch: one run of an algorithm, animated beside its regret."""

import streamlit as st

from dashboard import state, words
from dashboard.catalogue import CATALOGUE
from dashboard.exports.about import about_picture
from dashboard.exports.panel import save_run
from dashboard.links.link import Link
from dashboard.player import player
from dashboard.prices.limiting import show_over
from dashboard.serving import service
from dashboard.watch import page as watch
from dashboard.watch import predicting

settings = state.current()

words.show_heading(f"Watch {CATALOGUE[settings.algorithm].label} decide", words.subtitle(settings))
with watch.watched(settings, st.empty()) as run:
    words.show_broken(run.shown["broken"])
    if "over" in run.shown:
        show_over(run.shown["over"], settings, "watch")
    elif "why_not" in run.shown:
        watch.show_refusal(settings, run.shown["why_not"])
    else:
        watch.show_forecast(run.shown["forecast"])
        data = run.shown["player"] | {
            "link": Link(settings, lesson=state.lesson()).shared(),
            "start": state.start(),
            "about": about_picture(settings, run.shown["player"]["version"], "run"),
        }
        predicting.show(settings, data)
        player(data, key="player")
        save_run(settings, data)
    watch.show_left_out(run.shown["refused"])
    watch.show_guide(settings)
    service.warm_in_background()
    if run.rest(st.empty()):
        st.rerun()
