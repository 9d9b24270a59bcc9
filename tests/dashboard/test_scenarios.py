from __future__ import annotations

from dataclasses import replace

import pytest

import dart_core as dc
from dashboard.scenarios import SCENARIOS, Scenario, scenario_of
from dashboard.settings import Settings
from tests.links import from_query, to_query

AS_PRINTED = "The paper's experiment as printed, K = 4"


def ids(scenario: Scenario) -> str:
    return scenario.title


def test_the_first_one_is_what_an_empty_link_shows() -> None:
    assert SCENARIOS[0].settings == Settings.default() == from_query("")[0]


def test_titles_and_settings_are_distinct() -> None:
    assert len({s.title for s in SCENARIOS}) == len(SCENARIOS)
    assert len({s.settings.key() for s in SCENARIOS}) == len(SCENARIOS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=ids)
def test_a_story_is_one_or_two_sentences(scenario: Scenario) -> None:
    assert scenario.story.endswith(".")
    assert len(scenario.story) <= 220


@pytest.mark.parametrize("scenario", SCENARIOS, ids=ids)
def test_a_scenario_is_found_whatever_its_seeds(scenario: Scenario) -> None:
    settings = from_query(to_query(scenario.settings))[0]
    assert scenario_of(settings) is scenario
    assert scenario_of(replace(settings, seed=123, arms_seed=456)) is scenario
    assert scenario_of(replace(settings, gap=0.123)) is None


@pytest.mark.parametrize("scenario", SCENARIOS, ids=ids)
def test_something_happens(scenario: Scenario) -> None:
    settings = scenario.settings
    run = dc.simulate(settings.problem(), settings.chosen(), seed=settings.seed)
    committed = run.snapshots.t[run.snapshots.phase == 1]
    assert len(committed) > 0
    if scenario.title == AS_PRINTED:
        assert len(run.moves.t) == 0
        assert committed[0] == 12
    else:
        assert len(set(run.moves.t.tolist())) >= 2
        assert len(run.moves.arm) >= settings.n // 2
        assert run.final_set == settings.problem().optimal_set
