"""The parts of the Sensitivity page: its controls, the sweep, and what matters most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Any

import streamlit as st

from dart_core.findings import lowest
from dart_player.charts import CONFIG
from dashboard import ranges
from dashboard.catalogue import look
from dashboard.change import change
from dashboard.controls import pick, select
from dashboard.exports.about import file_name
from dashboard.exports.panel import save_study
from dashboard.exports.python_code import sweep_script
from dashboard.keeping import recall, remember
from dashboard.links.study_view import QUANTITIES, STUDY_VIEW_SCHEMA
from dashboard.prices import cost, limits
from dashboard.prices.limiting import show_over
from dashboard.printing import on_screen
from dashboard.sensitivity import effects, figures, marks, model, range_controls, words
from dashboard.serving.profile import profile
from dashboard.serving.studies import Look
from dashboard.settings import Settings
from dashboard.state import current, hides, link, locks, open_settings, take_view
from dashboard.studying import precision, rivals
from dashboard.studying.study_status import GOING_ON, Last, follow, wanted
from dashboard.studying.words import subtitle

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from streamlit.delta_generator import DeltaGenerator

    import dart_core as dc
    from dashboard.exports.pictures import Slide

STRAIGHT = 0.8  # R² of a line on logarithmic axes, below which no power is claimed
_VIEW = {field.name: field for field in STUDY_VIEW_SCHEMA}
_ASKED, _PICKED = "sweep_question", "sweep_picked"
_RUNS = (5, 10, 25, 50, 100, 200)


def controls(settings: Settings) -> None:
    """Draw what is varied, over which values, and how often."""
    if not hides("vary"):
        _questions(settings)
    range_controls.forget_complaints(settings)
    known = ranges.parameters(settings)
    with st.container(horizontal=True, vertical_alignment="bottom", key="range"):
        with st.container(width=230):
            select("vary", _named(settings, known, settings.vary))
        range_controls.show(settings, 0, locked=locks("vary"))
        with st.popover("More", icon=":material/tune:"):
            others = _named(settings, known, settings.vary_too)
            select("vary_too", {"nothing": "nothing else", **others})
            if len(ranges.chosen(settings)) > 1:
                with st.container(horizontal=True, vertical_alignment="bottom"):
                    range_controls.show(settings, 1, locked=locks("vary2"))
            pick("runs", sorted({*_RUNS, settings.runs}))
            select("redraw")
            _choose_view(settings)
            rivals.chips()
        rivals.who_is_who(settings)


def _questions(settings: Settings) -> None:
    asked = model.questions(settings)
    remember(_ASKED, model.asked(settings))
    st.pills(
        "Ask",
        list(asked),
        key=_ASKED,
        on_change=_ask,
        disabled=locks("vary"),
        label_visibility="collapsed",
    )


def _ask() -> None:
    if changes := model.questions(current().compared()).get(recall(_ASKED)):
        open_settings(change(current(), changes)[0])


def _named(settings: Settings, known: dict[str, str], chosen: str) -> dict[str, str]:
    """Return what can be varied, the watched algorithm's main constant first.

    What a link has chosen stays in the list, though it changes nothing here.
    """
    main = ranges.main_of(settings)
    first = {"main": "rounds T" if main == "horizon" else ranges.label(main)}
    others = {name: text for name, text in known.items() if name != main or name == chosen}
    more = {} if chosen in {*first, *others, "nothing"} else {chosen: f"{chosen} (not here)"}
    return first | others | more


def show(settings: Settings) -> None:
    """Show the sweep; one that takes long begins when it is asked for."""
    settings, given_up = model.settled(settings)
    if given_up:
        st.caption(f":material/info: {given_up} cannot be varied here. This is something else.")
    for name in ranges.chosen(settings):
        if left := ranges.left_out(settings, name):
            listed = ", ".join(ranges.value(ranges.core(name), each) for each in left)
            st.caption(f":material/info: Left out: {ranges.label(name)} = {listed}.")
    if ranges.core("n") in ranges.varied(settings):
        st.caption(words.NEW_ARMS)
    model.bring_stored(settings)
    _when_asked(
        settings,
        "Run the sweep",
        everything=False,
        body=_sweep,
        headline=partial(marks.sentence, settings),
    )


def show_what_matters(settings: Settings) -> None:
    """Show the sweep over every parameter alone."""
    st.header("What matters most?", help=words.WHAT_MATTERS)
    _when_asked(
        settings,
        "Try every parameter alone",
        everything=True,
        body=_effects,
        headline=lambda its: " ".join(_most(settings, its)),
    )


def _when_asked(
    settings: Settings,
    button: str,
    *,
    everything: bool,
    body: Callable[..., None],
    headline: Callable[[dc.Sweep], str],
) -> None:
    what = "effects" if everything else "sweep"
    if why := limits.of_sweep(settings, profile(), everything):
        show_over(why, settings, what)
        return
    key, price = model.key(settings, everything), cost.of_sweep(settings, everything)
    last = Last(what, key, settings, partial(body, old=True))
    if not wanted(key, price, button):
        last.draw()
        return

    def more(sweep: dc.Sweep, look: Look) -> None:
        if look.state not in GOING_ON:
            _save(settings, sweep, everything)

    follow(
        key,
        partial(model.look, settings, price, everything),
        price,
        lambda sweep, _look: body(settings, sweep),
        more,
        last,
        headline,
    )


def _choose_view(settings: Settings) -> None:
    """Draw what of a sweep is shown: it changes no result, but goes along in the link."""
    beside = {name: text for name, text in QUANTITIES.items() if name != "regret"}
    _view_box("quantity", beside)
    if len(ranges.chosen(settings)) == 1:
        select("band")
        return
    names = [choice.label for choice in settings.choices()]
    _view_box("curve", dict(enumerate(names, start=1)))


def _view_box(name: str, labels: Mapping[Any, str]) -> None:
    field, key = _VIEW[name], f"view_{name}"
    chosen = getattr(link().view, name)
    remember(key, chosen if chosen in labels else next(iter(labels)))
    st.selectbox(
        field.label,
        list(labels),
        format_func=lambda value: labels.get(value, value),
        key=key,
        on_change=_take_view,
        args=(name,),
        help=field.help,
    )


def _take_view(name: str) -> None:
    take_view(replace(link().view, **{name: recall(f"view_{name}")}))


def _shown() -> tuple[str, str]:
    """Return the two quantities side by side: regret, and another one."""
    chosen = link().view.quantity
    return "regret", "right" if chosen == "regret" else chosen


def _theme() -> str:
    return st.context.theme.type or "light"


def _places(sweep: dc.Sweep) -> list[DeltaGenerator]:
    """Return where two charts stand: side by side, or heat maps one above the other, to be read."""
    if len(sweep.parameters) == 1:
        return list(st.columns(2))
    columns = {point.values[sweep.parameters[0]] for point in sweep.points}
    size = "few" if len(columns) <= figures.FEW_COLUMNS else "many"
    return [st.container(key=f"heat-{size}-{place}") for place in (1, 2)]


def _sweep(settings: Settings, sweep: dc.Sweep, *, old: bool = False) -> None:
    """Show a sweep; an old one without what can be done with it."""
    for why, at in model.gaps(settings, sweep).items():
        st.caption(f":material/block: {'; '.join(at)}: {why}")
    if said := marks.sentence(settings, sweep):
        st.markdown(said)
    picked: list[Any] = []
    for place, quantity in zip(_places(sweep), _shown(), strict=True):
        with place:
            event: Any = st.plotly_chart(
                _figure(settings, sweep, quantity, _theme()),
                config=CONFIG,
                key=f"sweep-{quantity}",
                on_select="ignore" if old else "rerun",
                selection_mode="points",
                alt=words.ALT_SWEEP.format(quantity=QUANTITIES[quantity]),
            )
            picked += (
                []
                if old
                else [p["customdata"] for p in event.selection.points if p.get("customdata")]
            )
    if old:
        return
    if len(sweep.parameters) == 1 and (said := marks.outside(settings, sweep)):
        st.caption(said)
    _offer(settings, sweep, picked)
    if len(sweep.parameters) == 1:
        _exponents(settings, sweep)


def _figure(settings: Settings, sweep: dc.Sweep, quantity: str, theme: str) -> go.Figure:
    if len(sweep.parameters) == 2:
        curve = sweep.curves[min(link().view.curve, len(sweep.curves)) - 1]
        return figures.heatmap(sweep, curve, quantity, theme, settings)
    return figures.against(
        sweep,
        _styles(settings, sweep),
        quantity,
        band=settings.band,
        theme=theme,
        marks=marks.marks(settings, sweep),
    )


def _offer(settings: Settings, sweep: dc.Sweep, picked: list[Any]) -> None:
    """Offer what can be done at the point that was clicked, or else at the best one."""
    pairs = (dict(zip(sweep.parameters, values, strict=False)) for values in picked)
    clicked = next(filter(None, (marks.nearest(sweep, values) for values in pairs)), None)
    point = clicked or lowest(sweep)
    if point is None or point.study is None:
        return
    there = model.study_at(settings, point.values)
    where = ranges.said(settings, point.values)
    own = point.study[sweep.curves[0]]
    with st.container(horizontal=True, vertical_alignment="center", key="at"):
        if there is not None:
            compared = st.button(
                f"Compare at {where}", icon=":material/stacked_line_chart:", key="compare-at"
            )
            its = [n for n in point.values if not ranges.is_of_the_problem(n)]
            # What finds the right set less often is no advice: it is used where somebody chose it.
            offered = bool(clicked) or marks.is_as_right(settings, sweep)
            used = (
                bool(its)
                and offered
                and st.button(f"Use {where}", icon=":material/check:", key="use-at")
            )
            if compared or used:
                open_settings(replace(there, companions=current().companions))
                if compared:
                    st.switch_page("pages/compare.py")
                st.rerun()
        interval = own.interval()
        width = "" if isnan(interval.low) else f" ± {interval.high - interval.mean:,.0f}"
        said = f"{where}: regret {interval.mean:,.0f}{width}, right {own.results.right.mean():.0%}."
        st.caption(said.replace("%", " %"), width="content")
        if not clicked:
            on_screen(words.CLICK, "sweep")
    curves = [p.study[sweep.curves[0]] for p in sweep.points if p.study is not None]
    precision.show([each.interval() for each in curves if each.final.size], "sweep")


def _styles(settings: Settings, sweep: dc.Sweep) -> dict[str, dict[str, str]]:
    algorithms = settings.algorithms()
    pairs = zip(sweep.curves, algorithms, strict=True)
    return {label: look(each.name, each.preset) for label, each in pairs}


def _exponents(settings: Settings, sweep: dc.Sweep) -> None:
    """Say how regret grows with what the problem is, beside the theory."""
    name = ranges.own(sweep.parameters[0])
    if name not in model.THEORY:
        return
    rows: list[dict[str, Any]] = []
    for curve in sweep.curves:
        fitted = sweep.exponent(curve)
        if isnan(fitted.exponent):
            continue
        straight = "" if isnan(fitted.r_squared) else f"{fitted.r_squared:.3f}"
        power = not fitted.r_squared < STRAIGHT
        interval = power and not isnan(fitted.low)
        rows.append(
            {
                "curve": curve,
                "exponent": f"{fitted.exponent:.2f}" if power else "no power law",
                "95 % interval": f"{fitted.low:.2f} to {fitted.high:.2f}" if interval else "",
                "R²": straight,
            }
        )
    if not rows:
        return
    letter = ranges.label(name)
    st.markdown(f"**How fast regret grows with {letter}:** like {letter} to this power.")
    st.table(rows, hide_index=True, border="horizontal")
    if model.has_dart(settings):
        st.caption(words.THEORY.format(exponent=f"{model.THEORY[name]:g}"))


def _effects(settings: Settings, sweep: dc.Sweep, *, old: bool = False) -> None:
    """Show what matters most; of what is old nothing can be clicked."""
    kinds = effects.by_kind(sweep.effects(sweep.curves[0]))
    st.markdown("  \n".join(_most(settings, sweep)))
    for place, (kind, some) in zip(st.columns(2), kinds.items(), strict=False):
        with place:
            st.caption(kind[0].upper() + kind[1:])
            # Another name for each sweep: what was clicked on this one is done.
            event: Any = st.plotly_chart(
                figures.tornado(settings, some, _theme()),
                config=CONFIG,
                key=f"tornado-{kind}-{settings.vary}",
                on_select="ignore" if old else "rerun",
                selection_mode="points",
                alt=words.ALT_EFFECTS,
            )
            if old:
                continue
            picked = [p["customdata"] for p in event.selection.points if p.get("customdata")]
            if picked and picked[0][0] in ranges.parameters(settings):
                _vary(picked[0][0])
    on_screen(words.CLICK_BAR, "bars")


def _most(settings: Settings, sweep: dc.Sweep) -> list[str]:
    """Return what matters most, in a sentence for each kind of parameter."""
    kinds = effects.by_kind(sweep.effects(sweep.curves[0]))
    return [effects.answer(settings, *kind) for kind in kinds.items()]


def _vary(name: str) -> None:
    """Show the sweep over a parameter alone."""
    if ranges.chosen(current().compared()) != [name]:
        open_settings(change(current(), {"vary": name, "vary_too": "nothing"})[0])
        st.rerun()


def _save(settings: Settings, sweep: dc.Sweep, everything: bool) -> None:
    save_study(
        settings,
        "effects" if everything else "sweep",
        subtitle(settings),
        script=partial(sweep_script, settings, everything=everything),
        tables={"runs": lambda: sweep.frame},
        latex=sweep.to_latex,
        slides=lambda: _effect_slides(settings, sweep) if everything else _slides(settings, sweep),
    )


def _effect_slides(settings: Settings, sweep: dc.Sweep) -> list[Slide]:
    from dashboard.exports.pictures import Slide

    kinds = effects.by_kind(sweep.effects(sweep.curves[0]))
    return [
        Slide(
            f"What matters most of {kind}",
            f"{file_name(settings, 'effects')}-{at}",
            figures.tornado(settings, some, "light"),
        )
        for at, (kind, some) in enumerate(kinds.items(), start=1)
    ]


def _slides(settings: Settings, sweep: dc.Sweep) -> list[Slide]:
    from dashboard.exports.pictures import Slide

    name = file_name(settings, "sweep")
    chosen = link().view.quantity
    if len(sweep.parameters) == 2:
        return [
            Slide(
                f"{_capital(QUANTITIES[quantity])}: {curve}",
                f"{name}-{quantity}-{at}",
                figures.heatmap(sweep, curve, quantity, "light", settings),
            )
            for quantity in dict.fromkeys(["regret", chosen])
            for at, curve in enumerate(sweep.curves, start=1)
        ]
    return [
        Slide(_capital(text), f"{name}-{quantity}", _figure(settings, sweep, quantity, "light"))
        for quantity, text in QUANTITIES.items()
    ]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
