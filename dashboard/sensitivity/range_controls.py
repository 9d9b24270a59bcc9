"""The row of controls that says what takes which values: from, to, how many, or a list."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dart_core.numeral import LONGEST_NUMBER
from dashboard import ranges
from dashboard.change import change
from dashboard.keeping import forget, recall, remember
from dashboard.schema.kinds import Values
from dashboard.schema.study_choices import MOST_VALUES
from dashboard.schema.typed import NoNumber, Unclear, typed, typed_list
from dashboard.settings import Settings
from dashboard.state import current, open_settings

SPACINGS = {"log": "logarithmic", "linear": "linear", "list": "a list"}
_COUNTS = (3, 5, 7, 9, 13, 17, 25)
_MOST_IN_A_BOX = LONGEST_NUMBER * MOST_VALUES


def show(settings: Settings, place: int, *, locked: bool) -> None:
    """Draw the boxes of one varied parameter, filled with the values that it takes.

    Parameters
    ----------
    settings : Settings
        As `Settings.compared` gives them.
    place : int
        0 or 1: the first or the second of what is varied.
    locked : bool
        Whether they can be used.
    """
    name = ranges.chosen(settings)[place]
    if name == "reward":
        return
    values = [float(each) for each in ranges.grid(settings, name)]
    spacing = recall(f"range_shown_{place}") or ranges.spacing_of(values)
    for part, text in _texts(values, spacing).items():
        if not recall(_bad(place)):  # what cannot be read stays in its box, to be corrected
            remember(_key(place, part), text)
    symbol = ranges.symbol(settings, name)

    def box(part: str, label: str, width: int, most: int = LONGEST_NUMBER) -> None:
        st.text_input(
            label,
            key=_key(place, part),
            max_chars=most,
            width=width,
            on_change=_take,
            args=(place, part),
            disabled=locked,
        )

    if spacing == "list":
        box("list", f"{symbol}: the values", 330, _MOST_IN_A_BOX)
    else:
        box("from", f"{symbol} from", 100)
        box("to", "to", 100)
        counts = sorted({*_COUNTS, len(values)})
        st.selectbox(
            "Values",
            counts,
            key=_key(place, "count"),
            width=90,
            on_change=_take,
            args=(place, "count"),
            disabled=locked,
        )
    st.selectbox(
        "Spaced",
        list(SPACINGS),
        format_func=SPACINGS.__getitem__,
        key=_key(place, "spacing"),
        width=130,
        on_change=_take,
        args=(place, "spacing"),
        disabled=locked,
    )
    if why := recall(_bad(place)):
        st.error(why)


def forget_complaints(settings: Settings) -> None:
    """Let go of what was typed for something else."""
    now = tuple(ranges.chosen(settings)), settings.values, settings.values_too
    if recall("range_of") != now:
        remember("range_of", now)
        for place in (0, 1):
            forget(_bad(place))
            if recall("range_kept") != place:
                forget(f"range_shown_{place}")
        forget("range_kept")


def _key(place: int, part: str) -> str:
    return f"range_{place}_{part}"


def _bad(place: int) -> str:
    return f"range_{place}_bad"


def _texts(values: list[float], spacing: str) -> dict[str, Any]:
    if spacing == "list":
        return {"list": ", ".join(f"{each:g}" for each in values), "spacing": spacing}
    ends = {"from": f"{min(values):g}", "to": f"{max(values):g}"}
    return {**ends, "count": len(values), "spacing": spacing}


def _take(place: int, part: str) -> None:
    """Take over what the boxes say, or say what is wrong with it."""
    settings = current().compared()
    name = ranges.chosen(settings)[place]
    before = [float(each) for each in ranges.grid(settings, name)]
    spacing = recall(_key(place, "spacing"))
    if part == "spacing" and spacing == "list":  # the same values, to be changed one by one
        remember(f"range_shown_{place}", spacing)
        return
    forget(f"range_shown_{place}")
    try:
        values = _values(place, name, before, spacing)
    except (NoNumber, Unclear) as why:
        remember(_bad(place), str(why))
        return
    forget(_bad(place))
    if spacing == "list":
        remember(f"range_shown_{place}", spacing)
        remember("range_kept", place)
    field = "values" if place == 0 else "values_too"
    open_settings(change(current(), {field: values})[0])


def _values(place: int, name: str, before: list[float], spacing: str) -> tuple[float, ...]:
    whole = ranges.counts(name)
    if spacing == "list" and recall(_key(place, "list")) is not None:
        values = tuple(sorted(set(typed_list(recall(_key(place, "list"))))))
        try:
            return Values(MOST_VALUES).check(values)
        except ValueError:
            raise Unclear(f"Expected 2 to {MOST_VALUES} different numbers from 0 up.") from None
    ends = (("from", min(before)), ("to", max(before)))
    low, high = (typed(recall(_key(place, end), f"{was:g}"), whole=whole) for end, was in ends)
    count = recall(_key(place, "count"), len(before))
    if not 0 <= low < high <= 1e12:
        raise Unclear(
            f"Expected two numbers from 0 up, the first below the second, got {low:g} and {high:g}."
        )
    if spacing == "log" and low == 0:
        raise Unclear("A logarithmic range begins above 0. Choose a linear one, or another start.")
    return ranges.spread(low, high, count, log=spacing == "log", whole=whole)
