"""The player on a page: a Streamlit component (v2).

The run is sent once; while it plays, the server does nothing.
"""

from __future__ import annotations

from dart_player import assets
from dart_player.format import Payload
from dashboard.component import register


def player(data: Payload, *, key: str) -> None:
    """Show a run.

    Parameters
    ----------
    data
        The payload. The same ``id`` again keeps the visitor's position; a new one starts over and
        keeps speed, scales and toggles.
    key
        Streamlit's identity of this player on the page.
    """
    show = register("player", assets.markup(), assets.styles(), assets.script())
    show(data=[data], key=key)
