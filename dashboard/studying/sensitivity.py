"""The parts of the Sensitivity page: its controls, the sweep, and what matters most."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Any

import streamlit as st

from dashboard import ranges
from dashboard.catalogue import style
from dashboard.controls import pick, select
from dashboard.exports.about import file_name
from dashboard.exports.panel import save_study
from dashboard.exports.python_code import sweep_script
from dashboard.figures import CONFIG
from dashboard.prices import cost, limits
from dashboard.prices.limiting import show_over, takes
from dashboard.serving.profile import profile
from dashboard.serving.studies import studies
from dashboard.settings import Settings
from dashboard.studying import sweep_figures as figures
from dashboard.studying import sweeping
from dashboard.studying.comparison import subtitle
from dashboard.studying.study_status import GOING_ON, SECONDS_BETWEEN_LOOKS, show_status

if TYPE_CHECKING:
    import dart_core as dc
    from dashboard.exports.pictures import Slide

GUIDE = """
A **sweep** runs the chosen algorithms at several values of one parameter, or of two, each time on
the same luck; arms stay the same wherever the parameter does not change them. On logarithmic axes
a power law is a line: its slope, the *exponent*, is fitted with an interval over the luck, and set
beside the theory's. A few points cannot prove a power law; $R^2$ says how straight they lie.

**What matters most** changes each parameter alone, the others as they are, and ranks them by how
many times the mean regret of the watched algorithm changes from its least to its greatest.
"""


def controls(settings: Settings) -> None:
    """Draw what is varied, and how often."""
    known = ranges.parameters(settings)
    first, second, points, runs = st.columns([2, 2, 1, 1])
    with first:
        select("vary", _with(known, settings.vary))
    with second:
        select("vary_too", {"nothing": "nothing else", **_with(known, settings.vary_too)})
    with points:
        pick("points", range(2, 10))
    with runs:
        pick("runs", sorted({5, 10, 25, 50, 100, 200, settings.runs}))


def _with(known: dict[str, str], chosen: str) -> dict[str, str]:
    """Keep what a link has chosen in the list, though it changes nothing here."""
    more = {} if chosen in known or chosen == "nothing" else {chosen: f"{chosen} (not here)"}
    return known | more


def show(settings: Settings) -> None:
    """Show the sweep, once it was asked for."""
    unknown = {settings.vary, settings.vary_too} - ranges.parameters(settings).keys()
    if unknown - {"nothing"}:
        names = ", ".join(sorted(unknown - {"nothing"}))
        st.warning(f"{names} changes nothing here. Choose something else to vary.")
        return
    values = ranges.varied(settings)
    for name, taken in values.items():
        st.caption(f"{ranges.label(name)}: {', '.join(map(_text, taken))}")
    if "n_arms" in values:
        st.caption("Another N draws the arms anew, from U[0, 1].")
    _when_asked(
        settings,
        "Run the sweep",
        everything=False,
        body=lambda sweep: _sweep(settings, sweep),
    )


def show_what_matters(settings: Settings) -> None:
    """Show the sweep over every parameter alone, once it was asked for."""
    st.subheader("What matters most?")
    _when_asked(
        settings,
        "Try every parameter alone",
        everything=True,
        body=_effects,
    )


def _when_asked(
    settings: Settings, button: str, *, everything: bool, body: Callable[[dc.Sweep], None]
) -> None:
    what = "effects" if everything else "sweep"
    if why := limits.of_sweep(settings, profile(), everything):
        show_over(why, settings, what)
        return
    key = sweeping.key(settings, everything)
    asked = st.session_state.setdefault("asked", set())
    if key not in asked and not studies().knows(key):
        said = f"{takes(cost.of_sweep(settings, everything))}."
        if not st.button(button, icon=":material/play_arrow:", help=said):
            st.caption(said)
            return
    asked.add(key)
    polling = sweeping.look(settings, everything).state in GOING_ON

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS if polling else None)
    def looked_at() -> None:
        look = sweeping.look(settings, everything)
        if polling and look.state not in GOING_ON:
            st.rerun()
        show_status(look, key)
        sweep = look.progress.partial() if look.progress else look.result
        if sweep is not None:
            body(sweep)
            if look.state not in GOING_ON:
                _save(settings, sweep, everything)

    looked_at()


def _sweep(settings: Settings, sweep: dc.Sweep) -> None:
    theme = st.context.theme.type or "light"
    for point in sweep.points:
        if point.error:
            at = ", ".join(f"{ranges.label(n)} = {_text(v)}" for n, v in point.values.items())
            st.caption(f":material/block: {at}: {point.error}")
    for why in dict.fromkeys(sweep.failures["error"]):
        st.caption(f":material/block: {why}")
    if len(sweep.parameters) == 2:
        curve = st.selectbox("Curve", sweep.curves)
        st.plotly_chart(figures.heatmap(sweep, curve, theme), config=CONFIG, key="heatmap")
        return
    styles = _styles(settings, sweep)
    tabs = st.tabs(list(figures.QUANTITIES.values()))
    for tab, quantity in zip(tabs, figures.QUANTITIES, strict=True):
        with tab:
            figure = figures.against(sweep, styles, quantity, theme=theme, log=True)
            st.plotly_chart(figure, config=CONFIG, key=f"sweep-{quantity}")
    _exponents(settings, sweep)


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
        known = "" if isnan(fitted.low) else f"{fitted.low:.2f} to {fitted.high:.2f}"
        straight = "" if isnan(fitted.r_squared) else f"{fitted.r_squared:.3f}"
        rows.append(
            {
                "curve": curve,
                "exponent": f"{fitted.exponent:.2f}",
                "95 % interval": known,
                "R²": straight,
            }
        )
    if not rows:
        return
    name = ranges.label(settings.vary)
    st.markdown(f"Regret grows like {name} to the power of the *exponent*:")
    st.table(rows)
    if settings.vary in sweeping.THEORY:
        st.caption(
            f"In theory {sweeping.THEORY[settings.vary]:g} for DART (Theorem 3: "
            r"$K\sqrt{NKT}$ up to logarithms), in the worst case; on one instance regret may "
            "grow more slowly."
        )


def _effects(sweep: dc.Sweep) -> None:
    effects = sweep.effects(sweep.curves[0])
    if not effects:
        return
    st.markdown(sweeping.answer(effects))
    theme = st.context.theme.type or "light"
    st.plotly_chart(figures.tornado(effects, theme), config=CONFIG, key="tornado")


def _text(value: Any) -> str:
    return f"{value:,g}" if isinstance(value, int | float) else str(value)


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

    effects = sweep.effects(sweep.curves[0])
    if not effects:
        return []
    figure = figures.tornado(effects, "light")
    return [Slide("What matters most", file_name(settings, "effects"), figure)]


def _slides(settings: Settings, sweep: dc.Sweep) -> list[Slide]:
    from dashboard.exports.pictures import Slide

    name = file_name(settings, "sweep")
    if len(sweep.parameters) == 2:
        return [
            Slide(f"Mean regret of {curve}", f"{name}-{at}", figures.heatmap(sweep, curve, "light"))
            for at, curve in enumerate(sweep.curves, start=1)
        ]
    styles = _styles(settings, sweep)
    return [
        Slide(
            words[0].upper() + words[1:],
            f"{name}-{quantity}",
            figures.against(sweep, styles, quantity, theme="light", log=True),
        )
        for quantity, words in figures.QUANTITIES.items()
    ]
