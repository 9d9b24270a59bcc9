"""Excel workbooks, Parquet files and data frames as the same lines of cells that a text has.

How much a packed file takes once it is unpacked is known before any of it is read.
"""

from __future__ import annotations

import datetime
import io
import numbers
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import repeat
from typing import TYPE_CHECKING, Any

from dart_core.arm_tables import pages
from dart_core.arm_tables.asking import Answers, TableError
from dart_core.arm_tables.grid import (
    ACCEPTED,
    FEWER,
    MOST_LINES,
    Grid,
    Row,
    check_size,
    grid_of_rows,
)
from dart_core.unseen import printable

if TYPE_CHECKING:
    import pandas as pd

MOST_UNPACKED = 60_000_000  # bytes: of a million cells with their markup
_LONGEST = 1_000  # characters of a cell
_SAVE = "Save the table as CSV, and take that file."
_AS_CSV = "Save the table as CSV (in Excel: File, Save as, CSV UTF-8), and take that file."


def grid_of_workbook(data: bytes, answers: Answers) -> Grid:
    """Return the table on one sheet of an Excel workbook (.xlsx).

    Raises
    ------
    TableError
        If it is none, too large, or openpyxl is not installed.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
            names = set(packed.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise TableError(
            [f"Expected plain text or a whole workbook, got a packed file. {_AS_CSV}"]
        ) from None
    if "xl/workbook.xml" not in names:
        expected = "Expected plain text or an Excel workbook (.xlsx), got another packed file."
        raise TableError([f"{expected} {_AS_CSV}"])
    if unpacked > MOST_UNPACKED:
        raise _too_large(unpacked)
    try:
        import openpyxl  # type: ignore[import-untyped] # it has no types
    except ImportError:
        raise TableError(
            [f"Reading Excel workbooks needs openpyxl. Install it, or: {_AS_CSV}"]
        ) from None
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        return _sheet(book, answers)
    except TableError:
        raise
    except Exception:  # a file that is damaged on purpose may break it anywhere
        raise TableError([f"This Excel workbook cannot be read. {_AS_CSV}"]) from None


def _too_large(size: int) -> TableError:
    expected = f"Expected at most {MOST_UNPACKED / 1e6:,.0f} MB once it is unpacked"
    return TableError([f"{expected}, got {size / 1e6:,.0f} MB. {FEWER}"])


def _sheet(book: Any, answers: Answers) -> Grid:
    sheets = {sheet.title: sheet for sheet in book.worksheets}
    if answers.sheet is not None and answers.sheet not in sheets:
        listed = ", ".join(printable(name) for name in list(sheets)[:5])
        came = printable(answers.sheet)
        raise TableError([f"sheet: expected one of {listed}, got '{came}'."])
    chosen = list(sheets) if answers.sheet is None else [answers.sheet]
    for name in chosen:
        rows = list(_rows(sheets[name]))
        if rows:
            grid = grid_of_rows(rows, answers)
            note = f"Read the sheet {printable(name)}, one of {len(sheets)}."
            notes = [note] if len(sheets) > 1 else []
            return replace(grid, notes=(*notes, *grid.notes), sheets=tuple(sheets))
    return grid_of_rows([], answers)


def _rows(sheet: Any) -> Iterator[Row]:
    """Yield the lines of a sheet that have anything in them, all as long as the longest."""
    sheet.reset_dimensions()  # what a workbook says of its own size may be wrong
    rows: list[Row] = []
    total = 0
    for line, cells in enumerate(sheet.iter_rows(), 1):
        if line > MOST_LINES:
            raise TableError([f"Expected at most {MOST_LINES:,} lines, got more. {FEWER}"])
        texts = [_text(cell.value, getattr(cell, "number_format", "")) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        total += len(texts)
        check_size(line, len(texts), total)
        if texts:
            rows.append((line, texts))
    width = max((len(texts) for _, texts in rows), default=0)
    check_size(1, width, width * len(rows))
    return ((line, texts + [""] * (width - len(texts))) for line, texts in rows)


def _text(value: Any, number_format: str = "") -> str:
    """Return a value as a cell of a text would have it."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value[:_LONGEST].replace("\n", " ").strip()
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return str(value)
    if isinstance(value, numbers.Integral):
        return str(int(value)) if abs(int(value)) < 10**30 else "huge"
    if isinstance(value, numbers.Real):
        real = repr(float(value)).removesuffix(".0")
        return f"{(Decimal(real) * 100).normalize():f}%" if "%" in number_format else real
    return str(value)[:_LONGEST]


