"""Names of given arms as people read them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dashboard.schema.unseen import alike

# Where links, addresses and icons begin (https://, www., a@b.c, :smile:). Markdown looks for these
# once its escapes are undone, so only a character in between stops it: U+2060 is not seen.
_BEGINS = re.compile(r"(?i)(?<=[:@])(?=\S)|(?<=www)(?=\.)")


def said_alike(names: Sequence[str] | None) -> str:
    """Return a sentence that says which arms cannot be told apart by their names; "" if all can."""
    groups = alike(tuple(names)) if names else ()
    if names is None or not groups:
        return ""
    first, second = (place + 1 for place in groups[0][:2])
    one, other = names[first - 1], names[second - 1]
    which = (
        f"Arms {first} and {second} are both called {one}"
        if one == other
        else f"Arms {first} and {second} are called {one} and {other}, which look the same"
    )
    more = sum(map(len, groups)) - 2
    others = f" {more:,} more share a name or look like another." if more else ""
    return f"{which}.{others}"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is."""
    text = _BEGINS.sub("\u2060", text)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)  # all ASCII punctuation, and no more
