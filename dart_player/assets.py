"""The player's script, markup and style sheet.

The script is built from ``js/`` by ``make player`` and committed: nothing here needs Node.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent

# Later sheets win: player.css comes late, with the narrow form, and then the system's colours.
_SHEETS = (
    "picture.css",
    "legend.css",
    "controls.css",
    "panels.css",
    "knobs.css",
    "racers.css",
    "card.css",
    "opening.css",
    "why.css",
    "player.css",
    "forced.css",
)


@cache
def script() -> str:
    """Return the player as one module: its default export mounts it, and so does `MOUNT`."""
    return _text("built/player.js")


MOUNT = "dart_player.default"
"""How code that stands behind `script`, in the same module, calls its default export."""


@cache
def markup() -> str:
    """Return the player's HTML, without a run."""
    return _text("player.html")


@cache
def styles() -> str:
    """Return the player's style sheet."""
    return "\n".join(_text(f"styles/{name}") for name in _SHEETS)


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
