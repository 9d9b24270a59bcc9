"""Kinds of values: what one may be, how it is written as text, how text is read back.

Numbers follow one grammar (`dart_core.numeral`). A whole number may be written with a point or
exponent where it stays whole. A float is written by its shortest repr, so reading gives the same
bits.
"""

from __future__ import annotations

import itertools
import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from dart_core.numeral import LONGEST_NUMBER, number

_MOST_LISTED = 6
Pairs = Sequence[tuple[str, float | str]]


class Kind(ABC):
    """What values a field may have, and their text."""

    @property
    @abstractmethod
    def expected(self) -> str:
        """The allowed values in words, to follow "expected"."""

    @abstractmethod
    def check(self, value: object) -> Any:
        """Return `value` in its one canonical form, or raise ValueError."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """Return the value that `text` means, its range unchecked, or raise ValueError."""

    @abstractmethod
    def text(self, value: Any) -> str:
        """Return the text that `parse` reads back as `value`."""

    def nearest(self, value: Any) -> Any:  # noqa: ARG002 (for kinds without a distance)
        """Return the allowed value nearest to a parsed one, or None if no value is near."""
        return None

    def lost(self, value: Any) -> str | None:  # noqa: ARG002 (for kinds that are no lists)
        """Return the text of the items that `nearest` leaves out; None: the whole is to blame."""
        return None


def _number_or_text(text: str) -> float | str:
    """Return a number, or text that means none as it is: no check lets it pass."""
    try:
        return number(text)
    except ValueError:
        return text


def _listed(names: Sequence[str]) -> str:
    """Return names joined by commas, of a long list only the first few."""
    more = len(names) - _MOST_LISTED
    return ", ".join(names) if more < 2 else ", ".join(names[:-more]) + f" and {more} more"


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number in [low, high]."""

    low: int
    high: int

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return f"a whole number from {self.low:,} to {self.high:,}"

    def check(self, value: object) -> int:
        """Return `value` in canonical form, or raise ValueError."""
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise ValueError(self.expected)
        whole = int(value)
        if not self.low <= whole <= self.high:
            raise ValueError(self.expected)
        return whole

    def nearest(self, value: int) -> int:
        """Return the allowed number nearest to `value`."""
        return min(max(value, self.low), self.high)

    def parse(self, text: str) -> int:
        """Return the value that `text` means, or raise ValueError."""
        value = number(text)
        if not value.is_integer():
            raise ValueError(self.expected)
        return int(value)  # floats hold every whole number of the ranges in use (< 2⁵³) exactly

    def text(self, value: int) -> str:
        """Return the text of `value`."""
        return str(value)


@dataclass(frozen=True)
class Real(Kind):
    """A finite number in [low, high]."""

    low: float
    high: float

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return f"a number from {self.low:,g} to {self.high:,g}"

    def check(self, value: object) -> float:
        """Return `value` in canonical form, or raise ValueError."""
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise ValueError(self.expected)
        try:
            real = float(value) + 0.0
        except OverflowError:
            raise ValueError(self.expected) from None
        if not self.low <= real <= self.high:  # NaN fails every comparison
            raise ValueError(self.expected)
        return real

    def nearest(self, value: float) -> float:
        """Return the allowed number nearest to `value`."""
        return min(max(value, self.low), self.high)

    def parse(self, text: str) -> float:
        """Return the value that `text` means, or raise ValueError."""
        return number(text)

    def text(self, value: float) -> str:
        """Return the text of `value`."""
        return repr(value).removesuffix(".0")


@dataclass(frozen=True)
class OneOf(Kind):
    """One of a few named values; `options` maps each to its label for people."""

    options: Mapping[Any, str]

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        names = [self.text(option) for option in self.options]
        return names[0] if len(names) == 1 else f"one of {_listed(names)}"

    def check(self, value: object) -> Any:
        """Return `value` in canonical form, or raise ValueError."""
        for option in self.options:
            if type(value) is type(option) and value == option:
                return option
        raise ValueError(self.expected)

    def parse(self, text: str) -> Any:
        """Return the value that `text` means, or raise ValueError."""
        for option in self.options:
            if text == self.text(option):
                return option
        raise ValueError(self.expected)

    def text(self, value: Any) -> str:
        """Return the text of `value`."""
        if isinstance(value, str):
            return value
        return f"{value:g}"  # True is written 1


@dataclass(frozen=True)
class Several(Kind):
    """At most `most` of some named values: a tuple in the order of `options`, without repeats."""

    options: Mapping[str, str]
    most: int

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return f"none or up to {self.most} of {_listed(list(self.options))}, joined by commas"

    def check(self, value: object) -> tuple[str, ...]:
        """Return `value` in canonical form, or raise ValueError."""
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ValueError(self.expected)
        chosen = list(value)
        if any(not isinstance(name, str) or name not in self.options for name in chosen):
            raise ValueError(self.expected)
        if len(set(chosen)) > self.most:
            raise ValueError(self.expected)
        return tuple(name for name in self.options if name in chosen)

    def parse(self, text: str) -> tuple[str, ...]:
        """Return the value that `text` means, or raise ValueError."""
        if len(text) > 64 * self.most:  # before any work is done on a very long text
            raise ValueError(self.expected)
        return tuple(text.split(",")) if text else ()

    def nearest(self, value: Sequence[str]) -> tuple[str, ...]:
        """Return the known items, of too many the first ones."""
        known = list(dict.fromkeys(name for name in value if name in self.options))
        return self.check(known[: self.most])

    def lost(self, value: Sequence[str]) -> str | None:
        """Return the items that are not known, and those that are too many."""
        left = self.nearest(value)
        return ",".join(name for name in dict.fromkeys(value) if name not in left) or None

    def text(self, value: tuple[str, ...]) -> str:
        """Return the text of `value`."""
        return ",".join(value)


