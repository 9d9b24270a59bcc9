"""What a run of LinTS or LinUCB says for itself: which set is played, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note, Said
from dart_core.algorithms.shared.played_story import PLAYED_WORDS
from dart_core.algorithms.shared.sentences import arm_list, over

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.run import Run

LINEAR_WORDS = {
    **PLAYED_WORDS,
    "axis": "what the algorithm believes the arm pays on average",
    "epoch": "set",
}


def is_linear(problem: Problem) -> bool:
    """Whether the expected joint reward of every set is bᵀθ for one θ, b = 1_a/K.

    Just when the count curve is a straight line, g(c) = α + β·c: the entries of b sum to 1, so
    that θ_i = α + β·K·p_i.
    """
    steps = np.diff(problem.curve_array)
    return bool(np.ptp(steps) < 1e-12)


def norm(problem: Problem) -> float:
    """Return ‖θ‖ of a linear joint reward; of the mean, that of the arms' means."""
    if problem.k == 1:
        return float(np.linalg.norm([problem.expected_reward([i]) for i in range(problem.n_arms)]))
    first, last = problem.curve_array[[0, -1]]
    return float(np.linalg.norm(first + (last - first) * problem.mean_array))


def model_caveat(problem: Problem, R: float) -> Said | None:
    """Return what keeps every guarantee of a linear model from holding here, None if nothing does.

    A reward in [0, 1] is ½-sub-Gaussian, and need be no less: R must be ½ or more.
    """
    if not is_linear(problem):
        return Said(
            "Nothing is guaranteed here: it counts on a pay-off that is an average of its arms.",
            "The joint reward is not linear in the arms: the estimates are those of the best "
            "linear fit to the sets played, not the arms' means, and no guarantee holds.",
        )
    if R < 0.5:
        return Said(
            "Nothing is guaranteed: these settings take pay-offs to be steadier than they may be.",
            f"Rewards in [0, 1] ask for R = 0.5 or more: with R = {R:g} no guarantee holds.",
        )
    return None


def milestones(horizon: int) -> list[int]:
    """Return 1, 2, 5, 10, 20, 50, … up to and including the horizon."""
    rounds = [m * 10**e for e in range(len(str(horizon))) for m in (1, 2, 5)]
    return [*(t for t in rounds if t < horizon), horizon]


def narrate_linear(run: Run, opening: Said, width: str) -> list[Note]:
    """Tell a run at its milestones.

    Parameters
    ----------
    run : Run
        With frames.
    opening : Said
        The first sentence, plain and exact.
    width : str
        What an arm's half-width is called.

    Returns
    -------
    list of Note
        The opening, one note for each milestone that has a frame of its own, and the end. The
        arms of a note are those that were not in the set of the note before.
    """
    frames = run.snapshots
    notes = [Note(0, opening.plain, (), opening.exact)]
    before = 0
    for t in milestones(run.problem.horizon):
        f = int(np.searchsorted(frames.t, t, side="right")) - 1
        if f > before:
            notes.append(_milestone(run, before, f, width))
            before = f
    T, final = run.problem.horizon, arm_list(run.final_set)
    verb = "is that of" if run.problem.k == 1 else "are those of"
    exact = f"T = {T:,} is reached. The largest estimates, and so the best guess, {verb} {final}."
    text = f"{over(T)}. By its estimates the best set is {final}."
    notes.append(Note(before, text, (), exact))
    return notes


def _milestone(run: Run, before: int, f: int, width: str) -> Note:
    frames = run.snapshots
    played = np.flatnonzero(frames.sets[f])
    new = played[frames.sets[before, played] == 0]
    since = f"; {_changes(run, before, f)}" if frames.t[f] > 1 else ""
    narrow, wide = int(frames.width[f].argmin()), int(frames.width[f].argmax())
    arms = arm_list(played.tolist())
    exact = (
        f"t = {frames.t[f]:,}: plays {arms}{since}. "
        f"{width}: from {frames.width[f, narrow]:.2g} "
        f"({arm_list([narrow])}) to {frames.width[f, wide]:.2g} ({arm_list([wide])})."
    )
    text = f"Now in play: {arms}{since.replace('t = ', 'round ')}."
    if frames.width[f, wide] > frames.width[f, narrow]:
        text += f" It knows {arm_list([narrow])} best and {arm_list([wide])} least."
    return Note(f, text, tuple(int(i) for i in new), exact)


def _changes(run: Run, before: int, f: int) -> str:
    frames = run.snapshots
    count = int(frames.epoch[f] - frames.epoch[before])
    since = f"since t = {frames.t[before]:,}"
    if count == 0:
        return f"the same set {since}"
    return f"the set changed {'once' if count == 1 else f'{count:,} times'} {since}"
