"""Progress of a study, where somebody sits before it: at a terminal, or in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import escape
from math import isfinite
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dart_core.progress import Progress

_WIDTH = 30
_SOON = 0.5  # s; what is over before that needs no bar


def bar() -> Bar | NotebookBar:
    """Return a progress bar for this place, to be passed as `on_progress`.

    In a notebook it is a bar below the cell, elsewhere a line on standard error. A notebook and
    Python's prompt need not ask for it: there a study of more than half a second shows one by
    itself, unless `on_progress` is given.
    """
    return NotebookBar() if in_notebook() else Bar(sys.stderr)


def own_bar() -> Callable[[Progress[Any]], object] | None:
    """Return the bar that a study shows by itself; None where nobody sits before it."""
    if current_thread() is not main_thread():
        return None
    if in_notebook():
        return NotebookBar(_SOON)
    prompt = hasattr(sys, "ps1") and sys.stderr is not None and sys.stderr.isatty()
    return Bar(sys.stderr, _SOON) if prompt else None


def in_notebook() -> bool:
    """Return whether this is the kernel of a notebook; IPython is not imported for it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


def said(progress: Progress[Any]) -> str:
    """Return how far it is, in words."""
    left = progress.seconds_left
    says = f"{progress.done:,} of {progress.total:,} runs, {progress.seconds:.0f} s"
    says += f", about {left:.0f} s left" if isfinite(left) and _part(progress) < 1 else ""
    return says + (f", {progress.failed:,} failed" if progress.failed else "")


def _part(progress: Progress[Any]) -> float:
    return progress.done / progress.total if progress.total else 1.0


class Bar:
    """Progress on a text stream: one line that changes, or a line every tenth without a terminal.

    Parameters
    ----------
    stream : text stream
    after : float, default 0
        Seconds in which nothing is shown.
    """

    def __init__(self, stream: Any, after: float = 0.0) -> None:
        self._stream, self._live, self._after = stream, stream.isatty(), after
        self._tenth, self._wide, self._open = -1, 0, False

    def __call__(self, progress: Progress[Any]) -> None:
        """Show how far it is."""
        if progress.seconds < self._after:
            return
        part, says = _part(progress), said(progress)
        if self._live:
            full = int(part * _WIDTH)
            line = f"[{'#' * full}{'.' * (_WIDTH - full)}] {says}"
            self._stream.write("\r" + line.ljust(self._wide))
            self._wide, self._open = len(line), True
        elif int(part * 10) > self._tenth:
            self._tenth = int(part * 10)
            self._stream.write(says + "\n")
        self._stream.flush()
        if progress.done == progress.total:
            self.end()

    def end(self) -> None:
        """Leave the line, if there is one."""
        if self._open:
            self._stream.write("\n")
            self._stream.flush()
        self._open = False


class NotebookBar:
    """Progress below a notebook's cell; when all is done a line says how long it took.

    Parameters
    ----------
    after : float, default 0
        Seconds in which nothing is shown.
    """

    def __init__(self, after: float = 0.0) -> None:
        self._after = after
        self._shown: Any = None

    def __call__(self, progress: Progress[Any]) -> None:
        """Show how far it is."""
        if progress.seconds < self._after:
            return
        from IPython import display

        show: Any = display.display  # it has no annotations

        says = said(progress)
        done = progress.done == progress.total
        its = "" if done else f'<progress max="1" value="{_part(progress):.4f}"></progress> '
        bundle = {"text/html": f"<small>{its}{escape(says)}</small>", "text/plain": says}
        if self._shown is None:
            self._shown = show(bundle, raw=True, display_id=True)
        else:
            self._shown.update(bundle, raw=True)
