"""What a run of UCB on all actions says for itself."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.played_story import milestones
from dart_core.algorithms.shared.sentences import (
    are,
    arm_count,
    arm_list,
    capital,
    only_one_set,
    only_one_set_exactly,
    over,
)
from dart_core.codes import COMMITTED

if TYPE_CHECKING:
    from dart_core.run import Run

_MOST_NOTES = 150


def narrate(run: Run) -> list[Note]:
    """Tell a run: what is played when, and, with elimination, who drops out and why."""
    n, k = run.problem.n_arms, run.problem.k
    count = comb(n, k)
    if count == 1:
        return [Note(0, only_one_set(n), (), only_one_set_exactly(n))]
    idea = f"UCB treats each of the {count:,} sets of {k} as one option."
    if run.algorithm.constants["variant"] == "ucb1":
        text = f"{idea} It plays each of them once, then always the one that may still be best."
        exact = (
            f"Each of the {count:,} sets of {k} arms is played once, in order; then always the set "
            "with the highest mean + radius."
        )
        return [Note(0, text, (), exact), *milestones(run, after=count)]
    text = f"{idea} It plays them in turn, and drops a set that is clearly worse than the best."
    exact = (
        f"All {count:,} sets of {k} arms are played in sweeps; a set drops out when its mean lies "
        "more than two radii below the best."
    )
    notes = [Note(0, text, (), exact), *_phases(run), *_eliminations(run)]
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
        lost = f" So far {_are_out(gone)}." if gone else ""
        finer = "sets are now told apart more finely" if m > 1 else "only large differences count"
        text = f"Phase {m:,} begins: {finer}.{lost}"
        notes.append(Note(f, text, (), f"t = {frames.t[f]:,}: phase {m} begins, Δ = {delta:g}."))
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
        arms = left.tolist()
        if left.size == 1:
            how = f"leaves: the last live set with it drops out, its mean {highest:.4f}"
            why = f"the last set with it averages {highest:.3g}"
        else:
            how = f"leave: the last live sets with them drop out, means up to {highest:.4f}"
            why = f"the last sets with them average {highest:.3g} or less"
        exact = (
            f"t = {frames.t[f]:,}, phase {int(frames.epoch[f])}: {arm_list(arms)} {how} "
            f"< {limit:.4f}, the best mean less two radii."
        )
        text = f"{capital(are(arms, 'out'))}: {why}, clearly below the best set."
        notes.append(Note(f, text, tuple(arms), exact))
    return notes


def _are_out(count: int) -> str:
    return f"{arm_count(count)} {'is' if count == 1 else 'are'} out"


def _ending(run: Run) -> Note:
    frames, T = run.snapshots, run.problem.horizon
    committed = np.flatnonzero(frames.phase == COMMITTED)
    final = arm_list(run.final_set)
    if committed.size == 0:
        text = f"{over(T)} before one set is left. The best of those left is {final}."
        exact = f"T = {T:,} comes first; the best live set is the set of {final}."
        return Note(frames.t.size - 1, text, (), exact)
    f = int(committed[0])
    text = f"UCB has seen enough. From now on it plays the best set that is left: {final}."
    exact = (
        f"t = {frames.t[f]:,}: exploration ends. Of the live sets the set of {final} has the "
        "highest mean and is played until T."
    )
    return Note(f, text, (), exact)
