"""How a visit to Watch begins and ends: who is shown around, and what one can go on with."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dart_core as dc
from dart_core.algorithms import REGISTRY
from dashboard.settings import Settings
from dashboard.watch.model import stored
from tests.dashboard.visitor import Visitor
from tests.links import to_query

PLAYED = {"random", "oracle", "lints", "linucb", "ucb", "cucb", "cts"}


def test_who_comes_by_no_link_is_a_newcomer_until_a_link_is_opened() -> None:
    assert Visitor().player["start"]["newcomer"]
    for query in ("at=500", to_query(Settings.default()), "present=1"):
        assert not Visitor(query).player["start"]["newcomer"], query


@pytest.mark.parametrize("query", ["predict=1", "title=Ads", "say=Look", "hide=chart", "lock=k"])
def test_in_a_lesson_nobody_is_shown_around_and_no_card_comes(query: str) -> None:
    start = Visitor(query).player["start"]
    assert not start["newcomer"]
    assert "next" not in start


def test_the_card_offers_what_can_be_done() -> None:
    assert Visitor().player["start"]["next"] == ["play", "luck", "arms"]
    given = replace(Settings.default(), n=2, k=1, arms="given", means=(0.25, 0.5))
    assert Visitor(given).player["start"]["next"] == ["play", "luck"]
    assert Visitor("present=1").player["start"]["next"] == ["play", "luck", "arms"]


def test_the_default_story_is_settled_rightly_after_a_change_of_lead() -> None:
    (run,) = stored()["player"]["runs"]
    assert run["outcome"] == {"set": [2, 6, 8], "short": 0.0, "certain": True, "settles": True}
    last = {arm: to for _, arm, to in run["frames"]["moves"]}
    assert sorted(last.values()) == [1, 1, 1] + [2] * 9
    assert len([note for note in run["story"] if note["arms"]]) >= 3
    for lam in (0.04, 0.1, 0.3):  # who stops looking sooner takes arm 8 for one of the best
        own = replace(Settings.default(), constants=(("c", 0.1), ("lam", lam)))
        found = dc.simulate(own.problem(), own.chosen(), seed=own.seed).final_set
        assert 7 in found
        assert found != own.problem().optimal_set


def test_the_default_story_is_no_luck() -> None:
    own = Settings.default()
    problem, chosen = own.problem(), own.chosen()
    found = [dc.simulate(problem, chosen, seed=s, frames=0).final_set for s in range(60)]
    assert found.count(problem.optimal_set) == 60


def test_only_sets_that_are_decisions_settle_arms() -> None:
    assert {name for name, spec in REGISTRY.items() if not spec.settles} == PLAYED
