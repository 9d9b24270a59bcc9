"""simulate: checkpoints, regret, frames and events of runs of all kinds, and how a run ends."""

from __future__ import annotations

import pickle
import threading
import time
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.problem import MAX_SEED
from dart_core.simulation import MAX_CHECKPOINTS, MAX_FRAMES, checkpoint_times
from tests.core.strategies import DART_PRESETS, SEEDS, Case, cases, dart_constants, rewards

ACTIVE, ACCEPTED, REJECTED = 0, 1, 2
ALL = [
    *(dc.algorithm("dart", preset) for preset in DART_PRESETS),
    dc.algorithm("random"),
    dc.algorithm("oracle"),
]
# Constants under which a few hundred rounds accept and reject arms.
QUICK: list[dc.Algorithm] = [
    dc.algorithm("dart", preset, c=0.003, lam=0.0, delta0=0.3)
    for preset in ("clean-c1", "authors-code")
]
every_algorithm = pytest.mark.parametrize("algorithm", ALL, ids=lambda choice: choice.label)


@st.composite
def runs(draw: st.DrawFn, **limits: Any) -> dc.Run:
    """Draw a finished run of any algorithm, with a frame after every round."""
    case: Case = draw(cases(**limits))
    algorithm = draw(st.sampled_from([*ALL, *QUICK]))
    if algorithm.name == "dart":
        own = {**dict(algorithm.overrides), **draw(dart_constants())}
        algorithm = dc.algorithm("dart", algorithm.preset, **own)
    frames = np.arange(case.horizon + 1)
    return dc.simulate(case.problem(), algorithm, seed=draw(SEEDS), frames=frames)


# --- checkpoints and regret --------------------------------------------------------------------


@given(st.integers(1, 10**12))
def test_checkpoints(T: int) -> None:
    times = checkpoint_times(T)
    assert times.dtype == np.int64
    assert times.size <= MAX_CHECKPOINTS
    assert (times[0], times[-1]) == (1, T)
    assert (np.diff(times) > 0).all()
    if T <= MAX_CHECKPOINTS:
        assert times.size == T
    else:  # neither the beginning nor the end is coarse
        assert np.diff(times).max() <= T / 1_000 + 1
        assert (times[1:] <= times[:-1] * 1.03 + 1).all()


@settings(max_examples=120)
@given(runs())
def test_regret_only_grows(run: dc.Run) -> None:
    T = run.problem.horizon
    assert np.array_equal(run.t, checkpoint_times(T))
    assert run.t.shape == run.regret.shape
    assert run.regret.dtype == np.float64
    assert run.regret[0] >= 0.0
    assert (np.diff(run.regret) >= 0.0).all()
    assert run.regret[-1] <= T
    if run.algorithm.name == "oracle":
        assert not run.regret.any()
        assert run.final_set == run.problem.optimal_set


@settings(max_examples=120)
@given(runs(monotone=False))
def test_regret_is_the_sum_over_the_actions_played(run: dc.Run) -> None:
    """Pseudo-regret: true expected rewards of the actions that the frames show, never luck."""
    problem, frames = run.problem, run.snapshots
    total, wanted = 0.0, [0.0]
    for t in range(1, problem.horizon + 1):
        action = frames.action[np.searchsorted(frames.t, t)]
        total += max(0.0, problem.optimal_reward - problem.expected_reward(action))
        wanted.append(total)
    np.testing.assert_allclose(run.regret, np.array(wanted)[run.t], rtol=0, atol=1e-9)
    np.testing.assert_allclose(frames.regret, np.array(wanted)[frames.t], rtol=0, atol=1e-9)


@pytest.mark.parametrize("reward", ["mean", "max", (1.0, 0.2, 0.0, 0.7)])
def test_random_pays_the_average_gap(reward: Any) -> None:
    T = 40_000
    problem = dc.Problem.random(7, 3, T, reward, seed=4)
    sets = [(a, b, c) for a in range(7) for b in range(a) for c in range(b)]
    gap = problem.optimal_reward - np.mean([problem.expected_reward(arms) for arms in sets])
    run = dc.simulate(problem, "random", frames=np.arange(T + 1))
    assert run.regret[-1] == pytest.approx(T * gap, rel=0.02)
    played = np.bincount(run.snapshots.action[1:].ravel(), minlength=7)
    assert played == pytest.approx(np.full(7, T * 3 / 7), rel=0.03)


