"""What a run without tests says for itself: which set is played as time goes on."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import PLAYED_NOW, Note
from dart_core.algorithms.shared.sentences import arm_list

if TYPE_CHECKING:
    from dart_core.run import Run

PLAYED_WORDS = MappingProxyType(
    {
        "accept": PLAYED_NOW,
        "active": "not played now",
        "reject": None,
        "axis": "average of the arm's own pay-offs",
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
    frames = run.snapshots
    played = sorted(int(i) for i in frames.action[f] if i >= 0)
    worth = worth_of(run, played)
    text = f"Now in play: {arm_list(played)}, {worth}. Not knowing has cost "
    text += f"{frames.regret[f]:,.0f} so far (the regret)."
    changes = sum(
        set(frames.action[g].tolist()) != set(frames.action[g - 1].tolist())
        for g in range(before + 1, f + 1)
    )
    exact = f"t = {frames.t[f]:,}: {arm_list(played)} in play, {worth}; regret so far "
    exact += f"{frames.regret[f]:,.0f}."
    if before and f > before:
        exact += f" The set differs in {changes:,} of the last {f - before:,} frames."
    return Note(f, text, (), exact)


def worth_of(run: Run, played: list[int]) -> str:
    """Return how a set compares with the best one, in words."""
    lost = run.problem.optimal_reward - run.problem.expected_reward(played)
    return (
        "the best there is" if lost <= 1e-12 else f"worth {lost:.2g} a round less than the best set"
    )


PLAYED_READING = r"""
**The rows.** This algorithm keeps no accept and reject sets. The upper row holds the arms that are
played now, the lower one the others; an arm moves up when it comes into the played set.
"""
SEES_READING = (
    "It sees the reward of *every arm it plays*, which no other algorithm here does: a reference "
    "for how much easier that is."
)
