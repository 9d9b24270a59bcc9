"""The parts of the Teach page: ready lessons, a teacher's own link, and what students will see."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from dashboard.classroom import hosting
from dashboard.classroom import words as room_words
from dashboard.home import root
from dashboard.keeping import recall, remember
from dashboard.lessons.ready import Lesson as Ready
from dashboard.lessons.ready import moments_of, ready
from dashboard.links.learn_state import LearnState
from dashboard.links.lesson import LESSON_SCHEMA, Lesson
from dashboard.links.link import Link
from dashboard.links.own_arms import kept
from dashboard.links.player_state import PlayerState
from dashboard.schema.kinds import Several
from dashboard.schema.texts import Text
from dashboard.settings import Settings
from dashboard.state import lesson, take_moment
from dashboard.teaching import words

PAGES = {"": "Watch", "play": "Play", "compare": "Compare", "sensitivity": "Sensitivity"}
PREVIEW_HEIGHT = 760  # px
_PHONE = 390  # px
_WATCH, _LEARN = "pages/watch.py", "pages/learn.py"
_FIELDS = {field.name: field for field in LESSON_SCHEMA}
_PREFIX = "teach_"
_VIEW = f"{_PREFIX}view"


@dataclass(frozen=True)
class Wish:
    """What a teacher's link opens, and on which page."""

    link: Link
    page: str


def lessons() -> None:
    """Offer the ready lessons: each starts a class at once, or opens for one student."""
    if code := hosting.led():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(words.RUNNING.format(code=room_words.spaced(code)))
            if st.button(words.BACK, icon=":material/arrow_forward:"):
                st.switch_page(_WATCH if lesson().predict else _LEARN)
    st.header(words.LESSONS, anchor=False)
    for its in ready():
        _lesson(its)


def _lesson(its: Ready) -> None:
    moments = moments_of(its.name)
    with st.container(border=True):
        said, ways = st.columns([3, 2], vertical_alignment="center")
        with said:
            st.markdown(f"**{its.title}** · {words.about(its.minutes, len(moments))}")
            st.markdown(its.goal)
        with ways, st.container(horizontal=True, horizontal_alignment="right"):
            started = st.button(
                room_words.START,
                key=f"start_{its.name}",
                icon=":material/groups:",
                help=room_words.START_HELP,
            )
            link = Link(learn=LearnState(lesson=its.name))
            st.link_button(
                words.OPEN,
                f"{root()}learn?{link.shared('learn')}",
                icon=":material/open_in_new:",
                help=words.OPEN_HELP,
            )
        with st.expander("Script and questions"):
            steps, questions = st.columns(2)
            steps.markdown("\n".join(f"{at}. {step}" for at, step in enumerate(its.script, 1)))
            questions.markdown("\n".join(f"* {moment.question}" for moment in moments))
    if started and hosting.start():
        take_moment(LearnState(lesson=its.name))
        st.switch_page(_LEARN)


def form(settings: Settings) -> Wish:
    """Draw the choices, and return what they mean."""
    st.header(words.OWN, anchor=False)
    st.caption(words.OWN_HELP)
    left, right = st.columns(2)
    with left:
        title, say = _text("title"), _text("say")
    with right:
        _views()
        page = st.selectbox("Opens on", list(PAGES), format_func=PAGES.__getitem__)
    with st.expander(words.SINGLE):
        parts, ways = st.columns(2)
        with parts:
            hide, lock = _several("hide"), _several("lock")
        with ways:
            predict, present = _toggle("predict"), _toggle("present")
            hidden = st.toggle(
                "Hide the truth",
                key=f"{_PREFIX}truth",
                help="The true best arms are not marked until a student asks for them.",
            )
    its = Lesson(title=title, say=say, hide=hide, lock=lock, predict=predict, present=present)
    return Wish(Link(settings, PlayerState(truth=not hidden), its), page)


def _views() -> None:
    """Offer three views before the list of single parts, which they fill in."""
    st.segmented_control(
        words.VIEW,
        list(words.VIEWS),
        format_func=words.VIEWS.__getitem__,
        key=_VIEW,
        on_change=_take_view,
        width="stretch",
    )


def _take_view() -> None:
    if view := recall(_VIEW):
        remember(f"{_PREFIX}hide", list(words.HIDDEN[view]))


def start(settings: Settings) -> None:
    """Offer a class that follows the run of the sidebar."""
    if st.button(
        words.START_OWN, key="start_own", icon=":material/groups:", help=words.START_OWN_HELP
    ) and hosting.start(Link(settings).query(), kept(settings.texts())):
        st.switch_page(_WATCH)


def preview(wish: Wish) -> None:
    """Show the very page that the link opens, as wide as a computer or a phone shows it."""
    st.header(words.PREVIEW, anchor=False)
    address = f"{root()}{wish.page}?{wish.link.short(wish.page)}"
    with st.container(horizontal=True, vertical_alignment="center"):
        width = st.segmented_control(
            words.PREVIEW,
            list(words.WIDTHS),
            format_func=words.WIDTHS.__getitem__,
            default="computer",
            required=True,
            key=f"{_PREFIX}width",
            label_visibility="collapsed",
        )
        st.link_button(words.OPEN, address, icon=":material/open_in_new:", help=words.OPEN_HELP)
    st.iframe(address, height=PREVIEW_HEIGHT, width=_PHONE if width == "phone" else "stretch")


def _text(name: str) -> str:
    field = _FIELDS[name]
    assert isinstance(field.kind, Text)
    typed = st.text_input(
        field.label,
        max_chars=field.kind.longest,
        key=f"{_PREFIX}{name}",
        help=f"{field.help} Plain text.",
    )
    return field.kind.nearest(typed or "")


def _toggle(name: str) -> bool:
    field = _FIELDS[name]
    return st.toggle(field.label, key=f"{_PREFIX}{name}", help=field.help)


def _several(name: str) -> tuple[str, ...]:
    field = _FIELDS[name]
    assert isinstance(field.kind, Several)
    labels = field.kind.options
    chosen = st.multiselect(
        field.label,
        list(labels),
        format_func=labels.__getitem__,
        placeholder="nothing",
        key=f"{_PREFIX}{name}",
        help=field.help,
    )
    return field.kind.check(chosen)