@every_algorithm
@pytest.mark.parametrize("reward", ["mean", "quadratic", "max", "min", ("at-least", 2)])
@pytest.mark.parametrize("p", [0.0, 0.3, 1.0])
def test_equal_arms_cost_nothing(algorithm: dc.Algorithm, reward: Any, p: float) -> None:
    run = dc.simulate(dc.Problem([p] * 9, k=4, horizon=3_000, reward=reward), algorithm)
    assert not run.regret.any()
    assert not run.snapshots.regret.any()


# --- edges -------------------------------------------------------------------------------------


@every_algorithm
@pytest.mark.parametrize(
    ("n", "k"), [(2, 1), (2, 2), (5, 1), (5, 5), (45, 2), (200, 7), (200, 199)]
)
@pytest.mark.parametrize("horizon", [1, 2, 3, 50])
def test_small_horizons_and_extreme_k(
    algorithm: dc.Algorithm, n: int, k: int, horizon: int
) -> None:
    """T = 1, T shorter than an epoch, K = 1, K = N, N = 2, N = 200."""
    problem = dc.Problem.random(n, k, horizon, seed=n)
    run = dc.simulate(problem, algorithm, seed=1)
    assert run.t[-1] == horizon
    assert len(set(run.final_set)) == k
    assert list(run.final_set) == sorted(run.final_set)
    assert all(type(arm) is int and 0 <= arm < n for arm in run.final_set)
    assert run.regret[-1] <= horizon * problem.optimal_reward
    if k == n:
        assert run.regret[-1] == pytest.approx(0.0, abs=1e-12)
        assert run.final_set == tuple(range(n))
    assert run.story() is not None


def test_200_arms_are_sorted_out() -> None:
    problem = dc.Problem([0.9] * 5 + [0.1] * 195, k=5, horizon=300_000)
    for preset in ("clean-c1", "authors-code"):
        run = dc.simulate(problem, dc.algorithm("dart", preset, lam=0.0))
        assert run.final_set == (0, 1, 2, 3, 4)
        assert (run.moves.to == ACCEPTED).sum() <= 5
        assert (run.moves.to == REJECTED).sum() > 100


# --- frames ------------------------------------------------------------------------------------


@settings(max_examples=120)
@given(runs())
def test_frames(run: dc.Run) -> None:
    problem, frames, T = run.problem, run.snapshots, run.problem.horizon
    n, k, size = problem.n_arms, problem.k, frames.t.size
    for name, shape in {"sets": n, "estimate": n, "width": n, "action": k, "gates": 4}.items():
        assert getattr(frames, name).shape == (size, shape)
    assert set(frames.t.tolist()) == set(range(T + 1))
    assert (np.diff(frames.t) >= 0).all()
    assert (frames.sets[0] == ACTIVE).all()
    assert (frames.action[0] == -1).all()
    if run.algorithm.name == "dart":  # the baselines show what they play, which may change
        for before, after in pairwise(frames.sets):
            assert ((before == ACTIVE) | (before == after)).all()
    assert ((frames.sets == ACCEPTED).sum(axis=1) <= k).all()
    assert ((frames.sets == REJECTED).sum(axis=1) <= n - k).all()
    later = frames.action[frames.t > 0]
    assert ((later >= 0) & (later < n)).all()
    assert all(len(set(action)) == k for action in later.tolist())
    assert (np.diff(frames.phase.astype(int)) >= 0).all()
    assert (np.diff(frames.regret) >= 0).all()
    assert (np.diff(frames.epoch) >= 0).all()
    assert (np.diff(frames.delta) <= 0).all()
    assert np.isfinite(frames.estimate).all()
    assert (frames.width >= 0).all()
    if run.algorithm.name == "dart":
        committed = frames.action[frames.phase == 1]
        assert all(sorted(action) == list(run.final_set) for action in committed[1:].tolist())


def test_no_frames() -> None:
    for algorithm in ALL:
        run = dc.simulate(dc.Problem.random(6, 2, 500), algorithm, frames=0)
        assert all(len(array) == 0 for array in vars(run.snapshots).values())
        assert run.story() == []
        assert run.t.size == 500


@pytest.mark.parametrize("count", [1, 4, 50, 260, 2_000])
@every_algorithm
def test_about_as_many_frames_as_asked_for(algorithm: dc.Algorithm, count: int) -> None:
    problem = dc.Problem.random(12, 3, 50_000)
    frames = dc.simulate(problem, algorithm, frames=count).snapshots
    assert (frames.t[0], frames.t[-1]) == (0, 50_000)
    assert min(count, 4) - 1 <= frames.t.size <= max(count, 4) + 1 + 128 + 2 * 12 + 1


