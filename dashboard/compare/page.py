"""The parts of the Compare page: its controls, and the study as it comes in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from dart_core.findings import contest, headline
from dart_player import charts as figures
from dashboard.compare import model, words
from dashboard.controls import pick, select
from dashboard.exports.about import file_name
from dashboard.exports.panel import save_study
from dashboard.exports.python_code import compare_script
from dashboard.keeping import recall
from dashboard.prices import cost, limits
from dashboard.prices.limiting import show_over
from dashboard.printing import on_screen
from dashboard.serving.profile import profile
from dashboard.settings import Settings
from dashboard.state import current, open_settings
from dashboard.studying import precision, rivals
from dashboard.studying.study_status import GOING_ON, Last, follow, wanted
from dashboard.studying.words import subtitle

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc
    from dashboard.exports.pictures import Slide
    from dashboard.serving.studies import Look

_DOTS = "finals"
_RUNS = (2, 5, 10, 25, 50, 100, 200)


def controls(settings: Settings) -> None:
    """Draw whom to compare with, and what belongs to studies alone."""
    rivals.chips()
    with st.container(horizontal=True, key="compare-more"):
        rivals.variants()
        with st.popover("More", icon=":material/tune:"):
            pick("runs", sorted({*_RUNS, current().runs}))
            for name in ("redraw", "axes", "band", "theory"):
                select(name)
        rivals.who_is_who(settings)


def show(settings: Settings) -> None:
    """Show the study as far as it is; one that takes long begins when it is asked for."""
    if why := limits.of_study(settings, profile()):
        show_over(why, settings, "compare")
        return
    model.bring_stored(settings)
    key, price = model.key(settings), cost.of_study(settings)
    last = Last("compare", key, settings, _regret)
    if not wanted(key, price, "Compare"):
        last.draw()
        return
    follow(
        key,
        partial(model.look, settings, price),
        price,
        lambda study, _look: _regret(settings, study),
        partial(_more, settings),
        last,
        headline,
        partial(_open_chosen, settings),
    )


def _regret(settings: Settings, study: dc.Study) -> None:
    for curve in study.curves:
        if curve.refused:
            st.caption(f":material/block: {curve.label}: {curve.refused}")
    for why in model.lost(study):
        st.text(why)  # the words of somebody's own algorithm: never markup
    if not _something(study):
        return
    if sentence := headline(study):
        st.markdown(sentence)
    figure = _curves(settings, study, _theme())
    st.plotly_chart(figure, config=figures.CONFIG, key="curves", alt=words.ALT_CURVES)
    if settings.theory:
        st.caption(words.THEORY)


def _more(settings: Settings, study: dc.Study, look: Look) -> None:
    """Show the other charts, the table, and what can be done with a finished study."""
    if not _something(study):
        return
    intervals = [each.interval() for each in contest(study).curves if each.final.size]
    precision.show(intervals, "compare")
    styles, theme = model.styles(study), _theme()
    table = model.table(study)
    st.header("Every run")
    _runs(study, look.state == "done")
    best, costs = st.columns(2)
    with best:
        st.header("Who plays a best set, and when", help=words.PLAYING_BEST)
        figure = figures.playing_best(study, styles, theme, study.curves[0].label)
        st.plotly_chart(figure, config=figures.CONFIG, key="best", alt=words.ALT_BEST)
    with costs:
        st.header("What it costs to compute", help=words.COSTS)
        figure = figures.costs(model.costs(study), styles, theme)
        st.plotly_chart(figure, config=figures.CONFIG, key="costs", alt=words.ALT_COSTS)
    st.header("The numbers")
    everything = st.toggle("All columns", key="compare_all")
    order = None if everything else words.FIRST_COLUMNS
    # All rows, however many: a table that scrolls would be cut on paper.
    st.dataframe(
        table, column_config=_columns(), column_order=order, width="stretch", height="content"
    )
    if look.state not in GOING_ON:
        _save(settings, study)


def _something(study: dc.Study) -> bool:
    return any(curve.final.size for curve in study.curves)


def _theme() -> str:
    return st.context.theme.type or "light"


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


def _runs(study: dc.Study, finished: bool) -> None:
    """Show every run as a dot; a click opens it in Watch, see `_open_chosen`."""
    st.plotly_chart(
        figures.finals(contest(study), model.styles(study), _theme()),
        config=figures.CONFIG,
        key=_DOTS,
        on_select="rerun" if finished else "ignore",
        selection_mode="points",
        alt=words.ALT_RUNS,
    )
    if finished:
        with st.container(horizontal=True, gap="xxsmall", key="dots"):
            st.caption(words.DOTS, width="content")
            on_screen(words.CLICK, "dots")


def _open_chosen(settings: Settings, study: dc.Study) -> None:
    """Open the run whose dot was clicked in Watch."""
    clicked: Any = recall(_DOTS) or {}
    points = [p for p in clicked.get("selection", {}).get("points", []) if p.get("customdata")]
    if points:
        label, run = points[0]["customdata"][:2]
        open_settings(model.run_in_watch(settings, study, label, int(run)))
        st.switch_page("pages/watch.py")


def _save(settings: Settings, study: dc.Study) -> None:
    save_study(
        settings,
        "compare",
        subtitle(settings),
        script=partial(compare_script, settings),
        tables={
            "runs": lambda: study.outcomes,
            "curves": lambda: study.frame,
            "table": lambda: model.table(study).reset_index(),
        },
        latex=contest(study).to_latex,
        slides=lambda: _slides(settings, study),
    )


def _slides(settings: Settings, study: dc.Study) -> list[Slide]:
    from dashboard.exports.pictures import Slide

    if not _something(study):
        return []
    name, styles = file_name(settings, "compare"), model.styles(study)
    finals = figures.finals(contest(study), styles, "light")
    best = figures.playing_best(study, styles, "light", study.curves[0].label)
    costs = figures.costs(model.costs(study), styles, "light")
    return [
        Slide("Cumulative regret", f"{name}-regret", _curves(settings, study, "light")),
        Slide("Regret at T of every run", f"{name}-finals", finals),
        Slide("How often runs lose nothing", f"{name}-best", best),
        Slide("Regret against time and memory", f"{name}-costs", costs),
    ]


def _columns() -> dict[str, Any]:
    number = st.column_config.NumberColumn
    text = st.column_config.TextColumn
    return {
        "regret": number("regret at T", format="%,.0f", help="Mean over the runs."),
        "interval": text("95 % interval", help="Of that mean."),
        "right": number("right set", format="percent", help="Runs that ended with a best set."),
        "more": number(
            "extra against the best", format="%,.0f", help="Mean difference, run by run."
        ),
        "more_interval": text(
            "95 % interval of the extra", help="On the same arms and luck, run by run."
        ),
        "worse": number("runs worse than the best", format="percent", help="Share of paired runs."),
        "ns": number("ns a round", format="%,.0f", help=words.NS),
        "kB": number("state, kB", format="%,.1f"),
        "feedback": text("feedback"),
        "runs": number("runs", format="%d"),
        "sd": number("sd", format="%,.0f", help="How much single runs scatter."),
        "median": number("median", format="%,.0f"),
        "least": number("least", format="%,.0f"),
        "greatest": number("greatest", format="%,.0f"),
    }
