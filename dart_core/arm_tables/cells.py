"""What stands in a cell: a number, a percentage, true or false, a time, nothing, or text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dart_core.numeral import number

_BLANKS = " \xa0\u202f"
_MISSING = frozenset(
    ("", "na", "n/a", "#n/a", "nan", "nat", "null", "none", "<na>", "-", "–", "—", ".", "?")
)
_TRUE = {"true": "1", "false": "0"}
BOOLEANS = _TRUE | {"yes": "1", "no": "0", "t": "1", "f": "0", "y": "1", "n": "0"}
_DATE = re.compile(
    r"(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ]\d{1,2}:\d{2}\S*)?"
    r"|\d{1,2}:\d{2}(:\d{2})?(\s*[APap][Mm])?"
)
_GROUPED = re.compile(r"\d{1,3}([.,'’ \xa0\u202f]\d{3})+")
NUMBER, TIME, TEXT, EMPTY = "number", "time", "text", "empty"


def is_missing(cell: str) -> bool:
    """Whether a cell says that there is no value."""
    return cell.strip(_BLANKS).lower() in _MISSING


def is_time(cell: str) -> bool:
    """Whether a cell has a date or a time of day."""
    return _DATE.fullmatch(cell.strip(_BLANKS)) is not None


def is_value(cell: str) -> bool:
    """Whether a cell can be read as a number, or says true or false in full."""
    if cell.strip(_BLANKS).lower() in _TRUE:
        return True
    try:
        number(_plain(cell).removesuffix("%").strip(_BLANKS))
    except ValueError:
        return False
    return True


def is_percentage(cell: str) -> bool:
    """Whether a cell ends with a percent sign."""
    return cell.rstrip(_BLANKS).endswith("%")


def value(cell: str, *, percent: bool = False) -> float:
    """Return the number in a cell; one with a percent sign, or all if `percent`, by its hundredth.

    Raises
    ------
    ValueError
        If there is none.
    """
    text = _plain(cell)
    text = BOOLEANS.get(text.lower(), text)
    signed = text.endswith("%")
    # As text, so that 12.7 % is the number that 0.127 is.
    return number(text.removesuffix("%").strip(_BLANKS) + "e-2" * (signed or percent))


def count(cell: str) -> int:
    """Return the whole number from 0 up in a cell, in groups of three or not.

    Raises
    ------
    ValueError
        If there is none.
    """
    text = cell.strip(_BLANKS)
    try:
        its = number(text.replace(",", ".", 1))
    except ValueError:
        its = -1.0
    if not its.is_integer() or "," in text:
        if not _GROUPED.fullmatch(text):
            raise ValueError("no count")
        its = float(re.sub(r"\D", "", text))
    if not 0 <= its < 2**53:
        raise ValueError("out of range")
    return int(its)


def above_0(cell: str) -> float | None:
    """Return the number above 0 in a cell; None if there is none."""
    try:
        its = value(cell)
    except ValueError:
        return None
    return its if its > 0.0 else None


def _plain(cell: str) -> str:
    return cell.strip(_BLANKS).replace(",", ".", 1)


@dataclass(frozen=True)
class Column:
    """What stands in one column.

    Attributes
    ----------
    at : int
        Its place, from 0.
    head : str
        Its name in the first line; "" if it has none.
    kind : str
        NUMBER if most of its cells can be read as numbers; TIME, TEXT, EMPTY.
    clean : bool
        Whether all cells can be read as its kind says.
    low, high : float
        Of its numbers without a percent sign; 0 and 0 if there are none.
    whole : bool
        Whether these are all whole.
    counting : bool
        Whether it counts the lines, from 0 or 1.
    distinct : int
        How many different cells it has.
    twin : bool
        Whether another column has the same name.
    """

    at: int
    head: str
    kind: str
    clean: bool = True
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    counting: bool = False
    distinct: int = 0
    twin: bool = False

    @property
    def label(self) -> str:
        """What it is called: by its name, if it has one of its own."""
        return f"column {self.at + 1}" if self.twin or not self.head else self.head


def column(at: int, head: str, cells: Sequence[str]) -> Column:
    """Return what stands in a column with these cells."""
    often = Counter(cells)
    filled = {cell: times for cell, times in often.items() if not is_missing(cell)}
    if not filled:
        return Column(at, head, EMPTY)
    if all(map(is_time, filled)):
        return Column(at, head, TIME, distinct=len(filled))
    read = {}
    for cell in filled:
        try:
            read[cell] = value(cell)
        except ValueError:
            continue
    good, total = sum(filled[cell] for cell in read), sum(filled.values())
    if 2 * good < total:
        return Column(at, head, TEXT, distinct=len(filled))
    plain = [x for cell, x in read.items() if not is_percentage(cell)]
    counting = False
    if len(read) == len(cells):
        order = [read[cell] for cell in cells]
        counting = any(order == [float(k + x) for x in range(len(order))] for k in (0, 1))
    return Column(
        at,
        head,
        NUMBER,
        clean=good == total,
        low=min(plain, default=0.0),
        high=max(plain, default=0.0),
        whole=bool(plain) and all(x.is_integer() for x in plain),
        counting=counting,
        distinct=len(filled),
    )
