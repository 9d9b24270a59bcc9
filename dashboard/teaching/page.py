"""The parts of the Teach page: what a teacher's link says, and what students will see."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from dashboard.links.lesson import LESSON_SCHEMA, Lesson
from dashboard.links.link import Link
from dashboard.links.player_state import PlayerState
from dashboard.schema.fields import Several
from dashboard.schema.texts import Text
from dashboard.settings import Settings
from dashboard.sharing import root

PAGES = {"": "Watch", "play": "Play", "compare": "Compare", "sensitivity": "Sensitivity"}
PREVIEW_HEIGHT = 760  # px
_FIELDS = {field.name: field for field in LESSON_SCHEMA}
_PREFIX = "teach_"


@dataclass(frozen=True)
class Wish:
    """What a teacher's link opens, and on which page."""

    link: Link
    page: str


def form(settings: Settings) -> Wish:
    """Draw the choices, and return what they mean."""
    words, choices = st.columns(2)
    with words:
        title, say = _text("title"), _text("say")
        page = st.selectbox("Opens on", list(PAGES), format_func=PAGES.__getitem__)
    with choices:
        hide, lock = _several("hide"), _several("lock")
        predict, present = _toggle("predict"), _toggle("present")
        hidden = st.toggle(
            "Hide the truth",
            key=f"{_PREFIX}truth",
            help="The true best arms are not marked until a student asks for them.",
        )
    lesson = Lesson(title=title, say=say, hide=hide, lock=lock, predict=predict, present=present)
    return Wish(Link(settings, PlayerState(truth=not hidden), lesson), page)


def preview(wish: Wish) -> None:
    """Show the very page that the link opens."""
    st.subheader("What students will see")
    st.iframe(f"{root()}{wish.page}?{wish.link.short(wish.page)}", height=PREVIEW_HEIGHT)


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
