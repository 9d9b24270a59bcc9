"""The parts of the Compare page: its controls, and the study as it comes in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from dart_player import charts as figures
from dashboard.compare import model
from dashboard.controls import pick, select
from dashboard.exports.about import file_name
from dashboard.exports.panel import save_study
from dashboard.exports.python_code import compare_script
from dashboard.prices import cost, limits
from dashboard.prices.limiting import show_over
from dashboard.serving.profile import profile
from dashboard.settings import Settings
from dashboard.state import current, open_settings
from dashboard.studying.study_status import GOING_ON, follow, wanted
from dashboard.studying.words import subtitle

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc
    from dashboard.exports.pictures import Slide
    from dashboard.serving.studies import Look

_RUNS = (2, 5, 10, 25, 50, 100, 200)


def controls() -> None:
    """Draw what belongs to studies alone."""
    runs, arms, chart = st.columns([2, 2, 1], vertical_alignment="bottom")
    with runs:
        pick("runs", sorted({*_RUNS, current().runs}))
    with arms:
        select("redraw")
    with chart, st.popover("Chart", icon=":material/tune:", width="stretch"):
        for name in ("band", "axes", "theory"):
            select(name)


def show(settings: Settings) -> None:
    """Show the study as far as it is; one that takes long begins when it is asked for."""
    if why := limits.of_study(settings, profile()):
        show_over(why, settings, "compare")
        return
    key, price = model.key(settings), cost.of_study(settings)
    if wanted(key, price, "Start", unasked=True):
        look = partial(model.look, settings, price)
        follow(key, look, price, partial(_regret, settings), partial(_table, settings))


def _regret(settings: Settings, study: dc.Study, _look: Look) -> None:
    for curve in study.curves:
        if curve.refused:
            st.caption(f":material/block: {curve.label}: {curve.refused}")
    for why in model.lost(study):
        st.text(why)  # the words of somebody's own algorithm: never markup
    if not _something(study):
        return
    if sentence := model.headline(study):
        st.markdown(sentence)
    figure = _curves(settings, study, st.context.theme.type or "light")
    st.plotly_chart(figure, config=figures.CONFIG, key="curves")
    if settings.theory:
        st.caption("Bounds are drawn with the constant 1 in place of O(·): only shapes compare.")


def _table(settings: Settings, study: dc.Study, look: Look) -> None:
    """Show the table, the single runs, and what can be done with a finished study."""
    if not _something(study):
        return
    finished = look.state == "done"
    st.dataframe(model.table(study), column_config=_columns(), width="stretch")
    event: Any = st.plotly_chart(
        figures.finals(study, model.styles(study), st.context.theme.type or "light"),
        config=figures.CONFIG,
        key="finals",
        on_select="rerun" if finished else "ignore",
        selection_mode="points",
    )
    if finished:
        _open(settings, study, event)
    if look.state not in GOING_ON:
        _save(settings, study)


def _something(study: dc.Study) -> bool:
    return any(curve.final.size for curve in study.curves)


def _curves(settings: Settings, study: dc.Study, theme: str) -> go.Figure:
    return figures.curves(
        study,
        model.styles(study),
        band=settings.band,
        axes=settings.axes,
        theory=settings.theory,
        theme=theme,
        main=study.curves[0].label,
    )


def _save(settings: Settings, study: dc.Study) -> None:
    save_study(
        settings,
        "compare",
        subtitle(settings),
        script=partial(compare_script, settings),
        tables={"runs": lambda: study.outcomes, "curves": lambda: study.frame},
        slides=lambda: _slides(settings, study),
    )


def _slides(settings: Settings, study: dc.Study) -> list[Slide]:
    from dashboard.exports.pictures import Slide

    if not _something(study):
        return []
    name = file_name(settings, "compare")
    finals = figures.finals(study, model.styles(study), "light")
    return [
        Slide("Cumulative regret", f"{name}-regret", _curves(settings, study, "light")),
        Slide("Regret at T of every run", f"{name}-finals", finals),
    ]


def _open(settings: Settings, study: dc.Study, event: Any) -> None:
    """Offer the run that was clicked."""
    points = [p for p in event.selection.points if p.get("customdata")]
    if not points:
        st.caption("A bar is a mean. Click a point to open that run in Watch.")
        return
    label, run = points[0]["customdata"][:2]
    if st.button(f"Watch run {run} of {label}", icon=":material/play_circle:"):
        open_settings(model.run_in_watch(settings, study, label, int(run)))
        st.switch_page("pages/watch.py")


def _columns() -> dict[str, Any]:
    number = st.column_config.NumberColumn
    return {
        "regret": number("regret at T", format="%,.0f", help="Mean over the runs."),
        "interval": st.column_config.TextColumn("95 % interval", help="Of that mean."),
        "right": number("right set", format="percent", help="Runs that ended with a best set."),
        "more": number("more than best", format="%,.0f", help="Mean paired difference."),
        "more_interval": st.column_config.TextColumn(
            "95 % interval of it", help="On the same instances, run by run."
        ),
        "worse": number("worse than best", format="percent", help="Share of paired runs."),
        "ns": number("ns a round", format="%,.0f", help="Median over the runs, this machine."),
        "kB": number("state, kB", format="%,.1f"),
        "feedback": st.column_config.TextColumn("feedback"),
        "runs": number("runs", format="%d"),
        "sd": number("sd", format="%,.0f", help="How much single runs scatter."),
        "median": number("median", format="%,.0f"),
        "least": number("least", format="%,.0f"),
        "greatest": number("greatest", format="%,.0f"),
    }
