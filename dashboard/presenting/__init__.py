"""Presentation view: large type, high contrast, no sidebar; a button and the key P change it.

It lives in the visitor's browser alone: nothing runs anew, and the player goes on playing. The
sheet that it switches on is part of `dashboard/app.css`, as the class ``presenting`` of the page.
"""

from __future__ import annotations

from pathlib import Path

from dashboard.component import component

_FOLDER = Path(__file__).parent


def button(*, on: bool, key: str) -> None:
    """Show the button.

    Parameters
    ----------
    on
        Whether the view is on when the page is opened; what the visitor does later counts more.
    key
        Streamlit's identity of the button.
    """
    component("presenting", _FOLDER)(data=[on], key=key, width="content")
