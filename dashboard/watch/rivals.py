"""Who may race against the watched algorithm: a few well-known rivals first, then all others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dashboard.catalogue import CATALOGUE, WELL_KNOWN, Choice, curves, style
from dashboard.settings import MOST_RIVALS, Settings
from dashboard.state import follows, hides, locks

if TYPE_CHECKING:
    from dart_player.format import Rival


def offered(settings: Settings) -> list[Rival]:
    """Return whom a visitor may add to the race or take out of it; nobody where that is locked."""
    if hides("race") or locks("race") or follows():
        return []
    first = [
        Choice(name, CATALOGUE[name].default_preset)
        for name in WELL_KNOWN
        if name != settings.algorithm
    ]
    shown = list(dict.fromkeys([*first, *settings.race]))
    others = [c for c in curves().values() if c not in shown and c != settings.watched]
    return [_rival(c, settings, c.spec.label if c in first else c.label) for c in shown] + [
        _rival(choice, settings, choice.label, more=True) for choice in others
    ]


def _rival(choice: Choice, settings: Settings, label: str, *, more: bool = False) -> Rival:
    look = style(choice.name, choice.preset)
    return {
        "choice": choice.text,
        "label": label,
        "light": look["light"],
        "dark": look["dark"],
        "racing": choice in settings.race,
        "more": more,
    }


def toggled(settings: Settings, text: str) -> Settings | None:
    """Return the settings with a rival added, or taken out; None if that is not possible."""
    choice = curves().get(text)
    if choice is None:
        return None
    if choice in settings.race:
        return replace(settings, race=tuple(each for each in settings.race if each != choice))
    if len(settings.race) >= MOST_RIVALS:
        return None
    return replace(settings, race=(*settings.race, choice))
