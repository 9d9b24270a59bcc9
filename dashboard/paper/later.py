"""What stands far down on a page comes a moment after the rest, which so comes sooner."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard.keeping import recall, remember

_SECONDS = 3.0  # the browser counts them from when it has what is above; it draws that meanwhile


def later(name: str, draw: Callable[[], None]) -> None:
    """Draw a part when the browser asks for it; at once for who comes back to the page.

    Until then its place says that it is coming: a page that is printed at once lacks it.

    Parameters
    ----------
    name : str
        Of the part.
    draw : callable
        ``draw()`` draws it.
    """
    drawn = f"drawn-{name}"
    if recall(drawn, False):
        draw()
        return
    asked: list[bool] = []

    @st.fragment(run_every=_SECONDS)
    def wait() -> None:
        if asked:
            remember(drawn, True)
            st.rerun()  # to a page that has it, and asks no more
        asked.append(True)
        st.caption("The rest of this page comes in a moment.")

    wait()
