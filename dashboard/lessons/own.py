"""A teacher's own lesson: some moments under a title, as a file and, where it fits, in a link.

The file is JSON that people can read and edit; version 1 looks like this::

    {"format": "dart-lesson", "version": 1, "title": "Two algorithms", "moments": [
      {"title": "Who is sooner?", "picture": "watch", "link": "n=12&k=3&…", "at": 384,
       "says": "One paragraph.", "kind": "moves", "why": "…", "takeaway": "…", "minutes": 3}]}

What comes is data from outside. It is read strictly: whatever is not as expected is said, and
nothing of such a file is used. Texts become one printable line; of a link only the problem, the
algorithms and the chart are kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, Final

from dart_core.unseen import printable
from dashboard.lessons.asking import KINDS, NUMBERS
from dashboard.lessons.moments import Moment
from dashboard.links import compact
from dashboard.links.link import Link
from dashboard.links.own_arms import is_too_long
from dashboard.schema.problem_choices import MAX_HORIZON
from dashboard.schema.repair import shown
from dashboard.schema.texts import Text

FORMAT, VERSION = "dart-lesson", 1
MOST_MOMENTS = 20
MOST_BYTES = 100_000
LONGEST_IN_LINK = 1_900  # characters, so that the whole address stays below 2,000
MOST_ANSWERS = 6
PICTURES: Final = ("watch", "play", "compare", "sensitivity")
ROUNDS: Final = (10, 20, 30, 50, 100)
_MOST_MINUTES = 60
_LONGEST_LINK = 4_000  # characters; of the arms of one's own that fit into a link, twice as many
TITLE, SAYS, QUESTION, ANSWER, WHY, TAKEAWAY = (
    Text(longest) for longest in (80, 600, 200, 100, 400, 200)
)
_TEXTS: Final = {
    "title": TITLE, "says": SAYS, "question": QUESTION, "why": WHY, "takeaway": TAKEAWAY,
}  # fmt: skip
_WHOLE: Final = {
    "minutes": (3, 1, _MOST_MINUTES),
    "at": (0, 0, MAX_HORIZON),
    "rounds": (10, min(ROUNDS), max(ROUNDS)),
    "right": (0, 0, MOST_ANSWERS),
}


class LessonError(ValueError):
    """A lesson that cannot be used; the text says what was expected, what came, what to do."""


@dataclass(frozen=True)
class OwnLesson:
    """Moments under a title."""

    title: str
    moments: tuple[Moment, ...]

    @cached_property
    def digest(self) -> str:
        """A name for the lesson: equal for equal ones."""
        return blake2b(written(self).encode(), digest_size=6).hexdigest()

    @property
    def hour(self) -> tuple[Moment, ...]:
        """The moments with names that no other lesson's have."""
        return tuple(
            replace(moment, name=f"{self.digest}-{at}") for at, moment in enumerate(self.moments, 1)
        )

    @property
    def minutes(self) -> int:
        """How long it takes with a class."""
        return sum(moment.minutes for moment in self.moments)


def moment_of(its: Link, picture: str, title: str) -> Moment:
    """Return a moment that shows what a link does, with nothing asked yet.

    Raises
    ------
    LessonError
        If the link's arms are more than it can hold.
    """
    if is_too_long(its.settings.texts()):
        raise LessonError(_TOO_MUCH)
    at = min(its.player.at or 0, its.settings.horizon)
    told = {"picture": picture, "link": its.query(), "title": TITLE.nearest(title)}
    told |= {"kind": "moves" if picture == "watch" else "none"}
    return _moment(told | {"at": at, "rounds": its.game.rounds}, "the moment")


def written(lesson: OwnLesson, *, indent: int | None = None) -> str:
    """Return a lesson as the text of a file; what is as usual is left out."""
    told = {"format": FORMAT, "version": VERSION, "title": lesson.title}
    all_of_it = told | {"moments": [_told(moment) for moment in lesson.moments]}
    return json.dumps(all_of_it, ensure_ascii=False, separators=_tight(indent), indent=indent)


