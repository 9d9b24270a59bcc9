"""UCB over all actions against the plain references, round by round, and its ranks."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.ucb.kernel import all_actions, highest, look_through
from dart_core.algorithms.ucb.spec import MOST_SETS, UCB, outlook, refuse
from dart_core.algorithms.ucb.subsets import subset
from dart_core.errors import Refused
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case, cases
from tests.reference import ucb as reference

PLAIN = {
    "ucb1": reference.ucb1,
    "improved": reference.improved,
    "authors-code": reference.authors_code,
}


def assert_same(preset: str, case: Case, seed: int, **own: float) -> dc.Run:
    algorithm = choose(UCB, preset, **own)
    constants = {name: v for name, v in algorithm.constants.items() if name != "variant"}
    return assert_same_rounds(case, seed, algorithm, partial(PLAIN[preset], **constants))


@settings(max_examples=250, deadline=None)
@given(cases(max_arms=8), st.sampled_from(sorted(PLAIN)), SEEDS)
def test_every_round_agrees(case: Case, preset: str, seed: int) -> None:
    assert_same(preset, case, seed)


@settings(max_examples=150, deadline=None)
@given(
    cases(max_arms=6, max_horizon=600),
    st.sampled_from(["improved", "authors-code"]),
    SEEDS,
    st.sampled_from([0.1, 0.5, 2.0]),
    st.sampled_from([0.2, 0.5, 1.0, 3.0]),
)
def test_every_round_agrees_when_actions_drop_out(
    case: Case, preset: str, seed: int, c: float, delta0: float
) -> None:
    assert_same(preset, case, seed, c=c, delta0=delta0)


@settings(max_examples=50, deadline=None)
@given(cases(max_arms=6), SEEDS, st.sampled_from([1e-6, 0.1, 0.5]))
def test_ucb1_agrees_when_it_exploits(case: Case, seed: int, c: float) -> None:
    assert_same("ucb1", case, seed, c=c)


@pytest.mark.parametrize("preset", sorted(PLAIN))
def test_edges(preset: str) -> None:
    for horizon in (1, 2, 3, 27, 28, 29, 56, 57):
        assert_same(preset, Case((0.1,) * 8, 2, horizon, "mean"), 1)
        assert_same(preset, Case((0.0, 1.0) * 4, 6, horizon, "max"), 2)
        assert_same(preset, Case((0.2, 0.7), 2, horizon, "mean"), 3)


def test_arms_are_eliminated() -> None:
    """The comparisons above would say little if no arm ever left; here arms must."""
    case = Case((0.95, 0.9, 0.1, 0.05, 0.0), 2, 5_000, "mean")
    for preset in ("improved", "authors-code"):
        run = assert_same(preset, case, 0)
        assert set(run.moves.arm.tolist()) >= {3, 4}
        assert run.final_set == (0, 1)


@pytest.mark.parametrize(("n", "k"), [(2, 1), (2, 2), (7, 1), (7, 3), (7, 7), (12, 5), (45, 2)])
def test_subset_is_the_lexicographic_order(n: int, k: int) -> None:
    a = np.zeros(k, dtype=np.int64)
    for rank, wanted in enumerate(combinations(range(n), k)):
        subset(rank, np.arange(n), a, float(comb(n - 1, k - 1)))
        assert tuple(a.tolist()) == wanted


@pytest.mark.parametrize(("n", "k"), [(45, 4), (10_000, 1), (10_000, 9_999), (1_414, 2), (181, 3)])
def test_subset_of_many(n: int, k: int) -> None:
    """First, last and some ranks of large orders, against the count of what comes before."""
    a = np.zeros(k, dtype=np.int64)
    for rank in {0, 1, comb(n, k) // 3, comb(n, k) - 2, comb(n, k) - 1}:
        subset(rank, np.arange(n), a, float(comb(n - 1, k - 1)))
        before, last = 0, -1
        for q, arm in enumerate(a.tolist()):
            before += sum(comb(n - 1 - x, k - 1 - q) for x in range(last + 1, arm))
            last = arm
        assert before == rank


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_highest_is_the_first_of_the_highest(count: int, seed: int) -> None:
    """The blocks find what a scan of all indices finds, ties included."""
    rng = np.random.default_rng(seed)
    actions = all_actions(count, 1)
    actions.n[:] = rng.integers(1, 6, count)
    actions.total[:] = rng.integers(0, 4, count) * actions.n / 4
    actions.mean[:] = actions.total / actions.n
    actions.slope[:] = 1 / np.sqrt(actions.n)
    for t in range(count, count + 200):
        s = float(np.sqrt(2 * np.log(t)))
        x = highest(actions, s)
        assert x == int(np.argmax(actions.mean + s * actions.slope))
        actions.n[x] += 1
        actions.total[x] += rng.integers(0, 4) / 3
        actions.mean[x] = actions.total[x] / actions.n[x]
        actions.slope[x] = 1 / np.sqrt(actions.n[x])
        look_through(actions, x // actions.size, s)


def test_too_many_actions() -> None:
    problem = dc.Problem.random(45, 8, 10**6)
    assert "215,553,195 actions" in refuse(problem, {})
    assert not any(refuse(dc.Problem.random(45, k, 1_000), {}) for k in (2, 4)), "148,995 are not"
    with pytest.raises(Refused, match="215,553,195 actions"):
        dc.simulate(problem, choose(UCB, "ucb1"))
    assert refuse(dc.Problem([0.5] * 1_414, 2, 1), {}) == ""
    assert comb(1_415, 2) > MOST_SETS
    assert refuse(dc.Problem([0.5] * 1_415, 2, 1), {})
    assert "about 10^3008 actions" in refuse(dc.Problem([0.5] * 10_000, 5_000, 1), {})


def test_outlook() -> None:
    paper = dc.Problem.random(45, 2, 10**6)
    forecast, warning, caveat = outlook(paper, UCB.presets["ucb1"].constants)
    assert "first 990 rounds" in forecast.exact
    assert (warning, bool(caveat.plain)) == ("", True)
    _, warning, _ = outlook(dc.Problem.random(45, 4, 10**5), UCB.presets["ucb1"].constants)
    assert "148,995" in warning
    for preset in ("improved", "authors-code"):
        forecast, warning, _ = outlook(paper, UCB.presets[preset].constants)
        assert "phases" in forecast.plain
        assert warning == ""
        _, warning, _ = outlook(dc.Problem.random(45, 4, 10**5), UCB.presets[preset].constants)
        assert {"improved": "No set will ever drop out", "authors-code": "too few"}[
            preset
        ] in warning


@pytest.mark.parametrize("preset", sorted(PLAIN))
def test_story(preset: str) -> None:
    problem = dc.Problem((0.95, 0.9, 0.1, 0.05, 0.0), 2, 20_000)
    run = dc.simulate(problem, choose(UCB, preset))
    story = run.story()
    assert 2 <= len(story) <= 150
    assert [note.frame for note in story] == sorted(note.frame for note in story)
    assert all(note.text.endswith(".") for note in story)


@pytest.mark.slow
def test_the_papers_setting() -> None:
    """About 55,000 for `authors-code` at K = 2 (published: 59,000); ten instances, within 15 %."""
    regrets = []
    for number in range(10):
        problem = dc.Problem(np.random.default_rng(number).random(45), k=2, horizon=10**6)
        run = dc.simulate(problem, choose(UCB, "authors-code"), seed=number, frames=0)
        regrets.append(run.regret[-1])
    assert np.mean(regrets) == pytest.approx(55_000, rel=0.15)
