"""What a link is called where others show it: title, description, and the words of its picture."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.catalogue import CATALOGUE
from dashboard.links.lesson import Lesson
from dashboard.links.link import Link
from dashboard.questions import lead, question
from dashboard.settings import Settings

SITE = "DART, animated"
_WHAT = (
    "See how an algorithm finds the best few of many when it can only try them together: "
    "play it, race it, change it."
)
_PAGES = {
    "learn": ("Learn: a class hour on finding the best few", "Ten short moments, each predicted."),
    "play": ("Play: can you beat the algorithm?", "Choose the arms yourself, on the same luck."),
    "compare": ("Compare algorithms over many runs", "Regret and right sets, on the same luck."),
    "sensitivity": ("Sensitivity: what a constant does", "One or two settings over a range."),
    "theory": ("Theory: what is proved here", "Assumptions, lemmas and bounds, worked out."),
    "paper": ("The paper, reproduced", "Its figures and claims, run again, with verdicts."),
    "join": ("Join a class", "Type the code of the room that your teacher shows."),
    "teach": ("Teach with it", "Lessons and links that show what students are to see."),
}


@dataclass(frozen=True)
class Said:
    """What others show of a link: a title, a description, and the picture in words."""

    title: str
    description: str
    alt: str = "An algorithm's arms, in, undecided and out, beside its regret"


FIXED = Said(SITE, _WHAT)


def said(path: str, query: str) -> Said:
    """Return what a page of the app is called; reading its link never fails.

    Parameters
    ----------
    path : str
        Of the page, "" for Watch.
    query : str
        What its address says behind the "?".

    Notes
    -----
    All words are the app's own. What somebody has written into a link, as the names of arms or a
    lesson's title, is on the page only, where it is seen to be theirs.
    """
    if path:
        return Said(title(path, None), f"{_PAGES.get(path, ('', _WHAT))[1]} {_WHAT}")
    if not query:
        return FIXED
    settings = Link.parse(query).settings
    return Said(title(path, settings), lead(settings))


def title(path: str, settings: Settings | None) -> str:
    """Return what a browser's tab calls a page, before the app has begun and while it runs.

    Parameters
    ----------
    path : str
        Of the page, "" for Watch.
    settings : Settings or None
        What Watch shows; None if its address says nothing.
    """
    if path in _PAGES:
        return f"{_PAGES[path][0]} · DART"
    if path or settings is None:
        return SITE
    return f"{rivals(settings)}: {_lower(question(settings))}"


def rivals(settings: Settings) -> str:
    """Return who is watched, and whom it races: "DART against Frontier"."""
    first, *others = (CATALOGUE[its.algorithm].label for its in settings.racers())
    if not others:
        return first
    return (
        f"{first} against {' and '.join([', '.join(others[:-1]), others[-1]][len(others) < 2 :])}"
    )


def gives_away(lesson: Lesson) -> bool:
    """Whether a picture of the end would answer what a lesson asks."""
    return lesson.predict or bool(lesson.room) or lesson.hides("truth") or lesson.hides("chart")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
