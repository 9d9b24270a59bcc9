"""Rows of a visitor's table kept together: their text, links, rules, words and price."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import dart_core as dc
from dart_core.arm_tables.arm_table import ArmTable
from dart_core.arm_tables.asking import Answers
from dart_core.arm_tables.reading import MEANS_SAY_IT_ALL
from dashboard.catalogue import choices
from dashboard.change import change
from dashboard.links.own_arms import kept
from dashboard.own_problem.arms import read
from dashboard.own_problem.arms_dialog import settings_with
from dashboard.own_problem.together import COLUMNS, KEEP, ROWS, fact, laws, sentence
from dashboard.prices import cost
from dashboard.schema.arm_fields import Rewards, Sampled
from dashboard.settings import Settings
from dashboard.studying.words import heading as study_heading
from dashboard.studying.words import subtitle as study_facts
from dashboard.watch.words import heading as watch_heading
from dashboard.words import facts, subtitle
from tests.dashboard.strategies import tables_of
from tests.links import from_query, to_query

SAMPLED = Sampled(2, 1_000)
# Columns A, B and C of the rows 1,0,1 / 0,1,1 / 1,0,0 / 0,1,0.
ABC = Rewards(((1.0, 0.0, 1.0, 0.0), (0.0, 1.0, 0.0, 1.0), (1.0, 1.0, 0.0, 0.0)), in_rows=True)
TOGETHER = Settings(
    n=3,
    k=2,
    horizon=1_000,
    reward="max",
    arms="given",
    means=ABC.means,
    names=("A", "B", "C"),
    data=ABC,
    law="rows",
)


def table_of(rows: int, n: int, seed: int = 0) -> Rewards:
    draws = np.random.default_rng(seed).random((n, rows)).round(4)
    return Rewards(tuple(tuple(map(float, arm)) for arm in draws), in_rows=True)


def settings_of(data: Rewards, **others: object) -> Settings:
    its = {"n": len(data.arms), "k": 2, "arms": "given", "means": data.means, "law": "rows"}
    return Settings(**{**its, "data": data, **others})  # type: ignore[arg-type] # checked there


@given(st.integers(2, 6).flatmap(lambda n: tables_of(n, counted=False)))
def test_rows_are_read_back_from_their_text_in_their_order(data: Rewards) -> None:
    assert SAMPLED.check(data) == data
    assert SAMPLED.parse(SAMPLED.text(data)) == data
    assert data.rows.table.T.tolist() == [list(arm) for arm in data.arms]
    assert data.apart.means == pytest.approx(data.means, abs=1e-6)


@pytest.mark.parametrize("text", ["r0.5,1_1", "r0.5_1", "r", "r0,1_0,1x2", "rr0,1_1,0", "0,1_r1,0"])
def test_what_is_no_table_of_rows_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"rewards|number"):
        SAMPLED.parse(text)


def test_the_pair_that_pays_every_round() -> None:
    problem = TOGETHER.problem()
    assert problem.arms == dc.Rows([[1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0]])
    assert (problem.optimal_set, problem.optimal_reward) == ((0, 1), 1.0)
    apart, _ = change(TOGETHER, {"law": "data"})
    worth = [apart.problem().expected_reward(pair) for pair in ([0, 1], [0, 2], [1, 2])]
    assert worth == [0.75, 0.75, 0.75]
    back, _ = change(apart, {"law": "rows"})
    assert back == TOGETHER, "nothing is lost by trying the other one"


def test_it_is_said_which_of_the_two_is_done() -> None:
    apart = replace(TOGETHER, law="data")
    alone = replace(apart, data=ABC.apart)
    said = [sentence(its) for its in (TOGETHER, apart, alone)]
    assert "one whole row" in said[0]
    assert "its own column" in said[1]
    assert len(set(said)) == 3
    assert sentence(Settings.default()) == ""
    assert "whole rows of your data" in facts(TOGETHER)
    assert "each arm's own rewards" in facts(apart)
    for its, text in zip((TOGETHER, apart, alone), said, strict=True):
        raced = replace(its, race=choices("random"))
        titles = (watch_heading(its)[1], watch_heading(raced)[1])
        for line in (*titles, study_heading(its), subtitle(its)):
            assert text in line
        assert fact(its) in study_facts(its)
        assert "\n" not in study_facts(its), "one line of small print below a picture"
    menu = {"bernoulli": "0 or 1", "data": "data", "rows": "rows"}
    assert list(laws(Settings.default(), menu)) == ["bernoulli"]
    assert list(laws(alone, menu)) == ["bernoulli", "data"]
    assert list(laws(TOGETHER, menu)) == ["bernoulli", "data", "rows"]


def test_rows_go_with_every_reward_that_counts_only_if_they_are_0_and_1() -> None:
    assert replace(TOGETHER, reward="at-least", at_least=2).problem().optimal_reward == 0.25
    fractions = settings_of(table_of(5, 3), reward="max")
    counting, notes = change(fractions, {"reward": "at-least"})
    assert (counting.law, counting.data) == ("bernoulli", None)
    assert "pay 0 or 1" in notes["law"]
    without, notes = change(settings_of(table_of(5, 3).apart, law="data"), {"law": "rows"})
    assert without.law == "data"
    assert "no rows" in notes["law"]


def test_a_link_holds_rows_or_names_them() -> None:
    assert from_query(to_query(TOGETHER)) == (TOGETHER, from_query("")[1], [])
    long = settings_of(table_of(500, 8))
    query = to_query(long)
    assert len(query) < 2_000
    assert "own=" in query
    assert from_query(query, kept(long.texts()))[0] == long
    other, _, notices = from_query(query)
    assert (other.law, other.data, other.means) == ("bernoulli", None, long.means)
    assert "arms that pay 0 or 1 with their means used" in str(notices[0])
    shuffled = Rewards(tuple(arm[::-1] for arm in long.data.arms), in_rows=True)  # type: ignore[union-attr]
    assert to_query(settings_of(shuffled)) != query, "other rows have another name"


def test_rows_have_a_price_in_seconds_and_bytes() -> None:
    few, many = (settings_of(table_of(rows, 60), k=9, reward="max") for rows in (20, 2_000))
    curve = ("random", "uniform")
    assert cost.of_run(few, curve) > cost.of_run(replace(few, law="data"), curve)
    assert cost.of_run(many, curve) > 20 * cost.of_run(few, curve), "all rows, in every round"
    small = settings_of(table_of(2_000, 10), k=3, reward="max")
    mean = replace(small, reward="mean")
    assert cost.of_run(small, curve) < 2 * cost.of_run(mean, curve), "its sets are known before"
    assert cost.of_study(small).megabytes > cost.of_study(replace(small, law="data")).megabytes
    assert cost.preparing(many) > cost.preparing(few)
    assert cost.of_theory(small) > 0.0


# --- the dialog --------------------------------------------------------------------------------


def test_a_column_per_arm_without_gaps_has_rows() -> None:
    read = arms_from("A,B,C\n1,0,1\n0,1,1\n1,0,0\n0,1,0\n")
    assert read.in_rows == ABC.arms
    assert settings_with(Settings.default(), read, together=True).data == ABC
    apart = settings_with(TOGETHER, read)
    assert (apart.law, apart.data, apart.means) == ("data", ABC, (0.5, 0.5, 0.5))
    assert sentence(apart) == COLUMNS
    clicks = np.random.default_rng(0).integers(0, 2, (9_000, 2))
    many = arms_from("A,B\n" + "\n".join(f"{a},{b}" for a, b in clicks.tolist()))
    assert many.in_rows is not None
    short = settings_with(TOGETHER, many)  # a link holds their means, and these say it all
    assert (short.law, short.data, short.means) == ("bernoulli", None, many.means)
    fractions = arms_from("A,B\n0.25,0.5\n1,0\n")
    assert fractions.rows == dc.Rows([[0.25, 0.5], [1, 0]])
    assert settings_with(TOGETHER, fractions).law == "data"
    for gaps in ("A,B\n0.25,0.5\n1,\n", "name,mean\nX,0.5\nY,0.25\n", "A,B,C\n0.1,0.2,0.3\n"):
        assert arms_from(gaps).in_rows is None, gaps


def arms_from(text: str) -> ArmTable:
    arms = read(text, Answers()).arms
    assert arms is not None
    return arms


def test_the_switch_says_which_of_the_two_is_done() -> None:
    page = AppTest.from_function(_dialog, default_timeout=60).run()
    assert not page.exception
    (switch,) = page.toggle
    assert switch.label == KEEP
    assert [caption.value for caption in page.caption].count(COLUMNS) == 1
    assert any(_SAID in caption.value for caption in page.caption)
    page = switch.set_value(True).run()
    said = [caption.value for caption in page.caption]
    assert ROWS in said
    assert not any(_SAID in each for each in said), "then the means do not say it all"


_SAID = MEANS_SAY_IT_ALL.split(",")[0]


def _dialog() -> None:
    from dart_core.arm_tables.asking import Answers as Asked
    from dashboard.own_problem import arms_dialog
    from dashboard.own_problem.arms import read as read_text
    from dashboard.settings import Settings as Chosen

    given = read_text("A,B,C\n1,0,1\n0,1,1\n1,0,0\n0,1,0\n", Asked()).arms
    assert given is not None
    arms_dialog._edited(given, together=arms_dialog._kept_together(Chosen.default(), given))
