"""Numbers in tables to be edited, as text: a cell of numbers drops a decimal comma in silence."""

from __future__ import annotations

from math import nan
from typing import Any

import streamlit as st

from dart_core.numeral import LONGEST_NUMBER
from dashboard.schema.typed import typed


def shown(number: float) -> str:
    """Return what a cell shows of a number: four digits."""
    return f"{number:.4g}"


def column(label: str) -> Any:
    """Return the column of a table whose cells are numbers as `shown`."""
    return st.column_config.TextColumn(label, max_chars=LONGEST_NUMBER, alignment="right")


def read(cell: Any, before: float | None = None) -> float:
    """Return the number that a cell holds: NaN if it is empty.

    Parameters
    ----------
    cell : str, None or NaN
        What somebody typed, or what `shown` has written.
    before : float, optional
        The number that the cell showed: as long as its text stays, so do the digits behind it.

    Raises
    ------
    NoNumber, Unclear
        See `dashboard.schema.typed`.
    """
    text = cell.strip() if isinstance(cell, str) else ""
    if not text:
        return nan
    if before is not None and text == shown(before):
        return before
    return typed(text)
