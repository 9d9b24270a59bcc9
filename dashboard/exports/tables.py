"""Studies as CSV and Parquet, each file with what it comes from inside."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

# A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@")


def csv(table: pd.DataFrame, about: Mapping[str, str]) -> bytes:
    """Return a table as CSV (UTF-8) below one ``# name: value`` line for each fact.

    Floats are written so that reading gives the same bits. Text that a spreadsheet would take for
    a formula has an apostrophe before it; all text is on one line.
    """
    head = "".join(f"# {name}: {_one_line(text)}\n" for name, text in about.items())
    texts = [name for name in table.columns if table[name].dtype.kind not in "biuf"]
    safe = table.assign(**{name: table[name].map(_harmless) for name in texts})
    return (head + safe.to_csv(index=False, lineterminator="\n")).encode()


def parquet(table: pd.DataFrame, about: Mapping[str, str]) -> bytes:
    """Return a table as Parquet, with the facts in the file's metadata under ``dart.<name>``."""
    import pyarrow as pa  # type: ignore[import-untyped] # it has no annotations
    import pyarrow.parquet as pq  # type: ignore[import-untyped] # nor has this

    arrow = pa.Table.from_pandas(table, preserve_index=False)
    facts = {f"dart.{name}": text for name, text in about.items()}
    arrow = arrow.replace_schema_metadata({**(arrow.schema.metadata or {}), **facts})
    out = BytesIO()
    pq.write_table(arrow, out)
    return out.getvalue()


def _harmless(value: object) -> object:
    if not isinstance(value, str):
        return value
    line = _one_line(value)
    return f"'{line}" if line.startswith(_FORMULA) else line


def _one_line(text: str) -> str:
    return " ".join(text.split())
