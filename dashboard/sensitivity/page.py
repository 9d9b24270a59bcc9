"""The parts of the Sensitivity page: its controls, the sweep, and what matters most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Any

import streamlit as st

from dart_player.charts import CONFIG
from dashboard import ranges
from dashboard.catalogue import style
from dashboard.controls import pick, select
from dashboard.exports.about import file_name
from dashboard.exports.panel import save_study
from dashboard.exports.python_code import sweep_script
from dashboard.keeping import recall, remember
from dashboard.links.study_view import QUANTITIES, STUDY_VIEW_SCHEMA
from dashboard.prices import cost, limits
from dashboard.prices.limiting import show_over
from dashboard.sensitivity import figures, model
from dashboard.serving.profile import profile
from dashboard.serving.studies import Look
from dashboard.settings import Settings
from dashboard.state import link, take_view
from dashboard.studying.study_status import GOING_ON, follow, wanted
from dashboard.studying.words import subtitle

if TYPE_CHECKING:
    import plotly.graph_objects as go

    import dart_core as dc
    from dashboard.exports.pictures import Slide

STRAIGHT = 0.8  # R² of a line on logarithmic axes, below which no power is claimed
_VIEW = {field.name: field for field in STUDY_VIEW_SCHEMA}


def controls(settings: Settings) -> None:
    """Draw what is varied, and how often."""
    known = ranges.parameters(settings)
    first, second = st.columns(2)
    with first:
        select("vary", _with(known, settings.vary))
    with second:
        select("vary_too", {"nothing": "nothing else", **_with(known, settings.vary_too)})
    points, runs, arms = st.columns(3, vertical_alignment="bottom")
    with points:
        pick("points", range(2, 10))
    with runs:
        pick("runs", sorted({5, 10, 25, 50, 100, 200, settings.runs}))
    with arms:
        select("redraw")


def _with(known: dict[str, str], chosen: str) -> dict[str, str]:
    """Keep what a link has chosen in the list, though it changes nothing here."""
    more = {} if chosen in known or chosen == "nothing" else {chosen: f"{chosen} (not here)"}
    return known | more


def show(settings: Settings) -> None:
    """Show the sweep, once it was asked for."""
    unknown = {settings.vary, settings.vary_too} - ranges.parameters(settings).keys()
    if unknown - {"nothing"}:
        names = ", ".join(sorted(unknown - {"nothing"}))
        st.warning(f"{names} cannot be varied here. Choose something else to vary.")
        return
    if settings.vary_too == settings.vary:
        st.caption(":material/info: Both are the same, so one is varied. Choose another for two.")
    values = ranges.varied(settings)
    for name, taken in values.items():
        listed = ", ".join(ranges.value(name, each) for each in taken)
        st.caption(f"{ranges.label(name)}: {listed}")
    if "n_arms" in values:
        st.caption("Another N draws the arms anew, from U[0, 1].")
    _when_asked(settings, "Run the sweep", everything=False, body=partial(_sweep, settings))


def show_what_matters(settings: Settings) -> None:
    """Show the sweep over every parameter alone, once it was asked for."""
    st.subheader("What matters most?")
    _when_asked(
        settings, "Try every parameter alone", everything=True, body=partial(_effects, settings)
    )


def _when_asked(
    settings: Settings, button: str, *, everything: bool, body: Callable[[dc.Sweep], None]
) -> None:
    what = "effects" if everything else "sweep"
    if why := limits.of_sweep(settings, profile(), everything):
        show_over(why, settings, what)
        return
    key, price = model.key(settings, everything), cost.of_sweep(settings, everything)
    if not wanted(key, price, button, unasked=False):
        return
    if not everything:
        _choose_view(settings)

    def show(sweep: dc.Sweep, _look: Look) -> None:
        body(sweep)

    def more(sweep: dc.Sweep, look: Look) -> None:
        if look.state not in GOING_ON:
            _save(settings, sweep, everything)

    follow(key, partial(model.look, settings, price, everything), price, show, more)


def _choose_view(settings: Settings) -> None:
    """Draw what of the sweep is shown: it changes no result, but goes along in the link."""
    view = link().view
    quantity, other = st.columns(2)
    with quantity:
        _view_box("quantity", QUANTITIES)
    with other:
        if len(ranges.varied(settings)) == 1:
            if view.quantity == "regret":
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


def _sweep(settings: Settings, sweep: dc.Sweep) -> None:
    theme = st.context.theme.type or "light"
    for point in sweep.points:
        if point.error:
            at = ", ".join(
                f"{ranges.label(n)} {ranges.value(n, v)}" for n, v in point.values.items()
            )
            st.caption(f":material/block: {at}: {point.error}")
    for why in dict.fromkeys(sweep.failures["error"]):
        st.caption(f":material/block: {why}")
    view = link().view
    if len(sweep.parameters) == 2:
        curve = sweep.curves[min(view.curve, len(sweep.curves)) - 1]
        figure = figures.heatmap(sweep, curve, view.quantity, theme)
        st.plotly_chart(figure, config=CONFIG, key="heatmap")
        return
    figure = _against(settings, sweep, view.quantity, theme)
    st.plotly_chart(figure, config=CONFIG, key="sweep")
    if view.quantity == "regret":
        _exponents(settings, sweep)


def _against(settings: Settings, sweep: dc.Sweep, quantity: str, theme: str) -> go.Figure:
    styles = _styles(settings, sweep)
    return figures.against(sweep, styles, quantity, band=settings.band, theme=theme, log=True)


def _styles(settings: Settings, sweep: dc.Sweep) -> dict[str, dict[str, str]]:
    algorithms = settings.algorithms()
    pairs = zip(sweep.curves, algorithms, strict=True)
    return {label: style(each.name, each.preset) for label, each in pairs}


def _exponents(settings: Settings, sweep: dc.Sweep) -> None:
    """Say how regret grows, beside the theory."""
    if settings.vary == "reward":
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
    name = ranges.label(settings.vary)
    st.markdown(f"Where regret is like {name} to some power, this is the *exponent*:")
    st.table(rows)
    if settings.vary in model.THEORY and model.has_dart(settings):
        st.caption(
            f"In theory at most {model.THEORY[settings.vary]:g} for DART with the constants of "
            r"its proof (Theorem 3: $K\sqrt{NKT}$ up to logarithms), in the worst case. While it "
            "explores, regret grows like T; on one instance it may grow more slowly."
        )


def _effects(settings: Settings, sweep: dc.Sweep) -> None:
    kinds = model.by_kind(sweep.effects(sweep.curves[0]))
    st.markdown("  \n".join(model.answer(settings, *kind) for kind in kinds.items()))
    theme = st.context.theme.type or "light"
    for at, (kind, effects) in enumerate(kinds.items()):
        st.caption(kind[0].upper() + kind[1:])
        figure = figures.tornado(settings, effects, theme)
        st.plotly_chart(figure, config=CONFIG, key=f"tornado-{at}")


def _save(settings: Settings, sweep: dc.Sweep, everything: bool) -> None:
    save_study(
        settings,
        "effects" if everything else "sweep",
        subtitle(settings),
        script=partial(sweep_script, settings, everything=everything),
        tables={"runs": lambda: sweep.frame},
        slides=lambda: _effect_slides(settings, sweep) if everything else _slides(settings, sweep),
    )


def _effect_slides(settings: Settings, sweep: dc.Sweep) -> list[Slide]:
    from dashboard.exports.pictures import Slide

    kinds = model.by_kind(sweep.effects(sweep.curves[0]))
    return [
        Slide(
            f"What matters most of {kind}",
            f"{file_name(settings, 'effects')}-{at}",
            figures.tornado(settings, effects, "light"),
        )
        for at, (kind, effects) in enumerate(kinds.items(), start=1)
    ]


def _slides(settings: Settings, sweep: dc.Sweep) -> list[Slide]:
    from dashboard.exports.pictures import Slide

    name = file_name(settings, "sweep")
    quantity = link().view.quantity
    words = QUANTITIES[quantity]
    if len(sweep.parameters) == 2:
        return [
            Slide(
                f"{words[0].upper()}{words[1:]}: {curve}",
                f"{name}-{quantity}-{at}",
                figures.heatmap(sweep, curve, quantity, "light"),
            )
            for at, curve in enumerate(sweep.curves, start=1)
        ]
    return [
        Slide(
            words[0].upper() + words[1:],
            f"{name}-{quantity}",
            _against(settings, sweep, quantity, "light"),
        )
        for quantity, words in QUANTITIES.items()
    ]
