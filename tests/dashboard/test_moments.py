"""The class hour: every moment's link opens, and its answers and numbers are those of its runs."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from dashboard.lessons import facts
from dashboard.lessons.moments import Moment, moments, place_of
from dashboard.links.link import Link
from dashboard.scenarios import thing_of

MOMENTS = moments()
EACH = pytest.mark.parametrize("moment", MOMENTS, ids=[m.name for m in MOMENTS])


@cache
def evidence(name: str) -> dict[str, facts.Evidence]:
    return facts.evidence(MOMENTS[place_of(name, moments())])


def texts(moment: Moment) -> str:
    return " ".join([*moment.says, moment.question, *moment.answers, moment.why, moment.teacher])


def is_written(number: str, value: Any) -> bool:
    """Whether a number in a text is this value, rounded to the digits that it has."""
    if isinstance(value, str):
        return number == value
    digits = len(number.partition(".")[2])
    return number == f"{value:,.{digits}f}"


def test_the_hour_has_eight_to_ten_moments_of_three_to_four_minutes() -> None:
    assert 8 <= len(MOMENTS) <= 10
    assert {m.minutes for m in MOMENTS} <= {3, 4, 5}
    assert len({m.name for m in MOMENTS}) == len(MOMENTS)
    assert place_of(MOMENTS[3].name, moments()) == 3
    assert place_of("nonsense", moments()) == 0


@EACH
def test_its_link_opens_as_it_is_meant(moment: Moment) -> None:
    its = moment.parsed()
    assert its.notices == ()
    for is_open in (True, False):
        shown = Link.parse(moment.shown(open_=is_open))
        assert shown.notices == ()
        assert shown.settings == its.settings
        assert shown.player.at == moment.at
        assert shown.player.truth is not is_open


@EACH
def test_picture_and_texts_call_an_arm_the_same(moment: Moment) -> None:
    """A text that says "ads" stands beside a picture that does, and the other way round."""
    _, several = thing_of(moment.parsed().settings)
    assert re.search(rf"\b{several}\b", " ".join([*moment.says, moment.question]))
    other = {"ads": "arms?", "arms": "ads"}[several]
    said = " ".join([moment.question, *moment.answers, moment.why, moment.tries, moment.takeaway])
    assert not re.search(rf"\b{other}\b", said)


@EACH
def test_a_slider_that_a_text_names_is_there_once_it_is_answered(moment: Moment) -> None:
    after = Link.parse(moment.shown(open_=False)).lesson
    has = {name for name in ("c", "lam") if not after.hides("const") and not after.hides(name)}
    assert has == ({moment.slider} if moment.slider else set())
    named = re.findall(r"slider of (\S+)", moment.tries)
    assert {"λ": "lam"}.get(named[0], named[0]) == moment.slider if named else True


@EACH
def test_its_answer_is_the_one_that_the_run_gives(moment: Moment) -> None:
    found = facts.fact(moment.fact, evidence(moment.name))
    assert len(moment.answers) == len(moment.means) >= 2
    if isinstance(found, float):
        nearest = min(range(len(moment.means)), key=lambda at: abs(moment.means[at] - found))
        assert abs(moment.means[nearest] - found) <= 0.03 * found
    else:
        nearest = moment.means.index(found)
    assert moment.right == nearest + 1


@EACH
def test_its_numbers_are_those_of_the_run(moment: Moment) -> None:
    runs = evidence(moment.name)
    for number, name in moment.numbers.items():
        assert re.search(rf"(?<![\d.,]){re.escape(number)}(?!\d|[.,]\d)", texts(moment)), number
        assert is_written(number, facts.fact(name, runs)), (number, name)


@EACH
def test_nothing_gives_the_answer_away_before(moment: Moment) -> None:
    """The picture stands before what is asked, and all that looks ahead is out of it."""
    shown = Link.parse(moment.shown(open_=True))
    hidden = {"transport", "events", "chart", "truth", "steps", "code", "asking", "const"}
    assert hidden <= set(shown.lesson.hide)
    if moment.picture == "watch" and "first_to_happen" in moment.fact:
        assert evidence(moment.name)[""].moved()[1] > moment.at
