"""What a run of DART-EB says for itself: every accept and reject, and the intervals behind it."""

from __future__ import annotations

from math import ceil, log10
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.dart.story import moved
from dart_core.algorithms.record import Note, Said
from dart_core.algorithms.shared.sentences import (
    are,
    arm_count,
    arm_list,
    capital,
    in_groups,
    number,
    only_one_set,
    only_one_set_exactly,
    over,
    settled,
)
from dart_core.codes import ACCEPTED, ACTIVE, COMMITTED, REJECTED

if TYPE_CHECKING:
    from dart_core.run import Moves, Run

_MOST_NOTES = 150


def narrate(run: Run) -> list[Note]:
    """Tell a run: the start, each test that moved an arm, the end."""
    frames, moves, problem = run.snapshots, run.moves, run.problem
    n, k = problem.n_arms, problem.k
    if n == k:
        return [Note(0, only_one_set(n), (), only_one_set_exactly(n))]
    L = float(run.algorithm.resolved(problem)["L"])
    opening = (
        f"DART-EB plays {in_groups(n, k)}, again and again. Each arm gets a "
        "range in which its average may still lie; the steadier its groups pay, the sooner that "
        "range is narrow."
    )
    exact = (
        f"Every epoch plays the {n:,} arms once, in random groups of {k}. An arm's interval "
        f"shrinks with the variance V of its own rewards: ± sqrt(2V·{L:.3g}/n) + 3·{L:.3g}/n, "
        f"where n counts them and L = {L:.3g}."
    )
    notes = [Note(0, opening, (), exact)]
    told = 0
    for f in range(1, frames.t.size):
        first = told
        while told < moves.t.size and moves.t[told] <= frames.t[f] and moved(run, f, told):
            told += 1
        if told > first:
            notes.append(_moves_note(run, f, slice(first, told)))
    return [*notes[: _MOST_NOTES - 1], _ending(run)]


def _moves_note(run: Run, f: int, which: slice) -> Note:
    frames, moves = run.snapshots, run.moves
    before = frames.sets[f - 1]
    places = run.problem.k - int((before == ACCEPTED).sum())
    active = int((before == ACTIVE).sum())
    said = [_moving(moves, which, to, places, active) for to in (ACCEPTED, REJECTED)]
    text = " ".join(capital(each.plain) for each in said if each.plain)
    exact = "; ".join(each.exact for each in said if each.exact)
    when = f"t = {frames.t[f]:,}, epoch {int(frames.epoch[f]):,}"
    return Note(f, text, tuple(int(i) for i in moves.arm[which]), f"{when}: {exact}.")


def _moving(moves: Moves, which: slice, to: int, places: int, active: int) -> Said:
    chosen = np.flatnonzero(moves.to[which] == to) + which.start
    if chosen.size == 0:
        return Said("")
    # Of several arms the one that passed by the least speaks for all.
    m = int(chosen[int(np.argmin(np.abs(moves.estimate[chosen] - moves.threshold[chosen])))])
    mean, width, gate = float(moves.estimate[m]), float(moves.delta[m]), float(moves.threshold[m])
    digits = max(2, min(9, ceil(-log10(width)) + 1))
    if to == ACCEPTED:
        verb, side, end, limit = "accepted", "lower", mean - width, gate - width
        test = f"{mean:.{digits}f} − {width:.{digits}f} ≥ {limit:.{digits}f}"
        where = f"above the upper ends of all but {places} of the {active} active arms"
        done, low = "in", f"even the low end of its range, {number(end, digits)}, is no lower than "
        others = f"the high ends of all but {places} of the {active} undecided arms"
    else:
        verb, side, end, limit = "rejected", "upper", mean + width, gate + width
        test = f"{mean:.{digits}f} + {width:.{digits}f} ≤ {limit:.{digits}f}"
        where = f"below the lower ends of the best {places} of the {active} active arms"
        done, low = (
            "out",
            f"even the high end of its range, {number(end, digits)}, is no higher than ",
        )
        best = f"the best {places}" if places > 1 else "the best one"
        others = f"the low ends of {best} of the {active} undecided arms"
        if places == 1:
            others = f"the low end of the best of the {active} undecided arms"
    arms = moves.arm[chosen].tolist()
    nearest = arm_list([int(moves.arm[m])])
    if chosen.size == 1:
        owner, text = "its", f"{are(arms, done)}: {low}{others}."
    else:
        owner = f"{nearest}'s"
        text = f"{are(arms, done)}. The closest call is {nearest}: {low}{others}."
    return Said(text, f"{are(arms, verb)}: {owner} {side} end {test}, {where}")


def _ending(run: Run) -> Note:
    frames, T = run.snapshots, run.problem.horizon
    committed = np.flatnonzero(frames.phase == COMMITTED)
    final = arm_list(run.final_set)
    if committed.size:
        f = int(committed[0])
        verb = "is" if len(run.final_set) == 1 else "are"
        exact = f"t = {frames.t[f]:,}: every place is decided; {final} {verb} played until T."
        accepted, left = (int((frames.sets[f] == which).sum()) for which in (ACCEPTED, ACTIVE))
        text = settled("DART-EB", run.final_set, left if accepted < run.problem.k else 0)
        return Note(f, text, (), exact)
    f = frames.t.size - 1
    left = int((frames.sets[f] == ACTIVE).sum())
    if left == 0 or left + int((frames.sets[f] == ACCEPTED).sum()) == run.problem.k:
        return Note(f, f"{over(T)} just as the last place is settled.", ())
    exact = f"T = {T:,} is reached with {left:,} arms still active."
    return Note(f, f"{over(T)} with {arm_count(left)} still undecided.", (), exact)
