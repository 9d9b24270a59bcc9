"""What the app's own Streamlit components (v2) share: their files, read and registered.

Streamlit serves a component's script from a blob, where relative imports cannot work. So each is
one module, built from its sources by ``make player`` and committed: the app needs no Node.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.once import once

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_BUILT = Path(__file__).parent / "built"


def component(name: str, folder: Path) -> ComponentRenderer:
    """Return one of the app's components.

    Its data is best given in a list: Streamlit searches the values of a dict for data frames, and
    loads pandas to do it.

    Parameters
    ----------
    name : str
        Of the component and of its files.
    folder : Path
        Has ``NAME.html`` and ``NAME.css``; the script is built from its ``NAME.js``.
    """
    html, css, js = (
        file.read_text(encoding="utf-8")
        for file in (folder / f"{name}.html", folder / f"{name}.css", _BUILT / f"{name}.js")
    )
    return register(name, html, css, js)


@once
def register(name: str, html: str, css: str, js: str) -> ComponentRenderer:
    """Return a component, registered when it is first needed: importing needs no server."""
    import streamlit as st

    return st.components.v2.component(
        f"dart_{name}", html=html, css=css, js=js, isolate_styles=True
    )
