"""A visitor's session: settings that come from the link or the widgets, and go to both."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import streamlit as st

from dashboard.change import change
from dashboard.fields import Numbers
from dashboard.link import PlayerState, from_query, to_query
from dashboard.repair import Notice
from dashboard.scenarios import SCENARIOS, scenario_of
from dashboard.settings import MAX_SEED, SCHEMA, Settings


def widget_key(name: str) -> str:
    """Return the session key of the widget of a setting."""
    return f"w_{name}"


def receive() -> None:
    """Bring settings, widgets and address bar in line, before any widget is drawn.

    A link counts when it is new: at arrival, and when the visitor goes back or forward. A widget
    that was moved counts more than the link, which the browser may have sent a moment too early.
    """
    state = st.session_state
    address = _address()
    before: Settings | None = state.get("settings")
    state.notes, state.invalid = {}, {}
    if "chosen" in state:
        _arrive(state.pop("chosen"))
    elif before is not None and (changes := _changes(before)):
        settings, notes = change(before, changes)
        _arrive(settings)
        state.notes = notes
    elif before is None or address != state.address:
        _arrive(*from_query(address))
    for field in SCHEMA:
        if field.name not in state.invalid:
            value = getattr(state.settings, field.name)
            is_text = isinstance(field.kind, Numbers)
            state[widget_key(field.name)] = field.text(value) if is_text else value
    scenario = scenario_of(state.settings)
    state.scenario = scenario.title if scenario else None
    if from_query(address)[0] != state.settings:
        address = parse_qs(to_query(state.settings), keep_blank_values=True)
        st.query_params.from_dict(address)
    state.address = address


def choose_scenario() -> None:
    """Take over the settings of the scenario that was picked."""
    for scenario in SCENARIOS:
        if scenario.title == st.session_state.scenario:
            st.session_state.chosen = scenario.settings


def next_seed(*names: str) -> None:
    """Count the named seeds up by one."""
    for name in names:
        key = widget_key(name)
        st.session_state[key] = (int(st.session_state[key]) + 1) % (MAX_SEED + 1)


def _arrive(
    settings: Settings, start: PlayerState | None = None, notices: list[Notice] | None = None
) -> None:
    state = st.session_state
    state.settings, state.start = settings, start or PlayerState()
    state.notices = notices or []


def _address() -> dict[str, list[str]]:
    return {key: st.query_params.get_all(key) for key in st.query_params}


def _changes(before: Settings) -> dict[str, Any]:
    """Return what the visitor changed by widgets; text that cannot be read is put aside."""
    state, changes = st.session_state, {}
    for field in SCHEMA:
        if widget_key(field.name) not in state:
            continue
        value, old = state[widget_key(field.name)], getattr(before, field.name)
        try:
            if isinstance(field.kind, Numbers):
                value = field.check(field.parse(value.replace(" ", "").strip(","))) if value else old
            elif field.name == "companions":
                value = tuple(value)
            value = field.check(value)
        except ValueError:
            state.invalid[field.name] = f"Expected {field.expected}; the last good value is used."
            continue
        if value != old:
            changes[field.name] = value
    return changes