def test_frames_at_given_rounds() -> None:
    problem = dc.Problem.random(45, 2, 9_000)
    algorithm = dc.algorithm("dart", "unresolved")  # too slow to test anything before T
    for dtype in (np.int64, np.uint64, np.int16):
        wanted = np.array([7, 3, 500, 3], dtype=dtype)
        frames = dc.simulate(problem, algorithm, frames=wanted).snapshots
        assert frames.t.tolist() == [0, 3, 7, 500, 9_000]
    empty = dc.simulate(problem, algorithm, frames=np.array([], dtype=int)).snapshots
    assert empty.t.tolist() == [0, 9_000]


def test_frames_do_not_depend_on_which_others_are_kept() -> None:
    problem = dc.Problem.random(9, 3, 400)
    for algorithm in [*QUICK, dc.algorithm("random")]:
        full = dc.simulate(problem, algorithm, frames=np.arange(401)).snapshots
        few = dc.simulate(problem, algorithm, frames=np.array([57, 200])).snapshots
        for t in (57, 200):
            f, g = np.searchsorted(full.t, t), np.searchsorted(few.t, t)
            for name in ("sets", "estimate", "width", "action", "delta", "epoch"):
                assert np.array_equal(getattr(full, name)[f], getattr(few, name)[g])


BAD_FRAMES: list[Any] = [
    *(-1, MAX_FRAMES + 1, 0.5, float("nan"), None, "9", True, [1, 2], (1, 2)),
    *(np.array([1.0]), np.array([True]), np.array([[1]]), np.array([-1]), np.array([101])),
    *(np.array(["1"]), np.zeros(MAX_FRAMES + 1, dtype=int), np.array([2**63], dtype=np.uint64)),
]


@pytest.mark.parametrize("frames", BAD_FRAMES, ids=lambda value: repr(value)[:30])
def test_bad_frames(frames: Any) -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.simulate(dc.Problem.random(5, 2, 100), "random", frames=frames)
    assert caught.value.field == "frames"
    assert caught.value.expected


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 0.5, float("nan"), None, "0", True])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(dc.FieldError, match=r"^seed: expected a whole number from 0 to "):
        dc.simulate(dc.Problem.random(5, 2, 100), "random", seed=seed)


@pytest.mark.parametrize("stop", [0, [0], np.zeros(1), np.zeros(2, dtype=np.int64), np.zeros(())])
def test_bad_stop_flags(stop: Any) -> None:
    with pytest.raises(dc.FieldTypeError, match=r"^stop: expected an int64 array of shape \(1,\)"):
        dc.simulate(dc.Problem.random(5, 2, 100), "random", stop=stop)


# --- events ------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(cases(max_arms=10), st.sampled_from(QUICK), SEEDS)
def test_events_tell_what_the_frames_show(case: Case, algorithm: dc.Algorithm, seed: int) -> None:
    run = dc.simulate(case.problem(), algorithm, seed=seed, frames=np.arange(case.horizon + 1))
    events, frames = run.events, run.snapshots
    columns = ["t", "epoch", "arm", "move", "estimate", "threshold", "delta"]
    assert list(events.columns) == columns
    assert events["arm"].is_unique
    assert events["t"].is_monotonic_increasing
    authors = algorithm.preset == "authors-code"
    for event in events.itertuples():
        to = {"accept": ACCEPTED, "reject": REJECTED}[event.move]
        after = frames.sets[:, event.arm] == to
        moved = int(np.argmax(after))
        assert after[moved:].all()
        assert (frames.sets[:moved, event.arm] == ACTIVE).all()
        assert frames.t[moved] == frames.t[moved - 1] == event.t  # one frame before, one after
        assert frames.epoch[moved] == event.epoch
        assert frames.delta[moved - 1] == event.delta
        assert frames.estimate[moved, event.arm] == event.estimate
        if to == ACCEPTED:
            assert event.estimate >= event.threshold - 1e-12
            assert event.threshold == frames.gates[moved - 1, 0]
        else:
            full = authors and (frames.sets[moved] == ACCEPTED).sum() == case.k
            assert full or event.estimate <= event.threshold + 1e-12
            assert event.threshold == frames.gates[moved - 1, 1]
    still = (frames.sets[-1] == ACTIVE).sum()
    assert len(events) + still == len(case.means)
    accepted = set(events.loc[events["move"] == "accept", "arm"])
    rejected = set(events.loc[events["move"] == "reject", "arm"])
    assert accepted <= set(run.final_set)
    assert not rejected & set(run.final_set)


