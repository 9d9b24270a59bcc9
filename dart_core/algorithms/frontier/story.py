"""What a run of Frontier says for itself: certificates, decisions, and moves of the incumbent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.sentences import arm_list
from dart_core.codes import (
    ACCEPTED,
    ACTIVE,
    BETTER,
    COMMITTED,
    INCUMBENT,
    LOG_WEALTH,
    REJECTED,
    THRESHOLD,
    WORSE,
)

if TYPE_CHECKING:
    from dart_core.run import Run

_MOST_NOTES = 200


def narrate(run: Run) -> list[Note]:
    """Tell a run: its start, what happened between rounds and why, its end."""
    from dart_core.guarantee import good_arms

    frames, n, k = run.snapshots, run.problem.n_arms, run.problem.k
    if n == k:
        return [Note(0, f"K = N = {n}: there is only one set, so there is nothing to decide.", ())]
    opening = (
        "At first random sets are played, to find a set to start from. Then the best set known is "
        "played beside swaps of one of its arms for another; which arm of a pair is better is a "
        "bet, and a wealth that pure luck hardly reaches is its certificate."
    )
    known = good_arms(run.problem)
    if known.holds is False:
        opening += f" {known.sentence} So a certificate may put the worse arm on top."
    notes = [Note(0, opening, ())]
    incumbent = 0
    for f in range(1, frames.t.size):
        if frames.phase[f] == COMMITTED:
            continue
        gone, come = _exchanged(run, f)
        if incumbent == 0:
            if come:
                incumbent = f
                text = f"t = {frames.t[f]:,}: the first incumbent set is {arm_list(come)}."
                notes.append(Note(f, text, ()))
            continue
        if frames.t[f] != frames.t[f - 1]:
            continue
        if gone and come:
            notes.append(_exchange_note(run, f))
        elif frames.lead[f, LOG_WEALTH] >= frames.lead[f, THRESHOLD]:
            notes.append(_certificate_note(run, f))
    notes.sort(key=lambda note: note.frame)
    return [*notes[: _MOST_NOTES - 1], _ending(run)]


def _exchanged(run: Run, f: int) -> tuple[list[int], list[int]]:
    before, after = (run.snapshots.marks[g] & INCUMBENT for g in (f - 1, f))
    return np.flatnonzero(before & ~after).tolist(), np.flatnonzero(after & ~before).tolist()


def _lead(run: Run, f: int) -> tuple[str, str, float, float]:
    lead = run.snapshots.lead[f]
    better, worse = (arm_list([int(lead[q])]) for q in (BETTER, WORSE))
    return better, worse, float(lead[LOG_WEALTH]), float(lead[THRESHOLD])


def _exchange_note(run: Run, f: int) -> Note:
    frames = run.snapshots
    better, worse, wealth, threshold = _lead(run, f)
    why = (
        f"certificates put it above {worse}"
        if wealth >= threshold
        else f"its bet has a wealth of e^{wealth:.1f}; a certificate takes e^{threshold:.1f}"
    )
    text = f"t = {frames.t[f]:,}: {better} replaces {worse} in the incumbent set: {why}."
    return Note(f, text, ())


def _certificate_note(run: Run, f: int) -> Note:
    frames, n, k = run.snapshots, run.problem.n_arms, run.problem.k
    better, worse, wealth, threshold = _lead(run, f)
    text = (
        f"t = {frames.t[f]:,}: {better} is certified above {worse}: "
        f"wealth e^{wealth:.1f} ≥ threshold e^{threshold:.1f}"
    )
    moved = np.flatnonzero(frames.sets[f] != frames.sets[f - 1])
    for to, verb, why in (
        (ACCEPTED, "accepted", f"{_arms(n - k)} certified below"),
        (REJECTED, "rejected", f"{_arms(k)} certified above"),
    ):
        arms = moved[frames.sets[f, moved] == to].tolist()
        if arms:
            is_are, each = ("is", "") if len(arms) == 1 else ("are", " each")
            text += f"; so {arm_list(arms)} {is_are} {verb}, with {why}{each}"
    return Note(f, text + ".", tuple(int(i) for i in moved))


def _arms(count: int) -> str:
    return "1 arm" if count == 1 else f"{count} arms"


def _ending(run: Run) -> Note:
    frames, T = run.snapshots, run.problem.horizon
    committed = np.flatnonzero(frames.phase == COMMITTED)
    f = int(committed[0]) if committed.size else frames.t.size - 1
    left = int((frames.sets[f] == ACTIVE).sum())
    final = arm_list(run.final_set)
    verb = "is" if len(run.final_set) == 1 else "are"
    if left == 0:
        text = f"t = {frames.t[f]:,}: every place is certified; {final} {verb} played until T."
    elif committed.size:
        text = (
            f"t = {frames.t[f]:,}: what is left until T = {T:,} has no room for another round; "
            f"the incumbent, {final}, {verb} played, with {_arms(left)} undecided."
        )
    else:
        text = f"T = {T:,} is reached with {_arms(left)} undecided; the incumbent is {final}."
    return Note(f, text, ())
