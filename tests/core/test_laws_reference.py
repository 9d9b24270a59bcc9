"""Algorithms on arms beyond 0/1 against the plain references, step by step."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.cts.spec import CTS
from dart_core.algorithms.cucb.spec import CUCB
from dart_core.algorithms.etcg.spec import ETCG
from dart_core.algorithms.ucb.spec import UCB
from dart_core.laws import draw, shared_luck
from dart_core.world import make_log, make_world, play, play_and_see
from tests.core import test_cmab_sm_reference, test_csar_reference, test_dart_reference
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case
from tests.reference import luck, normals
from tests.reference.etcg import etcg, printed_m
from tests.reference.rewards import joint_reward
from tests.reference.semi_bandit import cts, cucb
from tests.reference.ucb import ucb1

LAWS = (
    0.0,
    0.3,
    dc.Bernoulli(0.6),
    dc.Constant(0.45),
    dc.Uniform(0.2, 0.9),
    dc.Empirical([0.1, 0.1, 0.5, 0.95, 1.0]),
    dc.Beta(2.0, 5.0),
    dc.Beta(0.5, 0.5),
    dc.TruncatedNormal(0.6, 0.2),
)
FORMS = ("mean", "quadratic", "max", "min")


@st.composite
def cases(draw_: st.DrawFn, most: int = 6) -> Case:
    """Draw a problem of mixed laws, not all of them numbers."""
    arms = [*draw_(st.lists(st.sampled_from(LAWS), min_size=2, max_size=most - 1)), LAWS[4]]
    arms = draw_(st.permutations(arms))
    k = draw_(st.integers(1, max(1, len(arms) // 2)))
    return Case(tuple(arms), k, draw_(st.integers(1, 120)), draw_(st.sampled_from(FORMS)))


@settings(max_examples=20, deadline=None)
@given(cases(), SEEDS, st.sampled_from(["paper-v2", "authors-code"]))
def test_dart(case: Case, seed: int, preset: str) -> None:
    test_dart_reference.assert_same_run(preset, case, seed, {"c": 0.003, "lam": 0.0})


@settings(max_examples=20, deadline=None)
@given(cases(), SEEDS, test_cmab_sm_reference.CONSTANTS)
def test_cmab_sm(case: Case, seed: int, constants: dict[str, float]) -> None:
    test_cmab_sm_reference.assert_same_run(case, seed, constants)


@settings(max_examples=20, deadline=None)
@given(cases(), SEEDS, test_csar_reference.CONSTANTS)
def test_csar(case: Case, seed: int, constants: dict[str, float]) -> None:
    test_csar_reference.assert_same_run(case, seed, constants)


@settings(max_examples=20, deadline=None)
@given(cases(), SEEDS)
def test_ucb_etcg_cucb_cts(case: Case, seed: int) -> None:
    m = printed_m(len(case.means), case.k, case.horizon)
    assert_same_rounds(case, seed, choose(UCB, "ucb1"), partial(ucb1, c=2.0))
    assert_same_rounds(case, seed, choose(ETCG, "printed"), partial(etcg, m=m))
    assert_same_rounds(case, seed, choose(CUCB, "printed"), partial(cucb, c=1.5))
    assert_same_rounds(case, seed, choose(CTS, "beta"), cts)


ARMS = {
    "mixed": LAWS,
    "beta": tuple(dc.Beta(1.0 + i, 4.0) for i in range(8)),
    "lower bound": dc.LowerBound(8, 3, gap=0.2, best=(1, 4, 6)),
}


@pytest.mark.parametrize("arms", ARMS)
@pytest.mark.parametrize("reward", FORMS)
@pytest.mark.parametrize("name", dc.algorithms()["name"])
def test_every_algorithm_runs(name: str, reward: str, arms: str) -> None:
    problem = dc.Problem(ARMS[arms], k=3, horizon=400, reward=reward)
    run = dc.simulate(problem, name, seed=1)
    assert run.regret[-1] <= 400 * problem.optimal_reward
    assert (np.diff(run.regret) >= 0.0).all()
    assert problem.expected_reward(run.final_set) <= problem.optimal_reward + 1e-12
    run.story()
    dc.forecast(problem, name).sentence()
    again = dc.simulate(problem, name, seed=1, frames=0)
    assert np.array_equal(run.regret, again.regret)


@pytest.mark.parametrize("reward", FORMS)
def test_the_shared_luck(reward: str) -> None:
    """X = ½ + ε + Z_t, cut: Z_t is normal number t of its own stream; one for all arms."""
    problem = dc.Problem(dc.LowerBound(5, 2, gap=0.2, sigma=0.4, best=(1, 3)), 2, 300, reward)
    world, X = make_world(problem, 7), np.zeros(2)
    log = make_log(5, 2, np.arange(1, 301), np.zeros(0, dtype=np.int64), None)
    key = luck.stream_key(7, "shared luck")
    for t in range(1, 301):
        Z = 0.4 * normals.normal(key, t)
        action = [t % 5, (t + 2) % 5]
        wanted = [min(max(0.5 + 0.2 * (arm in {1, 3}) + Z, 0.0), 1.0) for arm in action]
        r = play_and_see(world, log, np.array(action), t, X)
        assert X.tolist() == pytest.approx(wanted, rel=1e-14)
        assert r == pytest.approx(joint_reward(reward, wanted), rel=1e-14)
        assert shared_luck(world.laws, world.shared, t, world.scratch) == pytest.approx(Z)


def test_arms_of_different_laws_meet_the_same_luck() -> None:
    """The smaller U, the more every arm pays; a 0/1 arm pays just when U < p."""
    laws = (dc.Beta(2, 5), 0.4, dc.Uniform(), dc.Empirical([0.1, 0.7]))
    worlds = [make_world(dc.Problem([law, dc.Uniform()], 1, 100), 3) for law in laws]
    U = [luck.uniform(luck.stream_key(3, "luck"), 2 * t) for t in range(1, 101)]
    for law, world in zip(laws, worlds, strict=True):
        X = [draw(world.laws, world.luck, t, 0, 0.0) for t in range(1, 101)]
        by_luck = [x for _, x in sorted(zip(U, X, strict=True))]
        assert by_luck == sorted(X, reverse=True)
        if law == 0.4:
            assert [float(u < 0.4) for u in U] == X


def test_a_small_set_counts_zeros() -> None:
    """ETCG plays fewer than K arms."""
    arms = [dc.Uniform(0.2, 0.8), dc.Beta(2, 2), dc.Constant(0.5), 0.5]
    for reward, wanted in {
        "mean": 0.5 / 3,
        "quadratic": 2 * 0.28 / 12,
        "max": 0.5,
        "min": 0,
    }.items():
        problem = dc.Problem(arms, 3, 10, reward)
        log = make_log(4, 3, np.arange(1, 11), np.zeros(0, dtype=np.int64), None)
        play(make_world(problem, 0), log, np.array([0]), 1)
        assert problem.optimal_reward - log.regret[0] == pytest.approx(wanted, abs=1e-11)
