"""Names of given arms as people read them."""

from __future__ import annotations

import re

# Where links, addresses and icons begin (https://, www., a@b.c, :smile:). Markdown looks for these
# once its escapes are undone, so only a character in between stops it: U+2060 is not seen.
_BEGINS = re.compile(r"(?i)(?<=[:@])(?=\S)|(?<=www)(?=\.)")


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is."""
    text = _BEGINS.sub("\u2060", text)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)  # all ASCII punctuation, and no more
