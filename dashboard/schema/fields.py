"""Fields: the settings that a dataclass declares, each once, with what widgets and links need."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from dashboard.schema.kinds import Kind


@dataclass(frozen=True)
class Field:
    """One setting: what widgets, links, checks and cache keys need to know of it.

    Attributes
    ----------
    name : str
        The attribute of the dataclass.
    key : str
        The key in a link.
    kind : Kind
        What values are allowed; the range or the choices of a widget.
    default : object
        The value where nothing is said.
    label, help : str
        A widget's label, and one sentence on what the field means.
    none : str or None
        How the value None is written; "" means that it, or an empty tuple, is left out of a
        link. None itself means that the field always has a value.
    since : int
        The version of the schema that brought the field. A link of an older version means its
        default.
    affects : str
        The first whose result it changes: "run" (of the watched algorithm), "study" (of many runs),
        "sweep" or "chart", which only draws.
    """

    name: str
    key: str
    kind: Kind
    default: Any
    label: str
    help: str
    none: str | None = None
    since: int = 1
    affects: str = "run"

    @property
    def expected(self) -> str:
        """The allowed values in words."""
        return f'{self.kind.expected}, or "{self.none}"' if self.none else self.kind.expected

    def check(self, value: object) -> Any:
        """Return `value` in canonical form, or raise ValueError."""
        if value is None and self.none is not None:
            return self.default
        return self.kind.check(value)

    def parse(self, text: str) -> Any:
        """Return the value that `text` means, its range unchecked, or raise ValueError."""
        return None if self.none and text == self.none else self.kind.parse(text)

    def text(self, value: Any) -> str:
        """Return the text that `parse` reads back as `value`; "" for a None left out."""
        return (self.none or "") if value is None else self.kind.text(value)

    def in_link(self, value: Any) -> bool:
        """Return whether a link holds this field when it has this value."""
        left_out = (None, ()) if self.none == "" else ()
        return value not in left_out


def setting(
    kind: Kind,
    default: Any,
    label: str,
    sentence: str,
    *,
    key: str = "",
    none: str | None = None,
    since: int = 1,
    affects: str = "run",
) -> Any:
    """Declare a dataclass attribute that is a `Field`; see there."""
    about: dict[str, Any] = {
        "kind": kind,
        "label": label,
        "help": sentence,
        "key": key,
        "none": none,
    }
    about |= {"since": since, "affects": affects}
    return dataclasses.field(default=default, metadata=about)


def fields_of(cls: type) -> tuple[Field, ...]:
    """Return the fields that a dataclass declares by `setting`, in order."""
    return tuple(
        Field(name=f.name, default=f.default, **{**f.metadata, "key": f.metadata["key"] or f.name})
        for f in dataclasses.fields(cls)
    )