def _tight(indent: int | None) -> tuple[str, str] | None:
    return (",", ":") if indent is None else None


def _told(moment: Moment) -> dict[str, Any]:
    told: dict[str, Any] = {"picture": moment.picture, "link": moment.link, "kind": moment.kind}
    told |= {name: _said(getattr(moment, name)) for name in _TEXTS}
    told |= {"number": moment.fact, "answers": list(moment.answers)}
    told = {name: value for name, value in told.items() if value}
    whole = {name: getattr(moment, name) for name in _WHOLE}
    return told | {name: value for name, value in whole.items() if value != _WHOLE[name][0]}


def _said(text: str | Sequence[str]) -> str:
    return text if isinstance(text, str) else " ".join(text)


def packed(lesson: OwnLesson) -> str | None:
    """Return a lesson as a link holds it; None if it is too long for one."""
    text = compact.packed(written(lesson))
    return text if len(text) <= LONGEST_IN_LINK else None


@lru_cache(32)
def unpacked(text: str) -> OwnLesson:
    """Return the lesson that a link holds.

    Raises
    ------
    LessonError
        If the link is damaged, or the lesson in it is.
    """
    try:
        told = compact.unpacked(text)
    except ValueError:
        raise LessonError(
            "The link to this lesson is not whole. Copy it again, all of it, or ask for the file."
        ) from None
    return read(told)


def read(data: bytes | str) -> OwnLesson:
    """Return the lesson in a file.

    Raises
    ------
    LessonError
        If it is damaged, from a newer version, or no lesson.
    """
    if len(data) > MOST_BYTES:
        raise LessonError(
            f"Expected a lesson of at most {MOST_BYTES // 1000} kB, got {len(data) / 1e3:,.0f} kB. "
            "Is it the right file?"
        )
    try:
        told = json.loads(data.decode("utf-8-sig") if isinstance(data, bytes) else data)
    except (ValueError, RecursionError):
        raise LessonError(
            "This file is damaged, or no lesson: it cannot be read to its end. Save it again, or "
            "ask whoever made it for a fresh copy."
        ) from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise LessonError(
            "This is no lesson. Expected a file that was saved on the Teach page: its name ends "
            "in .dart-lesson.json."
        )
    version = told.get("version")
    if type(version) is not int or not version >= 1:
        raise LessonError(f"version: expected {VERSION}, got {shown(version)}. {_DAMAGED}")
    if version > VERSION:
        raise LessonError(
            f"This lesson was saved by a newer version of the app: it is of version "
            f"{shown(version)}, and this app reads version {VERSION}. Open it with that app, or "
            "update this one."
        )
    _only(told, ("format", "version", "title", "moments"), "")
    moments = told.get("moments")
    if not isinstance(moments, list) or not 1 <= len(moments) <= MOST_MOMENTS:
        came = f"{len(moments):,}" if isinstance(moments, list) else shown(moments)
        raise LessonError(f"moments: expected 1 to {MOST_MOMENTS}, got {came}. {_DAMAGED}")
    read_so = [_moment(each, f"moment {at}") for at, each in enumerate(moments, 1)]
    return OwnLesson(_text(told, "title", TITLE, ""), tuple(read_so))


_TOO_MUCH = (
    "These arms are more than a link can hold, so a lesson cannot hold them either. Give fewer "
    "rewards, or means only."
)
_DAMAGED = "Correct it in the file, or ask for a fresh copy."
_KEYS: Final = ("picture", "link", "kind", "number", "answers", *_TEXTS, *_WHOLE)


