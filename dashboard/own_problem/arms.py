"""Arms from a table that somebody pasted or uploaded: text in, names, means and rewards out.

Three layouts are told apart: a line per arm (name and mean, or a mean alone), a line per reward
(arm and reward), and a column per arm with its rewards in it. Whatever cannot be used is
explained by line. Nothing in a table is ever run or kept as markup: names are cleaned text.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.naming import said_alike
from dashboard.schema.arm_fields import LONGEST_NAME, MOST_GIVEN, MOST_REWARDS, Rewards
from dashboard.schema.fields import number
from dashboard.schema.repair import printable
from dashboard.schema.unseen import is_seen, seen

MOST_BYTES = 10_000_000
# A cell takes some hundred bytes once it is read: these bound the memory and time of one table.
MOST_LINES = 500_000
MOST_CELLS = 1_000_000
_MOST_ERRORS = 5
_ENOUGH_ERRORS = 1_000  # then the rest is not even looked at
_ACCEPTED = (
    "Accepted are: name and mean on each line; arm and reward on each line; or one column of "
    "rewards per arm, their names in the first line."
)
_FEWER = "Take a sample of the rewards, or give one mean for each arm."
_PACKED = (
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"\xd0\xcf\x11\xe0",
    b"%PDF",
)
_DECIMAL_COMMA = re.compile(r"\s*\"?\s*(0,[0-9]+|1,0+|[0-9]{1,3},[0-9]+\s*%)\s*\"?\s*")

Row = tuple[int, list[str]]  # number of the line, from 1, and its cells


class TableError(ValueError):
    """A table that cannot be used; the message says why, a line of text for each reason."""

    def __init__(self, reasons: Sequence[str]) -> None:
        more = len(reasons) - _MOST_ERRORS
        others = "lines more" if len(reasons) < _ENOUGH_ERRORS else "lines or more"
        shown = [*reasons[:_MOST_ERRORS], *([f"… and {more:,} {others}."] if more > 0 else [])]
        super().__init__("\n".join(shown))


@dataclass(frozen=True)
class ArmTable:
    """Arms that were read.

    Attributes
    ----------
    names : tuple of str
        N names, all different, each fit for `dashboard.settings.Settings.names`.
    means : tuple of float
        N means in [0, 1].
    rewards : Rewards or None
        What was seen of each arm; None where means say it all.
    read_as : str
        The layout that was found, for people.
    warnings : tuple of str
        What was changed, sentence by sentence.
    """

    names: tuple[str, ...]
    means: tuple[float, ...]
    rewards: Rewards | None
    read_as: str
    warnings: tuple[str, ...] = ()


def decode(data: bytes) -> str:
    """Return the text of a file.

    Raises
    ------
    TableError
        If it is larger than 10 MB or no text.
    """
    if len(data) > MOST_BYTES:
        raise TableError([f"Expected at most 10 MB, got {len(data) / 1e6:,.1f} MB."])
    if data.startswith(_PACKED):
        raise TableError(["Expected plain text, got a packed file: save the sheet as CSV first."])
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = data.decode("utf-16")
        elif b"\0" in data[:100]:
            text = data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
        else:
            text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise TableError(["Expected plain text, got a file with zero bytes in it."])
    return text


def parse(text: str) -> ArmTable:
    """Return the arms that a table describes.

    Parameters
    ----------
    text : str
        Cells are separated by tabs, semicolons, bars or commas, in this order of preference, and
        may be quoted. Numbers lie in [0, 1] or are percentages, with a decimal point or comma.

    Raises
    ------
    TableError
        With what is wrong, by line.
    """
    if len(text) > MOST_BYTES:
        raise TableError([f"Expected at most 10 MB, got {len(text) / 1e6:,.1f} MB."])
    rows = _rows(text.removeprefix("\ufeff"))
    if not rows:
        raise TableError(["There are no lines yet. " + _ACCEPTED])
    width = max(len(cells) for _, cells in rows)
    heads = _is_head(rows[0], rows)
    head, body = (rows[0][1], rows[1:]) if heads else ([], rows)
    if not body:
        raise TableError([f"line {rows[0][0]}: expected numbers below the names. " + _ACCEPTED])
    # Said, as it may be an arm whose number cannot be read.
    named = printable(", ".join(filter(None, head)))
    said = [f"Line {rows[0][0]} was taken as names of columns: {named}."] if heads else []
    head += [""] * (width - len(head))
    if width == 1:
        means = [(line, ["", cells[0]]) for line, cells in body]
        return _per_arm(means, "Read as one mean per line", said)
    if width == 2 and not _two_columns_are_arms(head, body):
        names = Counter(cells[0].strip() for _, cells in body)
        if len(body) >= 2 * len(names):
            return _per_reward(body, said)
        return _per_arm(body, "Read as name and mean on each line", said)
    return _per_column(head, body)


def _rows(text: str) -> list[Row]:
    count = max(text.count("\n"), text.count("\r")) + 1
    if count > MOST_LINES:
        raise TableError([f"Expected at most {MOST_LINES:,} lines, got {count:,}. {_FEWER}"])
    lines = re.split(r"\r\n?|\n", text)
    filled = [line for line in lines if line.strip(" \t;,|")]
    delimiter = _delimiter(filled[:200])
    rows: list[Row] = []
    known: dict[str, str] = {}  # equal cells are one object: most rewards are alike
    total = 0
    for at, line in enumerate(lines, 1):
        if not line.strip(" \t;,|\xa0"):
            continue
        if line.count(delimiter) > 10 * MOST_GIVEN:  # some may be in quotes
            raise _too_wide(at, line.count(delimiter) + 1)
        try:
            (cells,) = csv.reader(io.StringIO(line), delimiter=delimiter, strict=True)
        except (csv.Error, ValueError):
            reason = (
                "expected each quote to be closed on its line, and cells below 100,000 characters"
            )
            raise TableError([f"line {at}: {reason}."]) from None
        while len(cells) > 1 and not cells[-1].strip():
            cells.pop()
        total += len(cells)
        if len(cells) > MOST_GIVEN:
            raise _too_wide(at, len(cells))
        if total > MOST_CELLS:
            raise TableError([f"Expected at most {MOST_CELLS:,} cells, got more. {_FEWER}"])
        rows.append((at, [known.setdefault(cell, cell) for cell in map(str.strip, cells)]))
    return rows


def _too_wide(line: int, columns: int) -> TableError:
    return TableError(
        [f"line {line}: expected at most {MOST_GIVEN:,} arms, got {columns:,} columns."]
    )


def _delimiter(lines: Sequence[str]) -> str:
    """Return what separates cells; a comma may be the decimal one of a single column."""
    for sign in "\t;|":
        if sum(sign in line for line in lines) > len(lines) / 2:
            return sign
    if lines and re.sub(r'"[^"]*"', "", lines[0]).count(",") == 1 and not _has_digit(lines[0]):
        return ","  # names of two columns: what is below them are two columns as well
    body = [line for line in lines if _has_digit(line)]
    decimal = [bool(_DECIMAL_COMMA.fullmatch(line)) or "," not in line for line in body]
    return ";" if body and all(decimal) and any("," in line for line in body) else ","


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _value(cell: str) -> float:
    """Return a number in [0, 1], or raise ValueError."""
    text = cell.strip(" \xa0\u202f").replace(",", ".", 1)
    percent = text.endswith("%")
    value = number(text.removesuffix("%").strip(" \xa0\u202f") + "e-2" * percent)
    if not 0.0 <= value <= 1.0:
        raise ValueError("out of range")
    return value


def _reads(cell: str) -> bool:
    try:
        number(cell.strip(" %\xa0\u202f").replace(",", ".", 1))
    except ValueError:
        return False
    return True


def _is_head(first: Row, rows: Sequence[Row]) -> bool:
    """Whether the first line names columns: text stands there above numbers."""
    cells = first[1]
    if len(cells) == 1:
        return not _reads(cells[0]) and len(rows) > 1 and _reads(rows[1][1][-1])
    return not any(_reads(cell) for cell in cells[1:])


def _two_columns_are_arms(head: Sequence[str], body: Sequence[Row]) -> bool:
    """Whether two columns hold the rewards of two arms, rather than arms and their numbers."""
    first = [cells[0] for _, cells in body if cells[0]]
    if not all(map(_reads, first)) or "arm" in head[0].lower() or "name" in head[0].lower():
        return False
    if any("." in cell or "," in cell or "%" in cell for cell in first):
        return True
    return any(head) and set(first) <= {"0", "1"}


def _per_arm(body: Sequence[Row], read_as: str, said: Sequence[str]) -> ArmTable:
    if len(body) == 1 and not body[0][1][0]:
        raise TableError([f"line {body[0][0]}: expected 2 arms or more, got 1.", *said])
    wrong: list[str] = []
    names, means = [], []
    seen: dict[str, int] = {}
    for line, cells in body:
        value = _read(line, cells[1] if len(cells) > 1 else "", wrong)
        name = cells[0]
        if name and name in seen:
            wrong.append(
                f"line {line}: {printable(name)!r} is on line {seen[name]} already. Give each arm "
                "one line with its mean, or two rewards and more, one a line."
            )
        seen.setdefault(name, line)
        names.append(name)
        means.append(value)
    if wrong:
        raise TableError(wrong)
    return table(names, means, read_as, warnings=said)


def _per_reward(body: Sequence[Row], said: Sequence[str]) -> ArmTable:
    wrong: list[str] = []
    arms: dict[str, list[float]] = {}
    memo: dict[str, float] = {}
    for line, cells in body:
        cell = cells[1] if len(cells) > 1 else ""
        if cell not in memo:
            memo[cell] = _read(line, cell, wrong)
        elif memo[cell] < 0:
            _read(line, cell, wrong)
        arms.setdefault(cells[0], []).append(memo[cell])
    if wrong:
        raise TableError(wrong)
    read_as = "Read as arm and reward on each line"
    return _of_rewards(list(arms), list(arms.values()), read_as, said)


def _per_column(head: Sequence[str], body: Sequence[Row]) -> ArmTable:
    wrong: list[str] = []
    arms: list[list[float]] = [[] for _ in head]
    for line, cells in body:
        for column, cell in enumerate(cells):
            if cell:
                arms[column].append(_read(line, cell, wrong, column + 1))
    wrong += [
        f"column {column}: expected at least one reward, got none."
        for column, rewards in enumerate(arms, 1)
        if not rewards and not wrong
    ]
    if wrong:
        raise TableError([*wrong[:_MOST_ERRORS], _ACCEPTED] if len(wrong) < 3 else wrong)
    if len(body) == 1:
        return table(
            head, [rewards[0] for rewards in arms], "Read as one line with the mean of each arm"
        )
    return _of_rewards(head, arms, "Read as one column of rewards per arm")


def _read(line: int, cell: str, wrong: list[str], column: int = 0) -> float:
    """Return a number in [0, 1]; −1 with a reason in `wrong` if there is none."""
    try:
        return _value(cell)
    except ValueError:
        where = f"line {line}, column {column}" if column else f"line {line}"
        came = f"'{printable(cell)}'" if cell else "nothing"
        wrong.append(f"{where}: expected a number in [0, 1] or a percentage, got {came}.")
        if len(wrong) >= _ENOUGH_ERRORS:
            raise TableError(wrong) from None
        return -1.0


def _of_rewards(
    names: Sequence[str],
    arms: Sequence[list[float]],
    read_as: str,
    said: Sequence[str] = (),
) -> ArmTable:
    total = sum(map(len, arms))
    read_as = f"{read_as}, {total:,} rewards"
    if all(x in {0.0, 1.0} for rewards in arms for x in rewards):
        means = [sum(rewards) / len(rewards) for rewards in arms]
        note = "All rewards are 0 or 1, so each arm pays 1 as often as its own did."
        return table(names, means, read_as, warnings=[*said, note])
    if total > MOST_REWARDS:
        expected = f"Expected at most {MOST_REWARDS:,} rewards other than 0 and 1"
        raise TableError([f"{expected}, got {total:,}. Take a sample of them, or give means."])
    rewards = Rewards(tuple(tuple(sorted(each)) for each in arms))
    return table(names, rewards.means, read_as, rewards, said)


def table(
    names: Sequence[str],
    means: Sequence[float],
    read_as: str,
    rewards: Rewards | None = None,
    warnings: Sequence[str] = (),
) -> ArmTable:
    """Return arms with names that are clean and differ; an arm without a name gets its number.

    Raises
    ------
    TableError
        If there are fewer than 2 arms, or more than 1,000, or a mean is not in [0, 1].
    """
    if not 2 <= len(means) <= MOST_GIVEN:
        raise TableError([f"Expected 2 to {MOST_GIVEN:,} arms, got {len(means):,}.", *warnings])
    for at, mean in enumerate(means, 1):
        if not 0.0 <= mean <= 1.0:  # NaN fails every comparison
            raise TableError([f"arm {at}: expected a mean from 0 to 1, got {mean:g}."])
    said = list(warnings)
    used: list[str] = []
    taken: set[str] = set()
    changed = []
    for at, raw in enumerate(names, 1):
        name = _clean(raw) or str(at)
        copy, other = 1, name
        while other in taken:
            copy += 1
            other = f"{seen(name[: LONGEST_NAME - len(str(copy)) - 3])} ({copy})"
        taken.add(other)
        used.append(other)
        if raw.strip() and other != raw.strip():
            changed.append(other)
    if changed:
        listed = ", ".join(changed[:3]) + (f" and {len(changed) - 3:,} more" * (len(changed) > 3))
        said.append(
            f"Names were cut to {LONGEST_NAME} plain characters or made to differ: {listed}."
        )
    if same := said_alike(tuple(used)):
        said.append(same)
    return ArmTable(tuple(used), tuple(means), rewards, read_as, tuple(said))


def _clean(raw: str) -> str:
    text = seen(raw[:1_000])
    if len(text) > LONGEST_NAME:
        text = seen(text[: LONGEST_NAME - 1]) + "…"
    return text if is_seen(text) else ""
