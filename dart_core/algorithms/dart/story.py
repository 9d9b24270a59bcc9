"""What a run of DART says for itself: one sentence for each thing that happened."""

from __future__ import annotations

from math import ceil, log10
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note, Said
from dart_core.algorithms.shared.sentences import (
    are,
    arm_count,
    arm_list,
    capital,
    groups_average,
    in_groups,
    number,
    only_one_set,
    only_one_set_exactly,
    over,
    settled,
    top,
)
from dart_core.codes import ACCEPTED, COMMITTED, REJECTED

if TYPE_CHECKING:
    from dart_core.run import Run


def _number(value: float, delta: float) -> str:
    digits = max(2, ceil(-log10(delta)) + 1) if delta > 0 else 4
    return number(value, min(digits, 9))


def lead_text(delta: float) -> str:
    """Return a required lead with three digits, halves rounded up as the player does."""
    return f"{delta * (1 + 1e-12):.3g}"


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
    notes = [_opening(run)]
    told = 0
    for f in range(1, frames.t.size):
        if frames.t[f] != frames.t[f - 1] or frames.phase[f] == COMMITTED:
            continue
        first = told
        while told < moves.t.size and moves.t[told] <= frames.t[f] and moved(run, f, told):
            told += 1
        notes.append(_test_note(run, f, slice(first, told)))
    notes.append(_ending(run))
    return notes


