"""Which revisions of its algorithms a link's numbers came from; the first goes without saying."""

from __future__ import annotations

from dashboard.catalogue import CATALOGUE
from dashboard.settings import Settings

KEY = "rev"


def texts_of(settings: Settings) -> dict[str, str]:
    """Return what a link says of the revisions of what it shows: ``frontier.2,ucb.2``."""
    said = ",".join(f"{name}.{now}" for name, now in _shown(settings).items() if now > 1)
    return {KEY: said} if said else {}


def earlier(settings: Settings, text: str) -> list[str]:
    """Return the labels of the algorithms shown that `text` of a link knew in earlier revisions."""
    parts = [part.partition(".") for part in text.split(",")]
    then = {name: int(now) for name, _, now in parts if now.isdecimal() and len(now) < 5}
    return [
        CATALOGUE[name].label for name, now in _shown(settings).items() if then.get(name, 1) < now
    ]


def _shown(settings: Settings) -> dict[str, int]:
    known = (*settings.choices(), *settings.race, *settings.rivals)
    names = dict.fromkeys(each.name for each in known)
    return {name: CATALOGUE[name].revision for name in names if name in CATALOGUE}
