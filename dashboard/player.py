"""The player on a page: a Streamlit component (v2).

The run is sent once; while it plays, the server does nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from dart_player import assets
from dart_player.format import Payload
from dashboard.component import register
from dashboard.keeping import recall


def player(data: Payload, *, key: str, on_act: Callable[[object], None] | None = None) -> None:
    """Show a run.

    Parameters
    ----------
    data
        The payload. The same ``id`` again keeps the visitor's position; a new one starts over and
        keeps speed, scales and toggles.
    key
        Streamlit's identity of this player on the page.
    on_act
        Is called, before the next run of the page, with what a visitor asked of it from inside the
        player: data from outside, to be checked.
    """

    def heard() -> None:
        if on_act is not None:
            on_act(getattr(recall(key), "act", None))

    show = register("player", assets.markup(), assets.styles(), assets.script())
    show(data=[data], key=key, on_act_change=heard)
