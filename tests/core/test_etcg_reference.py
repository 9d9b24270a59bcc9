"""ETCG against the plain reference, round by round; sets smaller than K by brute force."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.etcg.spec import ETCG, outlook
from dart_core.world import make_log, make_world, play
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case, cases
from tests.reference import luck
from tests.reference.etcg import etcg, printed_m
from tests.reference.rewards import expected_by_enumeration, joint_reward


@settings(max_examples=150, deadline=None)
@given(cases(), SEEDS)
def test_every_round_agrees(case: Case, seed: int) -> None:
    m = printed_m(len(case.means), case.k, case.horizon)
    assert_same_rounds(case, seed, choose(ETCG, "printed"), partial(etcg, m=m))


@settings(max_examples=150, deadline=None)
@given(cases(max_arms=8), SEEDS, st.integers(1, 12))
def test_every_round_agrees_with_any_m(case: Case, seed: int, m: int) -> None:
    assert_same_rounds(case, seed, choose(ETCG, "printed", m=m), partial(etcg, m=m))


@pytest.mark.parametrize("horizon", [1, 2, 3, 12, 20, 21, 36, 37, 100])
def test_edges(horizon: int) -> None:
    """4 · 3 and 3 · 3 plays fill the first two phases; at T = 12 and 21 they end with T."""
    for k, means in [(1, (0.5,) * 4), (2, (0.0, 1.0, 0.0, 1.0)), (4, (0.1, 0.2, 0.3, 0.4))]:
        case = Case(means, k, horizon, "mean")
        assert_same_rounds(case, 5, choose(ETCG, "printed", m=3), partial(etcg, m=3))


@settings(max_examples=200, deadline=None)
@given(cases(max_arms=6, max_horizon=20), SEEDS, st.data())
def test_a_small_set_counts_zeros(case: Case, seed: int, data: st.DataObject) -> None:
    """Reward and expectation of 1 … K arms: the arms that are missing pay 0."""
    size = data.draw(st.integers(1, case.k))
    order = data.draw(st.permutations(range(len(case.means))))
    action, missing = list(order[:size]), [0] * (case.k - size)
    world = make_world(case.problem(), seed)
    rounds = np.arange(1, case.horizon + 1)
    log = make_log(len(case.means), case.k, rounds, np.zeros(0, dtype=np.int64), None)
    for t in rounds.tolist():
        r = play(world, log, np.array(action), t)
        outcomes = [luck.bernoulli(seed, list(case.means), t, arm) for arm in action]
        assert r == pytest.approx(joint_reward(case.reward, outcomes + missing), abs=1e-12)
    chances = [case.means[arm] for arm in action] + [0.0] * len(missing)
    lost = case.problem().optimal_reward - expected_by_enumeration(case.reward, chances)
    assert log.regret[0] == pytest.approx(max(0.0, lost) * case.horizon, abs=1e-9)


def test_m_at_the_papers_setting() -> None:
    problem = dc.Problem.random(45, 2, 10**6)
    root = math.sqrt(2 * math.log(10**6))
    wanted = math.ceil((10**6 * root / (45 + 2 * 45 * 2 * root)) ** (2 / 3))
    assert choose(ETCG, "printed").resolved(problem) == {"m": wanted}
    forecast, warning, _ = outlook(problem, {"m": wanted})
    assert f"m = {wanted:,}" in forecast.exact
    assert f"{45 * wanted:,}, {89 * wanted:,}" in forecast.exact
    assert warning == ""


def test_refused_constants() -> None:
    for m in (0, -1, 1.5, "many", None):
        with pytest.raises(dc.FieldError):
            choose(ETCG, "printed", m=m)


def test_story() -> None:
    run = dc.simulate(dc.Problem([0.9, 0.8, 0.3, 0.1], 2, 20_000), choose(ETCG, "printed"))
    texts = [note.text for note in run.story()]
    assert run.final_set == (0, 1)
    assert sum("is added" in text for text in texts) == 2
    assert "The set is full" in texts[-1] or "the set is full" in texts[-1]
    assert all(text.endswith(".") for text in texts)
