"""forecast: exact expected estimates, and what it says of a run against the run."""

from __future__ import annotations

import itertools
import math
import re
import time
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from dart_core.outlook import Outlook
from tests.core.strategies import DART_PRESETS, SEEDS, Case, cases, dart_constants
from tests.reference import rewards as reference

EXTREMES = {
    "c": st.sampled_from([1e-9, 1e-3, 1.0, 32.0, 1e9]),
    "lam": st.sampled_from([0.0, 1e-300, 0.01, 0.5, 1.0, 2.0, 1e9]),
    "delta0": st.sampled_from([1e-9, 0.01, 0.3, 1.0, 2.0, 1e3]),
}
every_preset = pytest.mark.parametrize("preset", DART_PRESETS)


def commit_t(run: dc.Run) -> int:
    """Return the round after which a run plays one set; T if it never commits."""
    committed = run.snapshots.t[run.snapshots.phase == 1]
    return int(committed[0]) if committed.size else run.problem.horizon


def halvings(run: dc.Run) -> list[tuple[float, int, int]]:
    """Return (Δ, epoch, t) of each test whose end a run shows; Δ is the one tested."""
    frames = run.snapshots
    at = np.flatnonzero((np.diff(frames.delta) < 0) & (np.diff(frames.t) == 0))
    return [(float(frames.delta[f]), int(frames.epoch[f]), int(frames.t[f])) for f in at]


# --- expected estimates ------------------------------------------------------------------------


@st.composite
def splits(draw: st.DrawFn) -> tuple[Case, list[int], list[int]]:
    """Draw a problem and a state of it: which arms are accepted and which are still active."""
    case = draw(cases(max_arms=7, monotone=False))
    arms = draw(st.permutations(range(len(case.means))))
    n_accepted = draw(st.integers(0, case.k - 1))
    left = arms[n_accepted:]
    n_active = draw(st.integers(case.k - n_accepted, len(left)))
    return case, sorted(arms[:n_accepted]), sorted(left[:n_active])


@settings(max_examples=150)
@given(splits(), st.booleans())
def test_expected_estimates_are_the_mean_over_all_partners(
    split: tuple[Case, list[int], list[int]], authors: bool
) -> None:
    case, accepted, active = split
    outlook = Outlook(case.problem(), 1.0, 0.0, 1.0, authors)
    outlook.accepted, outlook.active = accepted, active
    size = case.k - len(accepted)
    shrinkage = 1.0
    if authors and len(active) > 1:
        if size == len(active):
            return  # decided: no more epochs are played
        shrinkage = (len(active) - size) / (len(active) - 1)
    wanted = []
    for arm in active:
        others = [i for i in active if i != arm]
        partners = list(itertools.combinations(others, size - 1))
        values = [
            reference.expected_by_enumeration(
                case.reward, [case.means[i] for i in (*accepted, arm, *group)]
            )
            for group in partners
        ]
        wanted.append(math.fsum(values) / len(values) / shrinkage)
    np.testing.assert_allclose(outlook.expected_estimates(), wanted, rtol=0, atol=1e-12 / shrinkage)


@pytest.mark.parametrize("reward", ["mean", "quadratic", "max", ("at-least", 2)])
def test_estimates_of_a_run_come_out_as_expected(reward: str | tuple[str, int]) -> None:
    """20,000 epochs in which nobody moves: each estimate within six standard errors."""
    problem = dc.Problem.random(8, 4, 40_000, reward, seed=3)
    for preset in ("unresolved", "authors-code"):
        algorithm = dc.algorithm("dart", preset, c=1e9, lam=0.0, delta0=100.0)
        run = dc.simulate(problem, algorithm, frames=1)
        assert run.moves.t.size == 0
        outlook = Outlook(problem, 1.0, 0.0, 1.0, preset == "authors-code")
        error = 6 * 0.5 / math.sqrt(20_000) * (7 / 4 if preset == "authors-code" else 1)
        np.testing.assert_allclose(
            run.snapshots.estimate[-1], outlook.expected_estimates(), rtol=0, atol=error
        )


