"""What a run of CSAR says for itself: one sentence for each phase."""

from __future__ import annotations

from math import ceil, log10
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.sentences import arm_list
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
    notes = [Note(0, _opening(run), ())]
    tests = (frames.t[1:] == frames.t[:-1]) & (frames.delta[1:] < frames.delta[:-1])
    notes += [_test_note(run, int(f)) for f in np.flatnonzero(tests) + 1]
    notes.append(_ending(run))
    return notes


def _opening(run: Run) -> str:
    k = run.problem.k
    return (
        f"Each phase cuts the candidates into sets and plays the halves of a set, {k} arms each, "
        "as the rows of a Hadamard matrix say; sums and differences of the halves give an "
        "estimate of every arm."
    )


def _test_note(run: Run, f: int) -> Note:
    frames = run.snapshots
    eps, accept, reject = frames.delta[f - 1], frames.gates[f - 1, 0], frames.gates[f - 1, 1]
    theta, changed = frames.estimate[f], frames.sets[f] != frames.sets[f - 1]
    accepted = np.flatnonzero(changed & (frames.sets[f] == ACCEPTED))
    rejected = np.flatnonzero(changed & (frames.sets[f] == REJECTED))
    when = f"t = {int(frames.t[f]):,}, phase {int(frames.epoch[f])}, ε = {eps:g}"
    inside, outside = _number(reject + 2 * eps, eps), _number(accept - 2 * eps, eps)
    said = []
    if accepted.size:
        best = sorted(accepted.tolist(), key=lambda i: -theta[i])
        test = f"{_number(theta[best[-1]], eps)} − {outside} > 2·{eps:g}"
        said.append(_moved(best, "accepted", best[-1], test))
    if rejected.size:
        best = sorted(rejected.tolist(), key=lambda i: -theta[i])
        test = f"{inside} − {_number(theta[best[0]], eps)} > 2·{eps:g}"
        said.append(_moved(best, "rejected", best[0], test))
    if not said:
        text = (
            f"{when}: no estimate is more than 2ε = {2 * eps:g} above {outside} or below {inside}, "
            "so nobody moves; the next phase estimates everything afresh."
        )
        return Note(f, text, ())
    moved = (*accepted.tolist(), *rejected.tolist())
    return Note(f, f"{when}: {'; '.join(said)}.", moved)


def _moved(arms: list[int], done: str, nearest: int, test: str) -> str:
    """Say who moved; of several arms the test is shown for the one nearest to the boundary."""
    if len(arms) == 1:
        return f"{arm_list(arms)} is {done}: {test}"
    return f"{arm_list(arms)} are {done}; for arm {nearest + 1}, the nearest, {test}"


def _number(value: float, eps: float) -> str:
    digits = min(max(2, ceil(-log10(eps)) + 1), 9)
    return f"{value:.{digits}f}".replace("-", "−")


def _ending(run: Run) -> Note:
    frames, problem = run.snapshots, run.problem
    committed = np.flatnonzero(frames.phase == COMMITTED)
    if committed.size:
        f = int(committed[0])
        text = (
            f"t = {int(frames.t[f]):,}: every place is decided: {arm_list(run.final_set)}. "
            "This set is played until T."
        )
        return Note(f, text, ())
    last = frames.t.size - 1
    active = int((frames.sets[last] == 0).sum())
    text = (
        f"T = {problem.horizon:,} is reached in phase {int(frames.epoch[last])} with {active} "
        f"candidates; by the estimates so far the best set is {arm_list(run.final_set)}."
    )
    return Note(last, text, ())
