"""A teacher's own lesson: files and links that read back, hostile ones, questions of a run."""

from __future__ import annotations

import json
from dataclasses import replace
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import dart_core as dc
from dashboard.lessons import asking, own
from dashboard.lessons.asking import NothingToAsk, ask
from dashboard.lessons.moments import Moment, moments
from dashboard.lessons.own import LessonError, OwnLesson
from dashboard.links.link import Link
from dashboard.links.player_state import PlayerState
from tests.dashboard.strategies import NASTY

HOUR = moments()
GATES = own.moment_of(
    replace(HOUR[3].parsed(), player=PlayerState(at=384)), "watch", "Gates and patience"
)
FREE = replace(
    GATES,
    kind="choice",
    question="Which one would you show?",
    answers=("This “one”", "That *one*"),
    right=2,
    why="Because.",
    says=("Two ads. One place.",),
    takeaway="Remember.",
    minutes=5,
)
LESSON = OwnLesson("Two algorithms", (GATES, FREE, replace(GATES, kind="number", fact="regret")))


def file(**change: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(own.written(LESSON))
    return told | change


def with_moment(**change: Any) -> str:
    told = file()
    told["moments"][1] |= change
    return json.dumps(told)


def run_of(moment: Moment) -> dc.Run:
    its = moment.parsed().settings
    return dc.simulate(its.problem(), its.chosen(), seed=its.seed)


def test_files_and_links_read_back() -> None:
    assert own.read(own.written(LESSON)) == LESSON
    assert own.read(own.written(LESSON, indent=1).encode("utf-8-sig")) == LESSON
    text = own.packed(LESSON)
    assert text is not None
    assert own.unpacked(text) == LESSON
    assert len({moment.name for moment in LESSON.hour}) == 3
    other = OwnLesson("Another", LESSON.moments)
    assert not {m.name for m in LESSON.hour} & {m.name for m in other.hour}


def test_a_lesson_of_ten_moments_with_their_texts_fits_into_a_link_and_a_long_one_does_not() -> (
    None
):
    usual = [
        replace(GATES, link=m.parsed().query(), title=m.title, at=0, takeaway=m.takeaway)
        for m in HOUR
    ]
    assert own.packed(OwnLesson("The hour, my way", tuple(usual))) is not None
    long = [
        replace(m, says=(" ".join(HOUR[at].says),), why=HOUR[at].why) for at, m in enumerate(usual)
    ]
    full = OwnLesson("Everything", tuple(long))
    assert own.packed(full) is None
    assert own.read(own.written(full)) == full


def test_what_stands_beside_the_problem_in_a_link_is_left_out() -> None:
    bad = HOUR[0].link + "&say=Call+me&room=BBBB&hide=sidebar&lock=all&moment=x&speed=4"
    (moment,) = own.read(
        json.dumps(file(moments=[{"picture": "watch", "kind": "none", "link": bad}]))
    ).moments
    assert Link.parse(moment.link) == Link(HOUR[0].parsed().settings)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (own.written(LESSON)[:-40], "damaged"),
        ("", "damaged"),
        ("[" * 50_000, "damaged"),
        (b"\xff\xfe\x00", "damaged"),
        (b"PK\x03\x04" + b"\0" * 100, "damaged"),
        ("[]", "no lesson"),
        ("null", "no lesson"),
        (json.dumps({"format": "nbformat"}), "no lesson"),
        (json.dumps(file(version=2, news={})), "newer version"),
        (json.dumps(file(version="1")), "version: expected 1"),
        (json.dumps(file(version=True)), "version: expected 1"),
        (json.dumps(file(moments=[])), "moments: expected 1 to 20, got 0"),
        (json.dumps(file(moments={})), "moments: expected"),
        (json.dumps(file(moments=["x"])), "moment 1: expected its parts"),
        (json.dumps(file(title=5)), "title: expected a text"),
        (json.dumps(file(extra=1)), "extra: this app knows no such part"),
        (json.dumps(file(moments=file()["moments"] * 10)), "moments: expected 1 to 20, got 30"),
        (with_moment(title="x" * 81), "moment 2: title: expected a text of at most 80"),
        (with_moment(picture="paper"), "moment 2: picture: expected one of"),
        (with_moment(picture=["watch"]), "moment 2: picture: expected one of"),
        (with_moment(kind="runs"), "moment 2: kind: expected one of"),
        (with_moment(kind="number", number="pi"), "moment 2: number: expected one of"),
        (with_moment(right=3), "moment 2: right: expected at most 2"),
        (with_moment(right=-1), "moment 2: right: expected a whole number"),
        (with_moment(right=1.0), "moment 2: right: expected a whole number"),
        (with_moment(answers="ab"), "moment 2: answers: expected a list"),
        (with_moment(answers=[1]), "moment 2: answer: expected a text"),
        (with_moment(answers=["x"] * 7), "moment 2: answers: expected a list of at most 6"),
        (with_moment(at=20_001), "moment 2: at: expected at most T = 20,000"),
        (with_moment(at=10**400), "moment 2: at: expected a whole number"),
        (with_moment(rounds=11), "moment 2: rounds: expected one of"),
        (with_moment(link="x" * 4_001), "moment 2: link: expected what stands behind"),
        (with_moment(link=None), "moment 2: link: expected what stands behind"),
        (with_moment(link=GATES.link.replace("n=12", "n=-5")), "moment 2: link: n: -5 came"),
        (with_moment(link="z=nonsense"), "moment 2: link: z: nonsense came"),
        ("x" * 100_001, "at most 100 kB"),
    ],
)
def test_a_file_that_cannot_be_used_says_what_is_wrong(text: str | bytes, said: str) -> None:
    with pytest.raises(LessonError) as caught:
        own.read(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 400


def test_arms_that_no_link_holds_are_refused() -> None:
    means = ",".join(f"0.{at:05d}" for at in range(10_001, 10_801))
    link = Link.parse(f"n=800&k=3&arms=given&means={means}")
    with pytest.raises(LessonError, match="more than a link can hold"):
        own.moment_of(link, "watch", "Many")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(NASTY),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
keys = st.sampled_from([*own._KEYS, "name", "__class__"])


@given(st.dictionaries(keys, json_values, max_size=3), st.integers(0, 2))
def test_any_bent_file_is_refused_or_a_lesson(change: dict[str, Any], at: int) -> None:
    told = file()
    told["moments"][at] |= change
    try:
        lesson = own.read(json.dumps(told))
    except LessonError:
        return
    assert own.read(own.written(lesson)) == lesson
    for text in (lesson.moments[at].title, *lesson.moments[at].says, *lesson.moments[at].answers):
        assert text.isprintable()


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_bytes_are_refused(data: bytes | str) -> None:
    with pytest.raises(LessonError):
        own.read(data)


@given(st.data())
def test_any_damaged_link_is_refused_or_a_lesson(data: st.DataObject) -> None:
    text = own.packed(LESSON)
    assert text is not None
    at = data.draw(st.integers(0, len(text) - 1))
    bent = text[:at] + data.draw(st.sampled_from(["", "A", "-", "é", "1" * 20])) + text[at + 1 :]
    try:
        lesson = own.unpacked(bent)
    except LessonError:
        return
    assert own.read(own.written(lesson)) == lesson


def test_the_dearest_file_is_read_in_a_moment() -> None:
    means = ",".join(f"0.{at:03d}" for at in range(1, 301))
    heavy = Link.parse(f"n=300&k=3&arms=given&means={means}").query()[: own._LONGEST_LINK]
    told = {"picture": "watch", "kind": "moves", "link": heavy}
    text = json.dumps(file(moments=[told] * own.MOST_MOMENTS))
    begin = perf_counter()
    assert len(own.read(text).moments) == own.MOST_MOMENTS
    assert perf_counter() - begin < 2.0


# --- What a run answers. ---


def test_who_is_settled_next_is_the_first_to_move_among_those_shown() -> None:
    asked, run = ask(GATES), run_of(GATES)
    assert asked.question == "Which of these ads is settled first after round 384?"
    times = {int(arm) + 1: int(t) for arm, t in zip(run.moves.arm, run.moves.t, strict=True)}
    shown = {answer: times.get(int(answer.split()[-1]), 10**9) for answer in asked.answers}
    first = min(shown.values())
    assert first > 384
    assert [answer for answer, t in shown.items() if t == first] == [asked.answers[asked.right - 1]]


def test_which_set_wins_is_the_final_one() -> None:
    for moment in (HOUR[3], HOUR[4]):
        asked, run = ask(replace(moment, kind="set")), run_of(moment)
        arms = [[int(w) for w in a.replace(",", "").split() if w.isdigit()] for a in asked.answers]
        assert len({tuple(each) for each in arms}) == len(arms) >= 3
        assert arms[asked.right - 1] == [i + 1 for i in run.final_set]
        is_best = set(run.final_set) == set(run.problem.optimal_set)
        assert asked.why.endswith("is the best set." if is_best else "is not the best set.")


def test_who_is_done_first_in_a_race() -> None:
    race = replace(HOUR[7], kind="first")
    asked = ask(race)
    assert asked.answers == ("DART", "Frontier", "None of them by the end")
    times = []
    for its in race.parsed().settings.racers():
        run = dc.simulate(its.problem(), its.chosen(), seed=its.seed)
        left = run.problem.n_arms - len(run.moves.t)
        times.append(int(run.moves.t[-1]) if left == 0 else run.commit_t)
    assert asked.right == times.index(min(times)) + 1
    with pytest.raises(NothingToAsk, match="Nobody races"):
        ask(replace(HOUR[6], kind="first"))


@pytest.mark.parametrize("which", asking.NUMBERS)
def test_a_number_is_that_of_the_run_and_the_others_are_not_near(which: str) -> None:
    run = run_of(HOUR[3])
    value = {
        "regret": float(run.regret[-1]),
        "stops": run.commit_t,
        "settled": len(run.moves.t),
        "first": int(run.moves.t.min()),
    }[which]
    asked = ask(replace(HOUR[3], kind="number", fact=which))
    numbers = [float(answer.replace(",", "")) for answer in asked.answers]
    assert numbers == sorted(set(numbers))
    assert abs(numbers[asked.right - 1] - value) <= 0.005 * value
    others = [each for at, each in enumerate(numbers, 1) if at != asked.right]
    assert len(others) >= 2
    assert all(abs(each - value) > 0.2 * value for each in others)


def test_what_a_run_does_not_decide_is_not_asked() -> None:
    with pytest.raises(NothingToAsk, match="No arm is settled after round 20,000"):
        ask(replace(GATES, at=20_000))
    with pytest.raises(NothingToAsk, match="No arm is ever settled"):
        ask(replace(HOUR[5], kind="number", fact="first"))
    lints = replace(HOUR[3], link=f"{HOUR[3].link}&algorithm=random&preset=uniform")
    with pytest.raises(NothingToAsk):
        ask(replace(lints, kind="moves"))


def test_arms_with_names_are_called_by_them() -> None:
    names = ",".join(f"Dish {letter}" for letter in "ABCDEFGHIJKL")
    asked = ask(replace(GATES, link=f"{GATES.link}&names={names}"))
    assert all(answer.startswith("Dish ") for answer in asked.answers)


def _minutes() -> None:
    import streamlit as st

    from dashboard.teaching.own import _whole

    st.text(_whole("Minutes", 3, (1, 60), "minutes", 0))


@pytest.mark.parametrize(
    ("came", "taken", "said"),
    [
        ("5", "5", ""),
        ("0,5", "3", "Expected a whole number from 1 to 60, got 0.5."),
        ("5,000", "3", "Expected a whole number from 1 to 60, got 5000."),
        ("soon", "3", "Expected a number, such as 0.5 or 20000."),
    ],
)
def test_a_number_with_a_comma_is_asked_about(came: str, taken: str, said: str) -> None:
    """A box for numbers dropped the comma: 5 minutes, in silence."""
    page = AppTest.from_function(_minutes).run()
    page = page.text_input[0].set_value(came).run()
    assert page.text[0].value == taken
    assert [each.value for each in page.error] == ([said] if said else [])
