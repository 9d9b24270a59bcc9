"""The dialog "Your own arms": paste or upload a table, see how it was read, play with it."""

from __future__ import annotations

import hashlib
from math import isnan
from typing import TYPE_CHECKING, Any

import streamlit as st

from dart_core.arm_tables.arm_table import ArmTable
from dart_core.arm_tables.asking import TableError, in_words
from dart_core.arm_tables.grid import MOST_BYTES
from dart_core.arm_tables.reading import MEANS_SAY_IT_ALL
from dashboard.change import change
from dashboard.links.own_arms import is_too_long
from dashboard.naming import escaped
from dashboard.own_problem import cells
from dashboard.own_problem.arms import table
from dashboard.own_problem.together import COLUMNS, KEEP, KEEP_HELP, ROWS
from dashboard.own_problem.understanding import understood
from dashboard.schema.arm_fields import MOST_REWARDS, Rewards
from dashboard.settings import Settings
from dashboard.state import current, open_settings

if TYPE_CHECKING:
    import pandas as pd

NOT_IN_LINKS = (
    "A link cannot hold so much. These arms stay in this session: reloading the page loses them, "
    "and others who open your link are told that they are missing."
)
_EXAMPLE = "name, mean\nLogo, 12.5 %\nPhoto, 0.31\nVideo, 0.08"
_MOST_PASTED = 200_000  # characters: every rerun brings them anew, and pacing.MOST_BYTES holds them
_FILES = ["csv", "tsv", "txt", "xlsx", "parquet"]
_HOW = """
A line per arm with its **name and mean**, or with **counts** such as clicks and views; a line per
reward with **arm and reward**; or a **column of rewards per arm**. You see how your table was read,
and can correct it.
"""
_LIMITS = (
    "Up to 1,000 arms, a million cells and 10 MB; pasted, 200,000 characters. What you give stays "
    "in this session: it is not stored, and nobody else sees it unless you share a link that "
    "holds it."
)


@st.dialog("Your own arms", width="large")
def edit_own_arms() -> None:
    """Let a visitor give arms, and take them over when all of them can be used."""
    settings = current()
    st.markdown(_HOW, help=_LIMITS)
    pasted = st.text_area("Paste a table", placeholder=_EXAMPLE, height=130, max_chars=_MOST_PASTED)
    uploaded = st.file_uploader(
        "Or upload a file (CSV, Excel, Parquet); it replaces the pasted table.", type=_FILES
    )
    asked, shown = st.container(), st.container()  # above the controls that change what they show
    try:
        given = _given(settings, pasted, uploaded, asked)
        with shown:
            together = given is not None and _kept_together(settings, given)
            edited = None if given is None else _edited(given, together=together)
    except TableError as error:
        with shown, st.container(border=True):
            st.markdown(":material/error: **This table cannot be used yet.**")
            st.text(str(error))
        return
    if edited is None:
        return
    after = settings_with(settings, edited, together=together)
    _say_what_follows(settings, after)
    if st.button("Use these arms", icon=":material/check:", width="stretch"):
        open_settings(after)
        st.rerun()


def settings_with(before: Settings, arms: ArmTable, *, together: bool = False) -> Settings:
    """Return settings with these arms, all else as near to `before` as it fits.

    Parameters
    ----------
    before : Settings
    arms : ArmTable
    together : bool, default False
        Whether whole rows are drawn, where it has rows.
    """
    numbered = arms.names == tuple(str(i + 1) for i in range(len(arms.names)))
    named = {"arms": "given", "names": None if numbered else arms.names}
    if arms.in_rows is not None and sum(map(len, arms.in_rows)) <= MOST_REWARDS:
        data = Rewards(arms.in_rows, in_rows=True)
        its = {"means": data.means, "data": data, "law": "rows" if together else "data"}
        after = change(before, named | its)[0]
        # Of columns of 0 and 1 the means say it all: rows are kept for who may want them yet, and
        # for the page, which then says which of the two is done; but not at the price of a link.
        if together or arms.rewards is not None or not is_too_long(after.texts()):
            return after
    if arms.rewards is not None:
        data = Rewards(arms.rewards)
        return change(before, named | {"means": data.means, "data": data, "law": "data"})[0]
    law = "bernoulli" if before.law in {"data", "rows"} else before.law
    return change(before, named | {"means": arms.means, "data": None, "law": law})[0]


