"""A teacher's own lesson on the Teach page: its moments are edited, saved, opened and led."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from dart_core.numeral import LONGEST_NUMBER
from dashboard import drafting
from dashboard.classroom import hosting
from dashboard.classroom import words as room_words
from dashboard.home import root
from dashboard.lessons import asking, own
from dashboard.lessons.moments import Moment
from dashboard.lessons.own import OwnLesson
from dashboard.naming import escaped
from dashboard.prices import limits
from dashboard.schema.texts import Text
from dashboard.schema.typed import typed
from dashboard.serving.profile import profile
from dashboard.serving.service import jobs
from dashboard.state import take_moment
from dashboard.teaching import words
from dashboard.waiting import TICK

_LEARN = "pages/learn.py"
_PREFIX = "own_"


def lesson() -> None:
    """Show the lesson that this visitor makes, and what can be done with it."""
    st.header(words.LESSON, anchor=False)
    st.caption(words.LESSON_HELP)
    its = drafting.DRAFT.get()
    if its.moments:
        its = _edited(its)
        _ways(its)
    with st.expander(words.OPEN_FILE, icon=":material/upload_file:"):
        drafting.upload(
            words.OPEN_FILE, words.OPEN_FILE_HELP, key="teach_file", take=drafting.DRAFT.put
        )


def _key(name: str, at: int | str = "") -> str:
    return f"{_PREFIX}{drafting.edition()}_{at}_{name}"  # another lesson has other widgets


def _edited(its: OwnLesson) -> OwnLesson:
    """Draw the lesson's texts and questions; return and keep it as they now say."""
    title = own.TITLE.nearest(
        st.text_input(words.LESSON_TITLE, its.title, max_chars=own.TITLE.longest, key=_key("title"))
    )
    moments = []
    for at, moment in enumerate(its.moments):
        label = f"{at + 1}. {escaped(moment.title) or words.TITLE}"
        with st.expander(label, key=_key("moment", at)):
            moments.append(_moment(moment, at))
            _order(its, at)
    now = OwnLesson(title, tuple(moments))
    if now != its:
        drafting.DRAFT.edit(now)
        st.rerun()
    return now


def _moment(its: Moment, at: int) -> Moment:
    said, asked = st.columns(2, gap="medium")
    with said:
        title = _text(words.TITLE, its.title, own.TITLE, "title", at)
        says = _text(words.SAYS, " ".join(its.says), own.SAYS, "says", at, words.SAYS_HELP)
        takeaway = _text(words.TAKEAWAY, its.takeaway, own.TAKEAWAY, "takeaway", at)
        minutes = _whole(words.MINUTES, its.minutes, (1, 60), "minutes", at)
        stands = its.at
        if its.picture == "watch":
            horizon = its.parsed().settings.horizon
            stands = _whole(words.AT, its.at, (0, horizon), "at", at)
    with asked:
        its = replace(
            its,
            title=title,
            says=(says,) if says else (),
            takeaway=takeaway,
            minutes=minutes,
            at=stands,
        )
        return _question(its, at)


def _question(its: Moment, at: int) -> Moment:
    kinds = [k for k in asking.KINDS if its.picture == "watch" or k not in asking.COMPUTED]
    kind = st.selectbox(
        words.KIND,
        kinds,
        kinds.index(its.kind) if its.kind in kinds else len(kinds) - 1,
        format_func=asking.KINDS.__getitem__,
        help=words.KIND_HELP,
        key=_key("kind", at),
    )
    its = replace(its, kind=kind)
    if kind == "number":
        numbers = list(asking.NUMBERS)
        known = numbers.index(its.fact) if its.fact in numbers else 0
        which = st.selectbox(
            words.NUMBER,
            numbers,
            known,
            format_func=asking.NUMBERS.__getitem__,
            key=_key("number", at),
        )
        its = replace(its, fact=which)
    else:
        its = replace(its, fact="")
    unasked = replace(its, question="", answers=(), right=0)
    its = _choice(its, at) if kind == "choice" else unasked
    if kind != "none":
        its = replace(its, why=_text(words.WHY, its.why, own.WHY, "why", at, words.WHY_HELP))
    if kind in asking.COMPUTED:
        _show_answer(its)
    return its


