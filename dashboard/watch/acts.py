"""What a visitor asks of the page from inside the player: luck, a constant, a rival, a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite

from dashboard import drafting
from dashboard.links.link import Link
from dashboard.links.player_state import PlayerState
from dashboard.settings import SettingsError
from dashboard.state import current, locks, may_build, next_seed, open_settings
from dashboard.watch import rivals
from dashboard.watch.family import with_constant

Act = Mapping[str, object]


def take(said: object) -> None:
    """Do what an act says.

    Parameters
    ----------
    said : object
        From the browser: ``name`` of the act, ``id`` of the run that it was asked at, and what
        else the act needs. What cannot be one is ignored; so is a constant of another run than
        this visitor's, which may mean something else by now.
    """
    if not isinstance(said, Mapping):
        return
    name = said.get("name")
    if isinstance(name, str) and name in _ACTS:
        _ACTS[name](said)


def _luck(_: Act) -> None:
    next_seed("seed")


def _arms(_: Act) -> None:
    next_seed("arms_seed", "seed")


def _constant(act: Act) -> None:
    name, value = act.get("constant"), act.get("value")
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        return
    if not isinstance(name, str) or act.get("id") != current().alone().key():
        return
    if locks("const") or locks(name):
        return
    try:
        after = with_constant(current(), name, float(value))
    except SettingsError:
        return
    open_settings(after)


def _race(act: Act) -> None:
    """Let a rival into the race, or take it out."""
    choice = act.get("choice")
    if isinstance(choice, str) and (after := rivals.toggled(current(), choice)):
        open_settings(after)


def _moment(act: Act) -> None:
    """Add the moment on screen to the visitor's own lesson."""
    at, its = act.get("at"), current()
    if not may_build() or type(at) is not int or not 0 <= at <= its.horizon:
        return
    if act.get("id") == its.alone().key():
        drafting.add(Link(its, PlayerState(at=at)), "")


_ACTS: Mapping[str, Callable[[Act], None]] = {
    "luck": _luck,
    "arms": _arms,
    "constant": _constant,
    "race": _race,
    "moment": _moment,
}
