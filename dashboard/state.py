"""The visitor's session in Streamlit: what comes in goes through `step`, and is written out."""

from __future__ import annotations

from dataclasses import replace
from secrets import token_urlsafe
from typing import Any

import streamlit as st

from dashboard.links.game_state import GameState
from dashboard.links.learn_state import LearnState
from dashboard.links.lesson import Lesson
from dashboard.links.link import Link
from dashboard.links.own_lists import OwnLists
from dashboard.links.study_view import StudyView
from dashboard.navigation import navigation
from dashboard.session import Acts, Session, step
from dashboard.settings import Settings
from dashboard.widgets import shown


def receive(page: str) -> None:
    """Bring settings, widgets and address bar in line, before any widget is drawn."""
    state = st.session_state
    if "acts" not in state:
        state.acts = {}
    acts: dict[str, Any] = state.acts
    before: Session | None = state.get("session")
    address = {key: st.query_params.get_all(key) for key in st.query_params}
    keys = shown(before.link.settings) if before else {}
    widgets = {key: state[key] for key in keys if key in state}
    held: OwnLists = state.setdefault("own_lists", OwnLists(token_urlsafe(12)))
    after = step(before, address, widgets, Acts(page, held, **acts))
    if before is None:
        state.came_by_itself = not address
    state.dialog_is_open = False
    state.session = after
    # Streamlit may end this run for a newer one at any access to its session: what was done is
    # done once, and the next run knows if not all of this was written.
    acts.clear()
    acts["interrupted"] = True
    held.keep(after.link.settings.texts())
    for key, value in after.shown.items():
        # What is written goes to the browser and undoes what the visitor has moved there since.
        if key not in state or state[key] != value:
            state[key] = value
    if after.address != address:
        st.query_params.from_dict(after.address)
    acts.pop("interrupted")


def session() -> Session:
    """Return this visitor's session.

    Streamlit used to make a page of every file in a folder `pages/`, without the entry point. It
    still does until a process has called `st.navigation` once, so the first visitor of a new
    server who follows a page's address gets here with nothing received. Then start over.
    """
    if "session" not in st.session_state:
        navigation()
        st.rerun()
    known: Session = st.session_state.session
    return known


def link() -> Link:
    """Return all that this visitor's link says."""
    return session().link


def current() -> Settings:
    """Return this visitor's settings, for a page to show."""
    return link().settings


def lesson() -> Lesson:
    """Return what a teacher's link has changed about the page."""
    return link().lesson


def is_newcomer() -> bool:
    """Return whether this visitor may be shown around: came by no link, is in nobody's lesson."""
    led = lesson() != Lesson() or bool(st.context.is_embedded)
    return bool(st.session_state.came_by_itself) and not led


def take_lesson(its: Lesson) -> None:
    """Change what the link says about the page."""
    _take(lesson=its)


def take_game(game: GameState) -> None:
    """Change what the link says about a game."""
    _take(game=game)


def take_view(view: StudyView) -> None:
    """Change what the link says about the chart of a sweep."""
    _take(view=view)


def take_moment(learn: LearnState) -> None:
    """Change which moment of the class hour is open."""
    _take(learn=learn)


def _take(**parts: Any) -> None:
    known = session()
    st.session_state.session = replace(known, link=replace(known.link, **parts))


def start() -> dict[str, Any]:
    """Return where, how and without what the player starts.

    Who is to predict is not shown the truth.
    """
    hidden = [*lesson().hide, *([] if may_build() else ["lesson"])]
    values: dict[str, Any] = vars(link().player) | {"hides": hidden}
    return values | ({"truth": False} if lesson().predict or lesson().room else {})


def may_build() -> bool:
    """Return whether this visitor may make a lesson of what they see: they are in nobody else's."""
    return lesson() == Lesson() and not st.context.is_embedded


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


def open_settings(settings: Settings) -> None:
    """Take over settings at the next run of the script."""
    st.session_state.acts["opened"] = settings


def next_seed(*names: str) -> None:
    """Count the named seeds up by one at the next run of the script."""
    st.session_state.acts["counted"] = names
