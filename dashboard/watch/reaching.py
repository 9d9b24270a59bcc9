"""Answers a visitor who reaches for a constant in the player, without a run of the page.

A Streamlit component (v2) without a picture, in a fragment of its own: what it sends and gets
touches nothing else on the page. It talks with the player by events of the window: the player says
``dart:reach`` where a pointer, a finger or the focus comes to a slider, and hears ``dart:family``
with some members of that constant's family, the nearest first; the component then asks for more.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

import streamlit as st

from dart_player.format import Knob, Member, Payload
from dashboard.component import component
from dashboard.keeping import forget, recall, remember
from dashboard.prices import cost
from dashboard.serving.jobs import OnWait, Work
from dashboard.serving.profile import profile
from dashboard.serving.service import jobs
from dashboard.settings import Settings
from dashboard.state import lesson, locks
from dashboard.waiting import TICK
from dashboard.watch import family

_FOLDER = Path(__file__).parent
_KEY, _SAID = "reach", "reached"


class Asked(TypedDict):
    """What a browser asks for, checked."""

    id: str
    constant: str
    first: int


class Answer(Asked):
    """Some members of a family, and where the next ones begin; None after the last."""

    members: list[Member]
    next: int | None


def offered(settings: Settings, knobs: list[Knob]) -> dict[str, Any]:
    """Return what the player is told of sliders: those that a lesson and this server let be."""
    if not knobs or lesson().hides("const"):  # in a frame of another page, too, it is the picture
        return {"knobs": []}
    if why := _why_not(settings):
        return {"knobs": [], "no_knobs": why}
    left = [knob for knob in knobs if not lesson().hides(knob["constant"])]
    return {"knobs": [knob | {"locked": _locks(knob["constant"])} for knob in left]}


def _why_not(settings: Settings) -> str:
    """Return why nothing can be reached for; a first paint is not to load the core for it."""
    stored = settings.alone() == Settings.default().alone()
    return "" if stored else family.why_not(settings, profile())


def _locks(constant: str) -> bool:
    return locks("const") or locks(constant)


def show(settings: Settings, knobs: list[Knob]) -> None:
    """Hear what visitors reach for; nothing is computed before.

    Parameters
    ----------
    settings : Settings
    knobs : list of Knob
        That the player has, see `offered`; none: nothing can be reached for.
    """
    if not knobs:
        return

    def heard() -> None:
        remember(_SAID, getattr(recall(_KEY), "reach", None))

    @st.fragment
    def body() -> None:
        asked = checked(forget(_SAID), settings, knobs)
        given = None if asked is None else answer(settings, knobs, asked)
        component("reach", _FOLDER)(data=[given], key=_KEY, on_reach_change=heard)

    body()


def checked(said: object, settings: Settings, knobs: list[Knob]) -> Asked | None:
    """Return what a browser asks for; None where that cannot be of this run."""
    if not isinstance(said, Mapping) or said.get("id") != settings.alone().key():
        return None
    constant, first = said.get("constant"), said.get("first")
    known = [knob["constant"] for knob in knobs]
    whole = isinstance(first, int) and not isinstance(first, bool) and first >= 0
    if constant not in known or not whole or _why_not(settings):
        return None
    return {"id": str(said["id"]), "constant": str(constant), "first": int(str(first))}


def answer(settings: Settings, knobs: list[Knob], asked: Asked) -> Answer:
    """Return some members of a family: all that are stored, else the nearest ones."""
    [knob] = [knob for knob in knobs if knob["constant"] == asked["constant"]]
    order = family.nearest_first(knob["values"], knob["value"])
    if settings.alone() == Settings.default().alone():
        ready = {each["value"]: each for each in family.stored()[asked["constant"]]}
        return {
            **asked,
            "members": [ready[value] for value in order if value in ready],
            "next": None,
        }
    order = order[asked["first"] :]
    whole = family.works(settings, asked["constant"], order)
    stored = family.stored_by_key()
    found: dict[str, Member | None] = {
        key: stored[key] for key, _ in whole.values() if key in stored
    }
    some = list(order if len(found) == len(whole) else order[: family.SEVERAL])
    works = dict(whole[value] for value in some if value in whole)
    others = {key: work for key, work in works.items() if key not in found}
    place = st.empty()  # writing to it lets Streamlit interrupt this

    def on_wait(_: float) -> None:
        place.empty()

    found |= _computed(settings, others, on_wait)
    after = asked["first"] + len(some)
    members = [its for key in works if (its := found[key]) is not None]
    return {**asked, "members": members, "next": after if len(some) < len(order) else None}


def with_families(settings: Settings, data: Payload) -> Payload:
    """Return a player's data for a page that is saved, where no server can be asked.

    It has the families of its sliders, as far as there is room for them, and no other sliders.
    """
    room, members = family.MOST_BYTES, dict[str, list[Member]]()
    for knob in data.get("knobs", []):
        works = dict(family.works(settings, knob["constant"], knob["values"]).values())
        stored = {key: its for key in works if (its := family.stored_by_key().get(key))}
        others = {key: work for key, work in works.items() if key not in stored}
        found = stored | _computed(settings, others, lambda _: None)
        all_its = [each for key in works if (each := found[key]) is not None]
        room -= len(family.said(all_its).encode())
        if room >= 0:
            members[knob["constant"]] = all_its
    knobs = [knob for knob in data.get("knobs", []) if knob["constant"] in members]
    return {**data, "knobs": knobs, "family": members}


def _computed(
    settings: Settings, works: Mapping[str, Work], on_wait: OnWait
) -> dict[str, Member | None]:
    """Wait for jobs; a visitor who moves on leaves them, and the last one ends them."""
    price = cost.of_run(settings, cost.curves(settings)[0])
    with jobs().join(works, dict.fromkeys(works, price)) as joined:
        joined.wait(on_wait, TICK)
        return joined.results()
