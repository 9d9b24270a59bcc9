"""A block of CSAR, a SORT and a comparison of CMAB-SM, against the runs that they are parts of."""

from __future__ import annotations

import numpy as np
import pytest

import dart_core as dc
from dart_core.slow import parts


@pytest.mark.parametrize(("n", "k"), [(12, 1), (12, 2), (13, 3), (12, 4), (6, 3)])
def test_a_block_of_csar_gives_the_estimates_of_its_phase(n: int, k: int) -> None:
    """Equal bits: order 2k, a multiple of it (k = 3), and sets that are smaller."""
    problem = dc.Problem.random(n, k, 30_000, seed=n)
    run = dc.simulate(problem, dc.algorithm("csar", "bernoulli"), seed=3, frames=400)
    [part] = parts(run)
    frames = run.snapshots
    [first, *_] = np.flatnonzero((frames.epoch >= 1) & np.isfinite(frames.width).all(axis=1))
    for arm, theta in part.estimates.items():
        assert theta == frames.estimate[first, arm]
    rounds = part.steps[-1].t
    assert len(part.groups) == len(part.numbers) == part.steps[-1].seen
    assert all(len(set(group)) == k for group in part.groups)
    per_action = rounds // len(part.groups)
    ends = np.arange(1, len(part.groups) + 1) * per_action
    played = dc.simulate(problem, run.algorithm, seed=3, frames=ends).snapshots
    for end, group in zip(ends, part.groups, strict=True):
        at = int(played.t.searchsorted(end))
        assert sorted(played.action[at]) == sorted(group)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("n", "k"), [(12, 3), (10, 2), (8, 1), (7, 4)])
def test_a_sort_and_a_comparison_are_those_of_the_run(n: int, k: int, seed: int) -> None:
    problem = dc.Problem.random(n, k, 60_000, seed=seed)
    chosen = dc.algorithm("cmab-sm", "authors-code")
    run = dc.simulate(problem, chosen, seed=seed)
    sort, merge = parts(run)
    ends = np.array([sort.steps[-1].t, merge.steps[-1].t])
    frames = dc.simulate(problem, chosen, seed=seed, frames=ends).snapshots
    at = int(frames.t.searchsorted(ends[0]))
    for arm in sort.estimates:  # shown: the mean of the actions that hold the arm
        others = [mean for other, mean in sort.estimates.items() if other != arm]
        assert frames.estimate[at, arm] == pytest.approx(np.mean(others), abs=1e-12)
    at = int(frames.t.searchsorted(ends[1]))
    for arm, mean in merge.estimates.items():
        assert frames.estimate[at, arm] == mean
    for part in (sort, merge):
        assert [step.t for step in part.steps] == sorted(step.t for step in part.steps)
        assert len(part.groups) == len(part.numbers) == part.steps[-1].seen


def test_what_the_horizon_cuts_short_or_takes_too_long_is_left_out() -> None:
    problem = dc.Problem.random(12, 3, 50, seed=1)
    for name in ("csar", "cmab-sm", "lints"):
        assert parts(dc.simulate(problem, name)) == []
    printed = dc.algorithm("cmab-sm", "printed")
    assert parts(dc.simulate(dc.Problem.random(12, 3, 20_000, seed=1), printed)) == []
