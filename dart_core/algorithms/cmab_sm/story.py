"""What a run of CMAB-SM says for itself: groups sorted, arms compared, groups merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.sentences import arm_list, over
from dart_core.codes import ACCEPTED, COMMITTED

if TYPE_CHECKING:
    from dart_core.run import Run

_MOST_NOTES = 150


def narrate(run: Run) -> list[Note]:
    """Tell a run of CMAB-SM: each sort, each comparison of a merge, each merge, the end.

    Parameters
    ----------
    run : Run
        With frames.

    Returns
    -------
    list of Note
        In the order of their frames. Of more than about 150 the comparisons are left out first,
        then of the sorts and merges all but evenly spaced ones.
    """
    frames = run.snapshots
    groups = _groups(run)
    again = (frames.t[1:] == frames.t[:-1]) & (frames.phase[1:] != COMMITTED) & (frames.t[1:] > 0)
    stages, comparisons = [], []
    for f in np.flatnonzero(again) + 1:
        stage = int(frames.epoch[f])
        group = stage // 2  # from 0: stage 1 sorts group 0, 2 sorts and 3 merges group 1, …
        if stage == 1 or stage % 2 == 0:
            stages.append(_sorted_note(run, int(f), group, groups[group]))
        elif (frames.sets[f] != frames.sets[f - 1]).any():
            stages.append(_merged_note(run, int(f), group))
        else:
            comparisons.append(_comparison_note(run, int(f), group))
    room = _MOST_NOTES - 2
    if len(stages) + len(comparisons) <= room:
        stages = sorted(stages + comparisons, key=lambda note: note.frame)
    elif len(stages) > room:
        stages = [stages[i] for i in np.linspace(0, len(stages) - 1, room).astype(int)]
    return [_opening(run, len(groups)), *stages, _ending(run)]


def _groups(run: Run) -> list[list[int]]:
    """Cut the arms again as the run did: the cut depends on the seed and the name alone."""
    from dart_core.algorithms.shared.accept_reject import shuffle
    from dart_core.streams import stream_key

    n, size = run.problem.n_arms, run.problem.k + 1
    cut = np.arange(n)
    shuffle(cut, n, stream_key(run.seed, "algorithm", run.algorithm.name), 0)
    return [[int(cut[(first + q) % n]) for q in range(size)] for first in range(0, n, size)]


def _opening(run: Run, groups: int) -> Note:
    k = run.problem.k
    cut = f"{groups:,} groups" if groups > 1 else "one group"
    text = (
        f"The arms are cut at random into {cut} of {k + 1}. A group is sorted by leaving out one "
        "arm at a time: the less the others then earn, the better the missing arm"
    )
    if groups > 1:
        text += ". Sorted groups are then merged by exchanging one arm at a time"
    return Note(0, text + ".", ())


def _when(run: Run, f: int) -> str:
    return f"t = {int(run.snapshots.t[f]):,}"


def _sorted_note(run: Run, f: int, group: int, arms: list[int]) -> Note:
    frames = run.snapshots
    order = sorted(arms, key=lambda i: -frames.estimate[f, i])
    best, worst = order[:-1], order[-1]
    after = frames.sets[f, worst]
    fate = " but stays among the kept" if after == ACCEPTED else " and is left out"
    if frames.sets[f, worst] == 0:
        fate += " until the last group, which it fills up"
    told = f"{arm_list(best)}{', best first' if len(best) > 1 else ''}"
    text = f"Group {group + 1} is sorted: {told}. Arm {worst + 1} comes last{fate}."
    means = " < ".join(f"{frames.estimate[f, i]:.3f}" for i in reversed(order))
    changed = np.flatnonzero(frames.sets[f] != frames.sets[f - 1])
    exact = f"{_when(run, f)}: group {group + 1} is sorted; worth of its arms, upwards: {means}."
    return Note(f, text, tuple(changed.tolist()), exact.replace("-", "−"))


def _comparison_note(run: Run, f: int, group: int) -> Note:
    frames = run.snapshots
    played, kept = set(frames.action[f].tolist()), np.flatnonzero(frames.sets[f] == ACCEPTED)
    (new,) = played.difference(kept.tolist())
    (old,) = set(kept.tolist()).difference(played)
    first, second = (new, old) if frames.estimate[f, new] > frames.estimate[f, old] else (old, new)
    high, low = frames.estimate[f, first], frames.estimate[f, second]
    sign = ">" if high > low else "="
    text = (
        f"Arm {first + 1} goes before arm {second + 1}: the group averages {high:.3f} with the one "
        f"and {low:.3f} with the other"
    )
    exact = (
        f"{_when(run, f)}: merge with group {group + 1}: arm {first + 1} before arm {second + 1}: "
        f"{high:.3f} {sign} {low:.3f}"
    )
    if frames.delta[f] <= float(run.algorithm.resolved(run.problem)["lam"]):
        text += ", too close to be sure"
        exact += f", undecided at Δ = {2 * frames.delta[f]:g}"
    return Note(f, f"{text}.", (), f"{exact}.")


def _merged_note(run: Run, f: int, group: int) -> Note:
    frames = run.snapshots
    changed = frames.sets[f] != frames.sets[f - 1]
    new = np.flatnonzero(changed & (frames.sets[f] == ACCEPTED)).tolist()
    gone = np.flatnonzero(changed & (frames.sets[f] != ACCEPTED)).tolist()
    kept = np.flatnonzero(frames.sets[f] == ACCEPTED).tolist()
    joins = "joins" if len(new) == 1 else "join"
    came = f"{arm_list(new)} {joins} those kept" if new else "no arm joins those kept"
    text = f"Group {group + 1} is merged: {came}, {'now' if new else 'still'} {arm_list(kept)}."
    return Note(f, text, (*new, *gone), f"{_when(run, f)}: {text[0].lower()}{text[1:]}")


def _ending(run: Run) -> Note:
    frames, problem = run.snapshots, run.problem
    committed = np.flatnonzero(frames.phase == COMMITTED)
    kept = arm_list(run.final_set)
    if committed.size == 0:
        stage = int(frames.epoch[-1])
        doing = "sorted" if stage == 1 or stage % 2 == 0 else "merged"
        exact = (
            f"T = {problem.horizon:,} is reached while group {stage // 2 + 1} is being {doing}; "
            f"the best set so far is {kept}."
        )
        text = (
            f"{over(problem.horizon)} while group {stage // 2 + 1} is still being {doing}. The "
            f"best set so far is {kept}."
        )
        return Note(frames.t.size - 1, text, (), exact)
    f = int(committed[0])
    if frames.t[f] == 0:
        lam = float(run.algorithm.resolved(problem)["lam"])
        exact = (
            f"λ = {lam:.3g} ≥ Δ₁ = 0.5, so nothing is ever sampled: the random set {kept} is "
            "played until T."
        )
        text = f"With these settings CMAB-SM compares nothing. It plays a random set: {kept}."
        return Note(f, text, (), exact)
    exact = f"{_when(run, f)}: all groups are merged: {kept}. This set is played until T."
    return Note(f, f"All groups are merged. From now on CMAB-SM plays {kept}.", (), exact)
