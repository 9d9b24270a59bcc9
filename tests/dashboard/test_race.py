"""A race: who is in it stands in the link, runs once for all, and is left out where it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dart_player.payload import encode_curve
from dashboard.catalogue import CATALOGUE, choices
from dashboard.classroom.questions import RoomError, question_of_race
from dashboard.exports.about import about_picture
from dashboard.exports.python_code import watch_script
from dashboard.links.link import Link
from dashboard.prices import cost, limits
from dashboard.questions import question
from dashboard.scenarios import scenario_of
from dashboard.serving import service
from dashboard.serving.profile import profile
from dashboard.settings import MOST_RIVALS, Settings
from dashboard.watch import rivals
from dashboard.watch.model import watch, works
from dashboard.watch.words import heading
from dashboard.words import contest
from tests.dashboard.visitor import Visitor

SMALL = Settings(n=6, k=2, horizon=400, seed=3_141, companions=choices("random", "csar.est1"))
RACE = replace(SMALL, race=choices("csar.est1", "frontier.guaranteed"))


def labels(player: dict[str, Any]) -> list[str]:
    return [run["curve"]["label"] for run in player["runs"]]


def test_a_link_holds_who_races_and_none_where_nobody_does() -> None:
    assert "race" not in SMALL.texts()
    assert RACE.texts()["race"] == "frontier.guaranteed,csar.est1"
    read = Link.parse(Link(RACE).query())
    assert (read.settings, read.notices) == (RACE, ())
    too_many = RACE.texts() | {"race": "random,oracle,csar.est1,lints.unscaled,nobody", "v": "3"}
    read = Link.parse(too_many)
    assert len(read.settings.race) == MOST_RIVALS
    assert [notice.field for notice in read.notices] == ["race"]


def test_a_race_changes_neither_the_run_nor_a_study_nor_the_scenario() -> None:
    assert RACE.alone() == SMALL.alone()
    assert RACE.study() == SMALL.study()
    default = Settings.default()
    assert scenario_of(replace(default, race=RACE.race)) == scenario_of(default)


def test_racers_are_runs_on_the_same_luck_and_their_curves_are_not_drawn_twice() -> None:
    player = watch(RACE)["player"]
    assert labels(player) == ["DART · clean-c1", "Frontier · guaranteed", "CSAR · est1"]
    assert [curve["label"] for curve in player["curves"]] == ["random"]
    for run, its in zip(player["runs"], RACE.racers(), strict=True):
        [alone] = watch(its)["player"]["runs"]
        assert run == alone, "to the bit what is seen who watches it alone"


def test_a_racer_is_the_job_of_watching_it_and_who_equals_the_watched_one_runs_once() -> None:
    keys = list(works(RACE))
    assert keys[:3] == [its.key() for its in RACE.racers()]
    assert works(RACE).keys() - works(SMALL).keys() == set(keys[1:3])
    frontier = RACE.watching(RACE.race[0])
    assert next(iter(works(frontier))) in keys
    same = replace(SMALL, race=choices("dart.clean-c1"))
    assert works(same).keys() == works(SMALL).keys()


def test_a_racer_that_cannot_run_is_left_out_and_said() -> None:
    settings = Settings(n=45, k=8, horizon=1_000, race=choices("ucb.ucb1", "random"))
    result = watch(settings)
    assert labels(result["player"]) == ["DART · clean-c1", "random"]
    assert any("215,553,195 actions" in why for why in result["refused"])


def test_a_racer_that_is_too_dear_is_left_out_and_said() -> None:
    dear = Settings(n=60, k=20, horizon=1_000_000, race=choices("lints.unscaled", "random"))
    tight = replace(profile(), max_watch_seconds=0.6 * cost.of_run(dear, ("lints", "unscaled")))
    kept, whys = limits.affordable(dear, tight)
    assert [choice.text for choice in kept.race] == ["random"]
    [why] = whys
    assert why.startswith("A run of LinTS would take up to")
    assert limits.of_watch(dear.watching(dear.race[0]), tight) == why


def test_rivals_come_and_go_by_one_click() -> None:
    visitor = Visitor(SMALL)
    offered = {rival["choice"]: rival for rival in visitor.player["rivals"]}
    assert not any(rival["racing"] for rival in offered.values())
    first = f"frontier.{CATALOGUE['frontier'].default_preset}"
    assert not offered[first]["more"]
    assert offered["frontier.bold"]["more"]
    before = service.jobs().runs
    assert rivals.toggled(SMALL, "nobody") is None
    joined = rivals.toggled(SMALL, "frontier.guaranteed")
    assert joined is not None
    visitor.follow(joined)
    assert service.jobs().runs == before + 1, "the newcomer alone is simulated"
    assert labels(visitor.player) == ["DART · clean-c1", "Frontier · guaranteed"]
    racing = [rival["choice"] for rival in visitor.player["rivals"] if rival["racing"]]
    assert racing == ["frontier.guaranteed"]
    visitor.check()
    assert rivals.toggled(joined, "frontier.guaranteed") == SMALL
    full = replace(SMALL, race=choices("random", "oracle", "csar.est1"))
    assert rivals.toggled(full, "frontier.guaranteed") is None


@pytest.mark.parametrize("how", ["hide", "lock"])
def test_a_lesson_may_keep_the_race_as_it_is(how: str) -> None:
    visitor = Visitor(f"?{Link(RACE).query()}&{how}=race")
    assert visitor.player["rivals"] == []
    assert len(visitor.player["runs"]) == 3


def test_the_title_says_who_races_and_so_does_a_saved_file() -> None:
    title, line = heading(RACE)
    assert title == "Same arms, same luck: DART against Frontier and CSAR"
    assert line.startswith(question(RACE)), "what all of them look for"
    assert heading(SMALL)[0] == question(SMALL)
    about = about_picture(RACE, "9.9.9", "run")
    assert about["title"] == title
    assert about["facts"].endswith("DART · clean-c1 against Frontier · guaranteed and CSAR · est1")
    assert " against " not in about_picture(RACE, "9.9.9", "compare")["title"]
    ads = replace(Settings.default(), race=choices("lints.unscaled"))
    assert heading(ads)[0] == "Same ads, same luck: DART against LinTS"


def test_the_title_leaves_out_who_cannot_run_here() -> None:
    every = Settings(n=4, k=4, horizon=100, race=choices("csar.est1", "random"))
    visitor = Visitor(every)
    assert labels(visitor.player) == ["DART · clean-c1", "random"]
    assert visitor.page.title[0].value == "Same arms, same luck: DART against random"
    assert visitor.player["about"]["title"] == visitor.page.title[0].value


def test_racers_alike_are_told_apart_by_preset_and_then_by_constants() -> None:
    twice = replace(SMALL, race=choices("dart.authors-code"))
    assert contest(twice).endswith(": DART · clean-c1 against DART · authors-code")
    tried = replace(SMALL, race=choices("dart.clean-c1"), constants=(("c", 0.5),))
    assert contest(tried).endswith(": DART · clean-c1 (c = 0.5) against DART · clean-c1")
    assert contest(replace(SMALL, race=choices("dart.clean-c1"))) == "", "nobody against itself"


def test_the_code_runs_all_racers_on_the_same_luck() -> None:
    script = watch_script(RACE)
    assert script.title.startswith("One run of DART · clean-c1 against Frontier")
    left: dict[str, Any] = {}
    exec(compile(script.text, "script", "exec"), left)
    player = watch(RACE)["player"]
    made = [left["run"], *left["racers"]]
    for run, shown in zip(made, player["runs"], strict=True):
        curve = encode_curve(run)
        assert curve["regret"] == shown["curve"]["regret"]
    assert [run.algorithm.label for run in left["beside"]] == ["random"]


def test_who_was_done_first_is_the_answer_of_a_race() -> None:
    player = watch(replace(RACE, race=choices("oracle", "random")))["player"]
    question = question_of_race(player["runs"], player["n"], 7)
    assert labels(player) == ["DART · clean-c1", "random", "oracle"]
    assert (question.frame, question.arms) == (7, (0, 1, 2))
    assert question.answers == {(2, 1)}, "who knows the best set commits at once"
    with pytest.raises(RoomError, match="Nobody is ever done"):
        question_of_race(player["runs"][1:2], player["n"], 7)
