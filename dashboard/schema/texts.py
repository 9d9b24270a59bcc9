"""Texts of people: one printable line, of bounded length, never markup."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from dart_core.unseen import seen
from dashboard.schema.kinds import Kind


@dataclass(frozen=True)
class Text(Kind):
    """One line of at most `longest` characters, of which all can be seen."""

    longest: int

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return f"a text of at most {self.longest} characters"

    def check(self, value: object) -> str:
        """Return `value` in canonical form, or raise ValueError."""
        if not isinstance(value, str):
            raise ValueError(self.expected)
        text = plain(value, 4 * self.longest)
        if len(text) > self.longest:
            raise ValueError(self.expected)
        return text

    def parse(self, text: str) -> str:
        """Return `text` itself."""
        return text

    def text(self, value: str) -> str:
        """Return `value` itself."""
        return value

    def nearest(self, value: str) -> str:
        """Return the beginning of a text that is too long."""
        return seen(plain(value, 4 * self.longest)[: self.longest])


def plain(text: str, most: int) -> str:
    """Return the first `most` characters of `text` as one line that can do no harm.

    Every character that cannot be seen (controls, bidi marks, stray joiners, fillers, unassigned
    ones) becomes a blank; so does every separator; blanks are never doubled.
    """
    return seen(unicodedata.normalize("NFC", text[:most]))
