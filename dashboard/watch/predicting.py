"""Predict first: alone, or in a room in which the lecturer moves the clock and phones vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard import classroom
from dashboard.classroom.questions import RoomError, question_at
from dashboard.classroom.room import Lists, Phone, Seen, hidden
from dashboard.classroom.rooms import Rooms
from dashboard.keeping import always, forget, recall, remember
from dashboard.links.lesson import Lesson
from dashboard.links.link import Link
from dashboard.links.own_arms import kept
from dashboard.once import once
from dashboard.serving.addresses import address_here
from dashboard.settings import Settings
from dashboard.sharing import qr, root
from dashboard.state import current, lesson, open_settings, take_lesson

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_LOOKS_OF_HOST = 0.5  # one page, on which all others wait
WRONG_CODES = 5  # of one visitor
_SECONDS_BETWEEN_COUNTS = 2.0
_KEY = "classroom"
_LONGEST_VOTER = 80  # characters: longer than any that a room takes


@once
def rooms() -> Rooms:
    """Return the rooms of this server."""
    return Rooms()


def show(settings: Settings, player: Mapping[str, Any]) -> None:
    """Show the panel below the player, where a link or the visitor has asked for it.

    Parameters
    ----------
    settings : Settings
    player : mapping
        The player's data, see `dart_player.payload.encode`.
    """
    its = lesson()
    if its.room:
        _room(settings, its.room, player)
    elif its.predict:
        classroom.panel(_about("alone", player), _nothing, key=_KEY)
        if st.button("Open a room for a class", icon=":material/groups:"):
            _open(settings, its)


def _open(settings: Settings, its: Lesson) -> None:
    """Open a room, and make its code part of this visitor's own link."""
    earlier = recall("host_key", "")
    try:
        query, lists = Link(settings).query(), kept(settings.texts())
        code, key = rooms().open(query, lists, earlier, address_here())
    except RoomError as error:
        st.warning(str(error))
        return
    remember("host_key", key)
    take_lesson(replace(its, room=code, predict=True))
    st.rerun()


def _room(settings: Settings, code: str, player: Mapping[str, Any]) -> None:
    """Show a room; what the browser says is heard at once, the others are looked for."""
    wrong_codes: set[str] = always("wrong_codes", set)
    if len(wrong_codes - {code}) >= WRONG_CODES:
        st.warning("Too many wrong codes. Open the link or scan the code anew.")
        return
    hosted = rooms().is_host(code, recall("host_key", ""))
    if hosted:
        _invitation(code)
    query, lists = Link(settings).query(), kept(settings.texts())  # once, not at every look

    def hear() -> None:
        said = getattr(recall(_KEY), "said", None)
        if isinstance(said, Mapping):
            _heard(code, said, player)

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS_OF_HOST if hosted else SECONDS_BETWEEN_LOOKS)
    def body() -> None:
        hosts = rooms().is_host(code, recall("host_key", ""))
        if hosts != hosted:  # a lecturer's page that was reloaded
            st.rerun()
        if refused := forget("not_heard"):
            st.warning(refused)
        not_shown = _not_shown(code, query, lists) if hosts else ""
        try:
            seen = rooms().look(code)
        except RoomError as gone:
            wrong_codes.add(code)
            st.warning(f"{gone} You can go on alone.", icon=":material/meeting_room:")
            if st.button("Go on alone"):
                take_lesson(replace(lesson(), room=""))
                st.rerun()
            return
        if not_shown:
            st.warning(f"{not_shown} Until then the class stays at the run before.")
            return
        if not hosts and seen.query != query:  # the lecturer shows another run
            theirs = Link.parse(seen.query, seen.lists).settings
            if theirs != settings:  # else it is taken over, whatever it is called: never twice
                open_settings(theirs)
                st.rerun()
        data = _about("host" if hosts else "phone", player) | _standing(seen, hosts=hosts)
        data["code"] = code
        if hosts:
            data["key"] = recall("host_key")
        elif voter := recall("voter"):
            data["mine"] = rooms().vote_of(code, voter)
        classroom.panel(data, hear, key=_KEY)

    body()


def _not_shown(code: str, query: str, lists: Lists) -> str:
    """Show the host's run to the room; return why it cannot be shown, or nothing."""
    try:
        rooms().show(code, recall("host_key"), query, lists)
    except RoomError as error:
        return str(error)
    return ""


def _invitation(code: str) -> None:
    """Show to the class how to come in."""
    link = f"{root()}?{Link(current(), lesson=lesson()).short()}"
    bar, button, those = st.columns([4, 1, 1], vertical_alignment="center")
    bar.markdown(f"**Room {code}.** Phones that open its link vote; this page moves the clock.")
    with (
        button.popover("Invite", icon=":material/qr_code:", width="stretch"),
        st.container(key="qr_room"),
    ):
        st.image(qr(link), width="stretch")
        st.code(link, language=None, wrap_lines=True)
    with those.popover("Class", icon=":material/group:", width="stretch"):
        _class(code)


