"""What commands have written, read again."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq


def read(path: Path) -> tuple[pd.DataFrame, dict[str, str]]:
    """Return a table that a command has written, and what it says of itself."""
    if path.suffix == ".parquet":
        facts = pq.read_schema(path).metadata
        own = {k.decode()[5:]: v.decode() for k, v in facts.items() if k.startswith(b"dart.")}
        return pd.read_parquet(path), own
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        whole = json.loads(text)
        return pd.DataFrame(whole["rows"]), whole["about"]
    head = [line[2:].partition(": ") for line in text.splitlines() if line.startswith("# ")]
    return pd.read_csv(path, comment="#"), {name: said for name, _, said in head}
