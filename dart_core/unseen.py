"""What of a text can be seen: characters that show nothing, and texts that look alike.

Unicode has letters, marks and symbols that are drawn as nothing. Some of them are needed: joiners
shape Persian and Indic words and emoji, and count as seen where they do that.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

# Drawn as nothing, though Unicode calls them letters, marks or symbols: fillers, vowels that are
# only meant, an empty Braille cell, a note without a head, the place of an object. Of the classes C
# and Z nothing is drawn anyway, but for these two.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
_JOINERS = frozenset("\u200c\u200d")
# They choose how the character before them is drawn.
_VARIANTS = frozenset(
    map(
        chr, chain((0x180B, 0x180C, 0x180D, 0x180F), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
    )
)
_LONGEST_SHOWN = 40
_KEYCAPS = frozenset("0123456789#*")

# Letters of other scripts that are drawn like one of ASCII, and ASCII's own.
_ALIKE = {
    "aаαɑ": "a", "bЬ": "b", "cсϲᴄ": "c", "dԁ": "d", "eеҽ": "e", "gɡ": "g", "hһ": "h",
    "iіιıɩ": "i", "jјϳ": "j", "kκк": "k", "lӏǀ1I|ІΙӀ": "l", "nո": "n", "oоοօ0OОΟՕ": "o",
    "pрρ": "p", "qԛ": "q", "rг": "r", "sѕꜱ": "s", "tт": "t", "uսᴜ": "u", "vνѵᴠ": "v",
    "wԝᴡ": "w", "xх": "x", "yуүʏ": "y", "zᴢ": "z",
    "AАΑ": "A", "BВΒ": "B", "CСϹ": "C", "EЕΕ": "E", "FϜ": "F", "GԌ": "G", "HНΗ": "H", "JЈ": "J",
    "KКΚK": "K", "MМΜ": "M", "NΝ": "N", "PРΡ": "P", "QԚ": "Q", "SЅՏ": "S", "TТΤ": "T", "VѴ": "V",
    "WԜ": "W", "XХΧ": "X", "YУΥҮ": "Y", "ZΖ": "Z",
    # Lisu, Cherokee and Coptic have many; zeros of other scripts are rings.
    "ꓮᎪⲀ": "A", "ꓐᏴⲂ": "B", "ꓚᏟⲤ": "C", "ꓓᎠ": "D", "ꓰᎬⲈ": "E", "ꓝ": "F", "ꓖᏀ": "G", "ꓧᎻⲎ": "H",
    "ꓙᎫ": "J", "ꓗᏦⲔ": "K", "ꓡᏞ": "L", "ꓟᎷⲘ": "M", "ꓠⲚ": "N", "ꓑᏢⲢ": "P", "ꓣᎡ": "R", "ꓢᏚ": "S",
    "ꓔᎢⲦ": "T", "ꓴ": "U", "ꓦᏙ": "V", "ꓪᎳ": "W", "ꓫⲬ": "X", "ꓬⲨ": "Y", "ꓜᏃ": "Z", "ⲣ": "p", "ⲥ": "c",
    "ꓳⲞⲟ〇०০੦૦௦౦೦൦๐໐၀": "o", "ꓲⲒ": "l", "ЗƷ": "3", "ǃ": "!", "ː꞉": ":",
    "-‐‑‒–—−": "-", "'‘’ʼ`´": "'", '"“”': '"', ".․": ".",
}  # fmt: skip
_SKELETON = {ord(c): drawn for alike, drawn in _ALIKE.items() for c in alike}
_SAME_DRAWING = (
    *("<font>", "<wide>", "<narrow>", "<noBreak>", "<compat>"),
    *("<isolated>", "<initial>", "<medial>", "<final>"),  # forms of Arabic letters
)
_PAIRS = (("rn", "m"), ("vv", "w"))  # letters that run together


def is_seen(text: str) -> bool:
    """Whether all of `text` is drawn or shapes what is, and there is more than marks."""
    seen = all(_is_drawn(text, at) for at in range(len(text)))
    return seen and any(unicodedata.category(c)[0] in "LNPS" for c in text)


def seen(text: str) -> str:
    """Return `text` with blanks for what cannot be seen; blanks are never doubled."""
    kept = (c if _is_drawn(text, at) else " " for at, c in enumerate(text))
    return " ".join("".join(kept).split())


def printable(text: str, limit: int = _LONGEST_SHOWN) -> str:
    """Return `text` on one line, controls and bidi marks escaped, at most `limit` characters."""
    short = text[: limit + 1]
    clean = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in short)
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def _is_drawn(text: str, at: int) -> bool:
    c = text[at]
    if c == " ":
        return True
    if c in _BLANK:
        return False
    before = text[at - 1] if at else ""
    if c in _JOINERS:
        after = text[at + 1 : at + 2]
        return _joins(before, "LMS") and _joins(after, "LS")
    if c in _VARIANTS:
        return before in _KEYCAPS if before.isascii() else _joins(before, "LS")
    return unicodedata.category(c)[0] not in "CZ"


def _joins(neighbour: str, classes: str) -> bool:
    if not neighbour or neighbour.isascii() or neighbour in _BLANK:
        return False
    return unicodedata.category(neighbour)[0] in classes


@lru_cache(maxsize=32)
def alike(names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of names that look the same, each as places in `names`, from 0."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        groups[_looks(name)].append(place)
    return tuple(tuple(places) for places in groups.values() if len(places) > 1)


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


def _looks(name: str) -> str:
    """Return one text for all names that look the same."""
    plain = "".join(
        unicodedata.normalize("NFKC", c)
        if ord(c) not in _SKELETON and unicodedata.decomposition(c).startswith(_SAME_DRAWING)
        else c
        for c in unicodedata.normalize("NFD", " ".join(name.split()))
        if c not in _JOINERS and c not in _VARIANTS
    )
    looks = unicodedata.normalize("NFC", plain.translate(_SKELETON))
    for pair, one in _PAIRS:
        looks = looks.replace(pair, one)
    return looks
