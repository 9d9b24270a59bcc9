"""What a reader of tables is told, what it asks, and how it says that a table cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from dart_core.errors import DartError, FieldError, FieldTypeError
from dart_core.numeral import number
from dart_core.unseen import printable

_MOST_ERRORS = 5
ENOUGH_ERRORS = 1_000  # then the rest is not even looked at
ARMS, REWARDS, COLUMNS, ROWS = LAYOUTS = ("arms", "rewards", "columns", "rows")
FRACTION, PERCENT, COUNTS = "fraction", "percent", "counts"
_SCALES = {FRACTION: (0.0, 1.0), PERCENT: (0.0, 100.0)}
SEVERAL = ("index", "total")
ColumnName = str | int


class TableError(DartError, ValueError):
    """A table that cannot be used; the message says why, a line of text for each reason."""

    def __init__(self, reasons: Sequence[str]) -> None:
        more = len(reasons) - _MOST_ERRORS
        others = "lines more" if len(reasons) < ENOUGH_ERRORS else "lines or more"
        shown = [*reasons[:_MOST_ERRORS], *([f"… and {more:,} {others}."] if more > 0 else [])]
        super().__init__("\n".join(shown))


@dataclass(frozen=True)
class Choice:
    """One way to answer a question.

    Attributes
    ----------
    label : str
        What it means, in words.
    answers : mapping of str to object
        The fields of `Answers` that say so.
    """

    label: str
    answers: Mapping[str, Any]


@dataclass(frozen=True)
class Question:
    """What a table leaves open; a guess could be wrong without anybody seeing it.

    Attributes
    ----------
    text : str
        A sentence or two.
    choices : tuple of Choice
        One or more.
    """

    text: str
    choices: tuple[Choice, ...]

    def with_answers(self, written: Callable[[Mapping[str, Any]], str]) -> str:
        """Return the question and how each answer is written."""
        ways = [f"{written(each.answers)}: {each.label}" for each in self.choices]
        return f"{self.text} Answer with one of\n" + "\n".join(f"  {way}" for way in ways)


class TableQuestion(TableError):
    """A table that can be read in more than one way; the message names the keyword that decides.

    Attributes
    ----------
    question : Question
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__([question.with_answers(_as_keywords)])


def _as_keywords(answers: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in answers.items())


@dataclass(frozen=True)
class Answers:
    """How a table is to be read; None where the reader is to find out.

    A column is called by its name in the first line, or by its number, from 1.

    Attributes
    ----------
    layout : {"arms", "rewards", "columns", "rows"} or None
        A line per arm; a line per reward; a column of rewards per arm; a line per arm with its
        rewards beside it.
    name, value : str, int or None
        The columns of the arms' names and of their means or rewards.
    total : tuple of (str or int) or None
        The columns whose sum `value` counts out of, such as views.
    weight : str, int or None
        The column that says how many observations are behind each value.
    index : tuple of (str or int) or None
        Columns that are left out.
    scale : str, tuple of float or None
        What numbers mean: "fraction", "percent", or the lowest and the highest possible value,
        such as "1:5" or (1, 5).
    header : bool or None
        Whether the first line names the columns.
    separator : str or None
        What stands between cells: one character, such as ";".
    encoding : str or None
        A codec of Python, such as "cp1252".
    sheet : str or None
        The sheet of a workbook.
    """

    layout: str | None = None
    name: ColumnName | None = None
    value: ColumnName | None = None
    total: tuple[ColumnName, ...] | None = None
    weight: ColumnName | None = None
    index: tuple[ColumnName, ...] | None = None
    scale: str | None = None
    header: bool | None = None
    separator: str | None = None
    encoding: str | None = None
    sheet: str | None = None

    @classmethod
    def of(cls, **given: Any) -> Answers:
        """Return checked answers.

        Raises
        ------
        FieldError
            If a keyword is not known, or its value is none that it can have.
        """
        known = {field.name for field in fields(cls)}
        for key in given:
            if key not in known:
                raise FieldError("how to read a table", f"one of {', '.join(sorted(known))}", key)
        checked = {key: _checked(key, value) for key, value in given.items() if value is not None}
        return cls(**checked)


def _checked(key: str, value: Any) -> Any:
    if key == "layout" and value not in LAYOUTS:
        raise FieldError(key, f"one of {', '.join(LAYOUTS)}", value)
    if key == "header":
        if not isinstance(value, bool):
            raise FieldTypeError(key, "True or False", value)
        return value
    if key == "scale":
        return scale_name(ends(value))
    if key in SEVERAL:
        several = (value,) if isinstance(value, str | int) else value
        if not isinstance(several, tuple | list):
            raise FieldTypeError(key, "names or numbers of columns", value)
        return tuple(_column(key, each) for each in several)
    if key in {"name", "value", "weight"}:
        return _column(key, value)
    if not isinstance(value, str):
        raise FieldTypeError(key, "a text", value)
    if key == "separator":
        text = value.replace("\\t", "\t")
        if len(text) != 1 or text in '"\r\n' or text.isalnum():
            raise FieldError(key, "one sign, such as ';'", value)
        return text
    return value


def _column(key: str, value: Any) -> ColumnName:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise FieldTypeError(key, "the name or the number of a column", value)
    return value


def ends(scale: Any) -> tuple[float, float]:
    """Return the lowest and the highest value of a scale, which become 0 and 1.

    Raises
    ------
    FieldError
        If `scale` is none.
    """
    expected = "'fraction', 'percent', or the lowest and the highest value, such as '1:5'"
    if isinstance(scale, str) and scale in _SCALES:
        return _SCALES[scale]
    parts = scale.split(":") if isinstance(scale, str) else scale
    try:
        low, high = (number(str(part)) for part in parts)
    except (TypeError, ValueError):
        raise FieldError("scale", expected, scale) from None
    if not low < high or high - low > 1e300:
        raise FieldError("scale", expected, scale)
    return low, high


def scale_name(its: tuple[float, float]) -> str:
    """Return a scale as a text that `ends` reads back."""
    names = {scale: name for name, scale in _SCALES.items()}
    return names.get(its) or ":".join(repr(end).removesuffix(".0") for end in its)


def in_words(scale: str) -> str:
    """Return a scale as people say it: "1 to 5"."""
    if scale in {PERCENT, COUNTS}:
        return scale
    if scale == FRACTION:
        return "0 to 1"
    return " to ".join(printable(end) for end in scale.split(":"))
