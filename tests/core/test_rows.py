"""Rows kept together: against the definition, by enumeration, and step by step."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core import optimum, rows, search_work
from dart_core.algorithms.cts.spec import CTS
from dart_core.algorithms.cucb.spec import CUCB
from dart_core.algorithms.etcg.spec import ETCG
from dart_core.algorithms.registry import REGISTRY
from dart_core.algorithms.ucb.spec import UCB
from dart_core.assumptions import Swaps, swaps, swaps_work
from dart_core.bounds import bounds, setting_of
from dart_core.guarantee import good_arms
from dart_core.origin import code_of_problem
from dart_core.outcome import arm_rewards
from dart_core.printed_u import printed_u
from tests.core import test_cmab_sm_reference, test_csar_reference, test_dart_reference
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case
from tests.core.test_references import FOUND
from tests.reference.etcg import etcg, printed_m
from tests.reference.rewards import Reward, expected
from tests.reference.rows import Column, Table, row_of_round
from tests.reference.semi_bandit import cts, cucb
from tests.reference.ucb import ucb1

ABC = [[1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0]]
FORMS = ("mean", "quadratic", "max", "min")


@dataclass(frozen=True)
class RowCase(Case):
    """A problem by row, whose arms the references know as columns."""

    table: Table = ()

    def problem(self) -> dc.Problem:
        return dc.Problem.from_rows(self.table, self.k, self.horizon, self.reward)


def case_of(table: Table, k: int, horizon: int, reward: Reward) -> RowCase:
    columns: Any = tuple(Column(table, arm) for arm in range(len(table[0])))
    return RowCase(columns, k, horizon, reward, table)


@st.composite
def cases(draw: st.DrawFn, most: int = 6, *, half: bool = False) -> RowCase:
    """Draw a table with equal rows, equal columns and rewards at the edges, and a joint reward."""
    n = draw(st.integers(2, most))
    k = draw(st.integers(1, max(1, n // 2) if half else n))
    binary = draw(st.booleans())
    cell = st.sampled_from([0.0, 1.0] if binary else [0.0, 0.1, 0.3, 0.5, 0.75, 1.0])
    row = st.lists(cell, min_size=n, max_size=n).map(tuple)
    table = draw(st.lists(row, min_size=2, max_size=9).map(tuple))
    rewards: list[Reward] = list(FORMS)
    if binary:
        rewards += [("at-least", draw(st.integers(1, k)))]
        rewards += [tuple(draw(st.lists(st.floats(0, 1), min_size=k + 1, max_size=k + 1)))]
    return case_of(table, k, draw(st.integers(1, 120)), draw(st.sampled_from(rewards)))


def worth(case: RowCase) -> dict[tuple[int, ...], float]:
    """Return the mean joint reward over the rows, for every set of K arms."""
    sets = itertools.combinations(range(len(case.means)), case.k)
    return {a: expected(case.reward, [case.means[i] for i in a]) for a in sets}


# --- the example ---------------------------------------------------------------------------------


def test_the_pair_that_pays_every_round() -> None:
    """A and B never fail together; column by column every pair looks alike."""
    problem = dc.Problem.from_rows(pd.DataFrame(ABC, columns=list("ABC")), 2, 1_000, "max")
    assert problem.optimal_set == (0, 1)
    assert problem.optimal_reward == 1.0
    assert problem.optimum_is_exact
    worth = [problem.expected_reward(pair) for pair in ([0, 1], [0, 2], [1, 2])]
    assert worth == [1.0, 0.75, 0.75]
    assert dc.outcome(problem, [[0, 1]] * 1_000, seed=5).rewards.min() == 1.0
    apart = dc.Problem([dc.Empirical(column) for column in zip(*ABC, strict=True)], 2, 9, "max")
    assert {apart.expected_reward(pair) for pair in ([0, 1], [0, 2], [1, 2])} == {0.75}
    assert problem.means == apart.means == (0.5, 0.5, 0.5)


# --- expected rewards, optimum, swaps ------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(cases())
def test_expected_rewards_optimum_and_assumption_2(case: RowCase) -> None:
    problem, value = case.problem(), worth(case)
    for action, mu in value.items():
        for order in (action, action[::-1]):
            assert problem.expected_reward(order) == pytest.approx(mu, rel=0, abs=1e-14)
    assert problem.optimum_is_exact
    assert problem.optimal_reward == pytest.approx(max(value.values()), abs=1e-14)
    assert value[problem.optimal_set] == pytest.approx(max(value.values()), abs=1e-12)
    assert problem.means == tuple(arm.mean for arm in case.means if isinstance(arm, Column))
    loss = worst_loss(problem, value)
    assert problem.assumption_2.holds == (loss <= 1e-12)
    assert problem.assumption_2.loss == pytest.approx(loss, abs=1e-12)
    assert good_arms(problem).holds == problem.assumption_2.holds


def worst_loss(problem: dc.Problem, value: dict[tuple[int, ...], float]) -> float:
    """Return the most that a swap for an arm with no higher mean adds, by trying all."""
    loss = 0.0
    for i, j in itertools.permutations(range(problem.n_arms), 2):
        if problem.means[i] >= problem.means[j]:
            for S in partners(problem, i, j):
                loss = max(loss, value[with_arm(S, j)] - value[with_arm(S, i)])
    return loss


def partners(problem: dc.Problem, i: int, j: int) -> itertools.combinations[tuple[int, ...]]:
    others = [arm for arm in range(problem.n_arms) if arm not in (i, j)]
    return itertools.combinations(others, problem.k - 1)


def with_arm(S: tuple[int, ...], arm: int) -> tuple[int, ...]:
    return tuple(sorted((*S, arm)))


@settings(max_examples=100, deadline=None)
@given(cases(most=5))
def test_swaps_by_trying_all(case: RowCase) -> None:
    problem, value = case.problem(), worth(case)
    found: Swaps = swaps(problem)
    assert found.exact
    if problem.k == problem.n_arms:
        return
    for i, j in itertools.permutations(range(problem.n_arms), 2):
        worths = [value[with_arm(S, i)] - value[with_arm(S, j)] for S in partners(problem, i, j)]
        assert found.least[i, j] == pytest.approx(min(worths), abs=1e-13)
        assert found.greatest[i, j] == pytest.approx(max(worths), abs=1e-13)
    assert printed_u(problem).exact


@settings(max_examples=40, deadline=None)
@given(cases())
def test_what_is_kept_has_the_bits_of_what_is_worked_out(case: RowCase) -> None:
    """Sets smaller than K too, which ETCG plays."""
    kept, problem = case.problem(), case.problem()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "MAX_SETS", 0)
        problem.prepare()
        assert problem.arms.sets_kept(case.k, 2) == 0  # type: ignore[union-attr] # it has rows
    for size in range(1, case.k + 1):
        for action in itertools.combinations(range(problem.n_arms), size):
            chosen = list(action)
            assert kept._actions.expected(chosen) == problem._actions.expected(chosen)
            missing = [0.0] * (case.k - size)
            wanted = expected(case.reward, [*missing, *(case.means[i] for i in action)])
            assert kept._actions.expected(chosen) == pytest.approx(wanted, abs=1e-14)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_a_search_that_may_not_try_all_says_so(case: RowCase) -> None:
    problem, value = case.problem(), worth(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "MAX_SETS", 0)
        patch.setattr(optimum, "MAX_WORK", 0)
        patch.setattr(search_work, "MAX_WORK", 0)
        problem.prepare(assumption_2=True)
        chosen, most = problem.optimal_set, problem.optimal_reward
        known = good_arms(problem)
    ordered = all(a >= b for a, b in itertools.pairwise(sorted(problem.means, reverse=True)))
    assert value[chosen] == pytest.approx(most, abs=1e-14)
    if problem.optimum_is_exact:  # proved: the mean, all arms, or ordered in every row
        assert ordered
        assert most == pytest.approx(max(value.values()), abs=1e-14)
        return
    assert most <= max(value.values()) + 1e-14
    swaps_of_one = [a for a in value if len(set(a) & set(chosen)) >= problem.k - 1]
    assert most >= max(value[a] for a in swaps_of_one) - 1e-12, "no swap of one arm is better"
    if known.holds is None:
        assert "not checked" in known.sentence
    else:
        assert known.holds is False
        assert problem.assumption_2.loss <= worst_loss(problem, value) + 1e-12


def test_arms_ordered_in_every_row_need_no_enumeration() -> None:
    random = np.random.default_rng(1)
    table = np.sort(random.random((50, 120)), axis=1)
    for form in FORMS:
        problem = dc.Problem.from_rows(table, 10, 100, form)
        assert problem.optimum_is_exact
        assert problem.optimal_set == tuple(range(110, 120))
        assert problem.assumption_2.holds


def test_too_many_sets() -> None:
    problem = dc.Problem.from_rows(np.random.default_rng(2).random((300, 60)), 10, 100, "max")
    problem.prepare(assumption_2=True)
    assert not problem.optimum_is_exact
    assert problem.work(assumption_2=True) < 10**10
    most = problem.optimal_reward
    others = np.random.default_rng(3).random((500, 60)).argsort(axis=1)[:, :10]
    assert most > max(problem.expected_reward(action.tolist()) for action in others)
    found = swaps(problem)
    assert not found.exact
    assert swaps_work(problem) < 10**10


# --- luck and steps ------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(cases(), SEEDS)
def test_one_row_a_round_for_all_arms_and_algorithms(case: RowCase, seed: int) -> None:
    problem = case.problem()
    seen = arm_rewards(problem, case.horizon, seed=seed)
    for t in range(1, case.horizon + 1):
        assert tuple(seen[t - 1]) == row_of_round(case.table, seed, t)


def test_each_row_is_as_likely_as_any_other() -> None:
    table = np.eye(5)
    seen = arm_rewards(dc.Problem.from_rows(table, 2, 10**5), 10**5, seed=3).sum(axis=0)
    assert ((seen - 20_000) ** 2 / 20_000).sum() < 18.5  # χ² with 4 degrees: p = 0.001


@settings(max_examples=15, deadline=None)
@given(cases(), SEEDS, st.sampled_from(["paper-v2", "authors-code"]))
def test_dart(case: RowCase, seed: int, preset: str) -> None:
    test_dart_reference.assert_same_run(preset, case, seed, {"c": 0.003, "lam": 0.0})


@settings(max_examples=15, deadline=None)
@given(cases(), SEEDS, test_cmab_sm_reference.CONSTANTS)
def test_cmab_sm(case: RowCase, seed: int, constants: dict[str, float]) -> None:
    if case.k < len(case.means):
        test_cmab_sm_reference.assert_same_run(case, seed, constants)


@settings(max_examples=15, deadline=None)
@given(cases(half=True), SEEDS, test_csar_reference.CONSTANTS)
def test_csar(case: RowCase, seed: int, constants: dict[str, float]) -> None:
    test_csar_reference.assert_same_run(case, seed, constants)


@settings(max_examples=15, deadline=None)
@given(cases(), SEEDS)
def test_ucb_etcg_cucb_cts(case: RowCase, seed: int) -> None:
    m = printed_m(len(case.means), case.k, case.horizon)
    assert_same_rounds(case, seed, choose(UCB, "ucb1"), partial(ucb1, c=2.0))
    assert_same_rounds(case, seed, choose(ETCG, "printed"), partial(etcg, m=m))
    assert_same_rounds(case, seed, choose(CUCB, "printed"), partial(cucb, c=1.5))
    assert_same_rounds(case, seed, choose(CTS, "beta"), cts)


@pytest.mark.parametrize("name", FOUND)
@settings(max_examples=15, deadline=None)
@given(case=cases(), seed=SEEDS)
def test_those_whose_references_are_found(name: str, case: RowCase, seed: int) -> None:
    chosen, reference = dc.algorithm(name), FOUND[name]
    numbers = chosen.resolved(case.problem())
    if chosen.spec.refuse(case.problem(), numbers):
        return
    asked = {key: numbers[key] for key in _asked(reference)}
    assert_same_rounds(case, seed, chosen, partial(reference, **asked))


def _asked(reference: Callable[..., None]) -> list[str]:
    code = reference.__code__
    return list(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount])


@pytest.mark.parametrize("reward", [*FORMS, ("at-least", 2), (0.0, 0.9, 0.2, 1.0)], ids=str)
@pytest.mark.parametrize("name", REGISTRY)
def test_every_algorithm_runs(name: str, reward: Reward) -> None:
    table = np.random.default_rng(4).random((40, 8))
    table = table if reward in FORMS else table.round()
    problem = dc.Problem.from_rows(table, 3, 400, reward)
    run = dc.simulate(problem, name, seed=1)
    assert (np.diff(run.regret) >= 0.0).all()
    assert problem.expected_reward(run.final_set) <= problem.optimal_reward + 1e-12
    run.story()
    dc.forecast(problem, name).sentence()
    again = dc.simulate(problem, name, seed=1, frames=0)
    assert np.array_equal(run.regret, again.regret)


def test_a_study_and_a_sweep(tmp_path: Path) -> None:
    problem = dc.Problem.from_rows(ABC, 2, 300, "max")
    study = dc.compare(problem, ["dart", "ucb", "oracle"], runs=4, seed=2, resume=tmp_path)
    again = dc.compare(problem, ["dart", "ucb", "oracle"], runs=4, seed=2, resume=tmp_path)
    for curve, other in zip(study.curves, again.curves, strict=True):
        assert np.array_equal(curve.results.regret, other.results.regret)
    assert study.curves[2].results.regret.max() == 0.0
    reordered = dc.Problem.from_rows(ABC[::-1], 2, 300, "max")
    other_luck = dc.compare(reordered, ["dart"], runs=4, seed=2, resume=tmp_path)
    assert not np.array_equal(other_luck.curves[0].results.regret, study.curves[0].results.regret)
    assert len(dc.sweep({"horizon": [50, 100], "k": [1, 2]}, problem, ["dart"], runs=2).points) == 4
    for name in ("n_arms", "gap"):
        with pytest.raises(dc.FieldError, match="independent arms"):
            dc.sweep({name: [0.5]}, problem, ["dart"], runs=2)
    with pytest.raises(dc.FieldError, match="redraw_arms"):
        dc.compare(problem, ["dart"], runs=2, redraw_arms=True)


# --- promises ------------------------------------------------------------------------------------


def test_only_what_holds_is_promised() -> None:
    broken = dc.Problem.from_rows(ABC, 2, 1_000, "max")
    assert broken.reward.monotone
    said = good_arms(broken).sentence
    assert said.startswith("Assumption 2 is broken here: beside arm 1, arm 2 is worth 0.25")
    for name in ("frontier", "dart-eb", "dart", "dart-anytime"):
        assert "at most" not in dc.forecast(broken, name).caveat.exact
    mean = dc.Problem.from_rows(ABC, 2, 1_000)
    assert good_arms(mean).holds
    assert "at most 0.01" in dc.forecast(mean, "frontier").caveat.exact
    assert "independent within a round" in dc.forecast(mean, "csar").caveat.exact
    at = setting_of(mean, 2.0)
    assert not at.independent
    asks = [bound for bound in bounds(explicit=False) if bound.needs_independent]
    assert asks
    assert all(np.isnan(bound.at(at, 1e6)) for bound in asks)


# --- values and refusals -------------------------------------------------------------------------


def test_a_problem_by_row_is_a_value() -> None:
    problem = dc.Problem.from_rows(ABC, 2, 100, ("at-least", 1))
    assert problem.binary
    assert not problem.independent
    assert not problem.bernoulli
    for other in (copy.deepcopy(problem), pickle.loads(pickle.dumps(problem))):
        assert other == problem
        assert hash(other) == hash(problem)
        assert other.optimal_reward == problem.optimal_reward
        assert not other.arms.table.flags.writeable
    assert replace(problem, horizon=50) == dc.Problem(dc.Rows(ABC), 2, 50, ("at-least", 1))
    assert problem != dc.Problem.from_rows(ABC[::-1], 2, 100, ("at-least", 1))
    assert problem != dc.Problem.from_rows(np.array(ABC).T, 2, 100, ("at-least", 1))
    assert repr(problem.arms) == "Rows(4 rows of 3 arms)"
    assert eval(code_of_problem(problem), {"dc": dc}) == problem
    assert not problem.laws.table.flags.writeable


@pytest.mark.parametrize(
    "given_rows",
    [
        ABC,
        tuple(map(tuple, ABC)),
        np.array(ABC),
        np.array(ABC, dtype=bool),
        pd.DataFrame(ABC),
        pd.DataFrame(ABC).astype("Int64"),
        pd.DataFrame(ABC).astype(bool),
        [[-0.0 if x == 0 else x for x in row] for row in ABC],
    ],
)
def test_tables_of_several_kinds(given_rows: Any) -> None:
    assert dc.Rows(given_rows) == dc.Rows(ABC)


NAMED = {"A": [1, 0, 1], "B": [0, None, 1]}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([[1, 0]], "One row alone would pay the same in every round"),
        ([[1], [0]], "2 rows and 2 columns, or more, got '2 × 1 cells'"),
        ([], "a row for each round and a column for each arm"),
        (0.5, "a row for each round and a column for each arm"),
        ([[1, 0], [1]], "rows of different lengths"),
        ([[1, 0], [1, 1.5]], "rows: row 2, column 2: expected a number from 0 to 1, got 1.5."),
        ([[1, -1], [1, 0]], "rows: row 1, column 2: expected a number from 0 to 1, got -1."),
        ([[1, 0], ["x", 0]], "rows: row 2, column 1: expected a number from 0 to 1, got 'x'."),
        ([[1, 0], [None, 0]], "got None. Fill the cell in"),
        ([[1, 0], [math.nan, 0]], "got nan. Fill the cell in"),
        ([[1, 0], [math.inf, 0]], "got inf."),
        (pd.DataFrame(NAMED), "rows: row 2, column 'B': expected a number from 0 to 1, got nan."),
        (pd.DataFrame(NAMED).astype("Int64"), "column 'B': expected a number from 0 to 1, got"),
        (
            np.zeros((2_001, 1_000)),
            "at most 2,000,000 cells, got '2,001,000 (2,001 rows of 1,000)'",
        ),
    ],
    ids=range(14),
)
def test_refused(table: Any, said: str) -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.Problem.from_rows(table, 1, 100)
    assert said in str(caught.value)
    assert str(caught.value).startswith("rows")


def test_a_count_needs_rows_of_0_and_1() -> None:
    with pytest.raises(dc.FieldError, match="rows of 0 and 1"):
        dc.Problem.from_rows([[0.5, 1], [0, 1]], 2, 100, ("at-least", 1))
