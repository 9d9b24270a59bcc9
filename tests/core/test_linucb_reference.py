"""LinUCB's kernel against the plain reference, round by round."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.linucb.spec import LINUCB
from dart_core.algorithms.registry import Algorithm
from tests.core.strategies import SEEDS, Case, cases
from tests.reference import linucb as reference
from tests.reference.lints import play

MODES = ("decoupled", "exact", "greedy-swap")
TOLERANCE = 1e-9  # double precision in two orders of computing: 1e-13 over these horizons
TIE = 1e-7  # a decision by less than this may fall either way; the kernel's exchanges ask for 1e-9


def assert_same_run(case: Case, seed: int, mode: str, **overrides: float) -> Counter[bool]:
    """Compare a run; return how many rounds were decided clearly, and how many by a tie."""
    n, k, T = len(case.means), case.k, case.horizon
    algorithm = Algorithm(LINUCB, mode, tuple(overrides.items()))
    run = dc.simulate(case.problem(), algorithm, seed=seed, frames=np.arange(T + 1))
    shown = run.snapshots
    assert shown.t.tolist() == list(range(T + 1))
    actions = shown.action[1:].tolist()
    played = [play(seed, list(case.means), case.reward, t + 1, a) for t, a in enumerate(actions)]
    regret = np.cumsum([0.0, *(lost for _, lost in played)])
    np.testing.assert_allclose(shown.regret, regret, rtol=0, atol=TOLERANCE)

    constants = {"R": 0.5, "lam": 1.0, "S": np.sqrt(n), "delta": 0.05} | overrides
    known = list(reference.rounds(n, actions, [r for r, _ in played], **constants))
    clear: Counter[bool] = Counter()
    for t, action in enumerate(actions):
        now, after = known[t], known[t + 1]
        assert len(set(action)) == k
        np.testing.assert_allclose(shown.delta[t + 1], now.radius, rtol=TOLERANCE)
        np.testing.assert_allclose(shown.estimate[t + 1], after.theta, atol=TOLERANCE)
        width = now.radius * np.sqrt(np.diag(after.inverse))
        np.testing.assert_allclose(shown.width[t + 1], width, rtol=TOLERANCE, atol=TOLERANCE)
        wanted, margin = getattr(now, mode.replace("-", "_"))(k)
        clear[margin > TIE] += 1
        if margin > TIE:
            assert set(action) == wanted
        elif mode == "decoupled":
            own = now.arm_indices
            chosen, best = (sum(own[i] for i in arms) for arms in (action, wanted))
            assert chosen >= best - TIE
        elif mode == "exact":
            assert now.index(action) >= now.index(sorted(wanted)) - TIE
        else:
            better = [now.index(other) for other in now.exchanges(action)]
            assert max(better, default=0.0) <= now.index(action) + TIE
    theta = known[-1].theta
    assert theta[list(run.final_set)].sum() >= np.sort(theta)[n - k :].sum() - TIE
    return clear


@settings(max_examples=150, deadline=None)
@given(cases(max_arms=6, max_horizon=20), st.sampled_from(MODES), SEEDS)
def test_every_round_agrees(case: Case, mode: str, seed: int) -> None:
    assert_same_run(case, seed, mode)


@settings(max_examples=50, deadline=None)
@given(
    cases(max_arms=6, max_horizon=20),
    st.sampled_from(MODES),
    SEEDS,
    st.sampled_from([0.0, 0.1, 2.0]),
    st.sampled_from([0.01, 1.0, 30.0]),
    st.sampled_from([0.0, 1.0]),
)
def test_every_round_agrees_for_other_constants(
    case: Case, mode: str, seed: int, R: float, lam: float, S: float
) -> None:
    assert_same_run(case, seed, mode, R=R, lam=lam, S=S, delta=0.3)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("k", [2, 3])
def test_most_rounds_are_no_ties(mode: str, k: int) -> None:
    """The comparison above would be empty if every round could fall either way."""
    means = tuple((i * 3 % 7 + 0.5) / 7 for i in range(7))
    clear = assert_same_run(Case(means, k, 150, "mean"), 0, mode)
    assert clear[True] > 75


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("means", [(0.5,) * 4, (0.0,) * 4, (1.0,) * 4, (1.0, 0.0, 1.0, 0.0)])
@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("horizon", [1, 15])
def test_edges(mode: str, means: tuple[float, ...], k: int, horizon: int) -> None:
    assert_same_run(Case(means, k, horizon, "mean"), 2, mode)


@pytest.mark.parametrize("mode", MODES)
def test_ties_are_broken_at_random(mode: str) -> None:
    """The first round is one great tie: over seeds every arm has its turn."""
    problem = dc.Problem([0.5] * 6, k=2, horizon=1)
    algorithm = Algorithm(LINUCB, mode)
    frames = np.array([0, 1])
    runs = [dc.simulate(problem, algorithm, seed=s, frames=frames) for s in range(300)]
    first = Counter(arm for run in runs for arm in run.snapshots.action[1].tolist())
    assert min(first[arm] for arm in range(6)) > 60
