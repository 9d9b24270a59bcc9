"""Nicknames of a room: optional, short, told apart, and gone with the room."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST = 16  # characters


def cleaned(typed: str) -> str:
    """Return a nickname as it may be shown: one line of printable characters, without marks."""
    plain = unicodedata.normalize("NFKC", typed[: 8 * LONGEST])
    shown = "".join(c if c.isalnum() or c in "-_.'’" else " " for c in plain)
    return " ".join(shown.split())[:LONGEST].strip()


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return a nickname with a number behind it, where others have the same one."""
    taken = {other.casefold() for other in others}
    number, own = 1, name
    while own.casefold() in taken:
        number += 1
        end = f" {number}"
        own = f"{name[: LONGEST - len(end)]}{end}"
    return own
