"""What the command ``dart`` takes as tables of arms, and how it is told to read them."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping
from typing import Any

from dart_core.arm_tables import arms_from_table
from dart_core.arm_tables.arm_table import ArmTable
from dart_core.arm_tables.asking import SEVERAL, TableError, TableQuestion
from dart_core.errors import FieldError

FILES = "text (CSV and its relatives), Excel (.xlsx) or Parquet, up to 10 MB"


def read_option(command: argparse.ArgumentParser) -> None:
    """Declare how a table is to be read."""
    command.add_argument(
        "--read",
        action="append",
        metavar="KEY=VALUE",
        help="how to read the table, where it leaves that open: scale=percent, index=date, …",
    )


def table_of(options: argparse.Namespace) -> ArmTable:
    """Return the arms of the table, read as ``--read KEY=VALUE`` says.

    Raises
    ------
    TableError
        If it cannot be used, or leaves something open; the message has the option that decides.
    """
    given: dict[str, Any] = {}
    for text in options.read or ():
        key, equals, value = text.partition("=")
        if not (key and equals):
            raise FieldError("read", "KEY=VALUE, such as scale=percent", text)
        given[key.strip()] = _answer(key.strip(), value)
    try:
        return arms_from_table(options.table, **given)
    except TableQuestion as error:
        raise TableError([error.question.with_answers(_as_options)]) from None


def _answer(key: str, text: str) -> Any:
    if key in SEVERAL:
        return tuple(text.split(",")) if text else ()
    if key == "header":
        if text not in {"yes", "no"}:
            raise FieldError("header", "yes or no", text)
        return text == "yes"
    return text


def _as_options(answers: Mapping[str, Any]) -> str:
    """Return how an answer is written as options."""
    written = []
    for key, value in answers.items():
        text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        written.append(f"--read {shlex.quote(f'{key}={text}')}")
    return " ".join(written)
