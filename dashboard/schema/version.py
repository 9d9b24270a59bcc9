"""The version of the schema that a link states; fields say since which they are there."""

from __future__ import annotations

from collections.abc import Mapping

from dart_core.numeral import number
from dart_core.unseen import printable
from dashboard.schema.repair import Notice

VERSION = 4


def version_of(texts: Mapping[str, str]) -> int:
    """Return the schema version that a link states, this one if it states none that is known."""
    try:
        version = number(texts.get("v", ""))
    except ValueError:
        return VERSION
    return int(version) if 1 <= version < VERSION else VERSION


def version_notices(texts: Mapping[str, str], *, complete: bool) -> list[Notice]:
    """Return the notice, if any, on the schema version that a link states."""
    known = f"1 to {VERSION}, the versions that this app reads"
    used = f"v = {VERSION}"
    if "v" not in texts:
        return [Notice("v", None, known, used)] if complete else []
    came = printable(texts["v"])
    try:
        version = number(texts["v"])
    except ValueError:
        return [Notice("v", came, known, used)]
    if version in range(1, VERSION + 1):
        return []
    if version > VERSION:
        known += "; the link is newer"
        used = "the values known here are"
    return [Notice("v", came, known, used)]
