"""A visitor's session: settings that come from the link or the widgets, and go to both."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

import streamlit as st

from dashboard.change import change
from dashboard.fields import Numbers, Several
from dashboard.link import PlayerState, from_query, to_query
from dashboard.repair import Notice
from dashboard.scenarios import SCENARIOS, scenario_of
from dashboard.settings import MAX_SEED, SCHEMA, Settings


def widget_key(name: str) -> str:
    """Return the session key of the widget of a setting."""
    return f"w_{name}"


def receive() -> None:
    """Bring settings, widgets and address bar in line, before any widget is drawn.

    A link counts when it is new: at arrival, and when the visitor goes back or forward. What a
    visitor does counts more than the link, which the browser may have sent a moment too early.
    """
    state = st.session_state
    address = _address()
    acts, replaced = state.setdefault("acts", {}), state.setdefault("replaced", {})
    before: Settings | None = state.get("settings")
    changes, invalid = _changes(before) if before else ({}, {})
    picked, counted = acts.get("picked"), acts.get("counted", ())
    moved = [*map(widget_key, changes), *(["scenario"] if picked else [])]
    echoes = [key for key in moved if state[key] in replaced.get(key, ())]
    if counted or len(echoes) < len(moved):  # something else was done: these are no moves
        changes = {k: v for k, v in changes.items() if widget_key(k) not in echoes}
        picked = None if "scenario" in echoes else picked
    state.invalid, state.notes = invalid, {}
    if before is None or (not moved and not counted and address != state.get("address")):
        _arrive(*from_query(address))
    elif picked is not None:
        _arrive(picked)
    elif changes or counted:
        for name in counted:
            changes[name] = (changes.get(name, getattr(before, name)) + 1) % (MAX_SEED + 1)
        settings, state.notes = change(before, changes)
        _arrive(settings, invalid=invalid)
    acts.clear()
    _write_widgets(state.settings)
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
            st.session_state.acts["picked"] = scenario.settings


def next_seed(*names: str) -> None:
    """Count the named seeds up by one."""
    st.session_state.acts["counted"] = names


def _arrive(
    settings: Settings,
    start: PlayerState | None = None,
    notices: list[Notice] | None = None,
    invalid: dict[str, str] | None = None,
) -> None:
    state = st.session_state
    state.start, state.notices, state.invalid = start or PlayerState(), notices or [], invalid or {}
    # The last access to the session: at each one Streamlit may end this run for a newer one.
    state.settings = settings


def _write_widgets(settings: Settings) -> None:
    """Give the widgets the values of the settings."""
    for field in SCHEMA:
        value = getattr(settings, field.name)
        if isinstance(field.kind, Numbers):
            if value is not None and field.name in st.session_state.invalid:
                continue  # what cannot be read stays in its box, to be corrected
            value = field.text(value)
        elif isinstance(field.kind, Several):
            value = list(value)
        _write(widget_key(field.name), value)
    scenario = scenario_of(settings)
    _write("scenario", scenario.title if scenario else None)


def _write(key: str, value: object) -> None:
    """Give a widget a value.

    What is written goes to the browser and undoes what the visitor has moved there since, so a
    widget that has its value already is left alone. And until the browser has heard of it, the
    browser goes on sending what the widget showed before: that is kept, to be told from a move.
    """
    state = st.session_state
    if key not in state:
        state[key] = value
    elif state[key] == value:
        state.replaced.pop(key, None)
    else:
        state.replaced.setdefault(key, []).append(state[key])
        state[key] = value


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