def grid_of_frame(frame: pd.DataFrame | pd.Series[Any]) -> Grid:
    """Return the table in a data frame; its index is a column, unless it only counts.

    Raises
    ------
    TableError
        If it is too large.
    """
    import pandas as pd

    table = (
        frame
        if isinstance(frame, pd.DataFrame)
        else frame.to_frame("mean" if frame.name is None else frame.name)
    )
    check_size(1, table.shape[1] + 1, table.shape[0] * (table.shape[1] + 1))
    if len(table) > MOST_LINES:
        raise TableError([f"Expected at most {MOST_LINES:,} lines, got {len(table):,}. {FEWER}"])
    columns = [table.iloc[:, at] for at in range(table.shape[1])]
    heads = [_head(name) for name in table.columns]
    if not _only_counts(table.index):
        levels = [table.index.get_level_values(k) for k in range(table.index.nlevels)]
        columns = [*(level.to_series() for level in levels), *columns]
        heads = [*(_head(name) for name in table.index.names), *heads]
    if not len(table) or not columns:
        raise TableError(["There are no lines yet. " + ACCEPTED])
    cells = [_texts(column) for column in columns]
    return Grid(heads, [(line, list(row)) for line, row in enumerate(zip(*cells, strict=True), 1)])


def _only_counts(index: Any) -> bool:
    import pandas as pd

    return isinstance(index, pd.RangeIndex) and index.name is None


def _head(name: Any) -> str:
    if name is None or _is_index(name):
        return ""
    parts = name if isinstance(name, tuple) else (name,)
    return " ".join(_text(part) for part in parts).strip()


def _is_index(name: Any) -> bool:
    """Whether pandas has called a column so that had no name as an index."""
    return isinstance(name, str) and name.startswith("__index_level_")


def _texts(column: Any) -> list[str]:
    known: dict[Any, str] = {}
    missing = column.isna().tolist()
    return [
        "" if none else known.setdefault((type(value), value), _text(value))
        for value, none in zip(column.tolist(), missing, strict=True)
    ]


def grid_of_parquet(data: bytes, _: Answers) -> Grid:
    """Return the table in a Parquet file.

    Raises
    ------
    TableError
        If it is none, too large, has lists in its cells, or pyarrow is not installed.
    """
    try:
        import pyarrow as pa  # type: ignore[import-untyped] # it has no types
        from pyarrow import parquet
    except ImportError:
        raise TableError([f"Reading Parquet needs pyarrow. Install it, or: {_SAVE}"]) from None
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        about = file.metadata
        check_size(1, about.num_columns, about.num_rows * about.num_columns)
        if any(pa.types.is_nested(field.type) for field in file.schema_arrow):
            raise TableError(["Expected one value in each cell, got lists or structures."])
        chunks = [
            about.row_group(g).column(c)
            for g in range(about.num_row_groups)
            for c in range(about.num_columns)
        ]
        unpacked = max(
            sum(map(pages.unpacked, chunks, repeat(data))),
            sum(each.total_uncompressed_size for each in chunks),
        )
        if unpacked > MOST_UNPACKED:
            raise _too_large(unpacked)
        texts = [
            f.name
            for f in file.schema_arrow
            if pa.types.is_string(f.type) or pa.types.is_large_string(f.type)
        ]
        # One long text may stand in a million cells: it is kept once.
        file = parquet.ParquetFile(io.BytesIO(data), read_dictionary=texts)
        table = file.read().to_pandas(ignore_metadata=True)
        index = [name for name in table if _is_index(name)]
        return grid_of_frame(table.set_index(index) if index else table)
    except TableError:
        raise
    except Exception:  # as above
        raise TableError([f"This Parquet file cannot be read. {_SAVE}"]) from None