def test_events_of_a_run_without_moves() -> None:
    for name in ("random", "oracle"):
        events = dc.simulate(dc.Problem.random(5, 2, 100), name).events
        assert events.shape == (0, 7)


# --- stopping, pickling ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "algorithm",
    [*(dc.algorithm("dart", preset, c=32.0, lam=0.0) for preset in DART_PRESETS), ALL[-2]],
    ids=lambda choice: choice.label,
)
@pytest.mark.parametrize(("n", "k"), [(45, 2), (10_000, 1)])
def test_another_thread_stops_a_run_at_once(algorithm: dc.Algorithm, n: int, k: int) -> None:
    problem = dc.Problem.random(n, k, 10**12)
    waits: list[float] = []
    while len(waits) < 5 and not (waits and min(waits) < 0.2):  # the machine may be busy
        stop = np.zeros(1, dtype=np.int64)
        set_at: list[float] = []

        def set_flag(stop: Any = stop, set_at: list[float] = set_at) -> None:
            set_at.append(time.perf_counter())
            stop[0] = 1

        timer = threading.Timer(0.1, set_flag)
        timer.start()
        with pytest.raises(dc.Stopped, match=r"was stopped before T = 1,000,000,000,000\."):
            dc.simulate(problem, algorithm, stop=stop, frames=0)
        waits.append(time.perf_counter() - set_at[0])
        timer.join()
    assert min(waits) < 0.2


def test_a_flag_set_before_the_run() -> None:
    problem = dc.Problem.random(45, 2, 10**12)
    for algorithm in ALL:
        with pytest.raises(dc.Stopped) as caught:
            dc.simulate(problem, algorithm, stop=np.ones(1, dtype=np.int64))
        assert str(caught.value).startswith(algorithm.label)


def test_after_commitment_a_long_horizon_costs_nothing() -> None:
    begin = time.perf_counter()
    run = dc.simulate(dc.Problem.random(45, 2, 10**12), dc.algorithm("dart", c=1e-9, lam=0.1))
    assert run.t[-1] == 10**12
    gap = (run.regret[-1] - run.regret[-2]) / (run.t[-1] - run.t[-2])
    best, own = run.problem.optimal_reward, run.problem.expected_reward(run.final_set)
    assert gap == pytest.approx(best - own, abs=1e-9)
    assert time.perf_counter() - begin < 5.0


@every_algorithm
def test_a_run_can_be_pickled(algorithm: dc.Algorithm) -> None:
    run = dc.simulate(dc.Problem.random(12, 3, 5_000, "quadratic"), algorithm, seed=2)
    back = pickle.loads(pickle.dumps(run))
    assert (back.problem, back.algorithm, back.seed) == (run.problem, run.algorithm, run.seed)
    assert back.final_set == run.final_set
    assert back.events.equals(run.events)
    for one, other in ((back, run), (back.moves, run.moves), (back.snapshots, run.snapshots)):
        for name, value in vars(other).items():
            if isinstance(value, np.ndarray):
                assert np.array_equal(getattr(one, name), value, equal_nan=name == "gates")
    assert back.story() == run.story()
    again = dc.simulate(back.problem, back.algorithm, seed=back.seed)
    assert np.array_equal(again.regret, run.regret)


@given(st.data())
def test_the_strategy_of_rewards_is_what_the_core_accepts(data: st.DataObject) -> None:
    k = data.draw(st.integers(1, 6))
    reward = data.draw(rewards(k, monotone=False))
    assert len(dc.Problem([0.5] * 6, k=k, horizon=1, reward=reward).reward.curve) == k + 1


@pytest.mark.parametrize("name", ["random", "oracle"])
def test_the_baselines_show_what_they_play(name: str) -> None:
    """At first nothing; then the arms of the action, and no estimate of any."""
    problem = dc.Problem.random(9, 3, 500, seed=1)
    shown = dc.simulate(problem, name, seed=2).snapshots
    assert not shown.sets[0].any()
    for sets, action in zip(shown.sets[1:], shown.action[1:], strict=True):
        if (action >= 0).all():
            assert sorted(np.flatnonzero(sets)) == sorted(action)
    assert (shown.action[-1] >= 0).all()
    assert not shown.estimate.any()
