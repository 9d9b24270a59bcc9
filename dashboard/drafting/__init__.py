"""Lessons of a visitor's own: the one that they make, and the one that they have opened.

Both are kept for this session on the server and, beside it, in the browser, so that a page that is
loaded anew still has them. "Add this moment" adds to the first, from any page; Teach edits it;
Learn plays the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from secrets import token_urlsafe

import streamlit as st

from dashboard.component import component
from dashboard.keeping import always, forget, recall, remember
from dashboard.lessons import own
from dashboard.lessons.moments import Moment
from dashboard.lessons.own import LessonError, OwnLesson
from dashboard.links.learn_state import LearnState
from dashboard.links.link import Link
from dashboard.memory import LESSONS, Kept
from dashboard.naming import escaped
from dashboard.once import once
from dashboard.scenarios import scenario_of
from dashboard.settings import Settings
from dashboard.words import contest

ADD = "Add to my lesson"
ADD_HELP = "A lesson is several such moments, each with a question. You finish it on Teach."
ADDED = "Added to your lesson. Write its text and its question on Teach."
_FOLDER = Path(__file__).parent
_EDITION = "lessons_edition"
_SAID = "lessons_said"  # about the last act, to be shown by the next run
HELD = "#"  # before the digest of a lesson that no link can hold


class Slot:
    """A place for one lesson.

    Parameters
    ----------
    name : str
        Of the place, on the server and in the browser.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def get(self) -> OwnLesson:
        """Return the lesson; one without moments where there is none."""
        return _lessons().get(self._key) or _NONE

    def put(self, lesson: OwnLesson) -> None:
        """Keep a lesson in place of the one before, also of the one that the browser has."""
        self._met.add(self._name)
        self.edit(lesson)
        remember(_EDITION, edition() + 1)

    def edit(self, lesson: OwnLesson) -> None:
        """Keep a lesson as the widgets that show it say."""
        _lessons().put(self._key, lesson, owner=self._key[0])

    def add(self, moment: Moment) -> None:
        """Add a moment.

        Raises
        ------
        LessonError
            If the lesson is full.
        """
        its = self.get()
        if len(its.moments) >= own.MOST_MOMENTS:
            raise LessonError(
                f"Your lesson has {own.MOST_MOMENTS} moments, and it cannot hold more. Remove one "
                "on Teach, or save it and begin another."
            )
        self.edit(replace(its, moments=(*its.moments, moment)))

    def meet(self) -> None:
        """Bring browser and server together; a page that shows the lesson calls this first.

        What the browser kept comes first, what this session has added since comes behind it.
        """
        asks: dict[str, str] = always("lessons_asked", dict)
        text = ask = None
        if self._name in self._met and self._key in _lessons():
            text = own.written(self.get())
        else:
            ask = asks.setdefault(self._name, token_urlsafe(6))
        said = component("draft", _FOLDER)(
            data=[{"place": f"dart-lesson-{self._name}", "ask": ask, "text": text}],
            key=f"kept_{self._name}",
            on_kept_change=_heard,
        ).get("kept")
        if ask is None or not isinstance(said, Mapping) or said.get("ask") != ask:
            return
        del asks[self._name]
        before, here = _readable(said.get("text")), self.get()
        moments = (*before.moments, *here.moments)[: own.MOST_MOMENTS]
        self.put(OwnLesson(before.title or here.title, moments))
        st.rerun()  # so that the browser is told what has become of it

    @property
    def _key(self) -> tuple[str, str]:
        return always("lessons_token", lambda: token_urlsafe(12)), self._name

    @property
    def _met(self) -> set[str]:
        return always("lessons_met", set)


_NONE = OwnLesson("", ())
DRAFT, OPENED = Slot("draft"), Slot("opened")


def edition() -> int:
    """Return how often a lesson came otherwise than from the widgets that show it."""
    return int(recall(_EDITION, 0))


def keep(page: str) -> None:
    """Let the browser keep the lesson that is being made, also on pages that only add to it."""
    if said := forget(_SAID):
        st.toast(said, icon=":material/playlist_add:")
    if page == "teach" or DRAFT.get().moments:
        DRAFT.meet()


@once
def _lessons() -> Kept[OwnLesson]:
    return Kept(LESSONS)


def _heard() -> None:
    """Streamlit keeps a state only where its change is listened to."""


def _readable(text: object) -> OwnLesson:
    try:
        return own.read(text) if isinstance(text, str) else _NONE
    except LessonError:
        return _NONE  # nothing, or of another version of the app


def add(its: Link, page: str) -> None:
    """Add what a page shows to the lesson that is being made, and say so.

    Parameters
    ----------
    its : Link
    page : str
        Its path, "" for Watch.
    """
    scenario = scenario_of(its.settings)
    title = contest(its.settings) or (scenario.title if scenario else _untitled(its.settings))
    try:
        DRAFT.add(own.moment_of(its, page or "watch", title))
    except LessonError as why:
        remember(_SAID, str(why))
    else:
        remember(_SAID, ADDED)


def upload(label: str, help_: str, *, key: str, take: Callable[[OwnLesson], None]) -> None:
    """Offer to open a lesson from a file, and say what is wrong with one that cannot be used."""
    file = st.file_uploader(label, type="json", key=key, help=help_, label_visibility="collapsed")
    st.caption(help_)
    if file is None:
        return
    try:
        lesson = own.read(file.getvalue())
    except LessonError as why:
        st.error(str(why), icon=":material/description:")
        return
    title = escaped(lesson.title) or "Without a title"
    st.markdown(f"**{title}** · {len(lesson.moments)} moments, {lesson.minutes} minutes")
    st.button("Open it", type="primary", key=f"{key}_open", on_click=take, args=(lesson,))


def offer(its: Link, page: str) -> None:
    """Offer to add what a page shows, in a dialog, which closes then."""
    icon = ":material/playlist_add:"
    st.button(ADD, icon=icon, help=ADD_HELP, on_click=add, args=(its, page))
    if recall(_SAID):
        st.rerun()


def _untitled(settings: Settings) -> str:
    return f"{settings.n} arms, choose {settings.k}"


def opened(lesson: OwnLesson) -> LearnState:
    """Return what a link says to open a lesson: all of it, or, where it is long, its name."""
    OPENED.put(lesson)
    return LearnState(made=own.packed(lesson) or f"{HELD}{lesson.digest}")


def lesson_of(state: LearnState) -> OwnLesson:
    """Return the lesson that a link opens.

    Raises
    ------
    LessonError
        If it cannot be used, or is too long for the link and not kept here.
    """
    if not state.made.startswith(HELD):
        return own.unpacked(state.made)
    here = OPENED.get()
    if here.digest != state.made.removeprefix(HELD):
        raise LessonError(
            "This lesson is too long for a link, and this browser does not have it. Open its file."
        )
    return here
