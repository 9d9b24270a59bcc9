"""Predict first: alone, or in a room in which the lecturer moves the clock and phones vote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard import classroom
from dashboard.classroom import here, hosting, polling, words
from dashboard.classroom.hearing import heard, whole
from dashboard.classroom.questions import Question, RoomError, question_at, question_of_race
from dashboard.classroom.room import Lists, Seen, hidden
from dashboard.keeping import forget, recall
from dashboard.links.link import Link
from dashboard.links.own_arms import kept
from dashboard.settings import Settings
from dashboard.state import lesson, open_settings, take_lesson

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_LOOKS_OF_HOST = 0.5  # one page, on which all others wait
_KEY = "classroom"


def meet(settings: Settings) -> None:
    """Before anything is computed: bring who joins a room to what it looks at.

    The page ends here for who is asked a question of a lesson, whose picture the lecturer shows.
    """
    code = lesson().room
    if not code or here.hosts(code):
        return
    try:
        seen = here.rooms().look(here.found(code))
    except RoomError:
        return  # said below the picture
    if not seen.query:
        polling.follow(code)
        st.stop()
    _take_over(seen, Link(settings).query(), settings)


def _take_over(seen: Seen, query: str, settings: Settings) -> None:
    """Show the run that the lecturer shows."""
    if seen.query == query:
        return
    theirs = Link.parse(seen.query, seen.lists).settings
    if theirs != settings:  # else it is taken over, whatever it is called: never twice
        open_settings(theirs)
        st.rerun()


def show(settings: Settings, player: Mapping[str, Any]) -> None:
    """Show the panel below the player, where a link or the visitor has asked for it.

    Parameters
    ----------
    settings : Settings
    player : mapping
        The player's data, see `dart_player.format`.
    """
    its = lesson()
    if its.room:
        _room(settings, its.room, player)
    elif its.predict:
        classroom.panel(_about("alone", player), _nothing, key=_KEY)
        with st.container(key="open_room"):
            if st.button(words.START, icon=":material/groups:", help=words.START_HELP) and (
                hosting.start(Link(settings).query(), kept(settings.texts()))
            ):
                st.rerun()


def _room(settings: Settings, code: str, player: Mapping[str, Any]) -> None:
    """Show a room; what the browser says is heard at once, the others are looked for."""
    try:
        here.found(code)
    except RoomError as refused:
        _refuse(str(refused))
        return
    hosted = here.hosts(code)
    if hosted:
        hosting.bar(code)
    else:
        polling.nickname(code)
    query, lists = Link(settings).query(), kept(settings.texts())  # once, not at every look

    def hear() -> None:
        said = getattr(recall(_KEY), "said", None)
        if isinstance(said, Mapping):
            _heard(code, said, player)

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS_OF_HOST if hosted else SECONDS_BETWEEN_LOOKS)
    def body() -> None:
        hosts = here.hosts(code)
        if hosts != hosted:  # a lecturer's page that was reloaded
            st.rerun()
        if refused := forget("not_heard"):
            st.warning(refused)
        not_shown = _not_shown(code, query, lists) if hosts else ""
        try:
            seen = here.rooms().look(code)
        except RoomError as gone:
            _refuse(str(gone))
            return
        if not_shown:
            st.warning(f"{not_shown} Until then the class stays at the run before.")
            return
        if not hosts and not seen.query:  # a lesson asks
            st.rerun()
        if not hosts:
            _take_over(seen, query, settings)
        data = _about("host" if hosts else "phone", player) | _standing(seen)
        data["code"] = code
        if hosts:
            data["key"] = here.key()
        elif voter := recall("voter"):
            data["mine"] = here.rooms().vote_of(code, voter)
            data["score"] = here.rooms().score_of(code, voter)
        classroom.panel(data, hear, key=_KEY)

    body()


def _refuse(why: str) -> None:
    st.warning(f"{why} You can go on alone.", icon=":material/meeting_room:")
    if st.button(words.LEAVE):
        take_lesson(replace(lesson(), room=""))
        st.rerun()


def _not_shown(code: str, query: str, lists: Lists) -> str:
    """Show the host's run to the room; return why it cannot be shown, or nothing."""
    try:
        here.rooms().show(code, here.key(), query, lists)
    except RoomError as error:
        return str(error)
    return ""


def _about(mode: str, player: Mapping[str, Any]) -> dict[str, Any]:
    runs = player["runs"]
    words, race = runs[0]["words"], len(runs) > 1
    return {
        "mode": mode,
        "run": "+".join(run["id"] for run in runs),
        "labels": [run["curve"]["label"] for run in runs] if race else player["labels"],
        "thing": player["thing"],
        "words": ["", words["accept"], words["reject"]],
        "race": race,
    }


def _standing(seen: Seen) -> dict[str, Any]:
    """Return what stands in a room as the panel takes it."""
    told = hidden(seen)
    question = isinstance(told.question, Question) and {
        "frame": told.question.frame,
        "arms": list(told.question.arms),
        "answers": sorted(map(list, told.question.answers)),
    }
    return {
        "at": seen.at,
        "question": question or None,
        "revealed": seen.revealed,
        "votes": sorted([arm, lane, count] for (arm, lane), count in told.votes.items()),
        "voters": seen.voters,
        "joined": seen.joined,
    }


def _heard(code: str, said: Mapping[str, Any], player: Mapping[str, Any]) -> None:
    """Do what the browser asks for, as far as it makes sense."""
    heard(code, said, lambda room, its: _lead(room, its, player))


def _lead(code: str, said: Mapping[str, Any], player: Mapping[str, Any]) -> None:
    """Take over where the lecturer's player stands, what it asks, and whether it has shown it."""
    rooms, key = here.rooms(), here.key()
    runs = player["runs"]
    most = sum(run["frames"]["count"] for run in runs)  # on the timeline of all there are no more
    at = said.get("at")
    if isinstance(at, int | float) and 0 <= at < most:
        rooms.move(code, key, float(at))
    frame = whole(said.get("frame"))
    if frame > 0:
        rooms.ask(code, key, _question(runs, player["n"], frame))
        if said.get("shown") is True:
            rooms.reveal(code, key)


def _question(runs: Sequence[Mapping[str, Any]], n: int, frame: int) -> Question:
    if len(runs) > 1:
        return question_of_race(runs, n, frame)
    return question_at(runs[0]["frames"]["moves"], n, frame)


def _nothing() -> None:
    """Let the page run anew: that is all that hearing takes."""
