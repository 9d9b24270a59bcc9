"""The parts of the Join page: a code, perhaps a nickname, and the way into the room."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dashboard.classroom import here
from dashboard.classroom.codes import tidy
from dashboard.classroom.nicknames import LONGEST, cleaned
from dashboard.classroom.questions import RoomError
from dashboard.joining import words
from dashboard.keeping import remember
from dashboard.links.lesson import LONGEST_CODE
from dashboard.state import lesson, take_lesson
from dashboard.words import show_heading

_WATCH = "pages/watch.py"  # where a phone follows its room


def show() -> None:
    """Ask for the code, and go where it leads."""
    show_heading(words.TITLE, words.SUBTITLE)
    with st.container(key="join_form"), st.form("join", border=False):
        with st.container(key="join_typed"):
            typed = st.text_input(words.CODE, max_chars=LONGEST_CODE, autocomplete="off")
        name = st.text_input(words.NAME, max_chars=LONGEST, help=words.NAME_HELP)
        pressed = st.form_submit_button(words.JOIN, width="stretch")
    if pressed:
        _join(tidy(typed or ""), name or "")


def _join(code: str, name: str) -> None:
    if not code:
        st.warning(words.EMPTY)
        return
    try:
        here.found(code)
    except RoomError as refused:
        st.warning(str(refused))
        return
    remember("nickname", cleaned(name))
    take_lesson(replace(lesson(), room=code))
    st.switch_page(_WATCH)
