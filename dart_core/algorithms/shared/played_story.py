"""What a run without tests says for itself: which set is played as time goes on."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.sentences import arm_list

if TYPE_CHECKING:
    from dart_core.run import Run

PLAYED_WORDS = MappingProxyType(
    {
        "accept": "played now",
        "active": "not played now",
        "reject": None,
        "axis": "mean of the arm's own rewards",
        "epoch": None,
        "delta": None,
    }
)


def milestones(run: Run, after: int = 0) -> list[Note]:
    """Tell the frames nearest to powers of ten beyond round `after`, and the last one.

    Each says which set is played, what it is worth, and how often the played set differs
    between one kept frame and the next since the note before.
    """
    frames = run.snapshots
    wanted = [10**d for d in range(1, 13) if after < 10**d < run.problem.horizon]
    at = [int(np.searchsorted(frames.t, t)) for t in wanted] + [frames.t.size - 1]
    notes = []
    before = 0
    for f in sorted(set(at)):
        if frames.t[f] > 0:
            notes.append(_note(run, f, before))
            before = f
    return notes


def _note(run: Run, f: int, before: int) -> Note:
    frames, problem = run.snapshots, run.problem
    played = sorted(int(i) for i in frames.action[f] if i >= 0)
    value = problem.expected_reward(played)
    lost = problem.optimal_reward - value
    worth = "a best set" if lost <= 1e-12 else f"{lost:.3g} a round below the best"
    text = f"t = {frames.t[f]:,}: {arm_list(played)} in play, {worth}; regret so far "
    text += f"{frames.regret[f]:,.0f}."
    changes = sum(
        set(frames.action[g].tolist()) != set(frames.action[g - 1].tolist())
        for g in range(before + 1, f + 1)
    )
    if before and f > before:
        text += f" The set differs in {changes} of the last {f - before} frames."
    return Note(f, text, ())


PLAYED_READING = r"""
**The rows.** This algorithm keeps no accept and reject sets. The upper row holds the arms that are
played now, the lower one the others; an arm moves up when it comes into the played set.
"""
SEES_READING = (
    "It sees the reward of *every arm it plays*, which no other algorithm here does: a reference "
    "for how much easier that is."
)
