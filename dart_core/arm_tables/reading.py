"""A table read: arms, and how they were understood; or a question where that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum

from dart_core.arm_tables import heads
from dart_core.arm_tables.arm_table import ArmTable, arm_table
from dart_core.arm_tables.asking import (
    ARMS,
    COLUMNS,
    COUNTS,
    ENOUGH_ERRORS,
    FRACTION,
    PERCENT,
    REWARDS,
    Answers,
    Question,
    TableError,
    TableQuestion,
    ends,
    in_words,
)
from dart_core.arm_tables.cells import EMPTY, Column, above_0, count
from dart_core.arm_tables.grid import ACCEPTED, MOST_CELLS, Grid, Row
from dart_core.arm_tables.roles import Roles, columns_of, roles_of
from dart_core.arm_tables.scales import Scaled, scale_of, slip
from dart_core.arm_tables.tidying import is_a_sum, tidied
from dart_core.unseen import printable

MEANS_SAY_IT_ALL = "All rewards are 0 or 1, so each arm pays 1 as often as its own did."
_MOST_ERRORS = 5


@dataclass(frozen=True)
class Limits:
    """How much a table may have.

    Attributes
    ----------
    arms : int
        Arms.
    name : int
        Characters of a name; longer ones are cut.
    """

    arms: int = 10_000
    name: int = 100


@dataclass(frozen=True)
class Reading:
    """What came of a table.

    Attributes
    ----------
    arms : ArmTable or None
        The arms; None as long as a question is open.
    question : Question or None
        What has to be answered first.
    understood : Answers
        How the table was read so far: given as answers, it is read in the same way.
    columns : tuple of str
        What the columns are called.
    sheets : tuple of str
        All sheets of its workbook.
    """

    arms: ArmTable | None
    question: Question | None
    understood: Answers
    columns: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()


def reading_of(grid: Grid, answers: Answers, limits: Limits) -> Reading:
    """Return what a table holds.

    Raises
    ------
    TableError
        With what is wrong, by line.
    """
    grid = tidied(grid)
    columns = columns_of(grid)
    labels = tuple(column.label for column in columns)
    understood = replace(answers, header=grid.named > 0, separator=grid.separator or None)
    try:
        roles = roles_of(columns, grid, answers)
        understood = _understood(roles, understood)
        scale = FRACTION if roles.total else scale_of(roles.values, grid.body, answers)
        understood = replace(understood, scale=scale)
        arms = _Reader(grid, roles, scale, limits).arms()
    except TableQuestion as open_yet:
        return Reading(None, open_yet.question, understood, labels, grid.sheets)
    return Reading(arms, None, understood, labels, grid.sheets)


def _understood(roles: Roles, so_far: Answers) -> Answers:
    several = roles.layout not in {ARMS, REWARDS}
    return replace(
        so_far,
        layout=roles.layout,
        name=roles.name.label if roles.name else None,
        value=None if several else roles.values[0].label,
        total=tuple(column.label for column in roles.total) or None,
        weight=roles.weight.label if roles.weight else None,
        index=tuple(column.label for column in roles.left_out),
    )


class _Reader:
    """Reads the cells of a table whose columns have their roles."""

    def __init__(self, grid: Grid, roles: Roles, scale: str, limits: Limits) -> None:
        self.body, self.named, self.roles, self.limits = grid.body, grid.named, roles, limits
        self.scale, self.scaled = scale, Scaled(scale)
        self.notes = list(grid.notes)
        self.missing = 0
        self.wrong: list[str] = []
        if grid.named and roles.layout in {ARMS, REWARDS}:
            # Said, as it may be an arm whose number cannot be read.
            names = printable(", ".join(filter(None, grid.head)))
            self.notes.append(f"Line {grid.named} was taken as names of columns: {names}.")
        left = [c.label for c in roles.left_out if c.kind != EMPTY or c.head]
        if left:
            self.notes.append(f"Left out: {printable(', '.join(left), 80)}.")

    def arms(self) -> ArmTable:
        layout = self.roles.layout
        if layout == ARMS:
            total = self.roles.total
            if len(total) == 2 and heads.are_beta(*total):
                return self._betas(*total)
            return self._counted() if total else self._means()
        if layout == REWARDS:
            return self._rewards()
        return self._columns() if layout == COLUMNS else self._rows()

    def _cell(
        self, cells: Sequence[str], column: int, line: int, *, place: bool = False
    ) -> float | None:
        """Return a reward, None where nothing was seen; −1, with a reason, if it is neither."""
        try:
            return self.scaled(cells[column])
        except ValueError:
            where = f"line {line}, column {column + 1}" if place else f"line {line}"
            self._note_slip(slip(where, cells[column], self.scaled.expected))
            return -1.0

    def _note_slip(self, reason: str) -> None:
        self.wrong.append(reason)
        if len(self.wrong) >= ENOUGH_ERRORS:
            raise TableError(self.wrong)

    def _stop_if_wrong(self) -> None:
        if self.wrong:
            raise TableError(self.wrong)

    def _name(self, row: Row) -> str:
        return row[1][self.roles.name.at] if self.roles.name else ""

    def _count(self, row: Row, column: int) -> int:
        line, cells = row
        try:
            return count(cells[column])
        except ValueError:
            self._note_slip(slip(f"line {line}", cells[column], "a whole number from 0 up"))
            return 0

    def _means(self) -> ArmTable:
        """Read a line per arm, with its mean and maybe how many observations are behind it."""
        (value,) = self.roles.values
        if len(self.body) == 1 and not self._name(self.body[0]):
            line = self.body[0][0]
            raise TableError([f"line {line}: expected 2 arms or more, got 1.", *self.notes])
        weight = self.roles.weight
        found: dict[str, list[tuple[float, int]]] = {}
        lines: dict[str, int] = {}
        for at, row in enumerate(self.body):
            line, cells = row
            mean = self._cell(cells, value.at, line)
            if mean is None:
                self._note_slip(slip(f"line {line}", cells[value.at], self.scaled.expected))
                continue
            behind = self._count(row, weight.at) if weight else 0
            name = self._name(row)
            if name and name in lines and not weight:
                self._note_slip(
                    f"line {line}: {printable(name)!r} is on line {lines[name]} already. Give each "
                    "arm one line with its mean, or two rewards and more, one a line."
                )
            lines.setdefault(name, line)
            found.setdefault(name or f"\0{at}", []).append((mean, behind))
        self._stop_if_wrong()
        names = [name if not name.startswith("\0") else "" for name in found]
        if not weight:
            read_as = "Read as name and mean on each line"
            if self.roles.name is None:
                read_as = "Read as one mean per line"
            return self._made(names, [mean for ((mean, _),) in found.values()], read_as)
        counts = [sum(n for _, n in each) for each in found.values()]
        self._need_some(names, counts)
        means = [
            each[0][0] if len(each) == 1 else min(fsum(m * n for m, n in each) / total, 1.0)
            for each, total in zip(found.values(), counts, strict=True)
        ]
        return self._made(names, means, "Read as mean and number of observations", counts)

    def _counted(self) -> ArmTable:
        """Read successes out of trials; lines of the same arm are added up."""
        (value,) = self.roles.values
        totals = [column.at for column in self.roles.total]
        found: dict[str, list[int]] = {}
        for at, row in enumerate(self.body):
            good = self._count(row, value.at)
            trials = sum(self._count(row, total) for total in totals)
            if good > trials:
                self._note_slip(
                    f"line {row[0]}: expected at most as many {printable(value.label)} as "
                    f"{self._totals()}, got {good:,} of {trials:,}."
                )
            its = found.setdefault(self._name(row) or f"\0{at}", [0, 0])
            its[0] += good
            its[1] += trials
        self._stop_if_wrong()
        names = [name if not name.startswith("\0") else "" for name in found]
        counts = [trials for _, trials in found.values()]
        self._need_some(names, counts)
        means = [good / trials for good, trials in found.values()]
        read_as = f"Read as counts, {printable(value.label)} out of {self._totals()}"
        return self._made(names, means, read_as, counts)

    def _betas(self, alpha: Column, beta: Column) -> ArmTable:
        """Read the parameters of a Beta distribution on each line; its mean is what an arm pays."""
        names, means = [], []
        for row in self.body:
            line, cells = row
            one, other = (above_0(cells[its.at]) for its in (alpha, beta))
            if one is None or other is None:
                came = cells[(alpha if one is None else beta).at]
                self._note_slip(slip(f"line {line}", came, "a number above 0"))
                continue
            names.append(self._name(row))
            means.append(one / (one + other))
        self._stop_if_wrong()
        its = f"{printable(alpha.label)} and {printable(beta.label)}"
        return self._made(names, means, f"Read as parameters of Beta distributions, {its}")

    def _totals(self) -> str:
        return " and ".join(printable(column.label) for column in self.roles.total)

    def _need_some(self, names: Sequence[str], counts: Sequence[int]) -> None:
        for at, total in enumerate(counts):
            if not total:
                who = printable(names[at]) or f"arm {at + 1}"
                self._note_slip(f"{who}: expected at least one observation, got none.")
        self._stop_if_wrong()

    def _rewards(self) -> ArmTable:
        """Read a line per reward, maybe with how often it came."""
        (value,) = self.roles.values
        weight = self.roles.weight
        arms: dict[str, list[float]] = {}
        total = 0
        for row in self.body:
            line, cells = row
            name = self._name(row)
            if self.roles.name and not name:
                self._note_slip(slip(f"line {line}", "", "the name of an arm"))
            its = arms.setdefault(name, [])
            reward = self._cell(cells, value.at, line)
            if reward is None:
                self.missing += 1
                continue
            times = self._count(row, weight.at) if weight else 1
            total += times
            if total > MOST_CELLS * 1_000 or (weight and total > MOST_CELLS):
                expected = f"at most {MOST_CELLS:,} rewards"
                raise TableError([f"line {line}: expected {expected}, got more."])
            its += [reward] * times
        self._stop_if_wrong()
        return self._of_rewards(
            list(arms), list(arms.values()), "Read as arm and reward on each line"
        )

    def _columns(self) -> ArmTable:
        """Read a column per arm."""
        arms: list[list[float]] = [[] for _ in self.roles.values]
        places = [column.at for column in self.roles.values]
        for line, cells in self.body:
            for its, at in zip(arms, places, strict=True):
                reward = self._cell(cells, at, line, place=True)
                if reward is None:
                    self.missing += 1
                else:
                    its.append(reward)
        if len(self.body) == 1 and not self.missing:
            self._explain_columns()
            names = [column.head for column in self.roles.values]
            read_as = "Read as one line with the mean of each arm"
            return self._made(names, [rewards[0] for rewards in arms], read_as)
        self.wrong += [
            f"column {column.at + 1}: expected at least one reward, got none."
            for column, rewards in zip(self.roles.values, arms, strict=True)
            if not rewards and not self.wrong
        ]
        self._explain_columns()
        names = [column.head for column in self.roles.values]
        in_rows = None if self.missing else tuple(map(tuple, arms))
        read_as = "Read as one column of rewards per arm"
        return self._of_rewards(names, arms, read_as, in_rows)

    def _explain_columns(self) -> None:
        if self.wrong:
            few = len(self.wrong) < 3
            raise TableError([*self.wrong[:_MOST_ERRORS], ACCEPTED] if few else self.wrong)

    def _rows(self) -> ArmTable:
        """Read a line per arm, with its rewards beside its name."""
        arms: list[list[float]] = []
        names = []
        for row in self.body:
            line, cells = row
            its: list[float] = []
            for column in self.roles.values:
                reward = self._cell(cells, column.at, line, place=True)
                if reward is None:
                    self.missing += 1
                else:
                    its.append(reward)
            if not its:
                self._note_slip(f"line {line}: expected at least one reward, got none.")
            arms.append(its)
            names.append(self._name(row))
        self._stop_if_wrong()
        return self._of_rewards(names, arms, "Read as the rewards of an arm on each line")

    def _of_rewards(
        self,
        names: Sequence[str],
        arms: Sequence[list[float]],
        read_as: str,
        in_rows: tuple[tuple[float, ...], ...] | None = None,
    ) -> ArmTable:
        from dart_core.arms import MAX_VALUES  # which loads kernels: a first paint needs none

        for name, rewards in zip(names, arms, strict=True):
            if not rewards:
                raise TableError([f"{printable(name)}: expected at least one reward, got none."])
        counts = [len(rewards) for rewards in arms]
        read_as = f"{read_as}, {sum(counts):,} rewards"
        if all(x in {0.0, 1.0} for rewards in arms for x in rewards):
            means = [sum(rewards) / len(rewards) for rewards in arms]
            self.notes.append(MEANS_SAY_IT_ALL)
            return self._made(names, means, read_as, counts, in_rows=in_rows)
        if max(counts) > MAX_VALUES:
            expected = f"Expected at most {MAX_VALUES:,} rewards of an arm other than 0 and 1"
            raise TableError([f"{expected}, got {max(counts):,}. Take a sample, or give means."])
        kept = tuple(tuple(sorted(rewards)) for rewards in arms)
        means = [fsum(rewards) / len(rewards) for rewards in kept]
        return self._made(names, means, read_as, counts, kept, in_rows)

    def _made(
        self,
        names: Sequence[str],
        means: Sequence[float],
        read_as: str,
        counts: Sequence[int] | None = None,
        rewards: tuple[tuple[float, ...], ...] | None = None,
        in_rows: tuple[tuple[float, ...], ...] | None = None,
    ) -> ArmTable:
        for place, name in (("first", names[0]), ("last", names[-1])):
            if is_a_sum(name):
                its = printable(name.strip())
                self.notes.append(f"The {place} arm is called {its}: leave it out if it is a sum.")
        if self.missing:
            cells = "1 cell has" if self.missing == 1 else f"{self.missing:,} cells have"
            self.notes.append(f"{cells} no number, and count as not seen.")
        if self.scale == PERCENT:
            self.notes.append("Numbers were read as percentages: 12 is 0.12.")
        elif self.scale != FRACTION:
            low, high = ends(self.scale)
            self.notes.append(
                f"Numbers were scaled from {in_words(self.scale)} to 0 to 1: {low:g} became 0, and "
                f"{high:g} became 1."
            )
        return arm_table(
            names,
            means,
            read_as,
            self.limits.arms,
            self.limits.name,
            counts=counts,
            rewards=rewards,
            scale=COUNTS if self.roles.total and counts else self.scale,
            notes=self.notes,
            in_rows=in_rows,
        )
