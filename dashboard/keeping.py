"""What a page keeps for its visitor from run to run, by names of its own; widgets are among it.

This module and `dashboard.state` are the only ones that touch Streamlit's session state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")


def recall(name: str, default: Any = None) -> Any:
    """Return what is kept under a name."""
    return st.session_state.get(name, default)


def remember(name: str, value: object) -> None:
    """Keep a value; a widget of that name shows it."""
    st.session_state[name] = value


def forget(name: str) -> Any:
    """Return what was kept under a name, no longer kept; None if nothing was."""
    return st.session_state.pop(name, None)


def always(name: str, make: Callable[[], T]) -> T:
    """Return what is kept under a name, made at first."""
    if name not in st.session_state:
        st.session_state[name] = make()
    made: T = st.session_state[name]
    return made
