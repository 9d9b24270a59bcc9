"""The player: one run, animated in the visitor's browser.

A Streamlit component (v2) made of plain JavaScript modules and SVG. The run is sent once; while it
plays, the server does nothing. `decode.js` documents the payload's shape by reading it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dashboard.component import bundle, component, joined

FORMAT = 3
"""The payload format that this player reads."""

_FOLDER = Path(__file__).parent

# Each module imports only from modules before it.
_MODULES = (
    "format.js",
    "decode.js",
    "clock.js",
    "window.js",
    "packing.js",
    "rows.js",
    "regret.js",
    "dom.js",
    "hiding.js",
    "order.js",
    "bets.js",
    "tokens.js",
    "lanes.js",
    "chart.js",
    "asking.js",
    "arm.js",
    "stages.js",
    "code.js",
    "steps.js",
    "slow.js",
    "walking.js",
    "pointing.js",
    "panels.js",
    "link.js",
    "theme.js",
    "save.js",
    "slide.js",
    "record.js",
    "saving.js",
    "controls.js",
    "classroom.js",
    "player.js",
)

# Later sheets win: player.css comes last, with the narrow form.
_STYLES = ("picture.css", "controls.css", "panels.css", "player.css")


def scripts() -> str:
    """Return the player's modules as one."""
    return bundle(_MODULES, _FOLDER)


def markup() -> str:
    """Return the player's HTML, without a run."""
    return joined(("player.html",), _FOLDER)


def styles() -> str:
    """Return the player's style sheet."""
    return joined(_STYLES, _FOLDER)


def player(data: dict[str, Any], *, key: str) -> None:
    """Show a run.

    Parameters
    ----------
    data
        The payload, format 3. The same ``id`` again keeps the visitor's position; a new one starts
        over and keeps speed, scales and toggles.
    key
        Streamlit's identity of this player on the page.
    """
    component("player", _FOLDER, _MODULES, _STYLES)(data=[data], key=key)
