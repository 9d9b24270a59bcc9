"""The game: what is dealt, how it is scored, what a link says of it, and the page itself."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dart_core as dc
from dashboard.game import figures, words
from dashboard.game import model as playing
from dashboard.game.model import Dealt, Rivals, Score, of_game, score_of
from dashboard.lessons.moments import moments
from dashboard.links.game_state import GameState
from dashboard.links.link import Link
from dashboard.naming import escaped
from dashboard.serving.jobs import Work
from dashboard.settings import Settings
from tests.dashboard.visitor import Visitor
from tests.links import from_query, game_of, to_query

SETTINGS = replace(Settings.default(), n=6, k=2)
GAME = of_game(SETTINGS, 10)
ACTIONS = [[(t + 1) % 6, t % 6] for t in range(10)]


def done(job: tuple[str, Work]) -> Any:
    return job[1](np.zeros(1, dtype=np.int64))


@pytest.fixture(scope="module")
def dealt() -> Dealt:
    its = done(playing.dealing(GAME))
    assert isinstance(its, Dealt)
    return its


def score(label: str, final: float) -> Score:
    return Score(label, None, np.array([0.0, final]))


# --- what is dealt -----------------------------------------------------------------------------


def test_a_game_depends_on_the_problem_and_its_luck_alone() -> None:
    others = {"algorithm": "lints", "preset": "scaled", "constants": (), "companions": ()}
    assert of_game(replace(SETTINGS, **others, runs=3), 10) == GAME
    assert of_game(replace(SETTINGS, seed=10), 10) != GAME
    assert GAME.horizon == 10
    assert of_game(replace(SETTINGS, horizon=4), 10).horizon == 4  # never longer than T


def test_what_is_dealt_are_the_rewards_of_the_arms(dealt: Dealt) -> None:
    data = dealt.payload()
    assert (data["n"], data["k"], data["curve"]) == (6, 2, [0.0, 0.5, 1.0])
    assert data["thing"] == ["arm", "arms"]
    for t, action in enumerate(ACTIONS):
        run = dc.outcome(dealt.problem, ACTIONS[: t + 1], seed=GAME.seed)
        assert run.rewards[-1] == data["curve"][int(sum(data["table"][t][i] for i in action))]


def test_arms_have_their_own_names() -> None:
    means, names = (0.2, 0.5, 0.7), ("Logo", "<b>Photo</b>", "*")
    own = replace(SETTINGS, n=3, arms="given", means=means, names=names)
    its = done(playing.dealing(of_game(own, 10)))
    assert its.payload()["labels"] == list(names)
    assert "{<b>Photo</b>, *}" in words.truth(its.problem, its.labels)
    plays = np.ones(3, dtype=np.int64)
    bars = figures.truth(its.problem, plays, its.labels, ("ad", "ads"), "light").data[0]
    assert bars.hovertemplate.startswith("ad %{x}: true mean %{y:.3f}")
    assert bars.x == ("Logo", "&lt;b&gt;Photo&lt;/b&gt;", "*")


def test_what_is_odd_is_said_of_arms_by_their_names() -> None:
    names = ("Ann", "Bob", "*Cy*")
    own = replace(SETTINGS, n=3, arms="given", means=(0.5, 0.5, 0.5), names=names)
    own = replace(own, law="varied", spread=0.9, reward="max")
    rivals = done(playing.rivalling(own, of_game(own, 10)))
    (said,) = rivals.broken
    assert any(f"arm {escaped(name)} is worth" in said for name in names)
    assert not re.search(r"\barm \d", said)


def test_arms_beyond_0_and_1_have_no_count_curve() -> None:
    data = done(playing.dealing(replace(GAME, law="beta"))).payload()
    assert data["curve"] is None
    assert data["form"] == "mean"


# --- how it is scored --------------------------------------------------------------------------


def test_a_score_is_the_regret_of_the_core(dealt: Dealt) -> None:
    mine = score_of(dealt, GAME, ACTIONS)
    assert mine is not None
    assert mine.regret.tolist() == dc.outcome(GAME.problem(), ACTIONS, seed=1).regret.tolist()


@pytest.mark.parametrize(
    "actions",
    [None, 3, "x", {}, [], ACTIONS[:9], [*ACTIONS, [0, 1]], [[0, 0]] * 10, [["a", "b"]] * 10, [[]]],
)
def test_what_is_no_whole_game_has_no_score(dealt: Dealt, actions: Any) -> None:
    assert score_of(dealt, GAME, actions) is None


def test_rivals_meet_the_same_luck(dealt: Dealt) -> None:
    rivals = done(playing.rivalling(SETTINGS, GAME))
    assert isinstance(rivals, Rivals)
    by_label = {each.label: each for each in rivals.scores}
    assert [*by_label] == ["DART", "DART-EB", "Frontier", "LinTS", "random", "oracle"]
    run = dc.simulate(dealt.problem, SETTINGS.chosen(), seed=SETTINGS.seed)  # with its constants
    assert by_label["DART"].regret.tolist() == run.regret.tolist()
    assert by_label["oracle"].final == 0.0
    assert all(each.regret.size == 10 for each in rivals.scores)


def test_the_rank_leaves_the_oracle_out_and_shares_places() -> None:
    rivals = [score("DART", 2.0), score("random", 1.0), score("oracle", 0.0)]
    assert playing.rank(score("you", 2.0), rivals) == (2, 3)
    assert playing.rank(score("you", 0.0), rivals) == (1, 3)
    assert playing.rank(score("you", 3.0), rivals) == (3, 3)


@pytest.mark.parametrize(
    ("beat", "says"), [(2.5, "less than the 2.5"), (2.0, "as much as the 2"), (1.0, "more than")]
)
def test_a_dare_is_answered(beat: float, says: str) -> None:
    text = words.verdict(score("you", 2.001), Rivals((score("DART", 3.0),), (), ()), beat)
    assert text.startswith("Your regret is **2.00**: **1st of 2**")
    assert says in text


def test_the_truth_and_the_long_run_in_words(dealt: Dealt) -> None:
    best = ", ".join(str(arm + 1) for arm in dealt.problem.optimal_set)
    assert f"{{{best}}}" in words.truth(dealt.problem, dealt.labels)
    run = done(playing.going_on(SETTINGS))
    said = words.outlook(run, score("you", 4.0))
    assert "T = 10,000" in said
    assert f"**{run.regret / 10_000:.3g} a round**; yours was 2 a round" in said


# --- links and the page ------------------------------------------------------------------------


@pytest.mark.parametrize("state", [GameState(), GameState(50), GameState(10, 3.25)])
def test_a_link_holds_the_game(state: GameState) -> None:
    query = Link(SETTINGS, game=state).query("play")
    assert game_of(query) == (state, [])
    assert from_query(query)[0] == SETTINGS
    assert from_query(query)[2] == []
    assert f"rounds={state.rounds}" in query  # whatever the default becomes


@pytest.mark.parametrize(
    ("query", "state", "fields"),
    [
        ("", GameState(), []),
        ("rounds=31&beat=1e9", GameState(30, 100.0), ["rounds", "beat"]),
        ("rounds=<b>&beat=nan", GameState(), ["rounds", "beat"]),
        ("beat=-1", GameState(beat=0.0), ["beat"]),
    ],
)
def test_a_broken_link_is_repaired(query: str, state: GameState, fields: list[str]) -> None:
    got, notices = game_of(query)
    assert got == state
    assert [notice.field for notice in notices] == fields


def visit(query: str) -> Visitor:
    visitor = Visitor(query)
    visitor.page.switch_page("pages/play.py")
    visitor.go()
    return visitor


def boards(visitor: Visitor) -> list[Any]:
    protos = [component.proto for component in visitor.page.get("bidi_component")]
    return [proto for proto in protos if proto.component_name == "dart_game"]


def test_the_page_deals_and_another_choice_ends_the_dare() -> None:
    visitor = visit(f"{to_query(SETTINGS)}&rounds=10&beat=3.1")
    (board,) = boards(visitor)
    assert GAME.key() in board.json
    assert any("regret 3.1" in box.value for box in visitor.page.info)
    visitor.press("Deal new arms")
    assert visitor.settings.arms_seed == SETTINGS.arms_seed + 1
    (board,) = boards(visitor)
    assert of_game(visitor.settings, 10).key() in board.json
    assert not visitor.page.info
    visitor.page.get_by_key("game_rounds").set_value(20)
    visitor.go()
    assert game_of(visitor.page.query_params)[0] == GameState(20)
    assert visitor.address == visitor.settings
    (board,) = boards(visitor)
    assert of_game(visitor.settings, 20).key() in board.json


def test_too_many_arms_have_a_way_out() -> None:
    visitor = visit(to_query(replace(SETTINGS, n=21)))
    assert boards(visitor) == []
    assert "at most 20 arms" in visitor.page.info[0].value
    visitor.press("Easier: 2 of 8")
    assert (visitor.settings.n, visitor.settings.k) == (8, 2)
    assert len(boards(visitor)) == 1


def test_the_game_of_a_scenario_speaks_of_its_things() -> None:
    game = of_game(moments()[1].parsed().settings, 10)
    assert done(playing.dealing(game)).payload()["thing"] == ["ad", "ads"]
