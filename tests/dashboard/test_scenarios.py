from __future__ import annotations

from dataclasses import replace

import pytest

import dart_core as dc
from dart_player.naming import ARM
from dashboard.lessons.moments import moments
from dashboard.scenarios import SCENARIOS, Scenario, scenario_of, thing_of
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
    assert scenario.story[-1] in ".?"
    assert len(scenario.story) <= 220


@pytest.mark.parametrize("scenario", SCENARIOS, ids=ids)
def test_a_scenario_is_found_whatever_its_seeds(scenario: Scenario) -> None:
    settings = from_query(to_query(scenario.settings))[0]
    assert scenario_of(settings) is scenario
    assert scenario_of(replace(settings, seed=123, arms_seed=456)) is scenario
    assert scenario_of(replace(settings, gap=0.123)) is None


@pytest.mark.parametrize("scenario", SCENARIOS, ids=ids)
def test_its_things_keep_their_name_whatever_plays_on_them(scenario: Scenario) -> None:
    settings = scenario.settings
    assert thing_of(settings) == scenario.thing
    other = replace(settings, algorithm="random", preset="uniform", constants=(), horizon=99)
    assert thing_of(replace(other, seed=5, arms_seed=6)) == scenario.thing
    assert thing_of(replace(settings, spread=0.123)) == ARM, "a problem of one's own has arms"


def test_the_ads_of_the_class_hour_stay_ads_whatever_a_group_of_them_pays() -> None:
    settings = moments()[0].parsed().settings
    for reward in ("mean", "max", "min"):
        assert thing_of(replace(settings, reward=reward, horizon=99)) == ("ad", "ads")
    assert thing_of(replace(settings, k=4)) == ARM


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
