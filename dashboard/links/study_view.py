"""StudyView: what a sweep's chart shows, beside the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard.schema.fields import Field, fields_of, setting
from dashboard.schema.kinds import OneOf, Whole
from dashboard.schema.repair import Notice, read

QUANTITIES = {
    "regret": "regret at T",
    "right": "share of runs with the right set",
    "commit_t": "rounds before the set is committed to",
    "accepted": "arms accepted",
    "rejected": "arms rejected",
}


@dataclass(frozen=True)
class StudyView:
    """What of a finished sweep is drawn; it changes no result."""

    quantity: str = setting(
        OneOf(QUANTITIES), "regret", "Show", "What is drawn over the varied values.", key="show"
    )
    curve: int = setting(
        Whole(1, 9),
        1,
        "Algorithm",
        "Whose map is drawn where two parameters vary; 1 is the watched one.",
        key="of",
    )

    @classmethod
    def repaired(cls, texts: Mapping[str, str]) -> tuple[StudyView, list[Notice]]:
        """Return the view nearest to raw texts, and a notice for each one not taken as is.

        Parameters
        ----------
        texts : mapping of str to str
            Raw text by link key. What is missing gets its default, without a notice.
        """
        values, ledger = read(STUDY_VIEW_SCHEMA, texts, complete=0)
        return cls(**values), ledger.notices(values)

    def texts(self) -> dict[str, str]:
        """Return it as text by link key; nothing where all is as usual."""
        if self == StudyView():
            return {}
        pairs = ((field, getattr(self, field.name)) for field in STUDY_VIEW_SCHEMA)
        return {field.key: field.text(value) for field, value in pairs}


STUDY_VIEW_SCHEMA: tuple[Field, ...] = fields_of(StudyView)
