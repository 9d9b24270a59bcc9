"""LearnState: which moment of which lesson a link opens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard.schema.fields import Field, fields_of, setting
from dashboard.schema.repair import Notice, read
from dashboard.schema.texts import Text


@dataclass(frozen=True)
class LearnState:
    """A moment by its name, none: the first; and a lesson, none: the whole class hour.

    A lesson that somebody made is all of it in the link, as `dashboard.lessons.own` packs it; one
    that is too long for that has a name only, behind a "#".
    """

    moment: str = setting(Text(40), "", "Moment", "Which moment of the class hour is open.")
    lesson: str = setting(Text(40), "", "Lesson", "Which of its moments are shown.")
    made: str = setting(Text(2_000), "", "Own lesson", "A lesson of one's own, packed.")

    @classmethod
    def repaired(cls, texts: Mapping[str, str]) -> tuple[LearnState, list[Notice]]:
        """Return the state nearest to raw texts, and a notice for each one not taken as is.

        Parameters
        ----------
        texts : mapping of str to str
            Raw text by link key. What is missing gets its default, without a notice.
        """
        values, ledger = read(LEARN_SCHEMA, texts, complete=0)
        return cls(**values), ledger.notices(values)

    def texts(self) -> dict[str, str]:
        """Return as text by link key what differs from the default."""
        pairs = ((field, getattr(self, field.name)) for field in LEARN_SCHEMA)
        return {field.key: field.text(value) for field, value in pairs if value != field.default}


LEARN_SCHEMA: tuple[Field, ...] = fields_of(LearnState)
