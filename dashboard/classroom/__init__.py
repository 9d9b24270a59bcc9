"""Predict first, in the browser: asks who moves next, takes the vote, shows who was right.

A Streamlit component (v2) below the player. The two talk by events of the window, so that neither
needs the other: ``dart:class`` says to the player whether to stop before an event and whether it
follows a lecturer; ``dart:go`` lets it go on; ``dart:follow`` puts its clock somewhere. The player
says ``dart:question`` where it has stopped, ``dart:event`` when that event has passed,
``dart:position`` where it rests, and ``dart:hello`` when it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dashboard.component import component

_FOLDER = Path(__file__).parent


def panel(data: dict[str, Any], on_said: Callable[[], None], *, key: str) -> Any:
    """Show the panel.

    Parameters
    ----------
    data
        ``mode`` ("alone", "host" or "phone"), ``labels`` (of the arms), ``thing`` (what one is and
        several are), ``words`` (of the lanes) and, in a room, what stands in it: ``at``,
        ``question``, ``revealed``, ``votes``, ``voters``.
    on_said
        Is called when the browser has said something: a vote, a position, a question.
    key
        Streamlit's identity of the panel.

    Returns
    -------
    object
        ``said`` is what the browser said, or None: data from outside, to be checked.
    """
    return component("classroom", _FOLDER)(data=[data], key=key, on_said_change=on_said)
