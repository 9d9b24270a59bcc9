"""The dialog "Draw the count curve": g(0), …, g(K) as a table beside its picture."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan

import streamlit as st

from dashboard.settings import Settings
from dashboard.state import open_settings

_SHAPES = {
    "linear: each arm counts alike": lambda x: x,
    "saves the first: concave": lambda x: 1 - (1 - x) ** 2,
    "needs many: convex": lambda x: x**2,
    "S-shaped": lambda x: 3 * x**2 - 2 * x**3,
}


@st.dialog("Draw the count curve")
def edit_curve() -> None:
    """Let a visitor set what a round pays for each number of arms that pay."""
    settings: Settings = st.session_state.settings
    assert settings.curve is not None
    st.markdown(
        f"What a round pays when j of its K = {settings.k} arms pay 1. It lies in [0, 1] and "
        "never falls as more arms pay."
    )
    shape = st.selectbox(
        "Start from", list(_SHAPES), index=None, placeholder="the curve you have now"
    )
    start = settings.curve
    if shape is not None:
        start = tuple(round(_SHAPES[shape](j / settings.k), 4) for j in range(settings.k + 1))
    curve = _edited(start, f"own_curve_{shape}")
    wrong = reason_against(curve)
    _picture(curve)
    if wrong:
        st.error(wrong, icon=":material/error:")
    elif st.button("Use this curve", icon=":material/check:", width="stretch"):
        open_settings(replace(settings, curve=tuple(curve)))
        st.rerun()


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


def _edited(start: Sequence[float], key: str) -> list[float]:
    import pandas as pd

    frame: pd.DataFrame = st.data_editor(
        pd.DataFrame({"j": range(len(start)), "g": list(start)}),
        column_config={
            "j": st.column_config.NumberColumn("j arms pay", disabled=True),
            "g": st.column_config.NumberColumn(
                "g(j)", min_value=0.0, max_value=1.0, step=0.0001, required=True
            ),
        },
        hide_index=True,
        width="stretch",
        height=min(38 + 35 * len(start), 250),
        key=key,
    )
    return [float(g) for g in frame["g"].fillna(nan)]


def _picture(curve: Sequence[float]) -> None:
    import plotly.graph_objects as go

    theme = st.context.theme.type or "light"
    colour = {"light": "#0b62c4", "dark": "#4f93ec"}[theme]
    figure = go.Figure(go.Scatter(y=list(curve), mode="lines+markers", line={"color": colour}))
    figure.update_layout(
        height=200,
        margin={"l": 40, "r": 10, "t": 10, "b": 40},
        xaxis={"title": "arms that pay, j", "dtick": max(1, len(curve) // 10)},
        yaxis={"title": "g(j)", "range": [-0.05, 1.05]},
        dragmode=False,
    )
    st.plotly_chart(figure, config={"displayModeBar": False}, key="own_curve_picture")
