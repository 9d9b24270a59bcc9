"""A question of a lesson in a room: put by its host, answered on phones, counted when it closes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.classroom import here, playing, words
from dashboard.classroom.hearing import Said, enter, heard
from dashboard.classroom.nicknames import LONGEST
from dashboard.classroom.questions import Poll, RoomError
from dashboard.classroom.room import Seen, hidden
from dashboard.component import component
from dashboard.keeping import forget, recall, remember
from dashboard.state import lesson, session, take_lesson

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_LOOKS_OF_HOST = 0.5
_FOLDER = Path(__file__).parent
_KEY = "poll"
_WATCH = "pages/watch.py"  # where a run is followed
_BEST = 3  # scores that the class sees


def ask(code: str, poll: Poll) -> bool:
    """Put a question to the room that this visitor leads; whether it is closed already."""
    here.rooms().ask(code, here.key(), poll)
    return here.rooms().look(code).revealed


def lead(code: str) -> None:
    """Show the host how many have answered, and, when the vote is closed, what they chose."""
    was = here.rooms().look(code).revealed

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS_OF_HOST)
    def body() -> None:
        try:
            seen = here.rooms().look(code)
            best = here.rooms().scores(code, here.key())[:_BEST] if seen.revealed else []
        except RoomError as gone:
            st.warning(str(gone))
            return
        if seen.revealed != was:  # the picture shows the answer now
            st.rerun()
        told = [[score.who, score.right, score.asked] for score in best]
        _panel(code, {"mode": "host", "key": here.key(), "best": told} | _standing(seen))

    body()


def follow(code: str) -> None:
    """Show somebody in the room what is asked, and take their answer."""

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
    def body() -> None:
        try:
            seen = here.rooms().look(here.found(code))
        except RoomError as gone:
            st.warning(str(gone), icon=":material/meeting_room:")
            if st.button(words.LEAVE):
                take_lesson(replace(lesson(), room=""))
                st.rerun()
            return
        if here.hosts(code):  # who has reloaded
            st.rerun()
        if seen.query and session().page == "":
            st.rerun()  # choosing the page that one is on would empty its address, room and all
        if seen.query:
            st.switch_page(_WATCH)
        if refused := forget("not_heard"):
            st.warning(refused)
        data: dict[str, Any] = {"mode": "phone"} | _standing(seen)
        if voter := recall("voter"):
            data["mine"] = here.rooms().vote_of(code, voter)
            data["score"] = here.rooms().score_of(code, voter)
        _panel(code, data)
        if isinstance(seen.question, Poll) and seen.question.game:
            playing.offer(seen.question.game)

    st.caption(f"Room {words.spaced(code)}")
    body()
    nickname(code)


def nickname(code: str) -> None:
    """Let somebody in the room say what the score calls them."""
    name = recall("nickname", "")
    with (
        st.container(key="room_nickname", width="content"),
        st.popover(name or words.NICKNAME, icon=":material/badge:"),
    ):
        st.text_input(
            words.NICKNAME,
            name,
            max_chars=LONGEST,
            help=words.NICKNAME_HELP,
            key="nickname_typed",
            on_change=_named,
            args=(code,),
        )


def _named(code: str) -> None:
    try:
        enter(code, recall("nickname_typed") or "")
    except RoomError as refused:
        remember("not_heard", str(refused))


def _standing(seen: Seen) -> dict[str, Any]:
    told = hidden(seen)
    poll = told.question if isinstance(told.question, Poll) else None
    return {
        "question": poll
        and {
            "name": poll.name,
            "title": poll.title,
            "text": poll.text,
            "options": list(poll.options),
            "right": poll.right,
            "why": poll.why,
        },
        "revealed": seen.revealed,
        "votes": sorted([option, count] for (option, _), count in told.votes.items()),
        "voters": seen.voters,
        "joined": seen.joined,
    }


def _panel(code: str, data: dict[str, Any]) -> None:
    def hear() -> None:
        said = getattr(recall(_KEY), "said", None)
        if isinstance(said, Mapping):
            heard(code, said, _close)

    component("poll", _FOLDER)(data=[data | {"code": code}], key=_KEY, on_said_change=hear)


def _close(code: str, said: Said) -> None:
    """Close the vote, if the host asks for it and it is the question that they see."""
    question = here.rooms().look(code).question
    if question is not None and said.get("close") == question.name:
        here.rooms().reveal(code, here.key())
