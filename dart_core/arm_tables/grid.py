"""Text as lines of cells: what separates them, comments, titles, names of columns, ragged lines."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dart_core.arm_tables.asking import Answers, TableError
from dart_core.arm_tables.cells import is_missing, is_percentage, is_value, value
from dart_core.unseen import printable

MOST_BYTES = 10_000_000
# A cell takes some hundred bytes once it is read: these bound the memory and time of one table.
MOST_LINES = 500_000
MOST_CELLS = 1_000_000
MOST_ARMS = 10_000
_LONGEST = 100_000  # characters of a line that is read the quick way
_MORE_COLUMNS = 10  # than arms: of names, times, lines
FEWER = "Take a sample of the rewards, or give one mean for each arm."
ACCEPTED = (
    "Accepted are: name and mean on each line; arm and reward on each line; or one column of "
    "rewards per arm, their names in the first line."
)
_DECIMAL_COMMA = re.compile(r"\s*\"?\s*(0,[0-9]+|1,0+|[0-9]{1,3},[0-9]+\s*%)\s*\"?\s*")
_TWO_CLICKS = re.compile(r"\s*[01]\s*,\s*[01]\s*")
_SEPARATOR_LINE = re.compile(r"\"?sep=(.)\"?\s*", re.IGNORECASE)
_RULING = frozenset(" \t|+:-=")
_LIST = re.compile(r"\s*(?:np\.array|array|c)?\(?\s*[\[({]([-+\d.,eE\s\[\](){}]+)[\])}]\)?\s*;?\s*")
_MARKS = ("#", "%", "//")  # of comments
_EMPTY = " \t;,|\xa0"

Row = tuple[int, list[str]]  # number of the line, from 1, and its cells


@dataclass(frozen=True)
class Grid:
    """A table whose lines all have the same number of cells.

    Attributes
    ----------
    head : list of str
        The names of the columns, "" where there is none.
    body : list of Row
        The lines below.
    named : int
        The line that has the names; 0 if there is none.
    notes : tuple of str
        What was left out, sentence by sentence.
    separator : str
        What stood between cells; "" where they came as cells.
    sheets : tuple of str
        All sheets of its workbook.
    """

    head: list[str]
    body: list[Row]
    named: int = 0
    notes: tuple[str, ...] = ()
    separator: str = ""
    sheets: tuple[str, ...] = ()


def grid_of_text(text: str, answers: Answers, most: int = MOST_ARMS) -> Grid:
    """Return the table that a text holds.

    Raises
    ------
    TableError
        With the number of the line, if it is too large or no table.
    """
    count = max(text.count("\n"), text.count("\r")) + 1
    if count > MOST_LINES:
        raise TableError([f"Expected at most {MOST_LINES:,} lines, got {count:,}. {FEWER}"])
    lines = ["" if _is_rule(line) else line for line in re.split(r"\r\n?|\n", _unlisted(text))]
    separator = answers.separator
    first = _SEPARATOR_LINE.fullmatch(lines[0])
    if first:
        separator, lines[0] = separator or first[1], ""
    if separator is None:
        filled = [line for line in lines if line.strip(_EMPTY)]
        plain = [line for line in filled[:200] if not line.startswith(_MARKS)]
        separator = _separator(plain or filled[:200])
    if separator == "|" and all(line.lstrip().startswith("|") for line in lines if line.strip()):
        lines = [line.strip().removeprefix("|").removesuffix("|") for line in lines]  # Markdown
    rows = list(_cells(lines, separator, most))
    return grid_of_rows(rows, answers, separator)


def grid_of_rows(rows: Sequence[Row], answers: Answers, separator: str = "") -> Grid:
    """Return the table in lines of cells, of which some may be titles or comments."""
    notes: list[str] = []
    rows = _without_comments(rows, notes)
    if not rows:
        raise TableError(["There are no lines yet. " + ACCEPTED])
    width = _width(rows)
    rows, bare = _without_title(rows, width, separator, notes)
    heads = (not bare and _is_head(rows, width)) if answers.header is None else answers.header
    named, body = (rows[0][0], rows[1:]) if heads else (0, rows)
    if not body:
        raise TableError([f"line {rows[0][0]}: expected numbers below the names. {ACCEPTED}"])
    head = list(rows[0][1]) if heads else []
    if heads and width > 1 and len(head) == width - 1 and all(len(its) == width for _, its in body):
        head = ["", *head]  # as R writes it: there is no name above the names of the lines
    if _filled(head) > width:
        raise _ragged(rows[0], width, body[0][0])
    head = [*head, *[""] * (width - len(head))][:width]
    body = _even(body, width, rows[0][0])
    return Grid(head, body, named, tuple(notes), separator)


def _cells(lines: Sequence[str], separator: str, most: int) -> Iterator[Row]:
    known: dict[str, str] = {}  # equal cells are one object: most rewards are alike
    total = 0
    plain = separator != " " and max(map(len, lines)) < _LONGEST
    for at, line in enumerate(lines, 1):
        if not line.strip(_EMPTY):
            continue
        if line.count(separator) > 10 * most:  # some may be in quotes
            check_size(at, line.count(separator) + 1, 0, most)
        cells = line.split(separator) if plain and '"' not in line else _quoted(at, line, separator)
        total += len(cells)
        check_size(at, _filled(cells), total, most)
        yield at, [known.setdefault(cell, cell) for cell in map(str.strip, cells)]


def _quoted(at: int, line: str, separator: str) -> list[str]:
    """Return the cells of a line, of which some may be in quotes."""
    spaces = separator == " "
    try:
        (cells,) = csv.reader(
            io.StringIO(line.strip() if spaces else line),
            delimiter=separator,
            skipinitialspace=spaces,
            strict=True,
        )
    except (csv.Error, ValueError):
        reason = "expected each quote to be closed on its line, and cells below 100,000 characters"
        raise TableError([f"line {at}: {reason}."]) from None
    return cells


def check_size(line: int, width: int, cells: int, most: int = MOST_ARMS) -> None:
    """Raise TableError where a line is too wide for `most` arms, or there are too many cells."""
    if width > most + _MORE_COLUMNS:
        expected = f"expected at most {most:,} arms"
        raise TableError([f"line {line}: {expected}, got {width:,} columns."])
    if cells > MOST_CELLS:
        raise TableError([f"Expected at most {MOST_CELLS:,} cells, got more. {FEWER}"])


def _separator(lines: Sequence[str]) -> str:
    """Return what separates cells; a comma may be the decimal one of a single column."""
    for sign in "\t;|":
        if sum(sign in line for line in lines) > len(lines) / 2:
            return sign
    if lines and not any("," in line for line in lines):
        return " " if _in_words(lines) else ","
    if lines and re.sub(r'"[^"]*"', "", lines[0]).count(",") == 1 and not _has_digit(lines[0]):
        return ","  # names of two columns: what is below them are two columns as well
    body = [line for line in lines if _has_digit(line)]
    if len(body) > 1 and all(map(_TWO_CLICKS.fullmatch, body)):
        return ","  # 0,1 and 1,0 are clicks on two arms, and no decimals
    decimal = [bool(_DECIMAL_COMMA.fullmatch(line)) or "," not in line for line in body]
    return ";" if body and all(decimal) and any("," in line for line in body) else ","


def _in_words(lines: Sequence[str]) -> bool:
    """Whether blanks separate cells: each line has as many words, and ends with a number."""
    split = [re.findall(r'"[^"]*"|\S+', line) for line in lines]
    widths = {len(words) for words in split[1:]}
    body = [words for words in split if len(words) > 1]
    return (
        len(widths) == 1
        and widths.pop() - len(split[0]) in {0, 1}
        and len(body) >= len(split) - 1 > 0
        and all(is_value(words[-1]) and not words[-1].startswith("%") for words in body[1:])
    )


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _filled(cells: Sequence[str]) -> int:
    """Return how many cells there are, without empty ones at the end."""
    n = len(cells)
    if n and cells[-1]:
        return n
    while n > 1 and not cells[n - 1]:
        n -= 1
    return n


def _width(rows: Sequence[Row]) -> int:
    """Return how many columns there are: as many as most lines have, and the longer if it ties."""
    widths = Counter(_filled(cells) for _, cells in rows)
    return max(widths, key=lambda width: (widths[width], width))


def _is_rule(line: str) -> bool:
    """Whether a line only rules off others, as Markdown and databases draw it."""
    return ("---" in line or "===" in line) and set(line) <= _RULING


def _unlisted(text: str) -> str:
    """Return numbers as Python, NumPy and R list them, [[1, 0], [0, 1]], as lines of cells."""
    listed = _LIST.fullmatch(text)
    if not listed:
        return text
    rows = re.split(r"[\])}][\s,]*[\[({]", listed[1])
    cells = (re.findall(r"[^\s,\[\](){}]+", row) for row in rows)
    return "\n".join(map(",".join, cells))


def _without_comments(rows: Sequence[Row], notes: list[str]) -> list[Row]:
    """Return the lines but those that begin as comments do, if they are none of the table."""
    marked = {row[0] for row in rows if row[1][0].startswith(_MARKS)}
    others = [row for row in rows if row[0] not in marked]
    if not marked or not others:
        return list(rows)
    width = _width(others)
    out = [row for row in rows if row[0] in marked and not _fits(row, width)]
    gone = {row[0] for row in out}
    left = [row for row in rows if row[0] not in gone]
    if out and out[-1][0] < left[0][0]:
        # As NumPy and MATLAB write it: the names of columns behind a mark.
        line, cells = out[-1]
        cells = [cells[0].lstrip("#%/ "), *cells[1:]]
        cells = cells[1:] if not cells[0] and len(cells) == width + 1 else cells
        if _names(cells, left, width):
            out.pop()
            left = [(line, cells), *left]
    if out:
        listed = ", ".join(str(line) for line, _ in out[:_MOST_LISTED])
        more = f" and {len(out) - _MOST_LISTED:,} more" * (len(out) > _MOST_LISTED)
        notes.append(f"Left out as comments: line {listed}{more}.")
    return left


_MOST_LISTED = 5


def _fits(row: Row, width: int) -> bool:
    """Whether a line has as many cells as the table, and a number among them, or is its head."""
    cells = row[1]
    return len(cells) == width > 1 and (cells[0] == "#" or any(map(is_value, cells[1:])))


def _names(cells: Sequence[str], rows: Sequence[Row], width: int) -> bool:
    """Whether a comment has a name for each column, of lines that have none."""
    named = len(cells) == width > 1 and not any(map(is_value, cells))
    return named and any(map(is_value, rows[0][1][1:]))


def _without_title(
    rows: list[Row], width: int, separator: str, notes: list[str]
) -> tuple[list[Row], bool]:
    """Return the lines from the names of columns on, and whether there are certainly no names.

    What stands above the first line of numbers, and is no line of the table, is a title.
    """
    first = next((at for at, row in enumerate(rows[:20]) if _is_data(row, width)), None)
    if not first or width < 2:
        return rows, False
    named = _filled(rows[first - 1][1])
    # R leaves the names of lines without a name above them.
    heads = named == width or (named == width - 1 and (width > 2 or separator in {" ", "\t"}))
    above = rows[: first - heads]
    # Without names of columns below, a short line with a number in it is a line of the table.
    if any(
        _filled(cells) == width or (not heads and any(map(is_value, cells[1:])))
        for _, cells in above
    ):
        return rows, False
    for line, cells in above:
        title = " ".join(filter(None, cells))
        notes.append(f"Line {line} was taken as a title: {printable(title)}.")
    return rows[first - heads :], not heads


def _is_data(row: Row, width: int) -> bool:
    return _filled(row[1]) == width and any(map(is_value, row[1][1:]))


def _is_head(rows: Sequence[Row], width: int) -> bool:
    """Whether the first line names columns: text stands there above numbers."""
    cells = rows[0][1]
    below = [its for _, its in rows[1:]]
    if width == 1:
        return not is_value(cells[0]) and bool(below) and is_value(below[0][-1])
    if not any(map(is_value, cells[1:])):
        return not any(cell and is_missing(cell) for cell in cells[2:])
    if not below or not all(map(is_value, cells[1:])):
        return False
    if not cells[0] and all(its[0] for its in below):
        return True  # as pandas writes columns that have numbers for names
    if all(map(is_percentage, cells)):
        return not any(is_percentage(cell) for its in below for cell in its)
    return _counts(cells) and not any(_beyond(cell) for its in below for cell in its)


def _counts(cells: Sequence[str]) -> bool:
    """Whether cells are 0, 1, 2, … or 1, 2, 3, …, which numbers in [0, 1] are not."""
    from_0, from_1 = ([str(place + k) for place in range(len(cells))] for k in (0, 1))
    return list(cells) == from_1 or (len(cells) > 2 and list(cells) == from_0)


def _beyond(cell: str) -> bool:
    try:
        return not is_missing(cell) and not 0.0 <= value(cell) <= 1.0
    except ValueError:
        return False


def _even(body: Sequence[Row], width: int, first: int) -> list[Row]:
    """Return lines of `width` cells each."""
    uneven = [(line, cells) for line, cells in body if len(cells) != width]
    wrong = []
    for line, cells in uneven:
        n = _filled(cells)
        if n > width or len(cells) < width:
            wrong.append(str(_ragged((line, cells), width, first)))
    if wrong:
        raise TableError(wrong)
    return [(line, cells[:width]) for line, cells in body] if uneven else list(body)


def _ragged(row: Row, width: int, first: int) -> TableError:
    line, cells = row
    as_there = f", as on line {first}" if first != line else ""
    came = len(cells) if len(cells) < width else _filled(cells)
    if width == 2 and came == 1:
        expected = "expected a number in [0, 1] or a percentage, got nothing"
        return TableError([f"line {line}: {expected}: 1 cell of 2."])
    return TableError([f"line {line}: expected {width} cells{as_there}, got {came}."])
