"""What can be told of a run beyond its frames, and of which runs."""

import numpy as np
import pytest

import dart_core as dc
from dart_core.closeups import asked, averaged, told_epochs

PROBLEM = dc.Problem.random(12, 3, 5_000, seed=1)


@pytest.mark.parametrize("algorithm", ["random", "frontier", "csar", "dart-eb"])
def test_only_dart_tells(algorithm: str) -> None:
    run = dc.simulate(PROBLEM, algorithm, seed=0)
    assert averaged(run) is None
    assert asked(run) is None
    assert told_epochs(run, run.story(), 5) == []


def test_half_widths_follow_from_what_is_averaged() -> None:
    run = dc.simulate(PROBLEM, dc.algorithm("dart", "clean-c1", c=0.1), seed=0)
    basis = averaged(run)
    assert basis is not None
    played = basis.plays > 0
    wanted = 0.5 * np.sqrt(basis.spread / basis.plays[played])
    np.testing.assert_allclose(run.snapshots.width[played], wanted)


def test_epochs_that_moved_an_arm_come_before_those_that_moved_nobody() -> None:
    run = dc.simulate(PROBLEM, dc.algorithm("dart", "clean-c1", c=0.1), seed=0)
    story, frames = run.story(), run.snapshots
    moved = sorted(
        {
            int(frames.t[note.frame])
            for note in story
            if note.arms and note.frame and not frames.phase[note.frame]
        }
    )
    assert len(moved) >= 2
    ends = [each.t + each.reward.size for each in told_epochs(run, story, 3)]
    assert ends == sorted({4, *moved[:2]}), "the first epoch, and the first two that moved"
    assert [each.number for each in told_epochs(run, story, 0)] == [1], "one at least"
    everything = told_epochs(run, story, 1_000)
    assert len(everything) > len(moved), "then those that moved nobody"