# --- stages against runs -----------------------------------------------------------------------


@settings(max_examples=150)
@given(
    st.integers(2, 12),
    st.data(),
    st.integers(1, 3_000),
    st.sampled_from([0.0, 1.0]),
    st.sampled_from(DART_PRESETS),
    SEEDS,
)
def test_the_course_of_a_run_in_which_nobody_can_move(
    n: int, data: st.DataObject, T: int, p: float, preset: str, seed: int
) -> None:
    """Arms that always (or never) pay have equal estimates: then a forecast is exact."""
    k = data.draw(st.integers(1, n))
    groups = -(-n // k)
    if p > 0.0:  # an arm that the horizon leaves unplayed still has the estimate 0
        T = groups * -(-T // groups)
    own = {name: data.draw(values) for name, values in EXTREMES.items() if data.draw(st.booleans())}
    problem = dc.Problem([p] * n, k=k, horizon=T)
    algorithm = dc.algorithm("dart", preset, **own)
    forecast = dc.forecast(problem, algorithm)
    run = dc.simulate(problem, algorithm, seed=seed, frames=4)
    assert run.moves.t.size == 0
    authors = preset == "authors-code"

    wanted = [(stage.delta, stage.epochs, stage.t) for stage in forecast.stages]
    got = halvings(run)
    if got and got[-1][2] == T and T % groups:
        del got[-1]  # a test after an epoch that the horizon cut short
    assert got == wanted
    assert all(stage.active == n for stage in forecast.stages)
    assert not any(stage.accepts or stage.rejects for stage in forecast.stages)
    if authors and forecast.reason == "horizon":
        assert 0 <= T - commit_t(run) < groups  # it ends when no whole epoch is left
    else:
        assert commit_t(run) == forecast.commit_t


@every_preset
@pytest.mark.parametrize(("n", "k"), [(4, 2), (5, 2), (45, 4)])
def test_the_tests_of_a_long_run_of_equal_arms(preset: str, n: int, k: int) -> None:
    """With luck: at c = 32 the chance that one of these arms moves is negligible."""
    problem = dc.Problem([0.5] * n, k=k, horizon=1_000_000)
    algorithm = dc.algorithm("dart", preset, c=32.0, lam=0.0)
    stages = dc.forecast(problem, algorithm).stages
    run = dc.simulate(problem, algorithm, frames=4)
    assert run.moves.t.size == 0
    assert len(stages) >= 3
    assert halvings(run) == [(stage.delta, stage.epochs, stage.t) for stage in stages]


@given(st.integers(2, 60), st.data(), st.integers(1, 5_000), SEEDS)
def test_paper_v2_commits_when_the_forecast_says_so(
    n: int, data: st.DataObject, T: int, seed: int
) -> None:
    k = data.draw(st.integers(1, n))
    problem = dc.Problem.random(n, k, T, seed=seed)
    algorithm = dc.algorithm("dart", "paper-v2")
    forecast = dc.forecast(problem, algorithm)
    run = dc.simulate(problem, algorithm, seed=seed)
    assert commit_t(run) == forecast.commit_t
    if n > k:
        assert (forecast.stages, forecast.reason) == ((), "lambda")


def test_arms_that_are_far_apart_leave_when_expected() -> None:
    """Nine certain arms against one another: luck decides nothing, so nor does it surprise."""
    problem = dc.Problem([1.0] * 3 + [0.0] * 9, k=3, horizon=1_000_000)
    forecast = dc.forecast(problem, dc.algorithm("dart", "unresolved"))
    run = dc.simulate(problem, dc.algorithm("dart", "unresolved"))
    assert forecast.reason == "decided"
    moving = [stage for stage in forecast.stages if stage.accepts or stage.rejects]
    assert {*itertools.chain(*(stage.accepts for stage in moving))} == {0, 1, 2}
    assert {*itertools.chain(*(stage.rejects for stage in moving))} == set(range(3, 12))
    assert sorted(set(run.moves.t.tolist())) == [stage.t for stage in moving]
    assert commit_t(run) == forecast.commit_t
    assert run.final_set == (0, 1, 2)


@settings(max_examples=150)
@given(
    cases(max_arms=20, max_horizon=10**12, monotone=False), st.sampled_from(DART_PRESETS), st.data()
)
def test_stages_make_sense(case: Case, preset: str, data: st.DataObject) -> None:
    own = data.draw(dart_constants())
    problem, algorithm = case.problem(), dc.algorithm("dart", preset, **own)
    forecast = dc.forecast(problem, algorithm)
    numbers = algorithm.resolved(problem)
    assert forecast.lam == numbers["lam"]
    assert 0 <= forecast.commit_t <= case.horizon
    left, places = set(range(problem.n_arms)), problem.k
    deltas = [float(numbers["delta0"]) / 2**stage for stage in range(len(forecast.stages))]
    assert [stage.delta for stage in forecast.stages] == deltas
    for before, after in itertools.pairwise(forecast.stages):
        assert before.epochs < after.epochs
        assert before.t < after.t
    for stage in forecast.stages:
        assert stage.t <= case.horizon
        assert stage.active == len(left)
        assert left >= {*stage.accepts, *stage.rejects}
        left -= {*stage.accepts, *stage.rejects}
        places -= len(stage.accepts)
        assert len(left) >= places >= 0
    assert (len(left) == places) == (forecast.reason == "decided")
    if forecast.reason == "horizon":
        assert forecast.commit_t == case.horizon


# --- extreme constants -------------------------------------------------------------------------


@settings(max_examples=150)
@given(
    cases(max_arms=30, max_horizon=2_000, monotone=False),
    st.sampled_from(DART_PRESETS),
    st.fixed_dictionaries(EXTREMES),
)
def test_extreme_constants_neither_hang_nor_raise(
    case: Case, preset: str, own: dict[str, float]
) -> None:
    problem, algorithm = case.problem(), dc.algorithm("dart", preset, **own)
    begin = time.process_time()
    forecast = dc.forecast(problem, algorithm)
    run = dc.simulate(problem, algorithm)
    assert time.process_time() - begin < 5.0  # a first call may load kernels
    assert run.t[-1] == case.horizon
    assert not re.search(
        r"\b(nan|inf)\b", forecast.sentence() + forecast.exactly() + forecast.caveat.exact
    )


@every_preset
@pytest.mark.parametrize("T", [1, 10**6, 10**12])
def test_a_forecast_is_quick(preset: str, T: int) -> None:
    problem = dc.Problem.random(100, 50, T, "quadratic")
    dc.forecast(problem, algorithm := dc.algorithm("dart", preset, c=1e-9, delta0=1e3, lam=0.0))
    begin = time.process_time()
    dc.forecast(problem, algorithm)
    assert time.process_time() - begin < 2.0


# --- what it says ------------------------------------------------------------------------------


def test_lambda_above_delta_is_a_warning() -> None:
    problem = dc.Problem.random(45, 2, 1_000_000)
    forecast = dc.forecast(problem, dc.algorithm("dart", "paper-v2"))
    (warning,) = forecast.warnings
    assert warning == forecast.sentence()
    assert (
        "below λ = 1.09, and it begins at Δ = 1. So it makes a blind guess after 23 rounds."
        in warning
    )
    assert dc.forecast(problem, dc.algorithm("dart", "paper-v1")).warnings == ()


def test_a_first_test_that_comes_too_late_is_a_warning() -> None:
    algorithm = dc.algorithm("dart", "unresolved")
    log_nt = 32 * math.log(45 * 9_000)
    epochs = math.ceil(log_nt)
    (warning,) = dc.forecast(dc.Problem.random(45, 2, 9_000), algorithm).warnings
    assert warning == (
        f"No arm will ever be settled: the first test comes after {epochs * 23:,} rounds "
        f"({epochs:,} passes of 23 over all arms), and there are only 9,000."
    )
    run = dc.simulate(dc.Problem.random(45, 2, 9_000), algorithm, frames=4)
    assert run.snapshots.delta[-1] == 1.0
    assert dc.forecast(dc.Problem.random(45, 2, 10_000), algorithm).warnings == ()


@every_preset
def test_a_horizon_shorter_than_one_epoch_is_a_warning(preset: str) -> None:
    problem = dc.Problem.random(45, 2, 22)
    algorithm = dc.algorithm("dart", preset, c=1e-9, lam=0.0)
    (warning,) = dc.forecast(problem, algorithm).warnings
    assert "and there are only 22." in warning
    assert "23 rounds" in warning


@every_preset
def test_k_equal_to_n_is_a_warning(preset: str) -> None:
    forecast = dc.forecast(dc.Problem([0.2, 0.8], k=2, horizon=100), dc.algorithm("dart", preset))
    assert forecast.warnings == (
        "Both arms are played in every round, so there is nothing to find out.",
    )
    assert (forecast.stages, forecast.reason) == ((), "decided")


@every_preset
def test_a_warning_that_nobody_moves_is_true(preset: str) -> None:
    for T in (1, 10, 22, 23, 24, 200, 9_000):
        problem = dc.Problem([i / 44 for i in range(45)], k=2, horizon=T)
        algorithm = dc.algorithm("dart", preset)
        if any("No arm" in warning for warning in dc.forecast(problem, algorithm).warnings):
            for seed in range(20):
                assert dc.simulate(problem, algorithm, seed=seed).moves.t.size == 0


def test_sentences() -> None:
    problem = dc.Problem([1.0] * 3 + [0.0] * 9, k=3, horizon=1_000_000)
    for preset in DART_PRESETS:
        forecast = dc.forecast(problem, dc.algorithm("dart", preset))
        if forecast.warnings:
            assert forecast.sentence() == " ".join(forecast.warnings)
            assert forecast.exactly() == ""
            continue
        assert "arm" in forecast.sentence()
        text = forecast.exactly()
        assert text.startswith(f"{len(forecast.stages)} test")
        for stage in forecast.stages[:6]:
            assert f"{stage.t:,}" in text
        assert f"{forecast.commit_t:,}" in text
    short = dc.forecast(dc.Problem.random(45, 2, 300), "dart")
    assert (short.stages, short.warnings) == ((), ())
    assert short.exactly().startswith("Δ will not halve before T")


@pytest.mark.parametrize(
    ("c", "said"),
    [
        (32.0, "c = 32 is what the proof needs. Assumption 2 holds here."),
        (
            40.0,
            "c = 40 is what the proof needs, and more: 32 would do. Assumption 2 holds here.",
        ),
        (1.0, "The proof needs c = 32; c = 1 is quicker and has no guarantee."),
    ],
)
def test_caveats(c: float, said: str) -> None:
    problem = dc.Problem.random(5, 2, 100)
    assert dc.forecast(problem, dc.algorithm("dart", "unresolved", c=c)).caveat.exact == said
    authors = dc.forecast(problem, dc.algorithm("dart", "authors-code", c=c)).caveat.exact
    assert authors == "The authors' code tests after every epoch: the proof does not cover it."


@pytest.mark.parametrize(
    ("name", "said"), [("random", "Nothing is ever learnt"), ("oracle", "knows")]
)
def test_others_say_their_own_sentence(name: str, said: str) -> None:
    outlook = dc.forecast(dc.Problem.random(5, 2, 100), name)
    assert said in outlook.sentence()
    assert outlook.stages == ()
    assert math.isnan(outlook.lam)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_forecast_where_there_is_only_one_set(name: str) -> None:
    """Long enough that an algorithm would get to compare what is inside with what is not."""
    problem = dc.Problem([0.9, 0.2], k=2, horizon=100_000)
    for preset in dc.presets(name):
        changed = {"c": 0.001} if "c" in dc.presets(name)[preset] else {}
        with suppress(dc.DartError):  # some are not made for that, and say so
            assert dc.forecast(problem, dc.algorithm(name, preset=preset, **changed)).sentence