def _opening(run: Run) -> Note:
    n, k = run.problem.n_arms, run.problem.k
    if n == k:
        return Note(0, only_one_set(n), (), only_one_set_exactly(n))
    groups = -(-n // k)
    text = (
        f"Nobody knows yet which {k} {'is' if k == 1 else 'are'} best. DART plays "
        f"{in_groups(n, k)}, again and again, and notes the number that comes back each time."
    )
    if _is_authors(run):
        text += " The authors' code scales the averages up, so they can exceed 1."
    exact = (
        f"Every epoch shuffles the {n:,} active arms, cuts them into {groups:,} groups of {k} and "
        "plays each group once; only one joint reward a round is seen."
    )
    return Note(0, text, (), exact)


def moved(run: Run, f: int, m: int) -> bool:
    """Return whether frame f is the one that shows move m first."""
    arm = run.moves.arm[m]
    return bool(run.snapshots.sets[f, arm] != run.snapshots.sets[f - 1, arm])


def _test_note(run: Run, f: int, which: slice) -> Note:
    frames, moves = run.snapshots, run.moves
    before, after = float(frames.delta[f - 1]), float(frames.delta[f])
    when = f"t = {int(frames.t[f]):,}, epoch {int(frames.epoch[f]):,}"
    arms = moves.arm[which]
    halved = after < before
    halves = f" Δ halves to {after:g}." if halved else ""
    if arms.size == 0:
        accept, reject = frames.gates[f - 1, 0], frames.gates[f - 1, 1]
        if np.isnan(accept) or _is_authors(run):  # their tests come after every epoch, apart
            asks = (
                f"From now on a lead of {lead_text(after)} is enough."
                if halved
                else "No arm moves."
            )
            return Note(f, asks, (), f"{when}:{halves}" if halved else "")
        lead = f"that takes a lead of {lead_text(before)}"
        text = f"No arm is far enough ahead or behind yet: {lead}."
        gates = f"μ̂ ≥ {_number(accept, before)} or μ̂ ≤ {_number(reject, before)}"
        exact = f"{when}: no estimate has {gates}, so nobody moves.{halves}"
        asks = f" From now on {lead_text(after)} is enough." if halved else ""
        return Note(f, text + asks, (), exact)
    said = [_moving(run, which, to) for to in (ACCEPTED, REJECTED)]
    text = " ".join(capital(each.plain) for each in said if each.plain)
    exact = "; ".join(each.exact for each in said if each.exact)
    asks = f" From now on a lead of {lead_text(after)} is enough." if halved else ""
    return Note(f, text + asks, tuple(int(i) for i in arms), f"{when}: {exact}.{halves}")


def _is_authors(run: Run) -> bool:
    return run.algorithm.constants["variant"] == "authors"


def _moving(run: Run, which: slice, to: int) -> Said:
    """Say who is in, or out, and by how much."""
    moves, k = run.moves, run.problem.k
    chosen = np.flatnonzero(moves.to[which] == to) + which.start
    if chosen.size == 0:
        return Said("")
    delta = float(moves.delta[chosen[0]])
    arms = moves.arm[chosen].tolist()
    threshold = float(moves.threshold[chosen[0]])
    accepts, authors, several = to == ACCEPTED, _is_authors(run), len(arms) > 1
    estimates = moves.estimate[chosen]
    nearest = float(estimates.min() if accepts else estimates.max())
    done = "accepted" if accepts else "rejected"
    if not accepts and nearest > threshold + 1e-12:
        places = {1: "the only place is", 2: "both places are"}.get(k, f"all {k} places are")
        why = f"{places} taken"
        return Said(f"{are(arms, 'out')}: {why}.", f"{are(arms, done)}: all places are taken")
    mark = _number(threshold - delta if accepts else threshold + delta, delta)
    value, least = _number(nearest, delta), "more than" if authors else "at least"
    bound = (" or more" if accepts else " or less") if several else ""
    average = (
        f"{'their averages are' if several else 'its average is'} {value}{bound} after scaling"
        if authors
        else f"{groups_average(len(arms), k)} {value}{bound}"
    )
    side, than = ("above", top(k, last=False)) if accepts else ("below", top(k, last=True))
    state, lead = "in" if accepts else "out", f"{least} {lead_text(delta)} {side} {than}"
    text = f"{are(arms, state)}: {average}, {lead}"
    limit = "" if not several else "at least " if accepts else "at most "
    rank, sign = ("K+1", "+") if accepts else ("K", "−")
    relation = (">" if accepts else "<") if authors else ("≥" if accepts else "≤")
    exact = (
        f"{are(arms, done)}: {limit}μ̂ = {value} {relation} μ̂_({rank}) {sign} Δ = "
        f"{mark} {sign} {delta:g}"
    )
    return Said(f"{text} ({mark}).", exact)


def _ending(run: Run) -> Note:
    frames, problem = run.snapshots, run.problem
    committed = np.flatnonzero(frames.phase == COMMITTED)
    if committed.size == 0:
        last = frames.t.size - 1
        active = int((frames.sets[last] == 0).sum())
        left = f" with {arm_count(active)} still undecided" if active else ""
        exact = f"T = {problem.horizon:,} is reached with {active:,} arms still active."
        return Note(last, f"{over(problem.horizon)}{left}.", (), exact)
    f = int(committed[0])
    t, delta = int(frames.t[f]), float(frames.delta[f])
    lam = float(run.algorithm.resolved(problem)["lam"])
    accepted = int((frames.sets[f] == ACCEPTED).sum())
    open_arms = int((frames.sets[f] == 0).sum())
    level = delta / 2 if _is_authors(run) else delta
    final = arm_list(run.final_set)
    decided = accepted + open_arms == problem.k or accepted == problem.k
    if decided:
        waiting = open_arms if accepted < problem.k else 0
        text = settled("DART", run.final_set, waiting)
        why = f"every place is decided: {final}"
    else:
        undecided = capital(arm_count(open_arms))
        if level < lam:
            one = open_arms == 1
            if frames.epoch[f] <= 1:
                had = f"{'has' if one else 'have'} had one pass alone, and it is already"
            else:
                had = f"{'is' if one else 'are'} still too close to call, but it is"
            text = f"{undecided} {had} time to stop looking."
            name = "Δ/2" if _is_authors(run) else "Δ"
            why = f"{name} = {level:g} < λ = {lam:.3g} ends exploration"
        else:
            text = f"{undecided} {'is' if open_arms == 1 else 'are'} still undecided, and too few "
            text += "rounds are left for another pass."
            why = "fewer rounds than one epoch are left"
        text += f" From now on DART plays its best guess: {final}."
        why += f", with {open_arms:,} arms undecided; the best guess is {final}"
    return Note(f, text, (), f"t = {t:,}: {why}. This set is played until T.")
