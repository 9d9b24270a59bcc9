"""Tables of arms as people's tools write them: one reader for the page, Python and the command.

A table comes as text (`grid`), bytes of a file (`encodings`), a workbook, a Parquet file or a data
frame (`sheets`), and becomes lines of cells. `roles` finds which column has what, `scales` what the
numbers mean, `reading` makes the arms. What can be read in two ways is asked about (`asking`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from dart_core.arm_tables.arm_table import ArmTable
from dart_core.arm_tables.asking import Answers, TableError, TableQuestion
from dart_core.arm_tables.encodings import text_of
from dart_core.arm_tables.grid import MOST_BYTES, Grid, grid_of_text
from dart_core.arm_tables.reading import Limits, Reading, reading_of
from dart_core.errors import FieldTypeError
from dart_core.files import FileError, read_whole

__all__ = ["arms_from_table", "read_table"]

_WORKBOOK, _PARQUET = b"PK\x03\x04", b"PAR1"
_PACKED = (
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"(\xb5/\xfd",
    b"\xd0\xcf\x11\xe0",
    b"%PDF",
)


def arms_from_table(table: Any, **how: Any) -> ArmTable:
    """Return the arms in a table, as a spreadsheet, a log or a data frame has them.

    A line may have an arm and its mean; an arm and one reward; an arm and counts, such as clicks
    and views; or one reward of each arm, a column per arm. Which it is, is found from the names
    and contents of the columns. Nothing is guessed that could be read in two ways.

    Parameters
    ----------
    table : path, pandas.DataFrame or pandas.Series
        A file of text (CSV and its relatives), an Excel workbook (.xlsx) or a Parquet file of at
        most 10 MB; or a data frame.
    **how
        How to read it, where that is not plain, as in `dart_core.arm_tables.asking.Answers`:
        `layout`, `name`, `value`, `total`, `weight`, `index`, `scale`, `header`, `separator`,
        `encoding`, `sheet`.

    Returns
    -------
    ArmTable
        ``dc.Problem(table.arms, k, horizon)`` plays with it, and with ``table.rows`` it keeps the
        rows of a column per arm together. Print it to see what was understood.

    Raises
    ------
    TableQuestion
        If it can be read in more than one way; the message names the keyword that decides.
    TableError
        If it cannot be used; the message says why, by line.
    FieldError
        If a keyword is not known, or cannot have its value.

    Examples
    --------
    >>> import dart_core as dc
    >>> import pandas as pd
    >>> seen = pd.DataFrame({"ad": ["Logo", "Photo"], "clicks": [12, 31], "views": [100, 100]})
    >>> dc.arms_from_table(seen).means
    (0.12, 0.31)
    """
    reading = read_table(_source(table), Answers.of(**how))
    if reading.question is not None:
        raise TableQuestion(reading.question)
    assert reading.arms is not None
    return reading.arms


def read_table(table: Any, answers: Answers, limits: Limits | None = None) -> Reading:
    """Return what a table holds, or what has to be asked first.

    Parameters
    ----------
    table : str, bytes, pandas.DataFrame or pandas.Series
        Text, what a file holds, or a data frame.
    answers : Answers
        How to read it; what is None is found out.
    limits : Limits, optional

    Raises
    ------
    TableError
        If it cannot be used; the message says why, by line.
    """
    limits = limits or Limits()
    if isinstance(table, str | bytes) and len(table) > MOST_BYTES:
        raise TableError([f"Expected at most 10 MB, got {len(table) / 1e6:,.1f} MB."])
    code = said = ""
    try:
        if isinstance(table, bytes) and not table.startswith((_WORKBOOK, _PARQUET)):
            if table.startswith(_PACKED):
                expected = "Expected plain text, an Excel workbook (.xlsx) or Parquet"
                raise TableError([f"{expected}, got a packed file: save the sheet as CSV first."])
            table, code, said = text_of(table, answers.encoding)
        grid = _grid(table, answers, limits)
    except TableQuestion as open_yet:
        return Reading(None, open_yet.question, answers)
    if said:
        grid = replace(grid, notes=(said, *grid.notes))
    reading = reading_of(grid, answers, limits)
    return replace(reading, understood=replace(reading.understood, encoding=code or None))


def _grid(table: Any, answers: Answers, limits: Limits) -> Grid:
    if isinstance(table, str):
        return grid_of_text(table.removeprefix("\ufeff"), answers, limits.arms)
    from dart_core.arm_tables import sheets

    if not isinstance(table, bytes):
        return sheets.grid_of_frame(table)
    read = sheets.grid_of_workbook if table.startswith(_WORKBOOK) else sheets.grid_of_parquet
    return read(table, answers)


def _source(table: Any) -> Any:
    """Return a table whose file is read."""
    import pandas as pd

    if isinstance(table, pd.DataFrame | pd.Series):
        return table
    if not isinstance(table, str | Path):
        raise FieldTypeError("table", "the path of a file, or a pandas DataFrame", table)
    try:
        return read_whole(Path(table).resolve(), MOST_BYTES)
    except OSError as error:
        raise FileError("The table cannot be read from", table, error) from None
    except ValueError:
        raise TableError([f"Expected a file of at most 10 MB: {table}."]) from None
