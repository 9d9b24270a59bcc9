"""What a run of DART says for itself: one sentence for each thing that happened."""

from __future__ import annotations

from math import ceil, log10
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.sentences import arm_list
from dart_core.codes import ACCEPTED, COMMITTED, REJECTED

if TYPE_CHECKING:
    from dart_core.run import Moves, Run


def _number(value: float, delta: float) -> str:
    digits = max(2, ceil(-log10(delta)) + 1) if delta > 0 else 4
    return f"{value:.{min(digits, 9)}f}".replace("-", "−")


def narrate(run: Run) -> list[Note]:
    """Tell a run of DART.

    Parameters
    ----------
    run : Run
        With frames.

    Returns
    -------
    list of Note
        In the order of their frames: the start, every test that has frames, and the end.
    """
    frames, moves = run.snapshots, run.moves
    problem = run.problem
    n, k = problem.n_arms, problem.k
    notes = [Note(0, _opening(n, k), ())]
    told = 0
    for f in range(1, frames.t.size):
        if frames.t[f] != frames.t[f - 1] or frames.phase[f] == COMMITTED:
            continue
        first = told
        while told < moves.t.size and moves.t[told] <= frames.t[f] and _moved(run, f, told):
            told += 1
        notes.append(_test_note(run, f, slice(first, told)))
    notes.append(_ending(run))
    return notes


def _arms(count: int) -> str:
    return "1 arm" if count == 1 else f"{count} arms"


def _opening(n: int, k: int) -> str:
    if n == k:
        return f"K = N = {n}: there is only one set, so there is nothing to find out."
    groups = -(-n // k)
    how = f"Every epoch shuffles the {n} active arms, cuts them into {groups} groups of {k}"
    return f"{how} and plays each group once; only one joint reward a round is seen."


def _moved(run: Run, f: int, m: int) -> bool:
    arm = run.moves.arm[m]
    return bool(run.snapshots.sets[f, arm] != run.snapshots.sets[f - 1, arm])


def _test_note(run: Run, f: int, which: slice) -> Note:
    frames, moves = run.snapshots, run.moves
    t, epoch = int(frames.t[f]), int(frames.epoch[f])
    before, after = float(frames.delta[f - 1]), float(frames.delta[f])
    when = f"t = {t:,}, epoch {epoch:,}"
    arms = moves.arm[which]
    halved = f" Δ halves to {after:g}." if after < before else ""
    if arms.size == 0:
        accept, reject = frames.gates[f - 1, 0], frames.gates[f - 1, 1]
        authors = run.algorithm.constants["variant"] == "authors"
        if np.isnan(accept) or authors:  # their tests come after every epoch, apart from this
            return Note(f, f"{when}:{halved}", ())
        gates = f"{_number(accept, before)} or falls to {_number(reject, before)}"
        return Note(f, f"{when}: no estimate reaches {gates}, so nobody moves.{halved}", ())
    said = [_moving(moves, which, to) for to in (ACCEPTED, REJECTED)]
    text = "; ".join(part for part in said if part)
    return Note(f, f"{when}: {text}.{halved}", tuple(int(i) for i in arms))


def _moving(moves: Moves, which: slice, to: int) -> str:
    chosen = np.flatnonzero(moves.to[which] == to) + which.start
    if chosen.size == 0:
        return ""
    delta = float(moves.delta[chosen[0]])
    arms = moves.arm[chosen]
    verb = "is" if arms.size == 1 else "are"
    threshold = float(moves.threshold[chosen[0]])
    if to == ACCEPTED:
        estimate = float(moves.estimate[chosen].min())
        next_ = _number(threshold - delta, delta)
        test = f"≥ {next_} + {delta:g}"
        done = "accepted"
    else:
        estimate = float(moves.estimate[chosen].max())
        test = f"≤ {_number(threshold + delta, delta)} − {delta:g}"
        done = "rejected"
        if estimate > threshold + 1e-12:
            return f"{arm_list(arms)} {verb} {done}: all places are taken"
    limit = "" if arms.size == 1 else ("at least " if to == ACCEPTED else "at most ")
    return f"{arm_list(arms)} {verb} {done}: {limit}{_number(estimate, delta)} {test}"


def _ending(run: Run) -> Note:
    frames, problem = run.snapshots, run.problem
    committed = np.flatnonzero(frames.phase == COMMITTED)
    if committed.size == 0:
        last = frames.t.size - 1
        active = int((frames.sets[last] == 0).sum())
        text = f"T = {problem.horizon:,} is reached with {_arms(active)} still active."
        return Note(last, text, ())
    f = int(committed[0])
    t, delta = int(frames.t[f]), float(frames.delta[f])
    lam = float(run.algorithm.resolved(problem)["lam"])
    accepted = int((frames.sets[f] == ACCEPTED).sum())
    open_arms = int((frames.sets[f] == 0).sum())
    authors = run.algorithm.constants["variant"] == "authors"
    level = delta / 2 if authors else delta
    if accepted + open_arms == problem.k or accepted == problem.k:
        why = f"every place is decided: {arm_list(run.final_set)}"
    elif level < lam:
        name = "Δ/2" if authors else "Δ"
        why = (
            f"{name} = {level:g} < λ = {lam:.3g} ends exploration with {_arms(open_arms)} undecided"
        )
    else:
        why = "fewer rounds than one epoch are left"
    plays = "" if why.startswith("every") else f", so the best guess is {arm_list(run.final_set)}"
    return Note(f, f"t = {t:,}: {why}{plays}. This set is played until T.", ())
