"""The dialog "Your own arms": paste or upload a table, correct it, play with it."""

from __future__ import annotations

import hashlib
from typing import Any

import streamlit as st

from dashboard.change import change
from dashboard.links.own_arms import is_too_long
from dashboard.memory import tables
from dashboard.naming import escaped
from dashboard.own_problem.arms import MOST_BYTES, ArmTable, TableError, decode, parse, table
from dashboard.settings import Settings
from dashboard.state import current, open_settings

NOT_IN_LINKS = (
    "A link cannot hold so much. These arms stay in this session: reloading the page loses them, "
    "and others who open your link are told that they are missing."
)
_EXAMPLE = "name, mean\nLogo, 12.5 %\nPhoto, 0.31\nVideo, 0.08"
_MOST_PASTED = 200_000  # characters: every rerun brings them anew, and pacing.MOST_BYTES holds them
_HOW = """
A line per arm with its **name and mean**, or a line per reward with **arm and reward**, or a
**column of rewards per arm** with names in the first line. Numbers are from 0 to 1, or percentages.
Up to 1,000 arms, a million cells and 10 MB; pasted, 200,000 characters. What you give stays in this
session: it is not stored, and nobody else sees it unless you share a link that holds it.
"""


@st.dialog("Your own arms", width="large")
def edit_own_arms() -> None:
    """Let a visitor give arms, and take them over when all of them can be used."""
    settings = current()
    st.markdown(_HOW)
    pasted = st.text_area("Paste a table", placeholder=_EXAMPLE, height=130, max_chars=_MOST_PASTED)
    uploaded = st.file_uploader(
        "or upload a file, which then counts instead", type=["csv", "tsv", "txt"]
    )
    try:
        given = _given(settings, pasted, uploaded)
        st.caption(f"{given.read_as}: {len(given.means):,} arms. Correct them here:")
        for warning in given.warnings:
            st.caption(f":material/info: {escaped(warning)}")
        edited = _edited(given)
    except TableError as error:
        with st.container(border=True):
            st.markdown(":material/error: **This table cannot be used yet.**")
            st.text(str(error))
        return
    after = settings_with(settings, edited)
    _say_what_follows(settings, after)
    if st.button("Use these arms", icon=":material/check:", width="stretch"):
        open_settings(after)
        st.rerun()


def settings_with(before: Settings, arms: ArmTable) -> Settings:
    """Return settings with these arms, all else as near to `before` as it fits."""
    numbered = arms.names == tuple(str(i + 1) for i in range(len(arms.names)))
    changes: dict[str, Any] = {
        "arms": "given",
        "means": arms.means,
        "names": None if numbered else arms.names,
        "data": arms.rewards,
    }
    if arms.rewards is not None:
        changes["law"] = "data"
    elif before.law == "data":
        changes["law"] = "bernoulli"
    return change(before, changes)[0]


def _given(settings: Settings, pasted: str, uploaded: Any) -> ArmTable:
    """Return the arms of the file or the text, or those that are there."""
    if uploaded is not None:
        if uploaded.size > MOST_BYTES:  # before it is read
            raise TableError([f"Expected at most 10 MB, got {uploaded.size / 1e6:,.1f} MB."])
        return _parsed(uploaded.getvalue())
    if pasted.strip():
        return _parsed(pasted)
    means = settings.means or tuple(round(float(p), 3) for p in settings.means_array())
    names = settings.names or [str(i + 1) for i in range(len(means))]
    return table(names, means, "The arms you have now", settings.data)


def _parsed(table: str | bytes) -> ArmTable:
    """Return the arms of a table; each is read once, however often its page runs."""
    data = table.encode(errors="replace") if isinstance(table, str) else table
    name = hashlib.blake2b(data, digest_size=16).digest()
    found: ArmTable | TableError | None = tables().get(name)
    if found is None:
        try:
            found = parse(decode(table) if isinstance(table, bytes) else table)
        except TableError as error:
            found = TableError(str(error).splitlines())
        tables().put(name, found)
    if isinstance(found, TableError):
        raise found
    return found


def _edited(given: ArmTable) -> ArmTable:
    """Show arms as a table to be corrected; a changed mean drops the rewards behind all means."""
    import pandas as pd

    source = hashlib.blake2b(repr((given.names, given.means)).encode(), digest_size=8).hexdigest()
    frame: pd.DataFrame = st.data_editor(
        pd.DataFrame({"Arm": list(given.names), "Mean": list(given.means)}),
        column_config={
            "Arm": st.column_config.TextColumn(max_chars=100),
            "Mean": st.column_config.NumberColumn(min_value=0.0, max_value=1.0, format="%.4g"),
        },
        num_rows="dynamic",
        hide_index=True,
        height=260,
        width="stretch",
        key=f"own_arms_{source}",
    )
    filled = frame.dropna(subset=["Mean"])
    names = ["" if name is None else str(name) for name in filled["Arm"]]
    means = [float(mean) for mean in filled["Mean"]]
    kept = given.rewards if tuple(means) == given.means else None
    if given.rewards is not None and kept is None:
        st.caption(":material/info: Means were changed, so arms pay 0 or 1, not your rewards.")
    return table(names, means, given.read_as, kept)


def _say_what_follows(before: Settings, after: Settings) -> None:
    """Say what else will change, and whether a link can hold it."""
    if after.k < before.k:
        st.caption(f":material/info: K will be {after.k}: there are no more arms.")
    if after.reward != before.reward:
        st.caption(f":material/info: The joint reward will be the {after.reward}.")
    if is_too_long(after.texts()):
        st.warning(NOT_IN_LINKS, icon=":material/link_off:")
