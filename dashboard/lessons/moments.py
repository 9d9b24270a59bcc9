"""Moments: what lessons are made of; those of the class hour are read from `moments.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, urlencode

from dashboard.links.link import Link
from dashboard.links.player_state import PlayerState

_FILE = Path(__file__).with_name("moments.toml")
# What would answer the question, or lead away from it, while it is open.
_HIDDEN = (
    *("transport", "events", "speed", "clock", "chart", "yaxis", "truth"),
    *("code", "steps", "asking", "save", "share", "const"),
)
_HIDDEN_AFTER = ("save", "share")
_SLIDERS = ("c", "lam")


Picture = Literal["watch", "play", "runs", "compare", "sensitivity"]


@dataclass(frozen=True)
class Moment:
    """One moment of a lesson: of the class hour, or of a teacher's own.

    Attributes
    ----------
    name, title : str
        Of the moment, in its address and above it.
    minutes : int
        That it takes with a class.
    picture : "watch", "play", "runs", "compare" or "sensitivity"
        The animation, a game, 25 runs as dots, or a page's chart.
    link : str
        The settings, as the query of a link.
    says : sequence of str
        Plain sentences above the picture: two in the class hour.
    kind : str
        Where the question comes from: its author ("choice"), the run (see
        `dashboard.lessons.asking`), or nowhere ("none").
    question, answers, right, why : str, sequence of str, int, str
        What is to be predicted; `right` counts from 1, and is 0 where it is not to be told.
    fact, means : str, sequence
        Which of `dashboard.lessons.facts` decides it, and what it gives answer by answer.
    numbers : mapping of str to str
        By how it is written: the fact that a number in the texts is.
    tries, try_page, takeaway, teacher : str
        What to try and on which page, what to remember, and what a teacher should know.
    at, after : int
        The rounds that the animation shows while the question is open, and that it is about.
    rounds : int
        Of the game.
    slider : str
        The constant under the finger once it is answered: "c" or "lam"; none: "".
    against : str
        Keys of the link that are other in the second row of "runs".
    """

    name: str
    title: str
    minutes: int
    picture: Picture
    link: str
    says: Sequence[str]
    kind: str = "choice"
    question: str = ""
    answers: Sequence[str] = ()
    right: int = 0
    why: str = ""
    fact: str = ""
    means: Sequence[Any] = ()
    tries: str = ""
    try_page: str = ""
    takeaway: str = ""
    teacher: str = ""
    numbers: Mapping[str, str] = field(default_factory=dict)
    at: int = 0
    after: int = 0
    rounds: int = 10
    slider: str = ""
    against: str = ""

    def parsed(self, change: str = "") -> Link:
        """Return what the moment's link means, with some of its keys changed."""
        return Link.parse(changed(self.link, change))

    def shown(self, *, open_: bool) -> str:
        """Return the query of the picture: Watch as it is before, or after, the answer."""
        its = self.parsed()
        others = [each for each in _SLIDERS if each != self.slider] if self.slider else ["const"]
        hidden = _HIDDEN if open_ else (*_HIDDEN_AFTER, *others)
        player = PlayerState(at=self.at, truth=not open_)
        return replace(its, player=player, lesson=replace(its.lesson, hide=hidden)).shared()


def changed(query: str, change: str) -> str:
    """Return a query in which the keys of another one have that one's values."""
    keys = dict(parse_qsl(query, keep_blank_values=True))
    return urlencode(keys | dict(parse_qsl(change, keep_blank_values=True)), safe=",*.")


@cache
def moments() -> tuple[Moment, ...]:
    """Return the moments of the class hour, in order."""
    told: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    links: dict[str, Any] = told["links"]
    made = []
    for each in told["moment"]:
        own: dict[str, Any] = dict(each)
        own["link"] = changed(links.get(own["link"], own["link"]), own.pop("change", ""))
        own["tries"] = own.pop("try")
        made.append(Moment(**own))
    return tuple(made)


def place_of(name: str, hour: Sequence[Moment]) -> int:
    """Return where the moment of a name stands, from 0; the first for a name that is none."""
    names = [moment.name for moment in hour]
    return names.index(name) if name in names else 0
