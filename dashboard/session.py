"""A visitor's session as a value, and `step`: what one run of the script makes of it.

A run is told what the address bar says, what the widgets show, and what was pressed. None of them
is certain. A browser that has not yet heard what the app wrote goes on sending what it had, its
*echo*; and Streamlit may end a run before all of it is written.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast
from urllib.parse import parse_qs

from dashboard.change import change
from dashboard.links.link import Link, is_link
from dashboard.links.own_arms import Texts, kept
from dashboard.links.player_state import PlayerState
from dashboard.schema.problem_choices import MAX_SEED
from dashboard.settings import Settings
from dashboard.widgets import SCENARIO, Moves, Widgets, moves, shown, typed_keys

Address = Mapping[str, Sequence[str]]
_MOST_LATE = 8  # values of one widget, and addresses


@dataclass(frozen=True)
class Acts:
    """What a visitor did, apart from widgets and the address.

    Attributes
    ----------
    page : str
        The page that they are on.
    held : mapping
        What is kept of this session's lists that are too long for its links, see
        `dashboard.links.own_lists`.
    opened : Settings or None
        Settings that they took over as a whole.
    counted : tuple of str
        The seeds to be counted up by one, as often as they stand here.
    interrupted : bool
        Whether the run before ended before everything was written.
    """

    page: str = ""
    held: Mapping[str, Texts] = field(default_factory=dict)
    opened: Settings | None = None
    counted: tuple[str, ...] = ()
    interrupted: bool = False


@dataclass(frozen=True)
class Session:
    """What the app knows of a visitor after a run.

    Attributes
    ----------
    page : str
    link : Link
        The settings, where the player starts, lesson, game and view; and what was wrong with the
        link that brought them.
    address : mapping of str to sequence of str
        What the address bar is to say.
    left : tuple of such mappings
        What it said before and the browser may still send: until it sends the new one.
    shown : mapping
        What the widgets are to show, by key.
    late : mapping of str to tuple
        By key, what a widget showed that was given another value since: until the browser says
        that it shows the new one, such a value is an echo.
    links : int
        How many links were opened.
    invalid, notes : mapping of str to str
        By field name: why what a widget shows cannot be used, and why a value was adapted.
    """

    page: str
    link: Link
    address: Address
    left: tuple[Address, ...]
    shown: Widgets
    late: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    links: int = 1
    invalid: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


def step(session: Session | None, address: Address, widgets: Widgets, acts: Acts) -> Session:
    """Return the session after a run that was told all this.

    A link counts when it is new: at arrival, and when the visitor goes back or forward. What a
    visitor does counts more than the address, which the browser may have sent a moment too early.
    """
    if session is None:
        return _written(None, Link.parse(address), {}, {}, address, widgets, acts)
    before = session.link.settings
    told = moves(before, widgets)
    invalid: Mapping[str, str]
    notes: Mapping[str, str]
    certain = _without_echoes(session, told, address, widgets, acts)
    if acts.opened is not None:
        link, invalid, notes = _chosen(session, acts.opened), {}, {}
    elif certain.scenario is not None or certain.changes or acts.counted:
        base = before if certain.scenario is None else certain.scenario
        changes = dict(certain.changes) if certain.scenario is None else {}
        for name in acts.counted:
            changes[name] = (changes.get(name, getattr(base, name)) + 1) % (MAX_SEED + 1)
        settings, notes = change(base, changes)
        link = _chosen(session, settings)
        invalid = certain.invalid if certain.scenario is None else {}
    elif _is_followed(session, address, told, acts):
        link, invalid, notes = Link.parse(address, acts.held), {}, {}
        session = replace(session, links=session.links + 1)
    else:
        link, invalid, notes = session.link, certain.invalid, {}
    return _written(session, link, invalid, notes, address, widgets, acts)


def _without_echoes(
    session: Session, told: Moves, address: Address, widgets: Widgets, acts: Acts
) -> Moves:
    """Return what was moved for certain.

    Who has done nothing else may have moved one widget back to what it showed before. But not if
    the browser has not heard of it: then it still sends more of them, or an address that was left.
    """
    moved = {key for keys in told.keys.values() for key in keys}
    moved |= {SCENARIO} if told.scenario is not None else set()
    echoes = {key for key in moved if widgets[key] in _late(session, key, widgets)}
    unheard = _is_left(session, address)
    other = acts.opened is not None or acts.counted or acts.page != session.page
    if len(echoes) == len(moved) < 2 and not (unheard or other or acts.interrupted):
        return told
    only = {name for name, keys in told.keys.items() if echoes.issuperset(keys)}
    return replace(
        told,
        changes={name: value for name, value in told.changes.items() if name not in only},
        invalid={name: why for name, why in told.invalid.items() if name not in only},
        scenario=None if SCENARIO in echoes else told.scenario,
    )


def _late(session: Session, key: str, widgets: Widgets) -> tuple[object, ...]:
    """Return what a browser may still send for a widget, though it is to show something else."""
    heard = key in session.shown and widgets[key] == session.shown[key]
    return () if heard else session.late.get(key, ())


def _is_followed(session: Session, address: Address, told: Moves, acts: Acts) -> bool:
    """Return whether the address is a link that the visitor has opened."""
    if acts.page != session.page and not is_link(address):
        return False  # choosing another page empties the address
    if not _differs(address, session.address) or acts.interrupted:
        return False
    echoed = told.keys or told.scenario is not None
    return not (echoed and _is_left(session, address))  # then it is an echo as well


def _is_left(session: Session, address: Address) -> bool:
    """Return whether the browser sends an address that the app has written over."""
    old = any(not _differs(address, each) for each in session.left)
    return old and _differs(address, session.address)


def _chosen(session: Session, settings: Settings) -> Link:
    """Return the link of a visitor's own choice: no longer the game that a friend dared them to."""
    game = session.link.game.undared()
    own = replace(session.link, settings=settings, game=game, player=PlayerState())
    return replace(own, notices=(), outdated=())


def _written(
    session: Session | None,
    link: Link,
    invalid: Mapping[str, str],
    notes: Mapping[str, str],
    address: Address,
    widgets: Widgets,
    acts: Acts,
) -> Session:
    """Return the session in which address and widgets say what the link means."""
    values = shown(link.settings)
    unread = tuple(typed_keys(invalid))
    for key in values.keys() & widgets.keys():
        if unread and key.startswith(unread):
            values[key] = widgets[key]  # what cannot be read stays in its box, to be corrected
    late = {}
    for key in values.keys() & widgets.keys():
        earlier = _late(session, key, widgets) if session else ()
        if widgets[key] != values[key]:
            earlier = (*(each for each in earlier if each != widgets[key]), widgets[key])
        elif session and session.shown.get(key) != values[key]:
            earlier = ()  # it was moved there
        if earlier:
            late[key] = earlier[-_MOST_LATE:]
    held = ChainMap(kept(link.settings.texts()), cast("dict[str, Texts]", acts.held))
    said = address
    if not Link.parse(address, held).means(link):
        said = parse_qs(replace(link, player=PlayerState()).shared(), keep_blank_values=True)
    heard = session is None or not _differs(address, session.address)
    left = () if session is None or heard else session.left
    if _differs(said, address):
        left = (*left, address)[-_MOST_LATE:]
    links = session.links if session else 1
    return Session(acts.page, link, said, left, values, late, links, invalid, notes)


def _differs(one: Address, other: Address) -> bool:
    return {k: list(v) for k, v in one.items()} != {k: list(v) for k, v in other.items()}
