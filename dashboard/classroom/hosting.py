"""The host's side of a room on every page: start a class, let it join, see who is in, end it."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from urllib.parse import urlsplit

import streamlit as st

from dashboard.classroom import here, words
from dashboard.classroom.questions import RoomError
from dashboard.classroom.room import Lists, Phone
from dashboard.home import root
from dashboard.keeping import recall, remember
from dashboard.serving.addresses import address_here
from dashboard.sharing import qr
from dashboard.state import lesson, take_lesson

_JOINING = "room_joining"  # whether the screen to join by is shown
_SECONDS_BETWEEN_COUNTS = 1.0
_SECONDS_BETWEEN_LISTS = 2.0
_BEST = 5  # scores that are shown


def start(query: str = "", lists: Lists | None = None) -> bool:
    """Open a room and make its code part of this visitor's own link; whether that went well.

    Parameters
    ----------
    query : str
        The link of the run that the class follows; none where a lesson asks.
    lists : mapping, optional
        What that link only names.
    """
    try:
        code, key = here.rooms().open(query, lists, here.key(), address_here())
    except RoomError as error:
        st.warning(str(error))
        return False
    remember("host_key", key)
    remember(_JOINING, True)
    take_lesson(replace(lesson(), room=code, predict=bool(query)))
    return True


def led() -> str:
    """Return the code of the room that this visitor leads, "" for who leads none."""
    code = lesson().room
    return code if code and here.hosts(code) else ""


def bar(code: str) -> None:
    """Draw what a host needs of a room, in one line; and over the page the screen to join by."""
    with st.container(key="room_bar", horizontal=True, vertical_alignment="center"):
        _count(code, f"**Room {words.spaced(code)}** · {{}}")
        st.button(words.SHOW_CODE, icon=":material/qr_code:", on_click=_show_code)
        with st.popover(words.PEOPLE, icon=":material/group:"):
            _people(code)
        with st.popover(words.RESULTS, icon=":material/leaderboard:"):
            _results(code)
            _save(code)
        st.button(words.END, icon=":material/logout:", help=words.END_HELP, on_click=_end)
    if recall(_JOINING, False):
        _join_screen(code)


def _show_code() -> None:
    remember(_JOINING, True)


def _begin() -> None:
    remember(_JOINING, False)


def _end() -> None:
    with suppress(RoomError):
        here.rooms().close(lesson().room, here.key())
    _begin()
    take_lesson(replace(lesson(), room=""))


def _join_screen(code: str) -> None:
    """Fill the window with the ways in: read from the last row."""
    with st.container(key="join_screen"):
        with st.container(key="join_qr"):
            st.image(qr(f"{root()}?room={code}"), width="stretch")
        with st.container(key="join_words"):
            address = urlsplit(root())
            shown = html.escape(f"{address.netloc}{address.path}join")
            st.html(
                f'<p class="join-way">Go to</p><p class="join-address">{shown}</p>'
                f'<p class="join-way">and type</p><p class="join-code">{html.escape(code)}</p>'
            )
            with st.container(key="join_count"):
                _count(code, "**{}**")
            st.button(words.BEGIN, icon=":material/play_arrow:", on_click=_begin, width="stretch")
            st.caption(words.BEGIN_HELP)
            if address.hostname in {"localhost", "127.0.0.1", "::1"}:
                st.caption(words.ONLY_HERE)


def _count(code: str, text: str) -> None:
    @st.fragment(run_every=_SECONDS_BETWEEN_COUNTS)
    def body() -> None:
        with suppress(RoomError):
            st.markdown(text.format(words.joined(here.rooms().look(code).joined)))

    body()


def _looking(code: str, show: Callable[[str], None]) -> None:
    try:
        show(code)
    except RoomError as gone:
        st.warning(str(gone))


@st.fragment(run_every=_SECONDS_BETWEEN_LISTS)
def _people(code: str) -> None:
    _looking(code, _show_people)


def _show_people(code: str) -> None:
    """Show who is in the room, and what to do about those who do not belong there."""
    key = here.key()
    phones, locked = here.rooms().phones(code, key), here.rooms().is_locked(code, key)
    networks = Counter(phone.network for phone in phones)
    st.markdown(
        f"**{len(phones)} {'phone is' if len(phones) == 1 else 'phones are'}** in, from "
        f"{len(networks)} {'network' if len(networks) == 1 else 'networks'}. "
        "Phones in the same Wi-Fi share one."
    )
    if st.toggle("Let nobody else in", value=locked, key="room_locked") != locked:
        here.rooms().lock(code, key, locked=not locked)
    whole = {name: count for name, count in networks.items() if count > 1}
    others = [f"all {count} of network {name}" for name, count in whole.items()]
    chosen = st.selectbox(
        "Take out",
        [*others, *map(_called, phones)],
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


def _called(phone: Phone) -> str:
    name = f"{phone.nickname}, " if phone.nickname else ""
    return f"{name}phone {phone.number} of network {phone.network}"


def _take_out(code: str, key: str, chosen: str, phones: list[Phone]) -> None:
    network = chosen.startswith("all ")
    letter = chosen.rpartition(" ")[2]
    for phone in phones:
        if _called(phone) == chosen or (network and phone.network == letter):
            here.rooms().remove(code, key, phone.name, network=network)
            return


def _start_again(code: str, key: str) -> None:
    with suppress(RoomError):
        take_lesson(replace(lesson(), room=here.rooms().start_again(code, key)))
    remember(_JOINING, True)


@st.fragment(run_every=_SECONDS_BETWEEN_LISTS)
def _results(code: str) -> None:
    _looking(code, _show_results)


def _show_results(code: str) -> None:
    """Show who leads, while the room has answers."""
    scores = here.rooms().scores(code, here.key())
    if not scores or not scores[0].choices:
        st.caption(words.NO_RESULTS)
        return
    for place, score in enumerate(scores[:_BEST], 1):
        st.text(f"{place}. {score.who}: {score.right} of {score.asked}")


def _save(code: str) -> None:
    """Offer all answers as a file; drawn once, as one drawn anew forgets the click on the last."""
    key = here.key()
    st.download_button(
        words.SAVE,
        lambda: here.rooms().table(code, key),
        file_name=f"dart-class-{code}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
