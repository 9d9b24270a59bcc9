"""Presentation view: large type, high contrast, no sidebar; a button and the key P change it.

It lives in the visitor's browser alone: nothing runs anew, and the player goes on playing. The
sheet that it switches on is part of `dashboard/app.css`, as the class ``presenting`` of the page.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FOLDER = Path(__file__).parent


@cache
def _component() -> ComponentRenderer:
    import streamlit as st

    html, css, js = (
        (_FOLDER / f"presenting.{kind}").read_text(encoding="utf-8")
        for kind in ("html", "css", "js")
    )
    return st.components.v2.component(
        "dart_presenting", html=html, css=css, js=js, isolate_styles=True
    )


def button(*, on: bool, key: str) -> None:
    """Show the button.

    Parameters
    ----------
    on
        Whether the view is on when the page is opened; what the visitor does later counts more.
    key
        Streamlit's identity of the button.
    """
    _component()(data=[on], key=key, width="content")