@dataclass(frozen=True)
class Numbers(Kind):
    """A tuple of `fewest` to `most` numbers in [0, 1], never falling if `rising`."""

    fewest: int
    most: int
    rising: bool = False

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        order = ", none below the one before it" if self.rising else ""
        return f"{self.fewest} to {self.most:,} numbers from 0 to 1, joined by commas{order}"

    def check(self, value: object) -> tuple[float, ...]:
        """Return `value` in canonical form, or raise ValueError."""
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ValueError(self.expected)
        items = tuple(Real(0.0, 1.0).check(item) for item in value)
        falls = any(b < a for a, b in itertools.pairwise(items))
        if not self.fewest <= len(items) <= self.most or (self.rising and falls):
            raise ValueError(self.expected)
        return items

    def parse(self, text: str) -> tuple[float, ...]:
        """Return the value that `text` means, or raise ValueError."""
        if text.count(",") >= self.most:  # before any work is done on a very long text
            raise ValueError(self.expected)
        return tuple(number(item) for item in text.split(","))

    def text(self, value: tuple[float, ...]) -> str:
        """Return the text of `value`."""
        return ",".join(repr(item).removesuffix(".0") for item in value)


@dataclass(frozen=True)
class Values(Kind):
    """A rising tuple of 2 to `most` different numbers from 0 up: what a parameter takes."""

    most: int

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return f"2 to {self.most} different numbers from 0 up, rising, joined by commas"

    def check(self, value: object) -> tuple[float, ...]:
        """Return `value` in canonical form, or raise ValueError."""
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ValueError(self.expected)
        items = tuple(Real(0.0, 1e12).check(item) for item in value)
        rising = all(a < b for a, b in itertools.pairwise(items))
        if not 2 <= len(items) <= self.most or not rising:
            raise ValueError(self.expected)
        return items

    def nearest(self, value: Sequence[float]) -> tuple[float, ...] | None:
        """Return the allowed numbers in their order, of too many the first; None if too few."""
        items = sorted({item for item in value if 0 <= item <= 1e12})[: self.most]
        return tuple(items) if len(items) > 1 else None

    def parse(self, text: str) -> tuple[float, ...]:
        """Return the value that `text` means, or raise ValueError."""
        if len(text) > LONGEST_NUMBER * self.most:
            raise ValueError(self.expected)
        return tuple(number(item) for item in text.split(","))

    def text(self, value: tuple[float, ...]) -> str:
        """Return the text of `value`."""
        return ",".join(repr(item).removesuffix(".0") for item in value)


@dataclass(frozen=True)
class Named(Kind):
    """Numbers by name, such as ``v:0.5,delta:0.05``: pairs sorted by name, each name once."""

    names: frozenset[str]

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return f"name:number pairs joined by commas, names among {', '.join(sorted(self.names))}"

    def check(self, value: object) -> tuple[tuple[str, float], ...]:
        """Return `value` in canonical form, or raise ValueError."""
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ValueError(self.expected)
        pairs = []
        for item in value:
            if not isinstance(item, tuple) or len(item) != 2 or item[0] not in self.names:
                raise ValueError(self.expected)
            pairs.append((item[0], Real(-1e12, 1e12).check(item[1])))
        if len(dict(pairs)) != len(pairs):
            raise ValueError(self.expected)
        return tuple(sorted(pairs))

    def parse(self, text: str) -> Pairs:
        """Return the value that `text` means, or raise ValueError."""
        if len(text) > LONGEST_NUMBER * len(self.names):
            raise ValueError(self.expected)
        items = [item.partition(":") for item in text.split(",")] if text else []
        return tuple((name, _number_or_text(value)) for name, _, value in items)

    def nearest(self, value: Pairs) -> tuple[tuple[str, float], ...]:
        """Return the pairs that are allowed, of a name that comes again the first."""
        left: tuple[tuple[str, float], ...] = ()
        for pair in value:
            with suppress(ValueError):
                left = self.check([*left, pair])
        return left

    def lost(self, value: Pairs) -> str | None:
        """Return the other pairs."""
        left = self.nearest(value)
        others = (pair for pair in value if pair not in left)
        texts = (f"{name}:{x if isinstance(x, str) else format(x, 'g')}" for name, x in others)
        return ",".join(texts) or None

    def text(self, value: tuple[tuple[str, float], ...]) -> str:
        """Return the text of `value`."""
        return ",".join(f"{name}:{Real(0, 0).text(item)}" for name, item in value)
