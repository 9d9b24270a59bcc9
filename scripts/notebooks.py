"""Notebooks: run in a kernel of their own, and shown as a part of a page."""

from __future__ import annotations

import os
import sys
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_INLINE = "module://matplotlib_inline.backend_inline"
_SECONDS = 300  # of a cell at most: a first run compiles


def executed(path: Path, folder: Path) -> Any:
    """Return a notebook with its outputs.

    Parameters
    ----------
    path : Path
    folder : Path
        Where its cells run: files that they write are there.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    import nbformat
    from nbclient import NotebookClient

    read: Any = nbformat.read  # it has no annotations
    notebook = read(path, as_version=4)
    # This project, whether it is installed or not; figures as the value of their cell.
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    own = os.environ | {"PYTHONPATH": paths, "MPLBACKEND": _INLINE}
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=_SECONDS,
        resources={"metadata": {"path": str(folder)}},
        extra_arguments=["--HistoryManager.enabled=False"],  # a test's cells are nobody's history
    )
    client.execute(env=own)
    return notebook


def shown(notebook: Any) -> str:
    """Return an executed notebook as a part of a page."""
    return "\n".join(_cell(cell) for cell in notebook.cells)


def _cell(cell: Any) -> str:
    from pdoc.render_helpers import to_html

    if cell.cell_type == "markdown":
        return to_html(cell.source)
    outputs = "".join(map(_output, cell.outputs))
    return to_html(f"```python\n{cell.source}\n```") + f'<div class="output">{outputs}</div>'


def _output(output: Any) -> str:
    """Return what a cell gave: the richest form that a page can show."""
    if output.output_type == "stream":
        return f"<pre>{escape(output.text)}</pre>"
    if output.output_type == "error":
        return f"<pre>{escape(output.ename)}: {escape(output.evalue)}</pre>"
    data = output.data
    if "text/html" in data:
        return str(data["text/html"])
    if "image/png" in data:
        return f'<img alt="" src="data:image/png;base64,{"".join(data["image/png"].split())}">'
    return f"<pre>{escape(data.get('text/plain', ''))}</pre>"


if __name__ == "__main__":
    sys.exit("This is a part of scripts.docs: make docs")
