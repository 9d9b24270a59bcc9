"""The parts of the Theory page, each one claim of the paper on the visitor's problem."""

from __future__ import annotations

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dart_player.charts import CONFIG
from dashboard.change import change
from dashboard.prices import cost
from dashboard.scenarios import SCENARIOS
from dashboard.serving.service import jobs
from dashboard.settings import Settings
from dashboard.state import open_settings
from dashboard.theory import figures, words
from dashboard.theory.model import Report, key, report
from dashboard.waiting import PATIENCE, TICK

_BROKEN = next(each for each in SCENARIOS if "Assumption 2 broken" in each.title)
_HIDDEN = (1.0, 0.8, 0.6, 0.5, 0.3, 0.1)  # beside the first one a maximum shows nobody else


def report_of(settings: Settings, place: DeltaGenerator) -> Report:
    """Return the report, worked out off this thread and once for all visitors."""

    def on_wait(seconds: float) -> None:
        if seconds >= PATIENCE:
            place.caption(f"Working it out … {seconds:.1f} s")
        else:
            place.empty()  # also what lets Streamlit interrupt this script

    its = key(settings)
    works = {its: partial(report, settings)}
    with jobs().join(works, {its: cost.of_theory(settings)}) as joined:
        joined.wait(on_wait, TICK)
        place.empty()
        found = joined.results()[its]
    assert isinstance(found, Report)
    return found


def show_symbols(report: Report) -> None:
    """Explain every symbol."""
    with st.expander("Symbols: what each one means, and what it is here"):
        st.table(words.symbols(report))
        st.caption(words.WHERE)


def show_assumptions(settings: Settings, report: Report) -> None:
    """Check Assumptions 1 to 3, with a picture of the pairs, and offer problems that fail."""
    st.header("Do the paper's assumptions hold here?")
    problem = report.problem
    st.markdown(words.SYMMETRY)
    st.markdown(words.GOOD_ARMS)
    st.markdown(words.good_arms(report))
    st.markdown(words.CONTINUITY)
    st.markdown(words.continuity(report))
    if problem.n_arms > problem.k:
        st.markdown(
            r"**Every pair of arms.** What the better arm $i$ is worth in the place of $j$, "
            r"$\mu_{S\cup\{i\}} - \mu_{S\cup\{j\}}$, with the partners $S$ that favour it least. "
            "Green: the better arm earns more, the stronger the colour the more (logarithmic). "
            "Red: the pair breaks Assumption 2."
        )
        if said := words.left_out(report):
            st.markdown(said)
        figure = figures.swapped(report, _theme())
        st.plotly_chart(figure, config=CONFIG, key="swapped", alt=words.ALT_SWAPPED)
    second, third = st.columns(2)
    second.button(
        "Make Assumption 2 fail",
        icon=":material/rule:",
        width="stretch",
        on_click=open_settings,
        args=(_BROKEN.settings,),
        help=f"Opens the scenario “{_BROKEN.title}”.",
    )
    third.button(
        "Make Assumption 3 fail",
        icon=":material/visibility_off:",
        width="stretch",
        on_click=open_settings,
        args=(_hidden(settings),),
        help="Six arms, one of which always pays, and the maximum of three: beside that arm the "
        "others change nothing.",
    )


def _hidden(settings: Settings) -> Settings:
    changes = {"arms": "given", "means": _HIDDEN, "reward": "max", "k": 3, "law": "bernoulli"}
    return change(settings, changes)[0]


def show_timeline(report: Report) -> None:
    """Set Lemma 2 beside what the run did."""
    st.header("When is each arm decided?")
    st.markdown(words.LEMMA_2)
    if not report.decided:
        st.markdown("With K = N there is nothing to decide.")
        return
    st.markdown(words.timeline(report))
    if said := words.left_out(report):
        st.markdown(said)
    figure = figures.decided(report, _theme())
    st.plotly_chart(figure, config=CONFIG, key="decided", alt=words.ALT_DECIDED)
    with st.expander("Why was each arm decided when it was?"):
        st.table(words.decided_rows(report))


def show_lambda(report: Report) -> None:
    """Set choices of λ side by side."""
    from dart_core.guarantee import printed_lambda

    st.header("What does λ do?")
    st.markdown(words.LAMBDA)
    p = report.problem
    st.markdown(words.why_printed(p, printed_lambda(p.n_arms, p.k, p.horizon)))
    st.table(words.lambda_rows(report.lambdas))


def show_bounds(report: Report) -> None:
    """Show the regret bounds as numbers and over T, and where they cross."""
    from dart_core.bounds import bounds, setting_of

    st.header("What regret is proved?")
    st.markdown(words.BOUNDS)
    may_hold = report.good.holds is not False
    setting = setting_of(report.problem, report.swaps.u, good=may_hold)
    horizon = report.problem.horizon
    # One below the other, not in tabs: only what is open would be on paper.
    for explicit, title in ((True, "With the constants of the proofs"), (False, "Orders alone")):
        chosen = bounds(explicit=explicit)
        st.subheader(title)
        figure = figures.bound_curves(setting, chosen, horizon, _theme())
        st.plotly_chart(figure, config=CONFIG, key=f"bounds-{explicit}", alt=words.ALT_BOUNDS)
        if explicit:
            st.markdown(words.own_gaps(report))
        st.table(words.bound_rows(setting, chosen, horizon, explicit=explicit))
        with st.expander("Where these come from, and what they hold for"):
            st.markdown(words.sources(chosen))
        st.markdown("**Where they cross**")
        st.markdown(words.crossing_lines(setting, chosen))
    st.caption(words.NOT_PROVED)


def _theme() -> str:
    return st.context.theme.type or "light"
