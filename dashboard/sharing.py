"""Sharing: the link to what a visitor sees, as text, as a QR code, and as a frame to embed."""

from __future__ import annotations

import html
from dataclasses import replace

import streamlit as st

from dashboard import drafting, phone, presenting
from dashboard.home import root
from dashboard.lessons.own import PICTURES
from dashboard.links.game_state import GameState
from dashboard.links.learn_state import LearnState
from dashboard.links.lesson import Lesson
from dashboard.links.link import Link
from dashboard.links.player_state import PlayerState
from dashboard.links.study_view import StudyView
from dashboard.state import hides, lesson, link, may_build, may_open_dialog
from dashboard.streamlit_edges import NO_BAR, NO_PAGES

FRAME_HEIGHT = 660  # px: the player with its transport, at the width of a course page


def bar(page: str) -> None:
    """Draw the buttons at the top right of every page, and leave out what is to be hidden."""
    if st.context.is_embedded:
        st.html(f"<style>{NO_BAR}</style>")
        return
    if hides("pages"):
        st.html(f"<style>{NO_PAGES}</style>")
    with st.container(key="share", horizontal=True, horizontal_alignment="right", width="content"):
        presenting.button(on=lesson().present, key="presenting")
        asked = not hides("share") and st.button("Share", icon=":material/share:")
    if not hides("pages"):
        phone.bar(page, "" if hides("share") else f"{root()}{page}?{_shown(page).short(page)}")
    drafting.keep(page)
    if asked and may_open_dialog():
        _dialog(page)


@st.dialog("Share what you see", width="large")
def _dialog(page: str) -> None:
    links(_shown(page), page)
    if page == "":
        st.caption(
            "*Copy link* (on a phone *Share link*) below the player takes the moment on screen "
            "along, too."
        )
    if (page or "watch") in PICTURES and may_build():
        drafting.offer(replace(link(), lesson=Lesson()), page)


def _shown(page: str) -> Link:
    """Return the link to what a page shows: nothing of other pages, and a run from its start."""
    its = link()
    game = its.game if page == "play" else GameState()
    view = its.view if page == "sensitivity" else StudyView()
    learn = its.learn if page == "learn" else LearnState()
    return replace(its, player=PlayerState(), game=game, view=view, learn=learn)


def links(its: Link, page: str, *, key: str = "qr") -> None:
    """Show a link in its three forms.

    Parameters
    ----------
    its : Link
    page : str
        The page's path, "" for Watch.
    key : str
        Of the code; one on the page itself has another than the one in the dialog above it.
    """
    said = f"{root()}{page}?{its.shared(page)}"
    short = f"{root()}{page}?{its.short(page)}"
    text, code, frame = st.tabs(["Link", "QR code", "For a course page"])
    with text:
        first, *longer = sorted({short, said}, key=len)
        st.code(first, language=None, wrap_lines=True)
        for each in longer:
            with st.expander("The same, spelled out"):
                st.code(each, language=None, wrap_lines=True)
    with code, st.container(key=key):
        st.image(qr(short), width="stretch")
    with frame:
        st.caption("The bare page in a frame, without navigation and sidebar:")
        st.code(iframe(short), language="html", wrap_lines=True)
        st.caption(
            "If the frame stays white, the course page sandboxes it without `allow-same-origin`. "
            "The saved animation then works as well: *Save and reproduce*, below the player."
        )


def qr(link: str) -> str:
    """Return a QR code as the text of an SVG: black on white, with its quiet zone."""
    import segno

    code: str = segno.make(link, error="m", boost_error=True).svg_inline(
        scale=8, border=4, dark="#000000", light="#ffffff", omitsize=True
    )
    return code


def iframe(link: str) -> str:
    """Return the HTML that shows a link in a frame of another page."""
    source = html.escape(f"{link}&embed=true")
    return (
        f'<iframe src="{source}" title="DART, animated" width="100%" height="{FRAME_HEIGHT}" '
        'style="border:0" loading="lazy" allow="clipboard-write; web-share; fullscreen"></iframe>'
    )


def show_lesson() -> None:
    """Show a teacher's own words; they are plain text, never markup."""
    its = lesson()
    if its.title:
        level = "h1" if hides("heading") else "h2"  # a page has one of the first
        st.html(f'<{level} class="lesson">{html.escape(its.title)}</{level}>')
    if its.say:
        st.html(f'<p class="lesson">{html.escape(its.say)}</p>')
