"""What a run of CSAR says for itself: one sentence for each phase."""

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
    number,
    over,
    settled,
    top,
)
from dart_core.codes import ACCEPTED, COMMITTED, REJECTED

if TYPE_CHECKING:
    from dart_core.run import Run


def narrate(run: Run) -> list[Note]:
    """Tell a run of CSAR: how it measures, what each phase decided, and how it ended.

    Parameters
    ----------
    run : Run
        With frames.

    Returns
    -------
    list of Note
        In the order of their frames; a phase whose test moved nobody and had no frames of its
        own is left out.
    """
    frames = run.snapshots
    notes = [_opening(run)]
    tests = (frames.t[1:] == frames.t[:-1]) & (frames.delta[1:] < frames.delta[:-1])
    notes += [_test_note(run, int(f)) for f in np.flatnonzero(tests) + 1]
    notes.append(_ending(run))
    return notes


def _opening(run: Run) -> Note:
    k = run.problem.k
    text = (
        f"CSAR plays carefully chosen groups of {k}. By adding and subtracting what they earn, it "
        "works out what every single arm is worth; each phase does so twice as exactly."
    )
    exact = (
        f"Each phase cuts the candidates into sets and plays the halves of a set, {k} arms each, "
        "as the rows of a Hadamard matrix say; sums and differences of the halves give an "
        "estimate θ̂ of every arm's own mean."
    )
    return Note(0, text, (), exact)


def _test_note(run: Run, f: int) -> Note:
    frames, k = run.snapshots, run.problem.k
    eps, accept, reject = frames.delta[f - 1], frames.gates[f - 1, 0], frames.gates[f - 1, 1]
    theta, changed = frames.estimate[f], frames.sets[f] != frames.sets[f - 1]
    accepted = np.flatnonzero(changed & (frames.sets[f] == ACCEPTED))
    rejected = np.flatnonzero(changed & (frames.sets[f] == REJECTED))
    when = f"t = {int(frames.t[f]):,}, phase {int(frames.epoch[f])}, ε = {eps:g}"
    inside, outside = _number(reject + 2 * eps, eps), _number(accept - 2 * eps, eps)
    said = []
    if accepted.size:
        best = sorted(accepted.tolist(), key=lambda i: -theta[i])
        mark = f"{top(k, last=False)} ({outside})"
        value = _number(theta[best[-1]], eps)
        test = f"θ̂ = {value} > θ̂_(k+1) + 2ε = {outside} + 2·{eps:g}"
        said.append(
            _moved(best, ("in", "accepted"), best[-1], value, f"{2 * eps:g} above", mark, test)
        )
    if rejected.size:
        best = sorted(rejected.tolist(), key=lambda i: -theta[i])
        mark = f"{top(k, last=True)} ({inside})"
        value = _number(theta[best[0]], eps)
        test = f"θ̂ = {value} < θ̂_(k) − 2ε = {inside} − 2·{eps:g}"
        said.append(
            _moved(best, ("out", "rejected"), best[0], value, f"{2 * eps:g} below", mark, test)
        )
    if not said:
        text = (
            f"No arm is far enough ahead or behind yet: that takes a lead of {2 * eps:g}. The next "
            "phase measures all undecided arms afresh, twice as exactly."
        )
        exact = (
            f"{when}: no estimate is more than 2ε = {2 * eps:g} above {outside} or below {inside}, "
            "so nobody moves; the next phase estimates everything afresh."
        )
        return Note(f, text, (), exact)
    moved = (*accepted.tolist(), *rejected.tolist())
    text = " ".join(capital(each.plain) for each in said)
    return Note(f, text, moved, f"{when}: {'; '.join(each.exact for each in said)}.")


def _moved(
    arms: list[int],
    done: tuple[str, str],
    nearest: int,
    value: str,
    lead: str,
    mark: str,
    test: str,
) -> Said:
    """Say who moved; of several arms the test is shown for the one nearest to the boundary."""
    state, verb = done
    by = f"more than {lead} {mark}"
    if len(arms) == 1:
        return Said(
            f"{are(arms, state)}: its estimate is {value}, {by}.", f"{are(arms, verb)}: {test}"
        )
    plain = (
        f"{are(arms, state)}. The closest call is arm {nearest + 1}: its estimate is {value}, {by}."
    )
    return Said(plain, f"{are(arms, verb)}; for arm {nearest + 1}, the nearest, {test}")


def _number(value: float, eps: float) -> str:
    return number(value, min(max(2, ceil(-log10(eps)) + 1), 9))


def _ending(run: Run) -> Note:
    frames, problem = run.snapshots, run.problem
    committed = np.flatnonzero(frames.phase == COMMITTED)
    final = arm_list(run.final_set)
    if committed.size:
        f = int(committed[0])
        exact = (
            f"t = {int(frames.t[f]):,}: every place is decided: {final}. "
            "This set is played until T."
        )
        return Note(f, settled("CSAR", run.final_set), (), exact)
    last = frames.t.size - 1
    active = int((frames.sets[last] == 0).sum())
    exact = (
        f"T = {problem.horizon:,} is reached in phase {int(frames.epoch[last])} with {active:,} "
        f"candidates; by the estimates so far the best set is {final}."
    )
    text = (
        f"{over(problem.horizon)} with {arm_count(active)} still undecided. By what CSAR knows, "
        f"the best set is {final}."
    )
    return Note(last, text, (), exact)
