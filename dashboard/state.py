"""A visitor's session: settings that come from the link or the widgets, and go to both."""

from __future__ import annotations

import re
from secrets import token_urlsafe
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

import streamlit as st

from dashboard.catalogue import CATALOGUE
from dashboard.change import change
from dashboard.links.game_state import GameState
from dashboard.links.lesson import Lesson
from dashboard.links.link import (
    PlayerState,
    from_query,
    game_of,
    is_link,
    lesson_of,
    outdated_in,
    to_shared_query,
    view_of,
)
from dashboard.links.own_lists import OwnLists
from dashboard.links.study_view import StudyView
from dashboard.navigation import navigation
from dashboard.scenarios import SCENARIOS, scenario_of
from dashboard.schema.arm_fields import Names, Sampled
from dashboard.schema.fields import Field, Named, Numbers, Several
from dashboard.schema.repair import Notice
from dashboard.settings import MAX_SEED, SCHEMA, Settings

_FIELDS = {field.name: field for field in SCHEMA}
_ECHOES = 50  # of one widget, that a browser may still send
_SECONDS_TO_DRAW = 15.0  # that a slow phone may take for the sidebar


def widget_key(name: str) -> str:
    """Return the session key of the widget of a setting."""
    return f"w_{name}"


def constant_key(name: str) -> str:
    """Return the session key of the widget of one constant of the watched algorithm."""
    return f"{widget_key('constants')}_{name}"


def receive(page: str) -> None:
    """Bring settings, widgets and address bar in line, before any widget is drawn.

    A link counts when it is new: at arrival, and when the visitor goes back or forward. What a
    visitor does counts more than the link, which the browser may have sent a moment too early.
    """
    state = st.session_state
    address = _address()
    state.dialog_is_open = False
    state.setdefault("own_lists", OwnLists(token_urlsafe(12)))
    acts, replaced = state.setdefault("acts", {}), state.setdefault("replaced", {})
    before: Settings | None = state.get("settings")
    if before and page != state.page and not is_link(address):
        address = state.address  # choosing another page empties the address: that is no link
    state.page = page
    changes, invalid = _changes(before) if before else ({}, {})
    picked, counted = acts.get("picked"), acts.get("counted", ())
    by_field = {name: _moved(name, before) for name in changes} if before else {}
    moved = [*(key for keys in by_field.values() for key in keys), *(["scenario"] * bool(picked))]
    echoes = {key for key in moved if state[key] in replaced.get(key, ())}
    if counted or len(echoes) < len(moved):  # something else was done: these are no moves
        changes = {name: v for name, v in changes.items() if not echoes.issuperset(by_field[name])}
        picked = None if "scenario" in echoes else picked
    state.invalid, state.notes = invalid, {}
    if (opened := acts.get("opened")) is not None:
        _arrive(opened)
    elif before is None or (not moved and not counted and address != state.get("address")):
        arrived, start, notices = from_query(address, state.own_lists)
        state.arrived = monotonic()
        state.lesson, more = lesson_of(address)
        state.game, others = game_of(address)
        state.view, of_view = view_of(address)
        outdated = outdated_in(address, arrived)
        _arrive(arrived, start, [*notices, *more, *others, *of_view], outdated=outdated)
    elif picked is not None:
        _arrive(picked)
    elif changes or counted:
        for name in counted:
            changes[name] = (changes.get(name, getattr(before, name)) + 1) % (MAX_SEED + 1)
        settings, state.notes = change(before, changes)
        _arrive(settings, invalid=invalid)
    acts.clear()
    _write_widgets(state.settings)
    state.own_lists.keep(state.settings.texts())
    if _meant() != (state.settings, state.lesson, state.game, state.view):
        query = to_shared_query(state.settings, state.lesson) + state.view.query()
        if state.game != GameState():
            query += state.game.query()
        address = parse_qs(query, keep_blank_values=True)
        st.query_params.from_dict(address)
    state.address = address


def current() -> Settings:
    """Return this visitor's settings, for a page to show.

    Streamlit used to make a page of every file in a folder `pages/`, without the entry point. It
    still does until a process has called `st.navigation` once, so the first visitor of a new
    server who follows a page's address gets here with nothing received. Then start over.
    """
    if "settings" not in st.session_state:
        navigation()
        st.rerun()
    settings: Settings = st.session_state.settings
    return settings


def lesson() -> Lesson:
    """Return what a teacher's link has changed about the page."""
    changed: Lesson = st.session_state.lesson
    return changed


def start() -> dict[str, Any]:
    """Return where, how and without what the player starts.

    Who is to predict is not shown the truth.
    """
    values: dict[str, Any] = vars(st.session_state.start) | {"hides": list(lesson().hide)}
    return values | ({"truth": False} if lesson().predict or lesson().room else {})


def may_open_dialog() -> bool:
    """Return whether no dialog was opened in this run: of two quick clicks the first counts."""
    free = not st.session_state.dialog_is_open
    st.session_state.dialog_is_open = True
    return free


