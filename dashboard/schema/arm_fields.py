"""Fields that only arms of one's own have: their names, and the rewards that were seen of them.

Their texts are made for links. Names are joined by commas, with the escapes of JSON pointers: a
comma in a name is ``~1``, a tilde ``~0``. Rewards are joined by commas as well, with how often
each came if more than once, and arms by ``_``: ``0.2,0.5x3_1`` is 0.2 once and 0.5 three times
for the first arm, and 1 once for the second. Of a table with a row for each round every arm has
its column, in the order of the rows, and the text begins with ``r``: ``r0,1x2_1,0x2`` has three.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from dart_core.numeral import number
from dart_core.unseen import is_seen
from dashboard.memory import tables
from dashboard.schema.kinds import Kind, Real

if TYPE_CHECKING:
    import dart_core as dc

MOST_GIVEN = 1_000  # arms
MOST_REWARDS = 200_000
LONGEST_NAME = 24
_MEAN_DIGITS = 6
_IN_ROWS = "r"

T = TypeVar("T")


@dataclass(frozen=True)
class Rewards:
    """Rewards that were seen of each arm; an arm pays each of its own alike.

    Attributes
    ----------
    arms : tuple of tuple of float
        N arms, each with one reward in [0, 1] or more; in rising order, or in that of the rows.
    in_rows : bool, default False
        Whether they are a table with a row for each round: as many rewards of every arm, 2 or
        more, and those at the same place were seen together.
    """

    arms: tuple[tuple[float, ...], ...]
    in_rows: bool = False

    @cached_property
    def laws(self) -> tuple[dc.Empirical, ...]:
        """The arms as `dart_core.Problem` takes them."""
        import dart_core as dc

        return tuple(dc.Empirical(rewards) for rewards in self.arms)

    @cached_property
    def rows(self) -> dc.Rows:
        """The arms as `dart_core.Problem` takes them, if whole rows are drawn."""
        import dart_core as dc

        return dc.Rows(list(zip(*self.arms, strict=True)))

    @cached_property
    def apart(self) -> Rewards:
        """The same rewards of each arm, without their rows."""
        return Rewards(tuple(tuple(sorted(rewards)) for rewards in self.arms))

    @cached_property
    def counted(self) -> bool:
        """Whether they are rows of 0 and 1, so that a reward may count the arms that pay."""
        return self.in_rows and all(x in {0.0, 1.0} for rewards in self.arms for x in rewards)

    @cached_property
    def means(self) -> tuple[float, ...]:
        """The mean of every arm to 6 digits, which stand in where the rewards are missing."""
        return tuple(round(sum(rewards) / len(rewards), _MEAN_DIGITS) for rewards in self.arms)

    @cached_property
    def text(self) -> str:
        """The rewards as a link holds them."""
        return _IN_ROWS * self.in_rows + "_".join(_text(rewards) for rewards in self.arms)


def _text(rewards: tuple[float, ...]) -> str:
    runs = ((value, len(list(same))) for value, same in itertools.groupby(rewards))
    kind = Real(0.0, 1.0)
    return ",".join(kind.text(x) + (f"x{count}" if count > 1 else "") for x, count in runs)


@dataclass(frozen=True)
class Sampled(Kind):
    """Rewards of `fewest` to `most` arms."""

    fewest: int
    most: int

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return (
            f"rewards from 0 to 1 of {self.fewest} to {self.most:,} arms, at most "
            f"{MOST_REWARDS:,} in all, written like 0.2,0.5x3_1, or r0,1x2_1,0x2 for 3 rows"
        )

    def check(self, value: object) -> Rewards:
        """Return `value` in canonical form, or raise ValueError."""
        in_rows = isinstance(value, Rewards) and value.in_rows
        if isinstance(value, Rewards):
            value = value.arms
        arms = list(value) if isinstance(value, Iterable) else []
        if not all(isinstance(rewards, tuple | list) for rewards in arms):
            raise ValueError(self.expected)
        its = tuple(tuple(rewards) for rewards in arms)
        return _read_once((Rewards(its, in_rows), self), _checked)

    def parse(self, text: str) -> Rewards:
        """Return the value that `text` means, or raise ValueError."""
        return _read_once((text, self), _parsed)

    def text(self, value: Rewards) -> str:
        """Return the text of `value`."""
        return value.text


def _read_once(given: tuple[T, Sampled], read: Callable[[T, Sampled], Rewards]) -> Rewards:
    """Return what was read: the address is read at every move, and these lists may be long."""
    found: Rewards | None = tables().get(given)
    if found is None:
        found = read(*given)
        tables().put(given, found)
    return found


def _checked(given: Rewards, kind: Sampled) -> Rewards:
    sizes = [len(rewards) for rewards in given.arms]
    fits = kind.fewest <= len(sizes) <= kind.most and sum(sizes) <= MOST_REWARDS and all(sizes)
    if not fits or (given.in_rows and (len(set(sizes)) > 1 or sizes[0] < 2)):
        raise ValueError(kind.expected)
    real = Real(0.0, 1.0)
    arms = tuple(tuple(real.check(x) for x in rewards) for rewards in given.arms)
    return Rewards(arms, True) if given.in_rows else Rewards(arms).apart


def _parsed(text: str, kind: Sampled) -> Rewards:
    if text.count("_") >= kind.most or text.count(",") >= MOST_REWARDS:
        raise ValueError(kind.expected)
    total = 0
    arms = []
    for items in text.removeprefix(_IN_ROWS).split("_"):
        rewards: list[float] = []
        for item in items.split(","):
            value, times, count = item.partition("x")
            copies = number(count) if times else 1.0
            total += int(copies)
            if not copies.is_integer() or copies < 1 or total > MOST_REWARDS:
                raise ValueError(kind.expected)
            rewards += [number(value)] * int(copies)
        arms.append(tuple(rewards))
    return kind.check(Rewards(tuple(arms), text.startswith(_IN_ROWS)))


@dataclass(frozen=True)
class Names(Kind):
    """Names of `fewest` to `most` arms: all of each can be seen, no blanks around, none empty."""

    fewest: int
    most: int

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return (
            f"{self.fewest} to {self.most:,} names of 1 to {LONGEST_NAME} characters that can be "
            "seen, joined by commas"
        )

    def check(self, value: object) -> tuple[str, ...]:
        """Return `value` in canonical form, or raise ValueError."""
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ValueError(self.expected)
        names = tuple(value)
        if not self.fewest <= len(names) <= self.most or not all(map(_is_name, names)):
            raise ValueError(self.expected)
        return names

    def parse(self, text: str) -> tuple[str, ...]:
        """Return the value that `text` means, or raise ValueError."""
        if text.count(",") >= self.most:  # before any work is done on a very long text
            raise ValueError(self.expected)
        return tuple(name.replace("~1", ",").replace("~0", "~") for name in text.split(","))

    def text(self, value: tuple[str, ...]) -> str:
        """Return the text of `value`."""
        return ",".join(name.replace("~", "~0").replace(",", "~1") for name in value)


def _is_name(name: object) -> bool:
    """Whether it can be shown as it is."""
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        return False
    return name == name.strip() and is_seen(name)
