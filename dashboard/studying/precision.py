"""How many runs it takes until means are known well enough, offered as buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.schema.study_choices import MAX_RUNS
from dashboard.state import current, open_settings

if TYPE_CHECKING:
    from dart_core.summary import Interval

_WIDTHS = (0.1, 0.05, 0.02)


def widest(intervals: Iterable[Interval]) -> float:
    """Return the largest half-width of intervals, as a share of their means; NaN if none has."""
    shares = [(each.high - each.mean) / each.mean for each in intervals if each.mean > 0]
    known = [share for share in shares if isfinite(share)]
    return max(known, default=float("nan"))


def runs_for(intervals: Iterable[Interval], width: float) -> int | None:
    """Return how many runs bring every interval to ± `width` of its mean; None if unknown."""
    from dart_core.summary import runs_needed

    needed = [runs_needed(each, width) for each in intervals if each.mean > 0]
    return None if not needed or None in needed else max(each or 2 for each in needed)


def show(intervals: list[Interval], key: str) -> None:
    """Say how wide the intervals are, and offer the numbers of runs that make them narrower."""
    now = widest(intervals)
    if not isfinite(now):
        return
    offers = {width: runs_for(intervals, width) for width in _WIDTHS if width < now}
    with st.container(horizontal=True, vertical_alignment="center", key=f"precision-{key}"):
        st.caption(
            f"Means are known to ± {100 * now:{',.0f' if now >= 0.1 else '.2g'}} % or better.",
            width="content",
        )
        for width, runs in offers.items():
            if runs is not None and runs <= MAX_RUNS:
                st.button(
                    f"± {width:.0%}: {runs:,} runs".replace("%", " %"),
                    key=f"until-{key}-{width}",
                    type="tertiary",
                    on_click=_take,
                    args=(runs,),
                    help="How many runs it takes, judging by those there are.",
                )


def _take(runs: int) -> None:
    open_settings(replace(current(), runs=runs))
