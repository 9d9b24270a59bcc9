"""Arms of one's own that are too long for a link: it names them, the session keeps them.

What is uploaded stays in its session, so nobody else can open such a link in full: they get the
nearest problem that the link does hold, and are told so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from urllib.parse import quote, urlencode

from dart_core.unseen import printable
from dashboard.links.compact import packed
from dashboard.schema.repair import Notice

LONGEST_QUERY = 1_800  # so that address, version and player stay below 2,000, for any chat
_NEVER_PACKED = 20_000  # characters: digits do not pack that well
KEY = "own"
_HEAVY = ("data", "names", "means")  # the first to be left out first

Texts = dict[str, str]


def digest(texts: Mapping[str, str]) -> str:
    """Return a name for the lists of these settings: equal for equal lists."""
    held = "&".join(f"{key}={texts[key]}" for key in _HEAVY if key in texts)
    return hashlib.blake2b(held.encode(), digest_size=8).hexdigest()


def lightened(texts: Mapping[str, str]) -> Texts:
    """Return texts by link key, where they are too long the longest lists named, not written."""
    light = dict(texts)
    for key in _HEAVY:
        if not is_too_long(light):
            break
        if light.pop(key, None) is not None:
            light[KEY] = digest(texts)
    return light


def kept(texts: Mapping[str, str]) -> dict[str, Texts]:
    """Return what a session must keep, so that its own links are complete."""
    if not is_too_long(texts):
        return {}
    return {digest(texts): {key: texts[key] for key in _HEAVY if key in texts}}


def restored(texts: Mapping[str, str], held: Mapping[str, Texts]) -> tuple[Texts, list[Notice]]:
    """Return texts with the lists that they name; without these, what comes nearest.

    Parameters
    ----------
    texts : mapping of str to str
        Raw text by link key.
    held : mapping of str to (dict of str to str)
        What this session keeps; see `kept`.
    """
    full = dict(texts)
    name = full.pop(KEY, None)
    if name is None:
        return full, []
    if name in held:
        return full | held[name], []
    used = []
    if "means" not in full and full.get("arms") == "given":
        full["arms"] = "uniform"
        used.append("arms drawn from U[0, 1]")
    if "data" not in full and full.get("law") in ("data", "rows"):
        full["law"] = "bernoulli"
        used.append("arms that pay 0 or 1 with their means")
    expected = "the session in which its sender gave these arms, more than a link can hold"
    return full, [Notice(KEY, printable(name), expected, " and ".join(used) or "no names")]


def query_of(texts: Mapping[str, str]) -> str:
    """Return texts by link key as the query string of a link."""
    return urlencode(list(texts.items()), safe=",", quote_via=quote)


def is_too_long(texts: Mapping[str, str]) -> bool:
    """Whether a link cannot hold all of these settings, not even in its short form."""
    raw = sum(map(len, texts.values()))  # first: packing what is very long takes time
    if raw > _NEVER_PACKED:
        return True
    query = query_of(texts)
    return len(query) > LONGEST_QUERY and len(packed(query)) > LONGEST_QUERY