@st.fragment(run_every=_SECONDS_BETWEEN_COUNTS)
def _class(code: str) -> None:
    """Show to the host who is in the room, and what to do about those who do not belong there."""
    key = recall("host_key")
    try:
        phones, locked = rooms().phones(code, key), rooms().is_locked(code, key)
    except RoomError as gone:
        st.warning(str(gone))
        return
    networks = Counter(phone.network for phone in phones)
    st.markdown(
        f"**{len(phones)} phones** are in, from {len(networks)} "
        f"{'network' if len(networks) == 1 else 'networks'}. Phones in the same Wi-Fi share one."
    )
    if st.toggle("Let nobody else in", value=locked, key="room_locked") != locked:
        rooms().lock(code, key, locked=not locked)
    whole = {name: count for name, count in networks.items() if count > 1}
    others = [f"all {count} of network {name}" for name, count in whole.items()]
    chosen = st.selectbox(
        "Take out",
        [*others, *(f"phone {phone.number} of network {phone.network}" for phone in phones)],
        index=None,
        placeholder="nobody",
        key="room_out",
        help="Their votes go, and they cannot come back into this room.",
    )
    if st.button("Take out", disabled=chosen is None) and chosen is not None:
        _take_out(code, key, chosen, phones)
        st.rerun(scope="fragment")
    st.button(
        "Start again with a new code",
        icon=":material/restart_alt:",
        help="Everybody is out, and the old code opens nothing. Show the new one to your class.",
        on_click=_start_again,
        args=(code, key),
    )


def _take_out(code: str, key: str, chosen: str, phones: list[Phone]) -> None:
    network = chosen.startswith("all ")
    letter = chosen.rpartition(" ")[2]
    for phone in phones:
        its = f"phone {phone.number} of network {phone.network}"
        if its == chosen or (network and phone.network == letter):
            rooms().remove(code, key, phone.name, network=network)
            return


def _start_again(code: str, key: str) -> None:
    with suppress(RoomError):
        take_lesson(replace(lesson(), room=rooms().start_again(code, key)))


def _about(mode: str, player: Mapping[str, Any]) -> dict[str, Any]:
    words = player["words"]
    return {
        "mode": mode,
        "run": player["id"],
        "labels": player["labels"],
        "words": ["", words["accept"], words["reject"]],
    }


def _standing(seen: Seen, *, hosts: bool) -> dict[str, Any]:
    """Return what stands in a room as the panel takes it."""
    told = seen if hosts else hidden(seen)
    question = told.question and {
        "frame": told.question.frame,
        "arms": list(told.question.arms),
        "answers": sorted(map(list, told.question.answers)),
    }
    return {
        "at": seen.at,
        "question": question,
        "revealed": seen.revealed,
        "votes": sorted([arm, lane, count] for (arm, lane), count in told.votes.items()),
        "voters": seen.voters,
    }


def _heard(code: str, said: Mapping[str, Any], player: Mapping[str, Any]) -> None:
    """Do what the browser asks for, as far as it makes sense."""
    key = recall("host_key", "")
    if isinstance(said.get("voter"), str):
        always("voter", lambda: said["voter"][:_LONGEST_VOTER])  # one for all of a session
    try:
        if (voter := recall("voter")) and not rooms().is_host(code, key):
            rooms().enter(code, voter, address_here())
        if isinstance(said.get("host"), str):
            if rooms().is_host(code, said["host"]):
                remember("host_key", said["host"])
        elif rooms().is_host(code, key):
            _lead(code, key, said, player)
        elif isinstance(said.get("vote"), list) and len(said["vote"]) == 2:
            arm, lane = (_whole(value) for value in said["vote"])
            frame = _whole(said.get("frame"))
            rooms().vote(code, recall("voter", ""), frame, (arm, lane), address_here())
    except RoomError as error:
        remember("not_heard", str(error))


def _lead(code: str, key: str, said: Mapping[str, Any], player: Mapping[str, Any]) -> None:
    """Take over where the lecturer's player stands, what it asks, and whether it has shown it."""
    at = said.get("at")
    if isinstance(at, int | float) and 0 <= at < player["frames"]["count"]:
        rooms().move(code, key, float(at))
    frame = _whole(said.get("frame"))
    if frame > 0:
        rooms().ask(code, key, question_at(player["frames"]["moves"], player["n"], frame))
        if said.get("shown") is True:
            rooms().reveal(code, key)


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _nothing() -> None:
    """Let the page run anew: that is all that hearing takes."""
