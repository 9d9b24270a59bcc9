"""DART's kernel against the plain references, frame by frame and bit by bit."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import dart_core as dc
from dart_core.run import Snapshots
from tests.core.strategies import DART_PRESETS, SEEDS, Case, cases, dart_constants
from tests.reference import dart as reference
from tests.reference.rewards import Reward


@dataclass(frozen=True)
class Moment:
    """What a frame shows, from the core or from the reference."""

    t: int
    committed: bool
    epoch: int
    delta: float
    action: list[int]
    sets: list[int]
    estimates: list[float]


def moments(frames: Iterable[reference.Frame | Moment]) -> list[Moment]:
    """Return the first and the last frame of every round and of the commitment.

    They are the moments after the round and after its test; a kernel may show the moves and
    the new Δ of one test as one frame or as two.
    """
    names = [field.name for field in fields(Moment)]
    ends = []
    for _, group in itertools.groupby(frames, key=lambda frame: (frame.t, frame.committed)):
        same = [Moment(*(getattr(frame, name) for name in names)) for frame in group]
        ends += [same[0], same[-1]]
    return ends


def shown_frames(shown: Snapshots) -> list[Moment]:
    arrays = [shown.t, shown.phase.astype(bool), shown.epoch, shown.delta]
    arrays += [shown.action, shown.sets, shown.estimate]
    return [Moment(*frame) for frame in zip(*(a.tolist() for a in arrays), strict=True)]


def assert_same_run(preset: str, case: Case, seed: int, overrides: dict[str, float]) -> None:
    """Run the kernel and its reference and compare everything that either of them shows."""
    algorithm = dc.algorithm("dart", preset=preset, **overrides)
    frames = np.arange(case.horizon + 1)
    run = dc.simulate(case.problem(), algorithm, seed=seed, frames=frames)
    slow = reference.run_preset(
        preset, list(case.means), case.k, case.horizon, case.reward, seed, **overrides
    )
    got, wanted = moments(shown_frames(run.snapshots)), moments(slow.frames)
    for one, other in zip(got, wanted, strict=False):
        assert one == other  # equal bits: no tolerance
    assert len(got) == len(wanted)

    columns = ["t", "epoch", "arm", "move", "estimate", "threshold", "delta"]
    assert list(run.events.columns) == columns
    events = [tuple(getattr(event, name) for name in columns) for event in slow.events]
    assert list(run.events.itertuples(index=False, name=None)) == events

    assert run.final_set == slow.final_set
    at = {frame.t: frame.regret for frame in slow.frames}
    for t, regret in [(run.t, run.regret), (run.snapshots.t, run.snapshots.regret)]:
        np.testing.assert_allclose(regret, [at[s] for s in t.tolist()], rtol=0, atol=1e-9)
    assert run.t[-1] == case.horizon


@settings(max_examples=300, deadline=None)
@given(cases(), st.sampled_from(DART_PRESETS), SEEDS, dart_constants())
def test_every_frame_agrees(
    case: Case, preset: str, seed: int, overrides: dict[str, float]
) -> None:
    assert_same_run(preset, case, seed, overrides)


@settings(max_examples=200, deadline=None)
@given(
    cases(), st.sampled_from(["paper-v2", "authors-code"]), SEEDS, st.sampled_from([1e-4, 0.003])
)
def test_every_frame_agrees_when_arms_move_often(
    case: Case, preset: str, seed: int, c: float
) -> None:
    assert_same_run(preset, case, seed, {"c": c, "lam": 0.0, "delta0": 0.3})


REWARDS: list[Reward] = ["mean", "quadratic", "max", "min", ("at-least", 2)]


@pytest.mark.parametrize("preset", DART_PRESETS)
@pytest.mark.parametrize("k", [2, 7, 44, 45])
def test_the_papers_45_arms(preset: str, k: int) -> None:
    """Groups that wrap (45 mod 2, 45 mod 7), one arm too many, and none."""
    means = tuple(((7 * i) % 45 + 0.5) / 45 for i in range(45))
    for seed, reward in enumerate(REWARDS):
        case = Case(means, k, 600, reward)
        assert_same_run(preset, case, seed, {})
        assert_same_run(preset, case, seed, {"c": 0.01, "lam": 0.0, "delta0": 0.25})


@pytest.mark.parametrize("preset", DART_PRESETS)
@pytest.mark.parametrize("horizon", [1, 2, 22, 23, 24, 45, 46])
def test_a_horizon_inside_an_epoch(preset: str, horizon: int) -> None:
    """An epoch of 45 arms at K = 2 takes 23 plays."""
    case = Case(tuple(i / 44 for i in range(45)), 2, horizon, "mean")
    assert_same_run(preset, case, 3, {"c": 1e-4, "lam": 0.0, "delta0": 0.05})


@pytest.mark.parametrize("preset", DART_PRESETS)
def test_estimates_exactly_at_a_gate(preset: str) -> None:
    """After one epoch the estimates are 1 and 0, Δ = 1: printed tests are ≥, the authors' are >."""
    case = Case((1.0, 0.0), 1, 50, "mean")
    assert_same_run(preset, case, 0, {"c": 1e-4, "lam": 0.0, "delta0": 1.0})


