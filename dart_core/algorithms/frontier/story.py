"""What a run of Frontier says for itself: certificates, decisions, and moves of the incumbent."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import Note
from dart_core.algorithms.shared.sentences import (
    are,
    arm_count,
    arm_list,
    capital,
    count,
    only_one_set,
    only_one_set_exactly,
    over,
)
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
        return [Note(0, only_one_set(n), (), only_one_set_exactly(n))]
    opening = (
        "Frontier plays random groups to find a set to start from. Then it swaps one arm of the "
        "best set it knows for another and bets on which of the two is better. A bet that luck "
        "alone would hardly win settles the matter."
    )
    exact = (
        "At first random sets are played. Then the best set known, the incumbent, is played beside "
        "swaps of one of its arms for another; which arm of a pair is better is a bet, and a "
        "wealth that pure luck hardly reaches is its certificate."
    )
    if run.algorithm.preset == "capital":
        opening += " What an arm lost in swaps with others counts as well."
        exact += " All bets against an arm, from all its rivals, are multiplied."
    if run.algorithm.preset == "pace":
        opening += " What is clear enough for now waits until later."
        exact += " A pair whose wealth is ahead of its time sleeps until t has doubled."
    known = good_arms(run.problem)
    if known.holds is False:
        opening += " But here a better arm does not always make a better set, so it may be wrong."
        exact += f" {known.sentence} So a certificate may put the worse arm on top."
    notes = [Note(0, opening, (), exact)]
    incumbent = 0
    waiting = np.flatnonzero(frames.waits.any(axis=1))
    if waiting.size:
        notes.append(_waiting_note(run, int(waiting[0])))
    for f in range(1, frames.t.size):
        if frames.phase[f] == COMMITTED:
            continue
        gone, come = _exchanged(run, f)
        if incumbent == 0:
            if come:
                incumbent = f
                exact = f"t = {frames.t[f]:,}: the first incumbent set is {arm_list(come)}."
                text = f"A first guess at the best set: {arm_list(come)}."
                notes.append(Note(f, text, (), exact))
            continue
        if frames.t[f] != frames.t[f - 1]:
            continue
        if gone and come:
            notes.append(_exchange_note(run, f))
        elif frames.lead[f, LOG_WEALTH] >= frames.lead[f, THRESHOLD]:
            notes.append(_certificate_note(run, f))
    notes.sort(key=lambda note: note.frame)
    return [*notes[: _MOST_NOTES - 1], _ending(run)]


def _waiting_note(run: Run, f: int) -> Note:
    frames = run.snapshots
    arm = int(frames.waits[f].argmax())
    when = f"{frames.waits[f, arm]:,}"
    text = (
        f"{capital(arm_list([arm]))} is ahead of its time: enough is known of it for now, so "
        f"Frontier does not look at it again before round {when}."
    )
    exact = (
        f"t = {frames.t[f]:,}: the bet on {arm_list([arm])} is rich enough for this early a round, "
        f"so its pair sleeps, until t = {when} at the latest."
    )
    return Note(f, text, (), exact)


def _exchanged(run: Run, f: int) -> tuple[list[int], list[int]]:
    before, after = (run.snapshots.marks[g] & INCUMBENT for g in (f - 1, f))
    return np.flatnonzero(before & ~after).tolist(), np.flatnonzero(after & ~before).tolist()


def _lead(run: Run, f: int) -> tuple[str, str, float, float]:
    lead = run.snapshots.lead[f]
    better, worse = (arm_list([int(lead[q])]) for q in (BETTER, WORSE))
    return better, worse, float(lead[LOG_WEALTH]), float(lead[THRESHOLD])


def _fold(log_wealth: float) -> str:
    """Return how many times its stake a bet is worth, in words."""
    wealth = exp(min(log_wealth, 50.0))
    if wealth >= 1e6:
        return "more than a million times its stake"
    return f"{float(f'{wealth:.3g}'):,g} times its stake"


def _exchange_note(run: Run, f: int) -> Note:
    frames = run.snapshots
    better, worse, wealth, threshold = _lead(run, f)
    if wealth >= threshold:
        plain = "the bets on it have certified it as the better one"
        why = f"certificates put it above {worse}"
    else:
        plain = f"the bet on it is worth {_fold(wealth)}. That is not yet enough to be sure"
        why = f"its bet has a wealth of e^{wealth:.1f}; a certificate takes e^{threshold:.1f}"
    text = f"{capital(better)} replaces {worse} in the best set known: {plain}."
    exact = f"t = {frames.t[f]:,}: {better} replaces {worse} in the incumbent set: {why}."
    return Note(f, text, (), exact)


def _certificate_note(run: Run, f: int) -> Note:
    frames, n, k = run.snapshots, run.problem.n_arms, run.problem.k
    better, worse, wealth, threshold = _lead(run, f)
    numbers = run.algorithm.resolved(run.problem)
    together = "L_rows" in numbers and threshold != numbers["L"]
    bets, what, worth = "the bet is", "wealth", _fold(wealth)
    if together:
        worth = worth.replace("its stake", "their stakes")
        fed, met = _sources(run, f)
        bets = f"all bets against {worse} together, fed by {fed} of the {met} arms it met, are"
        what = f"the capital of all bets against {worse} ({fed} of {met} sources count) is"
        if met == 1:
            bets = f"the bets against {worse} are"
            what = f"the capital of all bets against {worse} (1 source) is"
    text = f"{capital(better)} is certified better than {worse}: {bets} worth {worth}."
    exact = (
        f"t = {frames.t[f]:,}: {better} is certified above {worse}: "
        f"{what} e^{wealth:.1f} ≥ threshold e^{threshold:.1f}"
    )
    moved = np.flatnonzero(frames.sets[f] != frames.sets[f - 1])
    for to, verb, state, many, place in (
        (ACCEPTED, "accepted", "in", n - k, "below"),
        (REJECTED, "rejected", "out", k, "above"),
    ):
        arms = moved[frames.sets[f, moved] == to].tolist()
        if arms:
            each, than = ("", "") if len(arms) == 1 else (" each", " than each")
            counted = "one other is" if many == 1 else f"{many:,} others are"
            side = "worse" if to == ACCEPTED else "better"
            text += f" {capital(are(arms, state))}: {counted} certified {side}{than}."
            exact += f"; so {are(arms, verb)}, with {count(many, 'arm')} certified {place}{each}"
    return Note(f, text, tuple(int(i) for i in moved), exact + ".")


def _sources(run: Run, f: int) -> tuple[int, int]:
    """Return how many arms feed the bet in the lead, and with how many its worse arm was met."""
    share = run.snapshots.share[f]
    return int((share > 0).sum()), int((~np.isnan(share)).sum())


def _ending(run: Run) -> Note:
    frames, T = run.snapshots, run.problem.horizon
    committed = np.flatnonzero(frames.phase == COMMITTED)
    f = int(committed[0]) if committed.size else frames.t.size - 1
    left = int((frames.sets[f] == ACTIVE).sum())
    final = arm_list(run.final_set)
    verb = "is" if len(run.final_set) == 1 else "are"
    undecided = capital(arm_count(left))
    if left == 0:
        text = f"Every place is certified. From now on Frontier plays {final}."
        exact = f"t = {frames.t[f]:,}: every place is certified; {final} {verb} played until T."
    elif committed.size:
        text = (
            f"{undecided} {'is' if left == 1 else 'are'} still undecided, and too few rounds are "
            f"left for another comparison. From now on Frontier plays the best set it knows: "
            f"{final}."
        )
        exact = (
            f"t = {frames.t[f]:,}: what is left until T = {T:,} has no room for another round; "
            f"the incumbent, {final}, {verb} played, with {count(left, 'arm')} undecided."
        )
    else:
        text = f"{over(T)} with {arm_count(left)} still undecided. The best set known is {final}."
        exact = (
            f"T = {T:,} is reached with {count(left, 'arm')} undecided; the incumbent is {final}."
        )
    return Note(f, text, (), exact)
