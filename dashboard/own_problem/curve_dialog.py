"""The dialog "Draw the count curve": g(0), …, g(K) to be dragged, beside the same as a table."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isnan, nan
from pathlib import Path

import streamlit as st

from dashboard.component import component
from dashboard.keeping import forget, recall, remember
from dashboard.own_problem import cells
from dashboard.settings import SCHEMA, Settings
from dashboard.state import current, open_settings

_FOLDER = Path(__file__).parent
_DRAWING = "own_curve_drawing"
_KIND = next(field.kind for field in SCHEMA if field.name == "curve")
_SHAPES = {
    "linear: each arm counts alike": lambda x: x,
    "saves the first: concave": lambda x: 1 - (1 - x) ** 2,
    "needs many: convex": lambda x: x**2,
    "S-shaped": lambda x: 3 * x**2 - 2 * x**3,
}


def edit_curve() -> None:
    """Open the dialog, on the curve that is in use."""
    forget("own_curve")
    _dialog()


@st.dialog("Draw the count curve", width="large")
def _dialog() -> None:
    """Let a visitor set what a round pays for each number of arms that pay."""
    settings = current()
    assert settings.curve is not None
    st.markdown(
        f"What a round pays when j of its K = {settings.k} arms pay 1. It lies in [0, 1] and "
        "never falls as more arms pay: a point that is moved takes the others along."
    )
    st.selectbox(
        "Start from",
        list(_SHAPES),
        index=None,
        placeholder="the curve you have now",
        key="own_curve_shape",
        on_change=_take_shape,
        args=(settings,),
    )
    start: Sequence[float] = recall("own_curve", settings.curve)
    picture, numbers = st.columns([3, 2])
    with numbers:
        curve, unread = _edited(start)
    with picture:
        component("curve", _FOLDER)(
            data=[[0.0 if isnan(g) else g for g in curve]],
            key=_DRAWING,
            on_curve_change=_take_drawing,
        )
    if wrong := unread or reason_against(curve):
        st.error(wrong, icon=":material/error:")
    elif st.button("Use this curve", icon=":material/check:", width="stretch"):
        open_settings(replace(settings, curve=tuple(curve)))
        st.rerun()


def _take_shape(settings: Settings) -> None:
    """Start over from a shape, or from the curve in use."""
    shape = _SHAPES.get(recall("own_curve_shape"))
    if shape is None:
        assert settings.curve is not None
        _take(settings.curve)
    else:
        _take([round(shape(j / settings.k), 4) for j in range(settings.k + 1)])


def _take_drawing() -> None:
    """Take over what the browser sent: whatever is no curve is left alone."""
    try:
        drawn = _KIND.check(recall(_DRAWING).curve)
    except (ValueError, TypeError):
        return
    if len(drawn) == current().k + 1:
        _take(drawn)


def _take(curve: Sequence[float]) -> None:
    remember("own_curve", curve)
    remember("own_curve_table", recall("own_curve_table", 0) + 1)


def reason_against(curve: Sequence[float]) -> str:
    """Return what is wrong with a count curve, "" if it never falls and lies in [0, 1]."""
    for j, g in enumerate(curve):
        if not 0.0 <= g <= 1.0:  # NaN, an empty cell, fails every comparison
            came = "nothing" if isnan(g) else f"{g:g}"
            return f"g({j}): expected a number from 0 to 1, got {came}. Fill its cell."
    for j, (before, now) in enumerate(itertools.pairwise(curve), 1):
        if now < before:
            return (
                f"g({j}) = {now:g} is below g({j - 1}) = {before:g}. Expected a curve that never "
                f"falls: raise g({j}) or lower g({j - 1})."
            )
    return ""


def _edited(start: Sequence[float]) -> tuple[list[float], str]:
    """Show a curve as a table; return what it says, and what of it cannot be read.

    A curve that was drawn since is another table, without old edits.
    """
    import pandas as pd

    frame: pd.DataFrame = st.data_editor(
        pd.DataFrame({"j": range(len(start)), "g": list(map(cells.shown, start))}),
        column_config={
            "j": st.column_config.NumberColumn("j arms pay", disabled=True),
            "g": cells.column("g(j)"),
        },
        hide_index=True,
        width="stretch",
        height=min(38 + 35 * len(start), 290),
        key=f"own_curve_table_{recall('own_curve_table', 0)}",
    )
    return numbers(frame["g"], start)


def numbers(texts: Iterable[object], start: Sequence[float]) -> tuple[list[float], str]:
    """Return the numbers in cells, NaN where there is none, and why one cannot be read."""
    curve, wrong = [], ""
    for j, (text, before) in enumerate(zip(texts, start, strict=True)):
        try:
            curve.append(cells.read(text, before))
        except ValueError as why:
            curve.append(nan)
            wrong = wrong or f"g({j}): {why}"
    return curve, wrong