def hides(name: str) -> bool:
    """Return whether a panel or a control is left out: all are in a frame of another page.

    On the phones of a room what to vote on comes first, so nothing stands above it.
    """
    above = name in {"heading", "forecast"} and follows()
    return bool(st.context.is_embedded) or above or lesson().hides(name)


def follows() -> bool:
    """Return whether this visitor is in a room whose clock another one moves."""
    return bool(lesson().room) and "host_key" not in st.session_state


def locks(name: str) -> bool:
    """Return whether a control is shown but cannot be used."""
    return lesson().locks(name)


def choose_scenario() -> None:
    """Take over the settings of the scenario that was picked."""
    for scenario in SCENARIOS:
        if scenario.title == st.session_state.scenario:
            st.session_state.acts["picked"] = scenario.settings


def open_settings(settings: Settings) -> None:
    """Take over settings at the next run of the script."""
    st.session_state.acts["opened"] = settings


def next_seed(*names: str) -> None:
    """Count the named seeds up by one."""
    st.session_state.acts["counted"] = names


def _arrive(
    settings: Settings,
    start: PlayerState | None = None,
    notices: list[Notice] | None = None,
    invalid: dict[str, str] | None = None,
    outdated: list[str] | None = None,
) -> None:
    state = st.session_state
    if start is None:  # a visitor's own choice: no longer the game that a friend dared them to
        state.game = state.game.undared()
    state.start, state.notices, state.invalid = start or PlayerState(), notices or [], invalid or {}
    state.outdated = outdated or []
    # The last access to the session: at each one Streamlit may end this run for a newer one.
    state.settings = settings


def _write_widgets(settings: Settings) -> None:
    """Give the widgets the values of the settings."""
    for field in SCHEMA:
        value = getattr(settings, field.name)
        is_list = isinstance(field.kind, Numbers) and value is not None
        if is_list and field.name in st.session_state.invalid:
            continue  # what cannot be read stays in its box, to be corrected
        for key, shown in _shown(field, settings).items():
            _write(key, shown)
            if isinstance(field.kind, Named) or field.name in ("c", "lam", "delta0"):
                _repeat(key, shown)
    scenario = scenario_of(settings)
    _write("scenario", scenario.title if scenario else None)


def _shown(field: Field, settings: Settings) -> dict[str, Any]:
    """Return what the widgets of a field show for given settings, by session key."""
    value = getattr(settings, field.name)
    if isinstance(field.kind, Names | Sampled):
        return {}  # given as a whole, see dashboard.own_problem.arms_dialog
    if isinstance(field.kind, Named):
        own = dict(value)
        return {constant_key(name): own.get(name) for name in constants_shown(settings)}
    if isinstance(field.kind, Numbers):
        value = field.text(value)
    elif isinstance(field.kind, Several):
        value = list(value)
    return {widget_key(field.name): value}


def constants_shown(settings: Settings) -> list[str]:
    """Return the constants that have a widget of `Settings.constants`; DART's have their own."""
    if settings.algorithm == "dart":
        return []
    return list(CATALOGUE[settings.algorithm].tunables_of(settings.preset))


def _moved(name: str, before: Settings) -> list[str]:
    """Return the session keys of a field's widgets that show something else than `before`."""
    shown = _shown(_FIELDS[name], before)
    state = st.session_state
    return [key for key, value in shown.items() if key in state and state[key] != value]


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
        state.replaced[key] = [*state.replaced.get(key, ()), state[key]][-_ECHOES:]
        state[key] = value


def _repeat(key: str, value: object) -> None:
    """Tell the browser again what a link says of a constant, until it must have drawn its box.

    It is told of a value in the session once, and may draw the box only after a later run, which
    says nothing. Other widgets then begin with their value; a box that can be emptied begins empty.
    """
    if value is not None and monotonic() - st.session_state.arrived < _SECONDS_TO_DRAW:
        st.session_state[key] = value


def _address() -> dict[str, list[str]]:
    return {key: st.query_params.get_all(key) for key in st.query_params}


def _meant() -> tuple[Settings, Lesson, GameState, StudyView]:
    """Return what the address bar means."""
    address = _address()
    held = st.session_state.own_lists
    settings = from_query(address, held)[0]
    return settings, lesson_of(address)[0], game_of(address)[0], view_of(address)[0]


def _changes(before: Settings) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what the visitor changed by widgets, and what is wrong where it cannot be used."""
    state = st.session_state
    changes: dict[str, Any] = {}
    invalid: dict[str, str] = {}
    for field in SCHEMA:
        old = getattr(before, field.name)
        keys = [key for key in _shown(field, before) if key in state]
        if not keys:
            continue
        value = state[keys[0]]
        try:
            if isinstance(field.kind, Named):
                named = {name: state.get(constant_key(name)) for name in constants_shown(before)}
                value = tuple((name, v) for name, v in named.items() if v is not None)
            elif isinstance(field.kind, Numbers):
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
