"""What the app's own Streamlit components (v2) share: their files, read and joined."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_IMPORT = re.compile(r'^import \{[^}]*\} from "[./a-z]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) )", re.MULTILINE)


@cache
def component(
    name: str, folder: Path, modules: tuple[str, ...] = (), sheets: tuple[str, ...] = ()
) -> ComponentRenderer:
    """Return a component, registered when it is first needed: importing needs no server.

    Its data is best given in a list: Streamlit searches the values of a dict for data frames, and
    loads pandas to do it.

    Parameters
    ----------
    name : str
        Of the component and of its files.
    folder : Path
        Has ``NAME.html``, and ``NAME.js`` and ``NAME.css`` if nothing else is said.
    modules, sheets : tuple of str, optional
        Scripts, see `bundle`, and style sheets, of which later ones win.
    """
    import streamlit as st

    return st.components.v2.component(
        f"dart_{name}",
        html=(folder / f"{name}.html").read_text(encoding="utf-8"),
        css=joined(sheets or (f"{name}.css",), folder),
        js=bundle(modules or (f"{name}.js",), folder),
        isolate_styles=True,
    )


def joined(names: tuple[str, ...], folder: Path) -> str:
    """Return the texts of files, one after the other."""
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def bundle(names: tuple[str, ...], folder: Path) -> str:
    """Join modules into the one module text that Streamlit loads.

    Streamlit serves a component's script from a blob, where relative imports cannot work. So the
    modules are written as one flat namespace: an import is dropped, an export loses its keyword,
    and only the entry point, the default export of the last one, remains.

    Parameters
    ----------
    names : tuple of str
        Modules, each of which imports only from those before it.
    folder : Path
        Where they are; a name may lead out of it.
    """
    parts = []
    for name in names:
        source = _EXPORT.sub("", _IMPORT.sub("", (folder / name).read_text(encoding="utf-8")))
        parts.append(f"// {name}\n{source}")
    return "\n".join(parts)
