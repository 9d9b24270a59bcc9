"""Sharing: the link to what a visitor sees, as text, as a QR code, and as a frame to embed."""

from __future__ import annotations

import html
from dataclasses import replace
from urllib.parse import urlsplit

import streamlit as st

from dashboard import presenting
from dashboard.links.game_state import GameState
from dashboard.links.link import Link
from dashboard.links.player_state import PlayerState
from dashboard.links.study_view import StudyView
from dashboard.state import hides, lesson, link, may_open_dialog
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
    if asked and may_open_dialog():
        _dialog(page)


@st.dialog("Share what you see", width="large")
def _dialog(page: str) -> None:
    its = link()
    game = its.game if page == "play" else GameState()
    view = its.view if page == "sensitivity" else StudyView()
    links(replace(its, player=PlayerState(), game=game, view=view), page)
    if page == "":
        st.caption("*Copy link* below the player takes the moment on screen along, too.")


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
        st.code(said, language=None, wrap_lines=True)
        if len(short) < len(said):
            st.caption("The same, short:")
            st.code(short, language=None, wrap_lines=True)
    with code, st.container(key=key):
        st.image(qr(short), width="stretch")
    with frame:
        st.caption("The bare page in a frame, without navigation and sidebar:")
        st.code(iframe(short), language="html", wrap_lines=True)


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
        'style="border:0" loading="lazy" allow="clipboard-write; fullscreen"></iframe>'
    )


def root() -> str:
    """Return the app's own address as the visitor's browser knows it, with a slash at its end."""
    parts = urlsplit(st.context.url or "http://localhost:8501/")
    path = parts.path.rpartition("/")[0]
    return f"{parts.scheme}://{parts.netloc}{path}/"


def show_lesson() -> None:
    """Show a teacher's own words; they are plain text, never markup."""
    its = lesson()
    if its.title:
        st.html(f'<h2 class="lesson">{html.escape(its.title)}</h2>')
    if its.say:
        st.html(f'<p class="lesson">{html.escape(its.say)}</p>')
