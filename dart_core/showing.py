"""How values show themselves. The core says that they do; the floor above draws them.

What draws is a module that is asked for by its name when a picture is first wanted, as pandas does
with its plotting backends: nothing here imports it, and numbers need no pictures.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

BACKEND = "dart_player.pictures"
"""The module that draws; it has the functions of `Pictures`. The wheel holds it."""


class Pictures(Protocol):
    """What a drawing module must be able to do."""

    def html(self, value: object) -> str:
        """Return a value as a part of a page: its picture and what it comes to."""

    def svg(self, value: object) -> str:
        """Return the still picture of a value."""

    def figure(self, value: object, *, theme: str, band: str, log: str | None) -> Any:
        """Return a Plotly figure."""

    def plot(self, value: object, ax: Any, *, path: Any, band: str, log: str | None) -> Any:
        """Draw on Matplotlib's axes and return them."""

    def page(self, run: object, about: dict[str, str]) -> str:
        """Return the animation of a run as one HTML file."""


def pictures() -> Pictures:
    """Return what draws.

    Raises
    ------
    ModuleNotFoundError
        If only the core is there, without the package that draws.
    """
    return cast("Pictures", import_module(BACKEND))


class Shown:
    """A value that is shown as a picture where it is the value of a notebook's cell."""

    def _repr_html_(self) -> str | None:
        drawn = _if_there()
        return None if drawn is None else drawn.html(self)

    def _repr_svg_(self) -> str | None:
        drawn = _if_there()
        return None if drawn is None else drawn.svg(self)


class Drawn(Shown):
    """A value that has figures for a page, a talk or a paper."""

    def figure(self, *, theme: str = "light", band: str = "mean", log: str | None = None) -> Any:
        """Return a Plotly figure; this needs the extra ``plot``.

        Parameters
        ----------
        theme : str, default "light"
            ``"light"`` or ``"dark"``.
        band : str, default "mean"
            Of studies and sweeps, what is drawn around a line: ``"mean"`` (the 95 % interval of
            the mean), ``"min-max"`` or ``"quantiles"``.
        log : str, optional
            Which axes are logarithmic: ``""``, ``"x"``, ``"y"`` or ``"xy"``; by default those of
            values that reach over more than a power of ten, regret over time left linear.

        Returns
        -------
        plotly.graph_objects.Figure

        Raises
        ------
        FieldError
            If an argument is none of these.
        """
        return pictures().figure(self, theme=theme, band=band, log=log)

    def plot(
        self,
        ax: Any = None,
        *,
        path: str | Path | None = None,
        band: str = "mean",
        log: str | None = None,
    ) -> Any:
        """Draw with Matplotlib, for a column of a two-column paper; this needs the extra ``plot``.

        A figure of its own is 3.33 in wide. Letters have 8 pt; lines differ by dash and mark, so
        the figure can be read without colour.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a figure of its own without.
        path : str or Path, optional
            Where to save it: ``.pdf``, ``.pgf`` (needs a LaTeX), ``.png`` or ``.svg``. Fonts are
            embedded as TrueType, as publishers ask for.
        band, log
            As for `figure`.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        FieldError
            If an argument is none of these, or the file has another ending.
        """
        return pictures().plot(self, ax, path=path, band=band, log=log)


def _if_there() -> Pictures | None:
    """Return what draws; None for a core that stands alone: then text is all."""
    try:
        return pictures()
    except ModuleNotFoundError as error:
        if error.name is not None and BACKEND.startswith(error.name):
            return None
        raise
