"""Reading untrusted text into fields: keep what is valid, replace the rest, say so."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dart_core.unseen import printable
from dashboard.schema.fields import Field

_MOST_UNKNOWN = 5


def shown(value: object) -> str:
    """Return any value as short printable text, for an error message."""
    try:
        return printable(reprlib.repr(value))
    except ValueError:  # Python refuses to write whole numbers of thousands of digits
        return "a huge number"


@dataclass(frozen=True)
class Notice:
    """One thing in a link that could not be taken as it came. Plain text, never markup.

    Attributes
    ----------
    field : str
        The key in the link.
    came : str or None
        What came, shortened and printable; None if nothing came.
    expected : str
        What was expected; "" for a key that is not known.
    used : str
        What is used instead; "" if the value was ignored.
    """

    field: str
    came: str | None
    expected: str
    used: str

    @property
    def complaint(self) -> str:
        """What is wrong, without what is done about it."""
        if not self.expected:
            return f"{self.field}: unknown setting"
        if self.came is None:
            return f"{self.field}: missing from the link"
        return f"{self.field}: {self.came or 'nothing'} came, expected {self.expected}"

    def __str__(self) -> str:
        if not self.expected:
            return f"{self.complaint}, ignored."
        return f"{self.complaint}; {f'{self.used} used' if self.used else 'ignored'}."


def sorted_out(notices: Sequence[Notice]) -> tuple[list[Notice], list[str]]:
    """Return what is to be said one by one, and the names of missing settings if they are many."""
    missing = [notice.field for notice in notices if notice.came is None and notice.expected]
    many = missing if len(missing) > 3 else []
    return [notice for notice in notices if notice.field not in many], many


@dataclass
class _Complaint:
    came: str | None
    expected: str
    replaced: list[str]  # names of the fields whose final values stand in


class Ledger:
    """What was wrong with each field, in the order found, and which fields make up for it."""

    def __init__(self, fields: Sequence[Field], texts: Mapping[str, str]) -> None:
        self._fields = {field.name: field for field in fields}
        self._texts = texts
        self._complaints: dict[str, _Complaint] = {}

    def complain(
        self, name: str, expected: str, replaced: Iterable[str], part: str | None = None
    ) -> None:
        """Note that field `name` was bad; its first reason stays, stand-ins add up.

        `part`: what of a list was bad, if not all of it.
        """
        text = self._texts.get(self._fields[name].key) if part is None else part
        came = None if text is None else printable(text)
        complaint = self._complaints.setdefault(name, _Complaint(came, expected, []))
        complaint.replaced += [other for other in replaced if other not in complaint.replaced]

    def notices(self, values: Mapping[str, Any]) -> list[Notice]:
        """Return one notice per bad field, given the values that are used in the end."""
        return [
            Notice(self._fields[name].key, c.came, c.expected, self._used(name, c, values))
            for name, c in self._complaints.items()
        ]

    def _used(self, name: str, complaint: _Complaint, values: Mapping[str, Any]) -> str:
        parts = []
        for other in complaint.replaced:
            field, value = self._fields[other], values[other]
            if field.in_link(value):
                text = printable(field.text(value)) or "none"
                parts.append(text if other == name else f"{field.key} = {text}")
        return ", ".join(parts)


def read(
    fields: Sequence[Field], texts: Mapping[str, str], *, complete: int
) -> tuple[dict[str, Any], Ledger]:
    """Read each field from its text; each value is valid by itself, not yet with the others.

    Parameters
    ----------
    fields : sequence of Field
        What to read.
    texts : mapping of str to str
        Raw text by link key; other keys are passed over.
    complete : int
        The version of the schema whose fields must all be there, a missing one being worth a
        notice; 0 if any may be missing.

    Returns
    -------
    values : dict
        A value for every field: what came, or the nearest allowed number, or the default.
    ledger : Ledger
        What was wrong so far.
    """
    ledger = Ledger(fields, texts)
    values: dict[str, Any] = {}
    for field in fields:
        values[field.name] = field.default
        if field.key not in texts:
            if field.since <= complete and field.in_link(field.default):
                ledger.complain(field.name, field.expected, [field.name])
            continue
        try:
            value = field.parse(texts[field.key])
        except ValueError:
            ledger.complain(field.name, field.expected, [field.name])
            continue
        try:
            values[field.name] = field.check(value)
        except ValueError:
            near = field.kind.nearest(value)
            values[field.name] = field.default if near is None else near
            ledger.complain(field.name, field.expected, [field.name], field.kind.lost(value))
    return values, ledger


def unknown_keys(keys: Iterable[str], texts: Mapping[str, str]) -> list[Notice]:
    """Return notices for keys that mean nothing: the first few by name, the rest counted."""
    names = list(keys)
    notices = [Notice(printable(k), printable(texts[k]), "", "") for k in names[:_MOST_UNKNOWN]]
    more = len(names) - _MOST_UNKNOWN
    if more > 0:
        last = f"{printable(names[_MOST_UNKNOWN])}" + (f" and {more - 1:,} more" * (more > 1))
        notices.append(Notice(last, None, "", ""))
    return notices
