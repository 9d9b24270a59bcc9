"""Names and rewards in links, and what links cannot hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.links.own_arms import kept
from dashboard.schema.arm_fields import MOST_REWARDS, Names, Rewards, Sampled
from dashboard.settings import Settings
from tests.dashboard.strategies import names, rewards
from tests.links import from_query, to_query

SAMPLED = Sampled(2, 1_000)
MANY = tuple(float(p) for p in np.random.default_rng(1).random(1_000))
THOUSAND = Settings(n=1_000, k=5, arms="given", means=MANY)


@given(st.lists(rewards, min_size=2, max_size=30))
def test_rewards_are_read_back_from_their_text(arms: list[list[float]]) -> None:
    came = SAMPLED.check(arms)
    assert came == Rewards(tuple(tuple(sorted(arm)) for arm in arms))
    assert SAMPLED.parse(SAMPLED.text(came)) == came
    assert came.means == pytest.approx([np.mean(arm) for arm in arms], abs=6e-7)


@given(st.lists(names, min_size=2, max_size=30))
def test_names_are_read_back_from_their_text(called: list[str]) -> None:
    kind = Names(2, 1_000)
    assert kind.parse(kind.text(kind.check(called))) == tuple(called)


@pytest.mark.parametrize(
    "text",
    [
        *("", "0.5", "0.5_", "0.5_x2", "0.5x0_1", "0.5x1.5_1", "0.5x-1_1", "nan_1", "0.5x1e9_1"),
        *(f"0.5x{MOST_REWARDS}_1", "1.5_1", "0.5x2x2_1", "_" * 2_000, "0," * MOST_REWARDS),
    ],
    ids=lambda text: text[:12],
)
def test_bad_rewards_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"rewards|number|large"):
        SAMPLED.check(SAMPLED.parse(text))


@pytest.mark.parametrize("name", ["", " a", "a\n", "\u202eab", "\x00", "a\u200bb", "x" * 25])
def test_names_that_cannot_be_shown_as_they_are_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="names"):
        Names(2, 9).check(["a", name])


def test_a_link_names_what_it_cannot_hold() -> None:
    query = to_query(THOUSAND)
    assert len(query) < 500
    assert from_query(query, kept(THOUSAND.texts())) == (THOUSAND, from_query("")[1], [])
    other, _, notices = from_query(query)
    assert (other.arms, other.n, other.means) == ("uniform", 100, None)
    assert [notice.field for notice in notices] == ["own", "n"]
    assert "arms drawn from U[0, 1] used" in str(notices[0])


def test_without_the_rewards_a_link_still_has_their_means() -> None:
    draws = np.random.default_rng(2).random((20, 500))
    data = SAMPLED.check(draws.tolist())
    called = tuple(f"arm {i}" for i in range(20))
    its = Settings(n=20, k=3, arms="given", names=called, means=data.means, law="data", data=data)
    query = to_query(its)
    assert from_query(query, kept(its.texts()))[0] == its
    other, _, notices = from_query(query)
    assert (other.means, other.names, other.law) == (data.means, called, "bernoulli")
    assert [notice.field for notice in notices] == ["own"]
    assert "arms that pay 0 or 1 with their means used" in str(notices[0])


def test_rewards_are_drawn_as_often_as_they_were_seen() -> None:
    data = SAMPLED.check([[0.25, 0.25, 1.0], [0.0, 0.5]])
    problem = Settings(n=2, k=1, arms="given", means=data.means, law="data", data=data).problem()
    assert problem.means == (0.5, 0.25)
    assert problem.optimal_set == (0,)