def _moment(told: object, where: str) -> Moment:
    if not isinstance(told, dict):
        raise LessonError(f"{where}: expected its parts by name, got {shown(told)}. {_DAMAGED}")
    _only(told, _KEYS, f"{where}: ")
    texts: dict[str, Any] = {
        name: _text(told, name, kind, f"{where}: ") for name, kind in _TEXTS.items()
    }
    whole: dict[str, Any] = {name: _number(told, name, f"{where}: ") for name in _WHOLE}
    picture = _one_of(told, "picture", PICTURES, f"{where}: ")
    kind = _one_of(told, "kind", tuple(KINDS), f"{where}: ")
    number = _one_of(told, "number", tuple(NUMBERS), f"{where}: ") if kind == "number" else ""
    if whole["rounds"] not in ROUNDS:
        raise _wrong(f"{where}: rounds", f"one of {', '.join(map(str, ROUNDS))}", whole["rounds"])
    answers = _answers(told, f"{where}: ") if kind == "choice" else ()
    right = whole.pop("right") if kind == "choice" else 0
    whole["right"] = right
    if right > len(answers):
        raise _wrong(f"{where}: right", f"at most {len(answers)}, the number of answers", right)
    link = _link(told, f"{where}: ")
    if whole["at"] > link.settings.horizon:
        raise _wrong(f"{where}: at", f"at most T = {link.settings.horizon:,}", whole["at"])
    says = texts.pop("says")
    parts: dict[str, Any] = {"says": (says,) if says else (), "kind": kind, "fact": number}
    parts |= {"picture": picture, "link": link.query(), "answers": answers}
    parts |= {"try_page": "" if picture == "watch" else picture}
    return Moment(name="", **parts, **texts, **whole)


def _link(told: Mapping[str, Any], where: str) -> Link:
    """Return the problem, the algorithms and the chart of a link, without the rest of it."""
    text = told.get("link")
    if not isinstance(text, str) or not 1 <= len(text) <= _LONGEST_LINK:
        came = f"{len(text):,} characters" if isinstance(text, str) else shown(text)
        raise LessonError(
            f"{where}link: expected what stands behind the “?” of a link of this app, at most "
            f"{_LONGEST_LINK:,} characters, got {came}. {_DAMAGED}"
        )
    its = Link.parse(text)
    if is_too_long(its.settings.texts()):
        raise LessonError(f"{where}link: {_TOO_MUCH}")
    if its.notices:
        raise LessonError(f"{where}link: {its.notices[0].complaint}. {_DAMAGED}")
    return Link(its.settings, view=its.view)


def _answers(told: Mapping[str, Any], where: str) -> tuple[str, ...]:
    answers = told.get("answers", [])
    if not isinstance(answers, list) or len(answers) > MOST_ANSWERS:
        came = f"{len(answers):,}" if isinstance(answers, list) else answers
        raise _wrong(f"{where}answers", f"a list of at most {MOST_ANSWERS}", came)
    return tuple(_text({"answer": each}, "answer", ANSWER, where) for each in answers)


def _text(told: Mapping[str, Any], name: str, kind: Text, where: str) -> str:
    value = told.get(name, "")
    try:
        return kind.check(value)
    except ValueError:
        came = f"{len(value):,} characters" if isinstance(value, str) else value
        raise _wrong(f"{where}{name}", kind.expected, came) from None


def _number(told: Mapping[str, Any], name: str, where: str) -> int:
    usual, least, most = _WHOLE[name]
    value = told.get(name, usual)
    if type(value) is not int or not least <= value <= most:
        raise _wrong(f"{where}{name}", f"a whole number from {least:,} to {most:,}", value)
    return value


def _one_of(told: Mapping[str, Any], name: str, known: Sequence[str], where: str) -> str:
    value = told.get(name)
    if not isinstance(value, str) or value not in known:
        raise _wrong(f"{where}{name}", f"one of {', '.join(known)}", value)
    return value


def _only(told: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Refuse what is not known: it would be lost without a word."""
    for name in told:
        if name not in known:
            raise LessonError(f"{where}{printable(name)}: this app knows no such part. {_DAMAGED}")


def _wrong(where: str, expected: str, came: object) -> LessonError:
    said = came if isinstance(came, str) and came.endswith("characters") else shown(came)
    return LessonError(f"{where}: expected {expected}, got {said}. {_DAMAGED}")
