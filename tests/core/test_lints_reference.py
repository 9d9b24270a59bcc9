"""LinTS's kernel against the plain reference, round by round."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.lints.spec import LINTS
from dart_core.algorithms.registry import Algorithm
from tests.core.strategies import SEEDS, Case, cases
from tests.reference import lints as reference

# Both sides compute in double precision, in different orders: over 300 rounds that is 1e-13. A
# wrong formula shows at 1e-3; the tolerance lies between. Draws that close never met.
TOLERANCE = 1e-9


def scaled(n: int) -> float:
    return 2.2 * float(np.sqrt(n / 45))


def assert_same_run(case: Case, seed: int, algorithm: Algorithm, **constants: float) -> None:
    frames = np.arange(case.horizon + 1)
    run = dc.simulate(case.problem(), algorithm, seed=seed, frames=frames)
    slow, best = reference.run(
        list(case.means), case.k, case.horizon, case.reward, seed, **constants
    )
    shown = run.snapshots
    assert shown.t.tolist() == [frame.t for frame in slow]
    assert [sorted(a) for a in shown.action.tolist()] == [sorted(frame.action) for frame in slow]
    assert shown.epoch.tolist() == [frame.changes for frame in slow]
    played = [[int(i in frame.action) for i in range(len(case.means))] for frame in slow]
    assert shown.sets.tolist() == played
    for array, name in [
        (shown.delta, "v"),
        (shown.estimate, "estimates"),
        (shown.width, "widths"),
        (shown.regret, "regret"),
    ]:
        wanted = np.array([getattr(frame, name) for frame in slow])
        np.testing.assert_allclose(array, wanted, rtol=TOLERANCE, atol=TOLERANCE)
    assert np.isnan(shown.gates).all()
    assert not shown.phase.any()
    estimates = slow[-1].estimates  # arms played in the same rounds only are equal but for rounding
    assert estimates[list(run.final_set)].sum() == pytest.approx(estimates[list(best)].sum())


@settings(max_examples=200, deadline=None)
@given(cases(max_arms=8, max_horizon=50), SEEDS, st.sampled_from([0.05, 0.5, 1.0, 3.0]))
def test_every_round_agrees(case: Case, seed: int, v: float) -> None:
    assert_same_run(case, seed, Algorithm(LINTS, "unscaled", (("v", v),)), v=v)


@settings(max_examples=50, deadline=None)
@given(cases(max_arms=8, max_horizon=50), SEEDS)
def test_every_round_agrees_for_formulas(case: Case, seed: int) -> None:
    n = len(case.means)
    assert_same_run(case, seed, Algorithm(LINTS, "scaled"), v=scaled(n))
    assert_same_run(case, seed, Algorithm(LINTS, "theory"), R=0.5, delta=0.05)


@pytest.mark.parametrize("k", [1, 2, 7, 8])
def test_longer_runs(k: int) -> None:
    means = tuple((i * 3 % 8 + 0.5) / 8 for i in range(8))
    for seed in range(2):
        case = Case(means, k, 300, "mean")
        assert_same_run(case, seed, Algorithm(LINTS, "unscaled"), v=0.5)


@pytest.mark.parametrize("n", [15, 16, 17, 33, 45])
def test_rows_around_whole_vectors(n: int) -> None:
    """Rows are padded to multiples of 16."""
    case = Case(tuple((i * 7 % n + 0.5) / n for i in range(n)), 3, 60, "quadratic")
    assert_same_run(case, 1, Algorithm(LINTS, "scaled"), v=scaled(n))


@pytest.mark.parametrize("means", [(0.5,) * 5, (0.0,) * 5, (1.0,) * 5, (1.0, 0.0, 1.0, 0.0, 1.0)])
@pytest.mark.parametrize("k", [1, 3, 5])
@pytest.mark.parametrize("horizon", [1, 2, 50])
def test_edges(means: tuple[float, ...], k: int, horizon: int) -> None:
    assert_same_run(Case(means, k, horizon, "mean"), 2, Algorithm(LINTS, "unscaled"), v=0.5)
