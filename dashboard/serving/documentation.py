"""The documentation that `make docs` builds, served beside the app where it has been built."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.routing import Mount

SITE = Path(__file__).resolve().parents[2] / "site"
_served: list[str] = []


def routes(base: str, site: Path = SITE) -> list[Mount]:
    """Return where it is served; nothing if it has not been built.

    Parameters
    ----------
    base : str
        The path that the app is served at; "" if none.
    site : Path
        What was built.
    """
    _served.clear()
    if not (site / "index.html").is_file():
        return []
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    path = "/".join(["", *filter(None, [base.strip("/")]), "docs"])
    _served.append(f"{path}/")
    return [Mount(path, StaticFiles(directory=site, html=True))]


def address() -> str:
    """Return the address on this server; "" where it is not served."""
    return next(iter(_served), "")
