"""Which column has what: as somebody has said, else as names and contents say, else it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dart_core.arm_tables import heads, questions
from dart_core.arm_tables.asking import (
    ARMS,
    COLUMNS,
    REWARDS,
    ROWS,
    Answers,
    Choice,
    ColumnName,
    Question,
    TableError,
    TableQuestion,
)
from dart_core.arm_tables.cells import (
    BOOLEANS,
    EMPTY,
    NUMBER,
    TEXT,
    TIME,
    Column,
    column,
    count,
    is_missing,
)
from dart_core.arm_tables.grid import ACCEPTED, Grid
from dart_core.unseen import printable


@dataclass(frozen=True)
class Roles:
    """What each column is for.

    Attributes
    ----------
    layout : str
        One of ARMS, REWARDS, COLUMNS, ROWS.
    values : tuple of Column
        The one column of means or rewards; of COLUMNS and ROWS all that have rewards.
    name : Column or None
        Has the names of the arms.
    total : tuple of Column
        The value counts out of their sum.
    weight : Column or None
        How many observations are behind each value.
    left_out : tuple of Column
        The others.
    """

    layout: str
    values: tuple[Column, ...]
    name: Column | None = None
    total: tuple[Column, ...] = ()
    weight: Column | None = None
    left_out: tuple[Column, ...] = ()


def columns_of(grid: Grid) -> tuple[Column, ...]:
    """Return what stands in each column of a table."""
    columns = [
        column(at, head, [cells[at] for _, cells in grid.body]) for at, head in enumerate(grid.head)
    ]
    often = Counter(grid.head)
    return tuple(replace(c, twin=often[c.head] > 1) for c in columns)


def roles_of(columns: Sequence[Column], grid: Grid, answers: Answers) -> Roles:
    """Return what the columns are for.

    Raises
    ------
    TableError
        If an answer names a column that is not there, or there are no numbers.
    TableQuestion
        If the table can be read in more than one way.
    """
    return _Finder(columns, grid, answers).roles()


class _Finder:
    """Looks for the roles of one table's columns."""

    def __init__(self, columns: Sequence[Column], grid: Grid, answers: Answers) -> None:
        self.columns, self.grid, self.answers = columns, grid, answers
        index = answers.index
        self.index = self._index() if index is None else [self._named("index", i) for i in index]
        self.rest = [c for c in columns if c not in self.index and (c.head or c.kind != EMPTY)]
        self.name = self._answered("name")
        self.value = self._answered("value")
        self.weight = self._answered("weight")
        self.total = tuple(self._named("total", its) for its in answers.total or ())

    def roles(self) -> Roles:
        layout = self.answers.layout
        if layout in {COLUMNS, ROWS}:
            return self._several(layout)
        said = (self.name, self.value, self.weight, *self.total)
        if layout is not None or any(its is not None for its in said):
            return self._single(layout)
        if not any(c.kind == NUMBER for c in self.rest) and len(self.rest) != 2:
            raise TableError([f"Expected a column of numbers, got none. {ACCEPTED}"])
        self._ask_about_beta()
        found = self._counts() or self._by_name()
        return found or self._by_content()

    # What has been answered.

    def _named(self, key: str, name: ColumnName) -> Column:
        """Return the column that is called so."""
        if isinstance(name, int):
            found = [c for c in self.columns if c.at == name - 1]
        else:
            found = [c for c in self.columns if name == c.label]
            found = found or [c for c in self.columns if name.lower() == c.label.lower()]
            if not found and name.isdecimal() and len(name) < 6:
                return self._named(key, int(name))
        if not found:
            listed = ", ".join(printable(c.label) for c in self.columns[:8])
            came = printable(str(name))
            raise TableError([f"{key}: expected a column of the table ({listed}), got '{came}'."])
        return found[0]

    def _answered(self, key: str) -> Column | None:
        name = getattr(self.answers, key)
        return None if name is None else self._named(key, name)

    # What is left out.

    def _index(self) -> list[Column]:
        """Return the first column if it only tells lines apart."""
        first, *others = self.columns
        if len(others) < 2 or len(self.grid.body) < 2:
            return []
        if heads.is_arm(first) and not heads.is_unnamed(first):
            return []
        headed = self.grid.named > 0 or any(c.head for c in self.columns)
        unnamed = headed and heads.is_unnamed(first)
        labels = headed and heads.is_index(first) and first.distinct == len(self.grid.body)
        beyond = first.counting and first.high > 1.0
        return [first] if unnamed or beyond or labels else []

    def _others(self, *used: Column | None) -> tuple[Column, ...]:
        return tuple(c for c in self.columns if c not in used)

    # A line per arm or per reward.

    def _single(self, layout: str | None) -> Roles:
        """Return roles for one column of values, some of which have been said."""
        used = {self.name, self.weight, *self.total}
        value, name = self.value, self.name
        if value is None:
            free = [c for c in self.rest if c not in used and c.kind == NUMBER]
            if name is None and len(free) > 1:
                free = free[1:] if len(self.rest) == len(free) else free
            said = [c for c in free if heads.is_reward(c)]
            free = said if len(said) == 1 else free
            if not free:
                raise TableError([f"Expected a column of numbers, got none. {ACCEPTED}"])
            if len(free) > 1:
                raise TableQuestion(_which_value(free))
            value = free[0]
        if name is None:
            name = self._name(value)
        return self._line_by_line(name, value, layout)

    def _name(self, value: Column) -> Column | None:
        """Return the column that has the names of the arms, beside their values."""
        used = (value, self.weight, *self.total)
        free = [c for c in self.rest if c not in used]
        for fits in (heads.is_arm, _is_text):
            found = [c for c in free if fits(c)]
            if len(found) > 1 and fits is _is_text:
                raise TableQuestion(questions.which_name(found))
            if found:
                return found[0]
        if self.index and self.answers.index is None:
            return self.index[0]
        return free[0] if len(self.rest) == 2 and free else None

    def _line_by_line(self, name: Column | None, value: Column, layout: str | None = None) -> Roles:
        if layout is None:
            repeated = name is not None and self._repeats(name, value)
            layout = REWARDS if repeated and not self.total else ARMS
        out = self._others(name, value, self.weight, *self.total)
        return Roles(layout, (value,), name, self.total, self.weight, out)

    def _repeats(self, name: Column, value: Column) -> bool:
        """Whether lines are rewards: there are fewer arms than lines."""
        arms = len({cells[name.at].strip() for _, cells in self.grid.body})
        lines = len(self.grid.body)
        told = heads.is_reward(value) and not heads.is_rate(value) and lines > arms
        return told or lines >= 2 * arms

    def _counts(self) -> Roles | None:
        """Return roles for successes out of trials, by the names of the columns."""
        whole = [c for c in self.rest if c.kind == NUMBER and c.clean and self._counted(c)]
        good = [c for c in whole if heads.is_successes(c)]
        bad = [c for c in whole if heads.is_failures(c)]
        trials = [c for c in whole if heads.is_trials(c) and c not in good]
        pairs: list[tuple[Column, tuple[Column, ...]]] = []
        pairs += [(one, (one, other)) for one in good for other in bad]
        pairs += [
            (one, (one, other))
            for one in whole
            for other in whole
            if heads.are_either_or(one, other) and max(one.high, other.high) > 1.0
        ]
        pairs += [
            (one, (other,))
            for one in good
            for other in (*trials, *good)
            if other is not one and other.high > 1.0
            if other in trials or other.high >= one.high
        ]
        if not pairs:
            return None
        if len(pairs) > 1:
            raise TableQuestion(questions.which_counts(pairs))
        value, self.total = pairs[0]
        return self._line_by_line(self._name(value), value)

    def _ask_about_beta(self) -> None:
        """Ask what two columns are that are called as the parameters of a Beta distribution."""
        numbers = [c for c in self.rest if c.kind == NUMBER and not heads.is_arm(c)]
        texts = [c for c in self.rest if c not in numbers]
        if len(numbers) != 2 or len(texts) > 1 or not heads.are_beta(*numbers):
            return
        one, other = numbers
        # Two arms are often called a and b.
        letters = len(one.head) == 1 and not any(map(heads.is_arm, texts))
        if min(one.low, other.low) > 0.0 and not letters:
            raise TableQuestion(questions.which_beta(one, other, texts[0] if texts else None))

    def _counted(self, its: Column) -> bool:
        """Whether all cells of a column are whole, or groups of digits."""
        try:
            cells = {cells[its.at] for _, cells in self.grid.body}
            return all(is_missing(cell) or count(cell) >= 0 for cell in cells)
        except ValueError:
            return False

    def _by_name(self) -> Roles | None:
        """Return roles for names and values, as the names of the columns tell them."""
        times = [c for c in self.rest if self._is_time(c)]
        rest = [c for c in self.rest if c not in times]
        named = [c for c in rest if heads.is_arm(c)]
        texts = [c for c in rest if _is_text(c)]
        numbers = [c for c in rest if c.kind == NUMBER and c not in named]
        weights = [c for c in numbers if heads.is_trials(c) and c.whole and c.high > 1.0]
        told = [c for c in numbers if heads.is_reward(c) and c not in weights]
        rates = [c for c in told if heads.is_rate(c)]
        told = rates if len(told) > 1 and len(rates) == 1 else told
        if len(told) != 1 or len(rest) < 2:
            return None
        (value,) = told
        self.weight = weights[0] if len(weights) == 1 else None
        if not named and len(texts) > 1:
            raise TableQuestion(questions.which_name(texts))
        beside = [c for c in rest if c is not value and len(rest) == 2 and not weights]
        names = [*named, *texts, *beside]
        if not names and not weights and not heads.is_rate(value):
            return None
        names += self.index
        return self._line_by_line(names[0] if names else None, value)

    # By what stands in the columns.

    def _by_content(self) -> Roles:
        texts = [c for c in self.rest if _is_text(c) or self._is_numbered_arm(c)]
        numbers = [c for c in self.rest if c.kind in {NUMBER, EMPTY} and c not in texts]
        times = [c for c in self.rest if self._is_time(c)]
        if len(self.rest) == 1 or (len(self.rest) == 2 and not times):
            return self._narrow()
        if texts:
            return self._beside_text(texts, [c for c in numbers if c not in times])
        if times:
            self._ask_about_time(times)
        return Roles(COLUMNS, tuple(self.rest), left_out=self._others(*self.rest))

    def _is_numbered_arm(self, its: Column) -> bool:
        """Whether a column has numbers of arms, one a line, and no rewards."""
        own = its.distinct == len(self.grid.body) and (its.counting or its.high > 1.0)
        return its.kind == NUMBER and heads.is_arm(its) and own

    def _narrow(self) -> Roles:
        """Return roles for one column of means, or two of which the first may be names."""
        if len(self.rest) == 1:
            name = self.index[0] if self.index and self.answers.index is None else None
            if name is None and len(self.grid.body) > 2 and self._has_clicks_alone(self.rest[0]):
                raise TableQuestion(questions.only_clicks())
            return self._line_by_line(name, self.rest[0])
        first, second = self.rest
        if self._are_two_arms(first, second):
            return Roles(COLUMNS, (first, second), left_out=self._others(first, second))
        return self._line_by_line(first, second)

    def _has_clicks_alone(self, its: Column) -> bool:
        cells = {cells[its.at].lower() for _, cells in self.grid.body}
        return cells <= {"0", "1"} or cells <= BOOLEANS.keys()

    def _are_two_arms(self, first: Column, second: Column) -> bool:
        """Whether two columns have the rewards of two arms, rather than names and numbers."""
        named = first.head.lower()
        if second.head and heads.is_unnamed(first):
            return False  # as pandas writes what has one value for each name
        if heads.is_arm(first) and not heads.is_arm(second):
            return False
        if first.kind == EMPTY:
            return bool(first.head)
        if first.kind != NUMBER or not first.clean or "arm" in named or "name" in named:
            return False
        ones, others = (
            {cells[c.at].lower() for _, cells in self.grid.body if not is_missing(cells[c.at])}
            for c in (first, second)
        )
        if any("." in cell or "," in cell or "%" in cell for cell in ones):
            return True
        clicks = any(self.grid.head) or others <= {"0", "1"}
        return (ones <= {"0", "1"} and clicks) or ones <= BOOLEANS.keys()

    def _beside_text(self, texts: list[Column], numbers: list[Column]) -> Roles:
        """Return roles where one text stands beside several numbers."""
        if not numbers:
            raise TableError([f"Expected a column of numbers, got none. {ACCEPTED}"])
        if len(numbers) == 1:
            named = [c for c in texts if heads.is_arm(c)] or texts
            if len(named) > 1:
                raise TableQuestion(questions.which_name(named))
            return self._line_by_line(named[0], numbers[0])
        (text, *more) = texts
        as_columns = Roles(COLUMNS, tuple(numbers), left_out=self._others(*numbers))
        if more or heads.is_index(text):
            return as_columns
        if text.distinct == len(self.grid.body) and all(map(heads.is_numbered, numbers)):
            return Roles(ROWS, tuple(numbers), text, left_out=self._others(text, *numbers))
        raise TableQuestion(questions.which_layout(text, numbers, self._share(numbers)))

    def _share(self, numbers: Sequence[Column]) -> tuple[Column, Column] | None:
        """Return two columns of counts of which one is part of the other."""
        if len(numbers) != 2 or not all(c.clean and self._counted(c) for c in numbers):
            return None
        one, other = sorted(numbers, key=lambda c: c.high)
        fits = all(
            count(cells[one.at]) <= count(cells[other.at])
            for _, cells in self.grid.body
            if not (is_missing(cells[one.at]) or is_missing(cells[other.at]))
        )
        return (one, other) if fits and other.high > 1.0 else None

    def _several(self, layout: str) -> Roles:
        """Return roles where somebody has said that there are several columns of values."""
        name = self.name if layout == ROWS else None
        if layout == ROWS and name is None:
            texts = [c for c in self.columns if _is_text(c)]
            name = texts[0] if texts else (self.index[0] if self.index else None)
        values = [c for c in self.rest if c is not name]
        if self.answers.index is None:
            values = [c for c in values if c.kind in {NUMBER, EMPTY}]
        if layout == COLUMNS and self.answers.index is None:
            times = [c for c in values if self._is_time(c)]
            if times:
                self._ask_about_time(times)
        if not values:
            raise TableError([f"Expected a column of numbers, got none. {ACCEPTED}"])
        return Roles(layout, tuple(values), name, left_out=self._others(name, *values))

    def _is_time(self, its: Column) -> bool:
        return self.answers.index is None and (its.kind == TIME or heads.is_time(its))

    def _ask_about_time(self, times: list[Column]) -> None:
        labels = " or ".join(f"“{printable(c.label)}”" for c in times)
        kept = tuple(c.label for c in self.index)
        first = times[0].label
        out = (*kept, *(c.label for c in times))
        if len(self.rest) - len(times) == 1:
            choices = [
                Choice("its times are the names of the arms", {"name": first}),
                Choice("nothing: leave it out", {"index": out}),
            ]
        else:
            its: dict[str, Any] = {"layout": ROWS, "name": first}
            label = "each line is an arm, called by its time"
            if all(c.kind == NUMBER for c in times):
                its = {"layout": COLUMNS, "index": kept}
                label = "it is an arm, with rewards of its own"
            choices = [
                Choice("nothing: leave it out", {"layout": COLUMNS, "index": out}),
                Choice(label, its),
            ]
        text = f"{labels} has times. What is it for?"
        raise TableQuestion(Question(text, tuple(choices)))


def _is_text(its: Column) -> bool:
    return its.kind == TEXT


def _which_value(columns: Sequence[Column]) -> Question:
    choices = [Choice(f"“{printable(c.label)}”", {"value": c.label}) for c in columns[:8]]
    return Question("Which column has the means or the rewards of the arms?", tuple(choices))
