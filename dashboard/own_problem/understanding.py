"""How a visitor's table is read: what it leaves open is asked, what was found can be corrected."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dart_core.arm_tables.arm_table import ArmTable
from dart_core.arm_tables.asking import (
    ARMS,
    COLUMNS,
    FRACTION,
    PERCENT,
    REWARDS,
    ROWS,
    Answers,
    Question,
    TableError,
    in_words,
)
from dart_core.arm_tables.encodings import LABELS
from dart_core.arm_tables.reading import Reading
from dart_core.errors import FieldError
from dashboard.memory import tables
from dashboard.naming import escaped
from dashboard.own_problem.arms import read

_MOST_QUESTIONS = 6
_LAYOUTS = {
    ARMS: "an arm and its mean, or its counts",
    REWARDS: "an arm and one reward",
    COLUMNS: "one reward of each arm",
    ROWS: "an arm and all its rewards",
}
_SCALES = [FRACTION, PERCENT, "1:5", "0:5", "1:7", "1:10", "0:10"]
_AS_FOUND = "as found"
_NONE = "none"


def understood(table: str | bytes, asked: Any) -> ArmTable | None:
    """Return the arms of a table, as it was read and corrected; None while a question is open.

    Parameters
    ----------
    table : str or bytes
        What was pasted, or the file that was uploaded.
    asked : streamlit container
        Where questions stand; controls to read the table differently stand where this is called.

    Raises
    ------
    TableError
        If it cannot be used in this way; controls to read it in another way are shown.
    """
    data = table.encode(errors="replace") if isinstance(table, str) else table
    name = hashlib.blake2b(data, digest_size=12).hexdigest()
    drawn: set[str] = set()
    with asked:
        found, answers = _answered(table, name, {}, drawn)
    changed = _corrected(table, found, name)
    if changed:
        with asked:  # what is read differently may leave something else open
            found, _ = _answered(table, name, answers | changed, drawn)
    if isinstance(found, TableError):
        raise found
    return found.arms


def _answered(
    table: str | bytes, name: str, answers: Mapping[str, Any], drawn: set[str]
) -> tuple[Reading | TableError, dict[str, Any]]:
    """Ask all that is open, each question once; return what was read, and all answers."""
    given = dict(answers)
    found = _read(table, name, given)
    for _ in range(_MOST_QUESTIONS):
        if isinstance(found, TableError) or found.question is None or found.question.text in drawn:
            break
        drawn.add(found.question.text)
        chosen = _asked(found.question, name)
        if chosen is None:
            break
        given |= chosen
        found = _read(table, name, given)
    return found, given


def _read(table: str | bytes, name: str, answers: Mapping[str, Any]) -> Reading | TableError:
    """Return what a table holds, or why not; each is read once, however often its page runs."""
    try:
        its = Answers.of(**answers)
    except FieldError as error:
        return TableError([str(error)])
    key = (name, isinstance(table, bytes), its)
    found: Reading | TableError | None = tables().get(key)
    if found is None:
        try:
            found = read(table, its)
        except TableError as error:
            found = TableError(str(error).splitlines())
        tables().put(key, found)
    return found


def _asked(question: Question, name: str) -> Mapping[str, Any] | None:
    """Ask what a table leaves open; None until it is answered."""
    mark = hashlib.blake2b(question.text.encode(), digest_size=6).hexdigest()
    st.markdown(f":material/help: {escaped(question.text)}")
    choice = st.radio(
        question.text,  # not shown: a reader of the screen would say all marks of Markdown
        range(len(question.choices)),
        index=None,
        format_func=lambda at: escaped(question.choices[at].label),
        key=f"own_asked_{name}_{mark}",
        label_visibility="collapsed",
    )
    return None if choice is None else question.choices[choice].answers


def _corrected(table: str | bytes, found: Reading | TableError, name: str) -> dict[str, Any]:
    """Show controls that read the table differently; return what they say."""
    its = found.understood if isinstance(found, Reading) else Answers()
    columns = found.columns if isinstance(found, Reading) else ()
    with st.expander("Read it differently", icon=":material/tune:"):
        left, right = st.columns(2)
        with left:
            layout = _select("Each line has", name, "layout", list(_LAYOUTS), its.layout, _LAYOUTS)
        with right:
            scale = _select(
                "What numbers mean",
                name,
                "scale",
                _SCALES,
                its.scale,
                {each: in_words(each) for each in _SCALES},
                own="The lowest and the highest value, such as 1:6, for another scale.",
            )
        changed = {"layout": layout, "scale": scale}
        if columns:
            one = layout or its.layout
            changed |= (
                _several(its, columns, name, one)
                if one in {COLUMNS, ROWS}
                else _single(its, columns, name)
            )
        with left:
            names = {True: "yes", False: "no"}
            changed["header"] = _select(
                "The first line has the names of the columns",
                name,
                "header",
                [True, False],
                its.header,
                names,
            )
        if isinstance(table, bytes) and its.encoding:
            with right:
                changed["encoding"] = _select(
                    "Letters", name, "encoding", list(LABELS), its.encoding, LABELS
                )
        sheets = found.sheets if isinstance(found, Reading) else ()
        if len(sheets) > 1:
            with right:
                changed["sheet"] = _select("Sheet", name, "sheet", list(sheets), its.sheet, {})
    return {key: value for key, value in changed.items() if value is not None}


def _single(its: Answers, columns: Sequence[str], name: str) -> dict[str, Any]:
    """Show which column has what, where a line has one value."""
    left, right = st.columns(2)
    labels = {each: each for each in columns}
    with left:
        arm = _select("Names of the arms", name, "name", columns, its.name or _NONE, labels)
        total = _select(
            "They count out of",
            name,
            "total",
            columns,
            its.total[-1] if its.total else _NONE,
            labels,
        )
    with right:
        value = _select("Means, rewards or counts", name, "value", columns, its.value, labels)
        weight = _select(
            "Number of observations", name, "weight", columns, its.weight or _NONE, labels
        )
    return {
        "name": arm,
        "value": value,
        "total": None if total is None else (total,),
        "weight": weight,
    }


def _several(its: Answers, columns: Sequence[str], name: str, layout: str) -> dict[str, Any]:
    """Show which columns have rewards, where a line has several."""
    out = {its.name, *(its.index or ())}
    found = [each for each in columns if each not in out]
    mark = hashlib.blake2b(repr(found).encode(), digest_size=6).hexdigest()
    kept = st.multiselect(
        "Columns with rewards", columns, default=found, key=f"own_columns_{name}_{mark}"
    )
    if set(kept) == set(found):
        return {}
    index = tuple(each for each in columns if each not in kept and each != its.name)
    return {"layout": layout, "index": index}


def _select(
    label: str,
    name: str,
    key: str,
    options: Sequence[Any],
    found: Any,
    labels: Mapping[Any, str],
    own: str = "",
) -> Any:
    """Show one choice; None where it is left as it was found."""
    said = labels.get(found, in_words(found) if key == "scale" and found else found)
    as_found = _AS_FOUND if said is None else f"{_AS_FOUND}: {said}"
    mark = hashlib.blake2b(as_found.encode(errors="replace"), digest_size=6).hexdigest()
    chosen = st.selectbox(
        label,
        ["", *options],
        format_func=lambda option: str(labels.get(option, option)) if option != "" else as_found,
        accept_new_options=bool(own),
        help=own or None,
        key=f"own_{key}_{name}_{mark}",  # what was found is in its label: another one is new
    )
    return None if chosen in {None, ""} else chosen
