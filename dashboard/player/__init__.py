"""The player: one run, animated in the visitor's browser.

A Streamlit component (v2) made of plain JavaScript modules and SVG. The run is sent once; while it
plays, the server does nothing. `decode.js` documents the payload's shape by reading it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

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

_IMPORT = re.compile(r'^import \{[^}]*\} from "[./a-z]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) )", re.MULTILINE)


def bundle(names: tuple[str, ...] = _MODULES, folder: Path = _FOLDER) -> str:
    """Join modules into the one module text that Streamlit loads.

    Streamlit serves a component's script from a blob, where relative imports cannot work. So the
    modules are written as one flat namespace: an import is dropped, an export loses its keyword,
    and only the entry point, `player.js`'s default export, remains.

    Parameters
    ----------
    names : tuple of str, optional
        Modules, each of which imports only from those before it; the player's if not given.
    folder : Path, optional
        Where they are; a name may lead out of it.
    """
    parts = []
    for name in names:
        source = _EXPORT.sub("", _IMPORT.sub("", (folder / name).read_text(encoding="utf-8")))
        parts.append(f"// {name}\n{source}")
    return "\n".join(parts)


def markup() -> str:
    """Return the player's HTML, without a run."""
    return _read("player.html")


def styles() -> str:
    """Return the player's style sheet."""
    return "\n".join(_read(name) for name in _STYLES)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _component() -> ComponentRenderer:
    """Register the component when it is first needed: importing this module needs no server."""
    import streamlit as st

    return st.components.v2.component(
        "dart_player",
        html=markup(),
        css=styles(),
        js=bundle(),
        isolate_styles=True,
    )


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
    # In a list: Streamlit searches the values of a dict for data frames, and loads pandas to do it.
    _component()(data=[data], key=key)