def _choice(its: Moment, at: int) -> Moment:
    question = _text(words.QUESTION, its.question, own.QUESTION, "question", at)
    typed = st.text_area(words.ANSWERS, "\n".join(its.answers), height=110, key=_key("answers", at))
    lines = map(own.ANSWER.nearest, typed.splitlines()[: 4 * own.MOST_ANSWERS])
    answers = tuple(filter(None, lines))[: own.MOST_ANSWERS]
    places = range(len(answers) + 1)
    right = st.selectbox(
        words.RIGHT,
        places,
        its.right if its.right in places else 0,
        format_func=lambda place: f"{place}. {answers[place - 1]}" if place else words.NO_RIGHT,
        key=f"{_key('right', at)}_{len(answers)}",
    )
    return replace(its, question=question, answers=answers, right=right)


def _show_answer(its: Moment) -> None:
    """Say what the run answers, or why it does not."""
    if why := limits.of_watch(its.parsed().settings, profile()):
        st.warning(why)
        return
    place = st.empty()

    def on_wait(_: float) -> None:
        place.empty()  # also what lets Streamlit interrupt this script

    key, work, price = asking.work(its)
    found: asking.Asked | str = jobs().result(key, work, on_wait, TICK, price=price)
    if isinstance(found, str):
        st.warning(found, icon=":material/help:")
        return
    right = escaped(found.answers[found.right - 1])
    st.markdown(f"{escaped(found.question)}  \n**{words.ANSWER}:** {right}")


def _order(its: OwnLesson, at: int) -> None:
    """Offer to move a moment, or to remove it."""
    moments = list(its.moments)
    with st.container(horizontal=True):
        for label, icon, to in (
            (words.UP, ":material/arrow_upward:", at - 1),
            (words.DOWN, ":material/arrow_downward:", at + 1),
        ):
            st.button(
                label,
                icon=icon,
                disabled=not 0 <= to < len(moments),
                key=_key(label, at),
                on_click=_put,
                args=(its, _moved, at, to),
            )
        st.button(
            words.REMOVE,
            icon=":material/delete:",
            key=_key(words.REMOVE, at),
            on_click=_put,
            args=(its, _without, at, 0),
        )


def _put(
    its: OwnLesson, change: Callable[[Sequence[Any], int, int], Any], at: int, to: int
) -> None:
    drafting.DRAFT.put(replace(its, moments=tuple(change(drafting.DRAFT.get().moments, at, to))))


def _moved(moments: Sequence[Moment], at: int, to: int) -> list[Moment]:
    others = [*moments[:at], *moments[at + 1 :]]
    return [*others[:to], moments[at], *others[to:]]


def _without(moments: Sequence[Moment], at: int, _: int) -> list[Moment]:
    return [*moments[:at], *moments[at + 1 :]]


def _ways(its: OwnLesson) -> None:
    """Offer what a lesson is for."""
    link = _address(its)
    with st.container(horizontal=True):
        started = st.button(
            room_words.START,
            key="start_made",
            icon=":material/groups:",
            type="primary",
            help=room_words.START_HELP,
        )
        if link:
            st.link_button(words.OPEN, link, icon=":material/open_in_new:", help=words.OPEN_HELP)
        st.download_button(
            words.SAVE_LESSON,
            own.written(its, indent=1),
            file_name="lesson.dart-lesson.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
        )
        st.button(
            words.NEW,
            icon=":material/delete_sweep:",
            help=words.NEW_HELP,
            on_click=drafting.DRAFT.put,
            args=(OwnLesson("", ()),),
        )
    if link:
        st.code(link, language=None, wrap_lines=True)
    else:
        st.caption(f":material/link_off: {words.LONG}")
    if started and hosting.start():
        take_moment(drafting.opened(its))
        st.switch_page(_LEARN)


def _address(its: OwnLesson) -> str:
    """Return the link that opens a lesson, "" where it is too long for one."""
    text = own.packed(its)
    address = f"{root()}learn?made={text}"
    return address if text and len(address) <= 2_000 else ""


def _text(label: str, value: str, kind: Text, name: str, at: int, help_: str = "") -> str:
    show = st.text_area if kind.longest > 200 else st.text_input
    more: dict[str, Any] = {"height": 90} if kind.longest > 200 else {}
    more |= {"max_chars": kind.longest, "key": _key(name, at), "help": help_ or None}
    return kind.nearest(str(show(label, value, **more) or ""))


def _whole(label: str, value: int, bounds: tuple[int, int], name: str, at: int) -> int:
    # No box for numbers: a browser drops a decimal comma there, and 0,5 becomes 5 in silence.
    came = st.text_input(label, f"{value}", max_chars=LONGEST_NUMBER, key=_key(name, at))
    low, high = bounds
    try:
        number = typed(came, whole=True)
    except ValueError as why:
        st.error(str(why))
        return value
    if not (low <= number <= high and number.is_integer()):
        st.error(f"Expected a whole number from {low:,} to {high:,}, got {number:g}.")
        return value
    return int(number)
