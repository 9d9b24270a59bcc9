"""Watch: one run of an algorithm, animated beside its regret."""

from functools import partial

import streamlit as st

from dashboard import state, words
from dashboard.exports.about import about_picture
from dashboard.exports.panel import save_run
from dashboard.links.link import Link
from dashboard.player import player
from dashboard.prices.limiting import show_over
from dashboard.serving import service
from dashboard.watch import acts, ending, predicting, reaching, rivals
from dashboard.watch import page as watch
from dashboard.watch.words import heading

settings = state.current()
predicting.meet(settings)

title, line = heading(watch.affordable(settings))
place = words.show_heading(title, line, (*settings.choices(), *settings.race))
with watch.watched(settings, st.empty()) as run:
    raced = watch.racing(settings, run)
    if place and raced.race != settings.race:
        place.title(heading(raced)[0])
    words.show_broken(run.shown["broken"])
    if "over" in run.shown:
        show_over(run.shown["over"], settings, "watch")
    elif "why_not" in run.shown:
        watch.show_refusal(settings, run.shown["why_not"])
    else:
        watch.show_forecast(settings, run.shown["forecast"])
        offered = reaching.offered(settings, run.shown["player"]["knobs"])
        data = (
            run.shown["player"]
            | offered
            | {
                "link": Link(settings, lesson=state.lesson()).shared(),
                "rivals": rivals.offered(settings),
                "start": state.start() | ending.start(settings),
                "about": about_picture(raced, run.shown["player"]["version"], "run"),
            }
        )
        predicting.show(settings, data)
        player(data, key="player", on_act=acts.take)
        save_run(settings, partial(reaching.with_families, settings, data))
        reaching.show(settings, data["knobs"])
    watch.show_left_out(run.shown["refused"])
    watch.show_guide(settings)
    service.warm_in_background()
    if run.rest(st.empty()):
        st.rerun()
