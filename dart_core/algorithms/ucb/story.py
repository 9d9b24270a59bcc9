"""What a run of UCB on all actions says for itself."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.played_story import milestones
from dart_core.algorithms.shared.sentences import arm_list
from dart_core.codes import COMMITTED

if TYPE_CHECKING:
    from dart_core.run import Run

_MOST_NOTES = 150


def narrate(run: Run) -> list[Note]:
    """Tell a run: what is played when, and, with elimination, who drops out and why."""
    n, k = run.problem.n_arms, run.problem.k
    count = comb(n, k)
    if count == 1:
        return [Note(0, f"K = N = {n}: there is only one set, so there is nothing to decide.", ())]
    if run.algorithm.constants["variant"] == "ucb1":
        opening = (
            f"Each of the {count:,} sets of {k} arms is played once, in order; then always the set "
            "with the highest mean + radius."
        )
        return [Note(0, opening, ()), *milestones(run, after=count)]
    opening = (
        f"All {count:,} sets of {k} arms are played in sweeps; a set drops out when its mean lies "
        "more than two radii below the best."
    )
    notes = [Note(0, opening, ()), *_phases(run), *_eliminations(run)]
    notes.sort(key=lambda note: note.frame)
    return [*notes[: _MOST_NOTES - 1], _ending(run)]


def _phases(run: Run) -> list[Note]:
    frames = run.snapshots
    notes = []
    for f in range(1, frames.t.size):
        if frames.epoch[f] == frames.epoch[f - 1]:
            continue
        m, delta = int(frames.epoch[f]), float(frames.delta[f])
        gone = int((frames.sets[f] == 2).sum())
        lost = f" {gone} arms are in no live set any more." if gone > 1 else ""
        text = f"t = {frames.t[f]:,}: phase {m} begins, Δ = {delta:g}.{lost}"
        notes.append(Note(f, text, ()))
    return notes


def _eliminations(run: Run) -> list[Note]:
    frames, moves = run.snapshots, run.moves
    notes = []
    told = 0
    for f in range(1, frames.t.size):
        left = np.flatnonzero((frames.sets[f] == 2) & (frames.sets[f - 1] != 2))
        if left.size == 0:
            continue
        which = slice(told, told + left.size)
        told += left.size
        highest, limit = float(moves.estimate[which].max()), float(moves.threshold[which][0])
        if left.size == 1:
            how = f"leaves: the last live set with it drops out, its mean {highest:.4f}"
        else:
            how = f"leave: the last live sets with them drop out, means up to {highest:.4f}"
        text = (
            f"t = {frames.t[f]:,}, phase {int(frames.epoch[f])}: {arm_list(left.tolist())} {how} "
            f"< {limit:.4f}, the best mean less two radii."
        )
        notes.append(Note(f, text, tuple(int(i) for i in left)))
    return notes


def _ending(run: Run) -> Note:
    frames = run.snapshots
    committed = np.flatnonzero(frames.phase == COMMITTED)
    final = f"the set of {arm_list(run.final_set)}"
    if committed.size == 0:
        text = f"T = {run.problem.horizon:,} comes first; the best live set is {final}."
        return Note(frames.t.size - 1, text, ())
    f = int(committed[0])
    text = f"t = {frames.t[f]:,}: exploration ends. Of the live sets {final} has the highest mean"
    return Note(f, f"{text} and is played until T.", ())
