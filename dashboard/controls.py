"""The sidebar: widgets made from the schema of the settings.

What a widget shows is in the session, see `state`. It is also given as what the widget begins
with: Streamlit tells a browser of a value in the session only once, and a browser that draws the
widget later, as on coming back to a page, would begin with the first option and send that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dart_core.algorithms.record import Tunable
from dart_core.numeral import LONGEST_NUMBER
from dashboard.catalogue import CATALOGUE
from dashboard.links.own_arms import is_too_long
from dashboard.own_problem.arms_dialog import NOT_IN_LINKS, edit_own_arms
from dashboard.own_problem.curve_dialog import edit_curve
from dashboard.own_problem.together import laws, sentence
from dashboard.scenarios import SCENARIOS
from dashboard.schema.choices import Choices
from dashboard.schema.fields import Field
from dashboard.schema.kinds import OneOf, Whole
from dashboard.schema.problem_choices import MAX_ARMS, MAX_HORIZON
from dashboard.settings import SCHEMA, Settings
from dashboard.state import (
    hides,
    lesson,
    locks,
    may_open_dialog,
    next_seed,
    session,
)
from dashboard.widgets import SCENARIO, SEEDS, constant_key, widget_key

_FIELDS = {field.name: field for field in SCHEMA}
_LAW = _FIELDS["law"].kind
assert isinstance(_LAW, OneOf)
_LAWS = {str(name): label for name, label in _LAW.options.items()}
_WITH_RIVALS = ("compare", "sensitivity")  # pages that have others to compare with, chosen there
_HORIZONS = (
    *(100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000),
    *(500_000, 1_000_000, MAX_HORIZON),
)


def sidebar() -> None:
    """Draw all controls; `dashboard.state.receive` has been called before."""
    settings = session().link.settings
    if hides("sidebar"):
        return
    with st.sidebar:
        if not hides("scenario"):
            st.selectbox(
                "Start from",
                [scenario.title for scenario in SCENARIOS],
                index=None,
                placeholder="Your own settings",
                key=SCENARIO,
                disabled=bool(lesson().lock),
                help="Named problems. Everything below can be changed afterwards.",
            )
        _problem(settings)
        _algorithm(settings)
        if not hides("luck"):
            _luck()


def _problem(settings: Settings) -> None:
    st.subheader("Problem")
    given = settings.arms == "given"
    if settings.n <= MAX_ARMS:
        slider("n", 2, MAX_ARMS, disabled=given)
    if given:
        st.caption(f"N = {settings.n:,} is the number of means in the list below.")
    pick("k", range(1, min(settings.n, _kind("k").high) + 1))
    pick("horizon", sorted({*_HORIZONS, settings.horizon}))
    select("reward")
    if settings.joint_reward.takes_m:
        pick("at_least", range(1, settings.k + 1))
    if settings.joint_reward.own:
        text("curve")
        drawn = st.button("Draw the curve", icon=":material/show_chart:", width="stretch")
        if drawn and may_open_dialog():
            edit_curve()
    select("arms")
    if settings.arms in ("groups", "pair"):
        slider("gap", 0.0, 1.0, step=0.01)
    if given:
        text("means")
        notes("names")
        if is_too_long(settings.texts()):
            st.caption(":material/link_off: " + NOT_IN_LINKS)
    own = not hides("arms") and st.button(
        "Your own arms", icon=":material/table_edit:", width="stretch", disabled=locks("arms")
    )
    if own and may_open_dialog():
        edit_own_arms()
    select("law", laws(settings, _LAWS))
    if said := sentence(settings):
        st.caption(said)
    if settings.law not in ("bernoulli", "constant", "shared", "data", "rows"):
        slider("spread", 0.0, 1.0, step=0.05)


def _algorithm(settings: Settings) -> None:
    st.subheader("Algorithm")
    entry = CATALOGUE[settings.algorithm]
    select("algorithm")
    st.caption(entry.line)
    if len(entry.presets) > 1:
        select("preset", {name: f"{name}: {its.line}" for name, its in entry.presets.items()})
    constants = entry.tunables_of(settings.preset)
    if constants and not hides("const"):
        with st.expander("Advanced: constants"):
            st.caption("Leave empty to use the preset's value.")
            for name, constant in constants.items():
                _constant(constant, constant_key(name))
        notes("constants")
    _companions()


def _constant(constant: Tunable, key: str) -> None:
    # No box for numbers: a browser drops a decimal comma there, and 0,5 becomes 5 in silence.
    st.text_input(
        constant.symbol,
        value=session().shown[key],
        max_chars=LONGEST_NUMBER,
        placeholder="the preset's value",
        key=key,
        disabled=locks("const"),
        help=constant.help,
    )


def _companions() -> None:
    field = _FIELDS["companions"]
    if hides(field.key) or session().page in _WITH_RIVALS:
        return
    assert isinstance(field.kind, Choices)
    labels = field.kind.options
    st.multiselect(
        field.label,
        list(labels),
        default=list(_begins("companions")),
        max_selections=field.kind.most,
        format_func=lambda name: labels[name],
        placeholder="nothing",
        key=widget_key("companions"),
        disabled=locks(field.key),
        help=field.help,
    )


def _luck() -> None:
    st.subheader("Instance and luck")
    locked = locks("luck")
    columns = st.columns(2)
    for column, name in zip(columns, SEEDS, strict=True):
        field = _FIELDS[name]
        with column:
            st.text_input(
                field.label,
                value=_begins(name),
                max_chars=LONGEST_NUMBER,
                key=widget_key(name),
                disabled=locked,
                help=field.help,
            )
            notes(name)
    st.button(
        "New instance",
        icon=":material/shuffle:",
        width="stretch",
        on_click=next_seed,
        disabled=locked,
        args=("arms_seed", "seed"),
        help="Other arms and other luck: both seeds count up.",
    )
    st.button(
        "Same arms, new luck",
        icon=":material/casino:",
        width="stretch",
        on_click=next_seed,
        disabled=locked,
        args=("seed",),
        help="The luck seed counts up. To see the same run again, press replay in the player.",
    )


def _begins(name: str) -> Any:
    """Return what the widget of a setting shows, as `state.receive` has written it."""
    return session().shown[widget_key(name)]


def _kind(name: str) -> Whole:
    kind = _FIELDS[name].kind
    assert isinstance(kind, Whole)
    return kind


def slider(
    name: str, low: float, high: float, *, step: float | None = None, disabled: bool = False
) -> None:
    """Draw a slider over fixed bounds."""
    field = _FIELDS[name]
    if hides(field.key):
        return
    disabled |= locks(field.key)
    st.slider(
        field.label,
        low,
        high,
        value=_begins(name),
        step=step,
        key=widget_key(name),
        disabled=disabled,
        help=field.help,
    )
    notes(name)


def pick(name: str, numbers: Sequence[int]) -> None:
    """Draw a slider over numbers that depend on other settings, or say the only one there is.

    To Streamlit a plain slider with another end is another widget: what a visitor does to the old
    one just then would be lost. This one stays the same whatever its numbers are.
    """
    field = _FIELDS[name]
    if hides(field.key):
        return
    if len(numbers) == 1:
        st.caption(f"{field.label}: only {numbers[0]} is possible here.")
    else:
        st.select_slider(
            field.label,
            numbers,
            value=_begins(name),
            key=widget_key(name),
            disabled=locks(field.key),
            help=field.help,
            format_func="{:,}".format,
        )
    notes(name)


def select(name: str, labels: Mapping[str, str] | None = None) -> None:
    """Draw a choice, of the values in `labels` if these are given."""
    field = _FIELDS[name]
    if hides(field.key):
        return
    assert isinstance(field.kind, OneOf)
    options = labels or field.kind.options
    st.selectbox(
        field.label,
        list(options),
        index=list(options).index(_begins(name)),
        format_func=lambda value: options.get(value, value),
        key=widget_key(name),
        disabled=locks(field.key),
        help=field.help,
    )
    notes(name)


def text(name: str) -> None:
    """Draw a box for a list of numbers."""
    field: Field = _FIELDS[name]
    if hides(field.key):
        return
    st.text_area(
        field.label,
        value=_begins(name),
        key=widget_key(name),
        disabled=locks(field.key),
        help=f"{field.help} Joined by commas; where these are decimal signs, by semicolons.",
    )
    notes(name)


def notes(name: str) -> None:
    """Say what was wrong with a value, or why it was adapted."""
    known = session()
    if name in known.invalid:
        st.error(known.invalid[name])
    if name in known.notes:
        st.caption(known.notes[name])
