"""What can be told of a run beyond its frames: tests to come, half the λ, epochs in rounds.

Which algorithms can tell what is known here; whoever shows it need not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_core.asking import (
    HalfLambda,
    Schedule,
    rewards_averaged,
    schedule,
    spread_of,
    with_half_lambda,
)
from dart_core.replay import Epoch, epochs

if TYPE_CHECKING:
    from dart_core.algorithms.record import Note
    from dart_core.run import Run


@dataclass(frozen=True, eq=False)
class Averaged:
    """What the estimates of a run rest on, where their half-widths follow from it (F frames).

    Attributes
    ----------
    plays : int64 (F, N)
        n_i, the rewards behind each estimate.
    spread : float
        A half-width is w_i = ½·sqrt(spread / n_i).
    """

    plays: NDArray[np.int64]
    spread: float


@dataclass(frozen=True)
class Asked:
    """What an arm can be asked: its tests to come, and what half the λ would have done."""

    tests: Schedule
    half: HalfLambda


def averaged(run: Run) -> Averaged | None:
    """Return what the estimates of a run with frames rest on; None if it does not say."""
    if not _is_dart(run):
        return None
    return Averaged(rewards_averaged(run), spread_of(run.problem, run.algorithm))


def asked(run: Run, stop: NDArray[np.int64] | None = None) -> Asked | None:
    """Return what an arm of a run can be asked; None if nothing.

    Parameters
    ----------
    run : Run
    stop : int64 array of shape (1,), optional
        As in `dart_core.simulate`: the run is made again, with half the λ.
    """
    if not _is_dart(run):
        return None
    return Asked(schedule(run.problem, run.algorithm), with_half_lambda(run, stop))


def told_epochs(run: Run, story: Sequence[Note], most: int) -> list[Epoch]:
    """Return the first epoch of a run and those that ended with a test, round by round.

    Parameters
    ----------
    run : Run
        With frames.
    story : sequence of Note
        Of this run.
    most : int
        So many epochs at most, and one at least. Tests that moved an arm come before those that
        moved nobody.

    Returns
    -------
    list of Epoch
        In order; none unless the run is DART's.
    """
    if not _is_dart(run):
        return []
    frames, problem = run.snapshots, run.problem
    tests = [
        note for note in story if note.frame and frames.t[note.frame] == frames.t[note.frame - 1]
    ]
    tests = [note for note in tests if not frames.phase[note.frame]]
    tests.sort(key=lambda note: (not note.arms, note.frame))
    first = -(-problem.n_arms // problem.k)
    ends = {first} | {int(frames.t[note.frame]) for note in tests[: max(1, most) - 1]}
    return epochs(run, sorted(ends))


def _is_dart(run: Run) -> bool:
    return run.algorithm.name == "dart"
