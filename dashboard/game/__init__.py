"""The game: choose K of N arms round by round, in the visitor's browser.

A Streamlit component (v2). The rewards of all arms in all rounds are dealt once, so a round takes
no time and goes on without a network; a visitor who wants to cheat can read them. What is said of
a finished game is computed by `dart_core` from the actions alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dashboard.component import component

_FOLDER = Path(__file__).parent


def game(data: dict[str, Any], *, key: str) -> Any:
    """Show a game, and return what the browser sent of it.

    Parameters
    ----------
    data
        What is dealt: ``id``, ``n``, ``k``, ``form``, ``curve`` and ``table``, the reward of
        every arm in every round. A game with the same ``id`` goes on where it was.
    key
        Streamlit's identity of this game on the page.

    Returns
    -------
    object
        None before the game is over, then ``{"id": …, "actions": [[arm, …], …]}``. It comes from
        a browser, so it may be anything.
    """
    result = component("game", _FOLDER)(data=[data], key=key, on_played_change=_nothing)
    return result.get("played")


def _nothing() -> None:
    """Streamlit keeps a state only where its change is listened to."""
