"""CSAR's kernel against the plain reference, and what its estimates and phases must be."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.csar.spec import CSAR, memory, outlook, phase_plays, refuse
from dart_core.algorithms.record import Constant
from dart_core.algorithms.registry import Algorithm
from tests.core.strategies import MEANS, SEEDS, Case, rewards
from tests.reference import csar as reference


def csar(preset: str, **constants: Constant) -> Algorithm:
    return Algorithm(CSAR, preset, tuple(constants.items()))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a problem with 2K ≤ N."""
    means = draw(st.lists(MEANS, min_size=2, max_size=16))
    k = draw(st.integers(1, len(means) // 2))
    horizon = draw(st.integers(1, 500))
    return Case(tuple(means), k, horizon, draw(rewards(k, monotone=True)))


# Under these, short runs have many phases and arms move.
CONSTANTS = st.fixed_dictionaries(
    {
        "estimator": st.sampled_from(["est1", "est2"]),
        "c": st.sampled_from([1e-6, 1e-4, 1e-3, 0.01, 0.1]),
        "eps0": st.sampled_from([0.02, 0.05, 0.125, 0.5]),
        "delta": st.sampled_from([1.0, 0.1, 1e-3]),
    }
)


def assert_same_run(case: Case, seed: int, constants: Mapping[str, Constant]) -> reference.Run:
    """Run the kernel and its reference and compare everything that either of them shows."""
    algorithm = csar("est1", **constants)
    run = dc.simulate(case.problem(), algorithm, seed=seed, frames=np.arange(case.horizon + 1))
    slow = reference.run_csar(
        list(case.means),
        case.k,
        case.horizon,
        case.reward,
        seed,
        **algorithm.resolved(case.problem()),  # type: ignore[arg-type] # no text among them
    )
    shown = run.snapshots
    arrays = (shown.t, shown.phase.astype(bool), shown.epoch, shown.delta, shown.action)
    arrays += (shown.sets, shown.estimate, shown.width)
    got = list(zip(*(a.tolist() for a in arrays), strict=True))
    wanted = [tuple(vars(frame).values())[:-1] for frame in slow.frames]
    # Of tests that move nobody a run keeps a bounded number of frames: compare each round's
    # first frame (after its play) and, for tests that have frames, all of them.
    same = {t: list(frames) for t, frames in itertools.groupby(wanted, key=lambda f: f[0])}
    for t, frames in itertools.groupby(got, key=lambda f: f[0]):
        listed = list(frames)
        assert listed == (same[t] if len(listed) > 1 else same[t][:1])  # equal bits
    moved = {event[0] for event in slow.events}
    assert all((shown.t == t).sum() >= 3 for t in moved)
    columns = ["t", "epoch", "arm", "move", "estimate", "threshold", "delta"]
    assert list(run.events[columns].itertuples(index=False, name=None)) == slow.events
    assert run.final_set == slow.final_set
    at = {frame.t: frame.regret for frame in slow.frames}
    np.testing.assert_allclose(run.regret, [at[int(t)] for t in run.t], rtol=1e-11, atol=1e-9)
    return slow


@settings(max_examples=200, deadline=None)
@given(cases(), SEEDS, CONSTANTS)
def test_every_frame_agrees(case: Case, seed: int, constants: dict[str, Constant]) -> None:
    assert_same_run(case, seed, constants)


@pytest.mark.parametrize("estimator", ["est1", "est2"])
@pytest.mark.parametrize("k", [1, 2, 3, 5, 6, 7, 8, 22])
def test_the_papers_45_arms(estimator: str, k: int) -> None:
    """Short last sets, orders 12, 20 and 28, and split halves; both kinds of move happen."""
    case = Case(tuple(((7 * i) % 45 + 0.5) / 45 for i in range(45)), k, 30_000 // k, "mean")
    constants = {"estimator": estimator, "c": 1e-3, "eps0": 0.125, "delta": 0.1}
    slow = assert_same_run(case, k, constants)
    assert {event[3] for event in slow.events} == {"accept", "reject"}


@pytest.mark.parametrize("estimator", ["est1", "est2"])
@pytest.mark.parametrize("k", [1, 3, 5, 7])
def test_fewer_arms_than_columns(estimator: str, k: int) -> None:
    """N = 2K and an order of 4K: an arm stands for two columns and is in no play twice."""
    case = Case(tuple((i + 0.5) / (2 * k) for i in range(2 * k)), k, 3_000, "mean")
    assert_same_run(case, 1, {"estimator": estimator, "c": 1e-2, "eps0": 0.25, "delta": 0.1})


@pytest.mark.parametrize("horizon", [1, 2, 95, 96, 97, 192, 193])
def test_a_horizon_inside_a_phase(horizon: int) -> None:
    """One play a row and sign: a phase of 45 arms at K = 2 takes 96 plays."""
    case = Case(tuple(i / 44 for i in range(45)), 2, horizon, "mean")
    assert_same_run(case, 3, {"estimator": "est1", "c": 1e-9, "eps0": 0.5, "delta": 1.0})


@pytest.mark.parametrize("estimator", ["est1", "est2"])
@pytest.mark.parametrize("p", [0.0, 1.0])
def test_equal_arms_that_always_pay_the_same(estimator: str, p: float) -> None:
    slow = assert_same_run(
        Case((p,) * 9, 3, 2_000, "mean"),
        0,
        {"estimator": estimator, "c": 1e-3, "eps0": 0.5, "delta": 0.1},
    )
    assert slow.events == []


@pytest.mark.parametrize("estimator", ["est1", "est2"])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_estimates_of_arms_without_luck_are_exact(estimator: str, k: int) -> None:
    """Arms of mean 0 and 1 have no noise: θ̂ = p after one phase, whatever the design."""
    means = [1.0] * (k - 1) + [0.0] * 3 + [1.0] + [0.0] * (k + 3)
    problem = dc.Problem(means, k=k, horizon=50_000)
    algorithm = csar("est1", estimator=estimator, c=0.01, eps0=0.25, delta=0.1)
    run = dc.simulate(problem, algorithm, seed=0)
    np.testing.assert_allclose(run.snapshots.estimate[-1], means, atol=1e-12)
    assert run.final_set == problem.optimal_set
    assert set(run.events["epoch"]) == {1}


def test_widths_hold_with_the_proved_constant() -> None:
    """|θ̂ − p| ≤ ε for all arms of a phase but with probability δ_τ, with c = ½."""
    problem = dc.Problem.random(30, k=3, horizon=30_000, seed=5)
    for estimator, seed in itertools.product(["est1", "est2"], range(40)):
        algorithm = csar("bernoulli", estimator=estimator, delta=1e-3)
        shown = dc.simulate(problem, algorithm, seed=seed, frames=20).snapshots
        assert (np.abs(shown.estimate - problem.mean_array) <= shown.width).all()


def test_phases_of_the_papers_setting() -> None:
    """About 14,980, 64,181 and 266,691 plays, before m is rounded up to whole plays."""
    problem = dc.Problem.random(45, k=2, horizon=1_000_000)
    algorithm = csar("est1")
    plays = phase_plays(problem, algorithm.resolved(problem))
    assert plays[:3] == [15_072, 64_224, 266_784]
    assert plays[:3] == pytest.approx([14_980, 64_181, 266_691], rel=0.007)
    shown = dc.simulate(problem, algorithm, seed=0).snapshots
    ends = shown.t[1:][shown.delta[1:] < shown.delta[:-1]]
    assert ends[0] == plays[0]
    forecast, _, _ = outlook(problem, algorithm.resolved(problem))
    assert "15,072, 64,224, 266,784" in forecast.exact


def test_refusals() -> None:
    numbers = dc.presets("csar")["est2"]
    assert refuse(dc.Problem([0.5] * 8, k=4, horizon=9), numbers) == ""
    assert "needs 10 arms or more, and there are 8" in refuse(
        dc.Problem([0.5] * 8, k=5, horizon=9), numbers
    )
    large = dc.Problem([0.5] * 10_000, k=5_000, horizon=9)
    assert "MiB of Hadamard matrices" in refuse(large, numbers)
    assert memory(dc.Problem([0.5] * 45, k=8, horizon=9), numbers) < 10_000


@pytest.mark.parametrize(("k", "published"), [(2, 122_000), (4, 115_000), (8, 137_000)])
def test_regret_in_the_papers_setting(k: int, published: int) -> None:
    """The curve published with CMAB-SM, read from a plot: other instances, so within 40 %."""
    regrets = []
    for number in range(10):
        means = np.random.default_rng(number).random(45)
        problem = dc.Problem(means, k=k, horizon=1_000_000)
        regrets.append(dc.simulate(problem, csar("est1"), seed=number, frames=0).regret[-1])
    assert fmean(regrets) == pytest.approx(published, rel=0.40)
