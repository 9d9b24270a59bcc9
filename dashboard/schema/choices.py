"""Fields that hold choices of algorithms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dashboard.catalogue import Choice, curve_labels, curves
from dashboard.schema.kinds import Kind, Several


@dataclass(frozen=True)
class Choices(Kind):
    """At most `most` choices with the presets' own constants, in the order of the catalogue."""

    most: int

    @property
    def options(self) -> Mapping[str, str]:
        """What may be chosen: the text of each choice, and its label for people."""
        return self._texts.options

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return self._texts.expected

    def check(self, value: object) -> tuple[Choice, ...]:
        """Return `value` in canonical form, or raise ValueError."""
        items = list(value) if isinstance(value, Iterable) else [value]
        chosen = [item for item in items if isinstance(item, Choice) and not item.constants]
        if len(chosen) < len(items):
            raise ValueError(self.expected)
        return tuple(curves()[text] for text in self._texts.check(_texts(chosen)))

    def parse(self, text: str) -> tuple[Choice | str, ...]:
        """Return the choices that `text` means; what means none stays a text."""
        return tuple(curves().get(item, item) for item in self._texts.parse(text))

    def nearest(self, value: Sequence[Choice | str]) -> tuple[Choice, ...]:
        """Return the choices that are known, of too many the first ones."""
        return tuple(curves()[text] for text in self._texts.nearest(_texts(value)))

    def lost(self, value: Sequence[Choice | str]) -> str | None:
        """Return the texts of those that are not known, and of those that are too many."""
        return self._texts.lost(_texts(value))

    def text(self, value: tuple[Choice, ...]) -> str:
        """Return the text of `value`."""
        return self._texts.text(_texts(value))

    @property
    def _texts(self) -> Several:
        return Several(curve_labels(), self.most)


def _texts(items: Iterable[Choice | str]) -> tuple[str, ...]:
    return tuple(item.text if isinstance(item, Choice) else item for item in items)
