"""What an arm can be asked, against counting by hand, the run itself, and a plain epoch."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import dart_core as dc
from dart_core.asking import rewards_averaged, schedule, spread_of, with_half_lambda
from dart_core.replay import epochs, replayed_rewards
from tests.reference import luck
from tests.reference.rewards import joint_reward

PRESETS = ["clean-c1", "authors-code"]


def every_round(preset: str, n: int = 7, k: int = 3, horizon: int = 600, c: float = 0.05) -> dc.Run:
    problem = dc.Problem.random(n, k, horizon, seed=n)
    chosen = dc.algorithm("dart", preset, c=c, lam=0.06)
    return dc.simulate(problem, chosen, seed=5, frames=np.arange(horizon + 1))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("n", "k"), [(7, 3), (5, 4), (6, 2), (3, 1)])
def test_rewards_averaged_are_those_of_the_rounds_played(preset: str, n: int, k: int) -> None:
    run = every_round(preset, n, k)
    frames, got = run.snapshots, rewards_averaged(run)
    count, epoch, updated = [0] * n, 0, set[int]()
    before = 0
    for f in range(1, frames.t.size):
        if frames.phase[f]:
            break
        if frames.t[f] > frames.t[f - 1]:
            if frames.epoch[f] > epoch:
                epoch, updated = int(frames.epoch[f]), set()
            for arm in frames.action[f].tolist():
                if preset == "authors-code":
                    count[arm] += 1
                elif frames.sets[before, arm] == 0 and arm not in updated:
                    updated.add(arm)
                    count[arm] += 1
        assert got[f].tolist() == count
        before = f
    assert epoch >= 1
    spread = spread_of(run.problem, run.algorithm)
    played = got > 0
    np.testing.assert_array_equal(frames.width[played], 0.5 * np.sqrt(spread / got[played]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lam", [0.0, 0.06, 0.3, 2.0])
def test_printed_tests_come_when_the_schedule_says(lam: float, seed: int) -> None:
    problem = dc.Problem.random(8, 2, 4_000, seed=seed)
    chosen = dc.algorithm("dart", "clean-c1", c=0.08, lam=lam)
    plan = schedule(problem, chosen)
    frames = dc.simulate(problem, chosen, seed=seed).snapshots
    halved = np.flatnonzero(np.diff(frames.delta) < 0)
    tested = [(float(frames.delta[f]), int(frames.epoch[f])) for f in halved]
    allowed = list(zip(plan.delta, plan.count, strict=True))[: plan.allowed]
    assert tested == allowed[: len(tested)]
    ended_by_lam = frames.phase.any() and frames.delta[-1] < lam
    assert not ended_by_lam or len(tested) == plan.allowed


@pytest.mark.parametrize("lam", [0.0, 0.05, 0.3])
def test_the_authors_gates_come_closer_when_the_schedule_says(lam: float) -> None:
    """As long as no arm has left, Δ halves in the first epoch with t > n_m·⌈N/K⌉."""
    problem = dc.Problem([0.5] * 6, 2, 3_000)
    chosen = dc.algorithm("dart", "authors-code", c=0.5, lam=lam)
    plan = schedule(problem, chosen)
    run = dc.simulate(problem, chosen, seed=1)
    frames = run.snapshots
    first = int(run.moves.t[0]) if run.moves.t.size else 3_000
    halved = [f for f in np.flatnonzero(np.diff(frames.delta) < 0) + 1 if frames.t[f] < first]
    assert halved
    for m, f in enumerate(halved, start=1):
        groups = 3
        assert plan.delta[m] == frames.delta[f]
        assert plan.count[m] * groups < frames.t[f] <= plan.count[m] * groups + groups
    assert plan.allowed == sum(d / 2 >= lam or m == 0 for m, d in enumerate(plan.delta))


@pytest.mark.parametrize("preset", PRESETS)
def test_half_the_lambda_is_the_run_with_half_the_lambda(preset: str) -> None:
    problem = dc.Problem.random(9, 3, 5_000, seed=2)
    chosen = dc.algorithm("dart", preset, c=0.1, lam=0.1)
    run = dc.simulate(problem, chosen, seed=3)
    half = with_half_lambda(run)
    other = dc.simulate(problem, dc.algorithm("dart", preset, c=0.1, lam=0.05), seed=3)
    assert (half.lam, half.commit_t, half.regret) == (0.05, other.commit_t, other.regret[-1])
    assert half.to == tuple(other.snapshots.sets[-1].tolist())
    for t, arm in zip(run.moves.t, run.moves.arm, strict=True):  # until then nothing differs
        assert half.t[arm] == t


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("n", "k"), [(7, 3), (5, 4), (6, 2), (4, 1)])
def test_an_epoch_done_again_by_hand(preset: str, n: int, k: int) -> None:
    """Play each group, see the reference's one number, average: every estimate has equal bits."""
    run = every_round(preset, n, k)
    moved = np.unique(run.moves.t).tolist()
    told = epochs(run, sorted({-(-n // k), *moved}))
    assert [each.t + each.reward.size for each in told] == sorted({-(-n // k), *moved})
    for each in told:
        mu, count = each.before.tolist(), each.n_before.tolist()
        active = [i for i in range(n) if each.sets[i] == 0]
        accepted = {i for i in range(n) if each.sets[i] == 1}
        open_places = k - len(accepted)
        assert each.reward.size == -(-len(active) // open_places)
        seen = Counter[int]()
        for q, action in enumerate(each.action.tolist()):
            assert set(action[: len(accepted)]) == accepted
            paid = [luck.reward(5, list(run.problem.means), each.t + q + 1, i) for i in action]
            r = joint_reward("mean", paid)
            assert each.reward[q] == r
            for i in action:
                if preset == "authors-code":
                    counted = r / ((len(active) - open_places) / (len(active) - 1))
                elif i in accepted or seen[i]:
                    continue
                else:
                    counted = r
                seen[i] += 1
                count[i] += 1
                mu[i] += (counted - mu[i]) / count[i]
            assert each.after[q].tolist() == mu
        assert set(active) <= set(seen)


def test_rewards_of_arms_that_pay_more_than_0_or_1() -> None:
    problem = dc.Problem([dc.Beta(2, 2), dc.Uniform(), dc.Beta(5, 1)], k=2, horizon=50)
    run = dc.simulate(problem, dc.algorithm("dart", "clean-c1"), frames=np.arange(51))
    action = run.snapshots.action[1:3]
    got = replayed_rewards(run, action, 0)
    mean = np.zeros(3)
    mean[action[0]] = got[0]
    np.testing.assert_array_equal(mean, run.snapshots.estimate[1])