def _given(settings: Settings, pasted: str, uploaded: Any, asked: Any) -> ArmTable | None:
    """Return the arms of the file or the text, or those that are there; None: it is asked first."""
    if uploaded is not None:
        if uploaded.size > MOST_BYTES:  # before it is read
            raise TableError([f"Expected at most 10 MB, got {uploaded.size / 1e6:,.1f} MB."])
        return understood(uploaded.getvalue(), asked)
    if pasted.strip():
        return understood(pasted, asked)
    means = settings.means or tuple(round(float(p), 3) for p in settings.means_array())
    names = settings.names or [str(i + 1) for i in range(len(means))]
    data = settings.data
    counts = None if data is None else [len(rewards) for rewards in data.arms]
    return table(
        names,
        means,
        "The arms you have now",
        counts=counts,
        rewards=None if data is None else data.apart.arms,
        in_rows=data.arms if data is not None and data.in_rows else None,
    )


def _kept_together(settings: Settings, given: ArmTable) -> bool:
    """Show the switch for tables that have a row for each round; return whether whole rows pay."""
    if given.in_rows is None:
        return False
    cells = sum(map(len, given.in_rows))
    if cells > MOST_REWARDS:
        most = f"Rows can be kept together up to {MOST_REWARDS:,} cells, and here are {cells:,}."
        st.caption(f":material/info: {COLUMNS} {most}")
        return False
    on = st.toggle(KEEP, value=settings.law == "rows", key="own_together", help=KEEP_HELP)
    st.caption(ROWS if on else COLUMNS)
    return on


def _edited(given: ArmTable, *, together: bool) -> ArmTable:
    """Show arms as a table to be corrected; a changed mean drops the rewards behind all means."""
    import pandas as pd

    st.markdown(f"**{escaped(given.read_as)}: {len(given.means):,} arms.** Correct them here:")
    for note in given.notes:
        if together and note == MEANS_SAY_IT_ALL:
            continue
        st.caption(f":material/info: {escaped(note)}")
    source = hashlib.blake2b(
        repr((given.names, given.means, given.scale)).encode(), digest_size=8
    ).hexdigest()
    frame: pd.DataFrame = st.data_editor(
        pd.DataFrame(
            {
                "Arm": list(given.names),
                "Mean": list(map(cells.shown, given.means)),
                "Observations": pd.array(given.counts or [None] * len(given.means), "Int64"),
                "Scale": in_words(given.scale),
            }
        ),
        column_config={
            "Arm": st.column_config.TextColumn(max_chars=100),
            "Mean": cells.column("Mean"),
            "Observations": st.column_config.NumberColumn(
                disabled=True, help="How many rewards are behind the mean, if the table says so."
            ),
            "Scale": st.column_config.TextColumn(
                disabled=True, help="What the numbers in the table were, before they became 0 to 1."
            ),
        },
        num_rows="dynamic",
        hide_index=True,
        height=min(38 + 35 * (len(given.means) + 1), 260),
        width="stretch",
        key=f"own_arms_{source}",
    )
    names, means = _read(frame, given)
    if tuple(means) == given.means:
        kept = {"rewards": given.rewards, "in_rows": given.in_rows}
        return table(names, means, given.read_as, **kept)
    if together or given.rewards is not None:
        st.caption(":material/info: Means were changed, so arms pay 0 or 1, not your rewards.")
    return table(names, means, given.read_as)


def _read(frame: pd.DataFrame, given: ArmTable) -> tuple[list[str], list[float]]:
    """Return the names and means of an edited table, without the lines that have no mean."""
    before = dict(enumerate(given.means))
    names, means, wrong = [], [], []
    for at, (line, row) in enumerate(frame.iterrows(), 1):
        try:
            mean = cells.read(row["Mean"], before.get(int(str(line))))
        except ValueError as why:
            wrong.append(f"arm {at}: {why}")
            continue
        if not isnan(mean):
            names.append(row["Arm"] if isinstance(row["Arm"], str) else "")
            means.append(mean)
    if wrong:
        raise TableError(wrong)
    return names, means


def _say_what_follows(before: Settings, after: Settings) -> None:
    """Say what else will change, and whether a link can hold it."""
    if after.k < before.k:
        st.caption(f":material/info: K will be {after.k}: there are no more arms.")
    if after.reward != before.reward:
        st.caption(f":material/info: The joint reward will be the {after.reward}.")
    if is_too_long(after.texts()):
        st.warning(NOT_IN_LINKS, icon=":material/link_off:")