@pytest.mark.parametrize("epochs", [1, 2, 3, 8])
def test_an_epoch_exactly_at_the_count(epochs: int) -> None:
    """Algorithm 1 tests at e ≥ c·log(NT)/Δ²; c is chosen so that the right side is `epochs`."""
    case = Case((0.9, 0.6, 0.3, 0.1), 2, 200, "mean")
    c = epochs / math.log(4 * 200)
    assert c * math.log(4 * 200) == epochs
    assert_same_run("paper-v2", case, 0, {"c": c, "lam": 0.0, "delta0": 1.0})


@pytest.mark.parametrize(
    ("means", "k", "horizon", "reward", "seed", "c", "delta0"),
    [
        ((0.9, 1.0, 1.0), 2, 20, "quadratic", 28056, 0.001, 0.05),
        ((0.5, 0.0, 1.0), 2, 39, "max", 15245, 0.01, 0.05),
        ((0.9, 1.0, 0.9, 1.0), 3, 27, "quadratic", 21933, 0.01, 0.1),
    ],
)
def test_authors_variant_accepts_no_more_than_k(
    means: tuple[float, ...],
    k: int,
    horizon: int,
    reward: Reward,
    seed: int,
    c: float,
    delta0: float,
) -> None:
    """More arms pass the accept gate than the action has places, since accepted means sank."""
    case = Case(means, k, horizon, reward)
    assert_same_run("authors-code", case, seed, {"c": c, "lam": 0.0, "delta0": delta0})


@pytest.mark.parametrize(
    ("means", "k", "horizon", "seed", "c", "delta0"),
    [
        ((0.79, 0.81, 0.5, 0.62, 0.9), 3, 43, 17409, 1e-4, 0.3),
        ((0.87, 0.9, 0.9, 1.0, 0.75, 0.44, 0.0), 2, 29, 16603, 0.01, 0.02),
        ((0.9, 0.9, 0.9, 0.0, 0.2), 3, 50, 3580, 0.003, 0.1),
    ],
)
def test_authors_variant_rejects_no_arm_that_it_must_play(
    means: tuple[float, ...], k: int, horizon: int, seed: int, c: float, delta0: float
) -> None:
    """The stale mean of a rejected arm is among the K best and puts all of C below the gate."""
    case = Case(means, k, horizon, "max")
    assert_same_run("authors-code", case, seed, {"c": c, "lam": 0.0, "delta0": delta0})


@pytest.mark.parametrize("preset", DART_PRESETS)
@given(cases(max_horizon=10**6))
def test_constants_of_a_preset(preset: str, case: Case) -> None:
    resolved = dc.algorithm("dart", preset=preset).resolved(case.problem())
    wanted = reference.constants(preset, len(case.means), case.k, case.horizon)
    assert {name: resolved[name] for name in wanted} == pytest.approx(wanted, rel=1e-14)


@pytest.mark.parametrize("preset", DART_PRESETS)
def test_many_rounds(preset: str) -> None:
    """Estimates of thousands of updates still have equal bits, on both sides of a commit."""
    case = Case(tuple((i + 0.5) / 12 for i in range(12)), 3, 20_000, "mean")
    assert_same_run(preset, case, 0, {"c": 0.12, "lam": 0.05})


# --- what the references themselves must do, whatever the core does ----------------------------


@settings(max_examples=200, deadline=None)
@given(cases(), st.sampled_from(DART_PRESETS), SEEDS, dart_constants())
def test_reference_invariants(
    case: Case, preset: str, seed: int, overrides: dict[str, float]
) -> None:
    """A never shrinks, R never gives back, an action is K different arms and none is rejected."""
    run = reference.run_preset(
        preset, list(case.means), case.k, case.horizon, case.reward, seed, **overrides
    )
    for before, after in itertools.pairwise(run.frames):
        assert all(a in (reference.ACTIVE, b) for a, b in zip(before.sets, after.sets, strict=True))
        assert len(set(after.action)) == (case.k if after.t else 1)
        if after.t > before.t:
            assert reference.REJECTED not in [before.sets[arm] for arm in after.action]
        assert after.t - before.t in (0, 1)
        assert after.sets.count(reference.ACCEPTED) <= case.k
        assert case.k <= len(case.means) - after.sets.count(reference.REJECTED)
    assert len(run.final_set) == case.k
    assert run.frames[-1].t == case.horizon


def test_reference_meets_arms_that_move() -> None:
    """The comparison above would be empty if nothing ever moved: count what it covers."""
    moves: Counter[str] = Counter()
    for seed in range(40):
        for preset in ("paper-v2", "authors-code"):
            means = [(i * 5 % 9) / 8 for i in range(9)]
            overrides = {"c": 0.003, "lam": 0.0, "delta0": 0.3}
            run = reference.run_preset(preset, means, 3, 300, "mean", seed, **overrides)
            moves.update(f"{preset}: {event.move}" for event in run.events)
    assert len(moves) == 4
    assert min(moves.values()) > 50


def test_reference_shuffle_is_uniform() -> None:
    """All 120 orders of five arms are equally likely (chi-squared; false alarm 1e-6)."""
    run = reference.Run([0.5] * 5, 1, 1, "mean", 0, 1.0)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(30_000):
        run.shuffle()
        orders[tuple(run.active)] += 1
    assert len(orders) == 120
    assert stats.chisquare(list(orders.values())).statistic < stats.chi2.isf(1e-6, 119)
