"""A visitor's session: settings that come from the link or the widgets, and go to both."""

from __future__ import annotations

import re
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
    changes, state.invalid = _changes(before) if before else ({}, {})
    state.notes = {}
    if "chosen" in state:
        _arrive(state.pop("chosen"))
        state.invalid = {}
    elif before is not None and changes:
        settings, state.notes = change(before, changes)
        _arrive(settings)
    elif before is None or address != state.address:
        _arrive(*from_query(address))
        state.invalid = {}
    for field in SCHEMA:
        value = getattr(state.settings, field.name)
        is_text = isinstance(field.kind, Numbers)
        if is_text and value is not None and field.name in state.invalid:
            continue  # what cannot be read stays in its box, to be corrected
        state[widget_key(field.name)] = field.text(value) if is_text else value
    scenario = scenario_of(state.settings)
    state.scenario = scenario.title if scenario else None
    if from_query(address)[0] != state.settings:
        address = parse_qs(to_query(state.settings), keep_blank_values=True)
        st.query_params.from_dict(address)
    state.address = address


def current() -> Settings:
    """Return this visitor's settings, for a page to show.

    Streamlit used to make a page of every file in a folder `pages/`, without the entry point. It
    still does until a process has called `st.navigation` once, so the first visitor of a new
    server who follows a page's address gets here with nothing received. Then start over.
    """
    if "settings" not in st.session_state:
        st.navigation([lambda: None], position="hidden")
        st.rerun()
    settings: Settings = st.session_state.settings
    return settings


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


def _changes(before: Settings) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what the visitor changed by widgets, and what is wrong where it cannot be used."""
    state = st.session_state
    changes: dict[str, Any] = {}
    invalid: dict[str, str] = {}
    for field in SCHEMA:
        if widget_key(field.name) not in state:
            continue
        value, old = state[widget_key(field.name)], getattr(before, field.name)
        try:
            if isinstance(field.kind, Numbers):
                if value == field.text(old):
                    continue
                value = field.parse(_joined_by_commas(value))
            value = field.check(value)
        except ValueError:
            invalid[field.name] = f"Expected {field.expected}; the last good value is used."
            continue
        if value != old:
            changes[field.name] = value
    return changes, invalid


def _joined_by_commas(text: str) -> str:
    """Return a list as people type and paste it (blanks, lines, a last comma) as a link has it."""
    return ",".join(item for item in re.split(r"[,\s]+", text) if item)
