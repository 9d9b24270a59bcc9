"""Anytime DART against the plain reference, round by round."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.dart_anytime.spec import DART_ANYTIME, lambdas, lengths, outlook
from tests.core.rounds import assert_same_rounds, choose
from tests.core.strategies import SEEDS, Case, cases
from tests.reference.dart_anytime import dart_anytime


def paper_lambda(n: int, k: int, length: int) -> float:
    return math.sqrt(1440 * n * math.log(2 * n * length) / (k * length))


@settings(max_examples=150, deadline=None)
@given(cases(), SEEDS)
def test_every_round_agrees(case: Case, seed: int) -> None:
    plain = partial(dart_anytime, c=32.0, lam=paper_lambda, delta0=1.0)
    assert_same_rounds(case, seed, choose(DART_ANYTIME, "paper"), plain)


@settings(max_examples=200, deadline=None)
@given(
    cases(),
    SEEDS,
    st.sampled_from([1e-4, 0.003, 0.05]),
    st.sampled_from([0.0, 0.02, 0.2]),
    st.sampled_from([0.1, 0.3, 1.0]),
)
def test_every_round_agrees_when_arms_move(
    case: Case, seed: int, c: float, lam: float, delta0: float
) -> None:
    own = {"c": c, "lam": lam, "delta0": delta0}
    algorithm = choose(DART_ANYTIME, "clean-c1", **own)
    assert_same_rounds(case, seed, algorithm, partial(dart_anytime, **own))


@pytest.mark.parametrize("horizon", [1, 2, 3, 4, 5, 7, 8, 9, 64, 65])
def test_horizons_beside_a_restart(horizon: int) -> None:
    own = {"c": 0.003, "lam": 0.0, "delta0": 0.3}
    for k in (1, 2, 5):
        case = Case((0.9, 0.7, 0.5, 0.3, 0.1), k, horizon, "mean")
        algorithm = choose(DART_ANYTIME, "paper", **own)
        run = assert_same_rounds(case, 1, algorithm, partial(dart_anytime, **own))
        assert len(lengths(horizon)) == max(1, math.ceil(math.log2(horizon)))
        assert run.snapshots.t[-1] == horizon


def test_lengths_and_lambdas() -> None:
    assert lengths(1) == [2]
    assert lengths(2) == [2]
    assert lengths(3) == [2, 2]
    assert lengths(16) == [2, 2, 4, 8]
    assert lengths(17) == [2, 2, 4, 8, 16]
    problem = dc.Problem.random(45, 2, 10**6)
    lams = lambdas(problem, DART_ANYTIME.presets["paper"].constants)
    assert lams == pytest.approx([paper_lambda(45, 2, n) for n in lengths(10**6)])


def test_a_known_horizon_changes_nothing_before_it() -> None:
    """Anytime: the first 3,000 rounds are the same whatever T is."""
    means = np.random.default_rng(3).random(12)
    at = np.arange(3_001)
    runs = [
        dc.simulate(dc.Problem(means, 3, T), choose(DART_ANYTIME, "clean-c1"), frames=at)
        for T in (3_000, 50_000)
    ]
    short, long = (
        {int(t): run.snapshots.regret[f] for f, t in enumerate(run.snapshots.t)} for run in runs
    )
    assert all(short[t] == long[t] for t in range(3_001))


def test_many_moves_are_all_written_down() -> None:
    """Arms move anew in every run; the log has room for all of them, frames are bounded."""
    problem = dc.Problem(np.linspace(0.0, 1.0, 30), 5, 300_000)
    run = dc.simulate(problem, choose(DART_ANYTIME, "clean-c1", c=0.02, lam=0.0), frames=40)
    moves = run.moves
    assert moves.t.size > 6 * 30
    for arm in range(30):
        restarts = [int(t - 1).bit_length() for t in moves.t[moves.arm == arm].tolist()]
        assert len(restarts) == len(set(restarts))
    assert (np.diff(run.snapshots.t) >= 0).all()
    assert run.snapshots.t[-1] == 300_000
    assert len(run.story()) <= 150
    assert all(note.text.endswith(".") for note in run.story())


def test_outlook() -> None:
    paper = dc.Problem.random(45, 2, 10**6)
    text, warning, _ = outlook(paper, DART_ANYTIME.presets["paper"].constants)
    assert text.exact.startswith("20 runs")
    assert "No arm will ever be settled" in warning
    text, warning, _ = outlook(paper, DART_ANYTIME.presets["clean-c1"].constants)
    assert "first with a test" in text.exact
    assert warning == ""
