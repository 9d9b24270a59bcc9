"""A script as a Jupyter notebook (nbformat 4.5), without outputs."""

from __future__ import annotations

import json
from typing import Any

from dashboard.exports.python_code import Script


def notebook(script: Script) -> str:
    """Return the text of an .ipynb file: a title, then a cell for each step.

    Parameters
    ----------
    script : Script

    Notes
    -----
    https://nbformat.readthedocs.io/en/latest/format_description.html
    """
    facts = [f"* {name}: {_plain(text)}" for name, text in script.about.items()]
    head = "\n".join([f"# {_plain(script.title)}", "", *facts])
    cells = [_cell(0, "markdown", head)]
    cells += [_cell(at, "code", step) for at, step in enumerate(script.steps, start=1)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}, **_own(script)},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _own(script: Script) -> dict[str, Any]:
    return {"dart": script.about}


def _cell(number: int, kind: str, source: str) -> dict[str, Any]:
    code: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    lines = source.splitlines(keepends=True)
    return {"cell_type": kind, "id": f"step-{number}", "metadata": {}, "source": lines} | code


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]<>#|~$!&" else sign for sign in text)
