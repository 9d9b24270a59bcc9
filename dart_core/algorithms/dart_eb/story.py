"""What a run of DART-EB says for itself: every accept and reject, and the intervals behind it."""

from __future__ import annotations

from math import ceil, log10
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.sentences import arm_list
from dart_core.codes import ACCEPTED, ACTIVE, COMMITTED, REJECTED

if TYPE_CHECKING:
    from dart_core.run import Moves, Run

_MOST_NOTES = 150


def narrate(run: Run) -> list[Note]:
    """Tell a run: the start, each test that moved an arm, the end."""
    frames, moves, problem = run.snapshots, run.moves, run.problem
    n, k = problem.n_arms, problem.k
    if n == k:
        return [Note(0, f"K = N = {n}: there is only one set, so there is nothing to decide.", ())]
    L = float(run.algorithm.resolved(problem)["L"])
    opening = (
        f"Every epoch plays the {n} arms once, in random groups of {k}. An arm's interval shrinks "
        f"with the variance of its own rewards: ± sqrt(2V·{L:.3g}/n) + 3·{L:.3g}/n."
    )
    notes = [Note(0, opening, ())]
    told = 0
    for f in range(1, frames.t.size):
        first = told
        while told < moves.t.size and moves.t[told] <= frames.t[f] and _moved(run, f, told):
            told += 1
        if told > first:
            notes.append(_moves_note(run, f, slice(first, told)))
    return [*notes[: _MOST_NOTES - 1], _ending(run)]


def _moved(run: Run, f: int, m: int) -> bool:
    arm = run.moves.arm[m]
    return bool(run.snapshots.sets[f, arm] != run.snapshots.sets[f - 1, arm])


def _moves_note(run: Run, f: int, which: slice) -> Note:
    frames, moves = run.snapshots, run.moves
    before = frames.sets[f - 1]
    places = run.problem.k - int((before == ACCEPTED).sum())
    active = int((before == ACTIVE).sum())
    above = f"above the upper ends of all but {places} of the {active} active arms"
    below = f"below the lower ends of the best {places} of the {active} active arms"
    said = [_moving(moves, which, ACCEPTED, above), _moving(moves, which, REJECTED, below)]
    text = "; ".join(part for part in said if part)
    when = f"t = {frames.t[f]:,}, epoch {int(frames.epoch[f]):,}"
    return Note(f, f"{when}: {text}.", tuple(int(i) for i in moves.arm[which]))


def _moving(moves: Moves, which: slice, to: int, where: str) -> str:
    chosen = np.flatnonzero(moves.to[which] == to) + which.start
    if chosen.size == 0:
        return ""
    # Of several arms the one that passed by the least speaks for all.
    m = int(chosen[int(np.argmin(np.abs(moves.estimate[chosen] - moves.threshold[chosen])))])
    mean, width, gate = float(moves.estimate[m]), float(moves.delta[m]), float(moves.threshold[m])
    digits = max(2, min(9, ceil(-log10(width)) + 1))
    if to == ACCEPTED:
        verb, side = "accepted", "lower"
        test = f"{mean:.{digits}f} − {width:.{digits}f} ≥ {gate - width:.{digits}f}"
    else:
        verb, side = "rejected", "upper"
        test = f"{mean:.{digits}f} + {width:.{digits}f} ≤ {gate + width:.{digits}f}"
    is_are, owner = ("is", "its") if chosen.size == 1 else ("are", f"arm {moves.arm[m] + 1}'s")
    arms = arm_list(moves.arm[chosen].tolist())
    return f"{arms} {is_are} {verb}: {owner} {side} end {test}, {where}"


def _ending(run: Run) -> Note:
    frames, T = run.snapshots, run.problem.horizon
    committed = np.flatnonzero(frames.phase == COMMITTED)
    if committed.size:
        f = int(committed[0])
        text = f"t = {frames.t[f]:,}: every place is decided; {arm_list(run.final_set)}"
        verb = "is" if len(run.final_set) == 1 else "are"
        return Note(f, f"{text} {verb} played until T.", ())
    f = frames.t.size - 1
    left = int((frames.sets[f] == ACTIVE).sum())
    if left == 0 or left + int((frames.sets[f] == ACCEPTED).sum()) == run.problem.k:
        return Note(f, f"T = {T:,} is reached as the last place is decided.", ())
    return Note(f, f"T = {T:,} is reached with {left} arms still active.", ())
